from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("function", "total", 8, 10, None),
    ("interface", "Item", 13, 13, None),
    ("field", "Item.price", 13, 13, "Item"),
    ("section", "top", 18, 18, None),
    ("section", "The", 18, 18, None),
    ("section", "shelves", 19, 19, None),
    ("section", "shelves.Shelves", 19, 19, "shelves"),
    ("section", "order", 20, 20, None),
    ("section", "order.name", 20, 20, "order"),
]

REFERENCES = [
    ("calls", "", "sum", 9),
]


def test_symbols() -> None:
    assert symbol_rows("html") == SYMBOLS


def test_references() -> None:
    assert reference_rows("html") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("html").symbols)}
    assert found["total"].signature == "function total(items)"
    assert found["total"].parameters == "items"
    assert found["Item"].signature == "interface Item"
    assert found["Item.price"].signature == "price: number"
    assert found["top"].signature == '<h1 id="top">The <em>shop</em></h1>'
    assert found["The"].signature == '<h1 id="top">The <em>shop</em></h1>'
    assert found["shelves"].signature == '<section id="shelves"><h2>Shelves</h2><p>Full.</p></section>'
    assert not extraction("html").broken
