from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("class", "Item", 1, 6, None),
    ("field", "Item.id", 3, 3, "Item"),
    ("field", "Item.price", 4, 5, "Item"),
    ("interface", "Priced", 8, 8, None),
    ("field", "Priced.price", 8, 8, "Priced"),
    ("enum", "Currency", 9, 9, None),
    ("field", "Currency.EUR", 9, 9, "Currency"),
    ("field", "Currency.USD", 9, 9, "Currency"),
    ("struct", "Order", 10, 10, None),
    ("field", "Order.item", 10, 10, "Order"),
    ("field", "Order.count", 10, 10, "Order"),
    ("type", "Thing", 11, 11, None),
    ("type", "Date", 12, 12, None),
    ("function", "key", 13, 13, None),
    ("field", "Query.items", 14, 14, None),
    ("function", "Items", 16, 16, None),
    ("function", "Parts", 18, 18, None),
]

REFERENCES = [
    ("calls", "", "key", 2),
    ("implements", "", "Node", 2),
    ("implements", "", "Priced", 2),
    ("calls", "", "ID", 3),
    ("calls", "", "Currency", 5),
    ("calls", "", "Float", 5),
    ("calls", "", "Float", 8),
    ("calls", "", "ID", 10),
    ("calls", "", "Int", 10),
    ("calls", "", "Item", 11),
    ("calls", "", "Shelf", 11),
    ("calls", "", "String", 13),
    ("calls", "", "Item", 14),
    ("calls", "", "Int", 16),
    ("calls", "", "Parts", 16),
    ("calls", "", "Item", 18),
    ("calls", "", "Query", 19),
]


def test_symbols() -> None:
    assert symbol_rows("graphql") == SYMBOLS


def test_references() -> None:
    assert reference_rows("graphql") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("graphql").symbols)}
    assert found["Item"].signature == '"""What is sold.""" type Item implements Node & Priced @key(fields: "id")'
    assert found["Item"].doc == "What is sold."
    assert found["Item.id"].signature == "id: ID!"
    assert found["Item.id"].return_type == "ID!"
    assert found["Item.price"].signature == '"Its price." price(currency: Currency = EUR): Float'
    assert found["Item.price"].doc == "Its price."
    assert found["Item.price"].parameters == "currency: Currency = EUR"
    assert found["Item.price"].return_type == "Float"
    assert found["Priced"].signature == "interface Priced"
    assert found["Priced.price"].signature == "price: Float"
    assert found["Priced.price"].return_type == "Float"
    assert found["Currency"].signature == "enum Currency"
    assert not extraction("graphql").broken
