from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("struct", "Shelf", 6, 20, None),
    ("field", "Shelf.owner", 8, 8, "Shelf"),
    ("field", "Shelf.items", 9, 9, "Shelf"),
    ("field", "Shelf.by_name", 10, 10, "Shelf"),
    ("property", "Shelf.kind", 11, 14, "Shelf"),
    ("field", "Shelf.kind.board", 12, 12, "Shelf.kind"),
    ("field", "Shelf.kind.width", 13, 13, "Shelf.kind"),
    ("struct", "Shelf.Board", 15, 15, "Shelf"),
    ("field", "Shelf.Board.length", 15, 15, "Shelf.Board"),
    ("enum", "Shelf.State", 16, 19, "Shelf"),
    ("field", "Shelf.State.UNKNOWN", 17, 17, "Shelf.State"),
    ("field", "Shelf.State.FULL", 18, 18, "Shelf.State"),
    ("enum", "Colour", 22, 22, None),
    ("field", "Colour.RED", 22, 22, "Colour"),
    ("interface", "Market", 24, 28, None),
    ("method", "Market.Ask", 25, 26, "Market"),
    ("method", "Market.Watch", 27, 27, "Market"),
    ("field", "Basket.depth", 31, 31, None),
]

REFERENCES = [
    ("imports", "shop/model.proto", "", 3),
    ("calls", "", "Item", 9),
    ("calls", "", "shop.model.Item", 10),
    ("calls", "", "Board", 12),
    ("calls", "", "AskRequest", 26),
    ("calls", "", "shop.AskReply", 26),
    ("calls", "", "Shelf", 27),
]


def test_symbols() -> None:
    assert symbol_rows("protobuf") == SYMBOLS


def test_references() -> None:
    assert reference_rows("protobuf") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("protobuf").symbols)}
    assert found["Shelf"].signature == "message Shelf"
    assert found["Shelf"].doc == "Holds what is sold."
    assert found["Market.Ask"].signature == "rpc Ask(AskRequest) returns (stream shop.AskReply) {}"
    assert found["Market.Ask"].doc == "Asks for the price."
    assert found["Market.Ask"].parameters == "AskRequest"
    assert found["Market.Ask"].return_type == "shop.AskReply"
    assert [(r.receiver, r.name, r.receiver_type) for r in extraction("protobuf").references if r.receiver_type] == []
    assert not extraction("protobuf").broken
