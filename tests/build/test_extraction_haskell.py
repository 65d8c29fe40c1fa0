from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("struct", "Shelf", 12, 17, None),
    ("field", "Shelf.Shelf", 15, 15, "Shelf"),
    ("field", "Shelf.Shelf.owner", 15, 15, "Shelf.Shelf"),
    ("field", "Shelf.Shelf.size", 15, 15, "Shelf.Shelf"),
    ("field", "Shelf.Board", 16, 16, "Shelf"),
    ("struct", "Box", 19, 19, None),
    ("field", "Box.Box", 19, 19, "Box"),
    ("field", "Box.Box.unBox", 19, 19, "Box.Box"),
    ("type", "Name", 20, 20, None),
    ("struct", "Expr", 22, 23, None),
    ("field", "Expr.Number", 23, 23, "Expr"),
    ("trait", "Sized", 25, 27, None),
    ("method", "Sized.sizeOf", 26, 27, "Sized"),
    ("method", "Shelf.sizeOf", 30, 30, "Shelf"),
    ("function", "price", 32, 40, None),
    ("function", "price.twice", 39, 39, "price"),
    ("function", "<+>", 42, 43, None),
    ("function", "limit", 45, 45, None),
    ("function", "main", 47, 51, None),
    ("function", "main.help", 51, 51, "main"),
    ("type", "Stock", 53, 53, None),
    ("function", "c_sin", 54, 54, None),
    ("function", "Pair", 55, 55, None),
]

REFERENCES = [
    ("imports", "Data.List", "", 8),
    ("imports", "Data.Map", "", 9),
    ("imports", "Shop.Store", "", 10),
    ("extends", "", "Eq", 25),
    ("implements", "", "Sized", 29),
    ("calls", "", "size", 30),
    ("calls", "", "Just", 36),
    ("calls", "", "twice", 36),
    ("calls", "Map", "lookup", 37),
    ("calls", "", "add", 43),
    ("calls", "", "help", 48),
    ("calls", "", "putStrLn", 49),
    ("calls", "", "show", 49),
    ("calls", "", "Tuple", 55),
]


def test_symbols() -> None:
    assert symbol_rows("haskell") == SYMBOLS


def test_references() -> None:
    assert reference_rows("haskell") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("haskell").symbols)}
    assert found["Shelf"].signature == "data Shelf a"
    assert found["Shelf"].doc == "Holds what is sold,\nor nothing."
    assert found["price"].signature == "price :: Int -> Shelf a -> Maybe Int"
    assert found["price"].doc == "What it costs."
    assert found["price"].return_type == "Int -> Shelf a -> Maybe Int"
    assert found["Sized.sizeOf"].signature == "sizeOf :: a -> Int"
    assert found["Sized.sizeOf"].return_type == "a -> Int"
    assert found["Shelf.sizeOf"].signature == "sizeOf shelf"
    assert found["Shelf.sizeOf"].parameters == "shelf"
    assert [(r.receiver, r.name, r.receiver_type) for r in extraction("haskell").references if r.receiver_type] == []
    assert not extraction("haskell").broken
