from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("class", "orders", 1, 6, None),
    ("field", "orders.id", 3, 3, "orders"),
    ("field", "orders.total", 4, 4, "orders"),
    ("field", "orders.item_id", 5, 5, "orders"),
    ("class", "open_orders", 8, 9, None),
    ("function", "price", 11, 16, None),
    ("constant", "orders_total", 18, 18, None),
    ("type", "colour", 19, 19, None),
    ("function", "order_check", 20, 20, None),
    ("field", "orders.note", 21, 21, "orders"),
    ("class", "totals", 23, 23, None),
    ("namespace", "shop", 24, 24, None),
    ("constant", "order_ids", 25, 25, None),
]

REFERENCES = [
    ("calls", "", "items", 5),
    ("calls", "", "items", 9),
    ("calls", "", "orders", 9),
    ("calls", "", "price", 9),
    ("calls", "", "twice", 14),
    ("calls", "", "orders", 18),
    ("calls", "", "check_order", 20),
    ("calls", "", "orders", 20),
    ("calls", "", "orders", 21),
    ("calls", "", "orders", 22),
    ("calls", "", "orders", 23),
    ("calls", "", "sum", 23),
]


def test_symbols() -> None:
    assert symbol_rows("sql") == SYMBOLS


def test_references() -> None:
    assert reference_rows("sql") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("sql").symbols)}
    assert found["orders"].signature == "CREATE TABLE shop.orders"
    assert found["orders"].doc == "What was ordered."
    assert found["price"].signature == "CREATE OR REPLACE FUNCTION price(order_id INT) RETURNS INT"
    assert found["price"].doc == "What an order costs."
    assert found["price"].parameters == "order_id INT"
    assert [(r.receiver, r.name, r.receiver_type) for r in extraction("sql").references if r.receiver_type] == []
    assert not extraction("sql").broken
