from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("variable", "items", 9, 9, None),
    ("function", "sell", 11, 14, None),
    ("function", "helper", 19, 19, None),
]

REFERENCES = [
    ("imports", "vue", "ref", 6),
    ("imports", "./Board.vue", "", 7),
    ("calls", "", "ref", 9),
    ("calls", "", "remove", 13),
]


def test_symbols() -> None:
    assert symbol_rows("vue") == SYMBOLS


def test_references() -> None:
    assert reference_rows("vue") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("vue").symbols)}
    assert found["items"].signature == "items = ref<Item[]>([])"
    assert found["sell"].signature == "function sell(item: Item): void"
    assert found["sell"].doc == "Sells one."
    assert found["sell"].parameters == "item: Item"
    assert found["sell"].return_type == "void"
    assert found["helper"].signature == "function helper()"
    assert not extraction("vue").broken
