from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("module", "Shop", 4, 58, None),
    ("constant", "Shop.VERSION", 6, 6, "Shop"),
    ("class", "Shop.Closed", 7, 7, "Shop"),
    ("constant", "Shop.LEFT", 8, 8, "Shop"),
    ("constant", "Shop.RIGHT", 8, 8, "Shop"),
    ("class", "Shop.Basket", 10, 51, "Shop"),
    ("property", "Shop.Basket.items", 13, 13, "Shop.Basket"),
    ("property", "Shop.Basket.owner", 13, 13, "Shop.Basket"),
    ("field", "Shop.Basket.@@count", 14, 14, "Shop.Basket"),
    ("constructor", "Shop.Basket.initialize", 16, 21, "Shop.Basket"),
    ("method", "Shop.Basket.open", 23, 25, "Shop.Basket"),
    ("method", "Shop.Basket.empty", 28, 28, "Shop.Basket"),
    ("method", "Shop.Basket.each", 31, 34, "Shop.Basket"),
    ("method", "Shop.Basket.[]", 36, 38, "Shop.Basket"),
    ("method", "Shop.Basket.owner=", 40, 42, "Shop.Basket"),
    ("method", "Shop.Basket.size", 44, 44, "Shop.Basket"),
    ("method", "Shop.Basket.length", 45, 45, "Shop.Basket"),
    ("method", "Shop.Basket.shout", 46, 48, "Shop.Basket"),
    ("method", "Shop.Basket.secret", 50, 50, "Shop.Basket"),
    ("class", "Shop.Point", 53, 57, "Shop"),
    ("method", "Shop.Point.length", 54, 56, "Shop.Point"),
    ("class", "Shop.Basket", 60, 62, "Shop"),
    ("method", "Shop.Basket.late", 61, 61, "Shop.Basket"),
    ("variable", "$shops", 64, 64, None),
    ("constant", "LIMIT", 65, 65, None),
    ("function", "total", 67, 69, None),
]

REFERENCES = [
    ("imports", "json", "", 1),
    ("imports", "../shop/stock", "", 2),
    ("calls", "?", "freeze", 6),
    ("calls", "", "Class", 7),
    ("calls", "Class", "new", 7),
    ("extends", "", "StandardError", 7),
    ("extends", "Store", "Base", 11),
    ("implements", "", "Enumerable", 12),
    ("implements", "Shop", "Priced", 12),
    ("calls", "", "new", 24),
    ("calls", "File", "open", 24),
    ("calls", "JSON", "parse", 24),
    ("calls", "file", "read", 24),
    ("calls", "", "Basket", 28),
    ("calls", "Basket", "new", 28),
    ("calls", "items", "each", 32),
    ("calls", "", "puts", 33),
    ("calls", "self", "items", 37),
    ("calls", "self.items", "at", 37),
    ("calls", "Shop", "Person", 41),
    ("calls", "Shop::Person", "new", 41),
    ("calls", "", "define_method", 46),
    ("calls", "word", "upcase", 47),
    ("calls", "", "private", 50),
    ("calls", "", "Struct", 53),
    ("calls", "Struct", "new", 53),
    ("calls", "Math", "sqrt", 55),
    ("calls", "", "sum", 68),
]


def test_symbols() -> None:
    assert symbol_rows("ruby") == SYMBOLS


def test_references() -> None:
    assert reference_rows("ruby") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("ruby").symbols)}
    assert found["Shop"].doc == "A shop."
    assert found["Shop.Basket.initialize"].doc == "Starts empty."
    assert found["Shop.Basket.initialize"].parameters == "items = [], *rest, owner:, &block"
    assert found["Shop.Basket.open"].signature == "def self.open(path)"
    assert not extraction("ruby").broken
