from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("constant", "LIMIT", 14, 14, None),
    ("constant", "SPARE", 14, 14, None),
    ("constant", "SHOP_NAME", 15, 15, None),
    ("variable", "shops", 16, 16, None),
    ("class", "Basket", 18, 54, None),
    ("constant", "Basket.KIND", 27, 27, "Basket"),
    ("constant", "Basket.SIZE", 27, 27, "Basket"),
    ("field", "Basket.items", 28, 29, "Basket"),
    ("field", "Basket.spare", 28, 29, "Basket"),
    ("field", "Basket.limit", 30, 30, "Basket"),
    ("constructor", "Basket.__construct", 32, 36, "Basket"),
    ("method", "Basket.make", 38, 43, "Basket"),
    ("method", "Basket.price", 45, 45, "Basket"),
    ("method", "Basket.total", 47, 53, "Basket"),
    ("interface", "Priced", 56, 60, None),
    ("constant", "Priced.FREE", 58, 58, "Priced"),
    ("method", "Priced.price", 59, 59, "Priced"),
    ("trait", "Locks", 62, 62, None),
    ("method", "Locks.lock", 62, 62, "Locks"),
    ("enum", "Colour", 64, 69, None),
    ("field", "Colour.Red", 66, 66, "Colour"),
    ("field", "Colour.Green", 67, 67, "Colour"),
    ("method", "Colour.label", 68, 68, "Colour"),
    ("function", "total", 72, 72, None),
]

REFERENCES = [
    ("imports", "Shop\\Model\\Item", "", 6),
    ("imports", "Shop\\Model\\Store", "", 7),
    ("imports", "Shop\\Util\\round_up", "", 8),
    ("imports", "Shop\\Events", "Closed", 9),
    ("imports", "Shop\\Events", "Opened", 9),
    ("imports", "/legacy.php", "", 11),
    ("imports", "config.php", "", 12),
    ("calls", "", "define", 15),
    ("extends", "", "BaseStore", 23),
    ("implements", "", "Countable", 23),
    ("implements", "", "Priced", 23),
    ("implements", "", "Locks", 25),
    ("implements", "Traits", "Logs", 25),
    ("calls", "parent", "__construct", 35),
    ("calls", "", "Item", 41),
    ("calls", "self", "first", 42),
    ("calls", "", "round_up", 49),
    ("calls", "$this->log", "write", 49),
    ("calls", "", "array_sum", 50),
    ("calls", "$this->items", "count", 51),
    ("calls", "Util", "check", 51),
    ("calls", "?", "value", 52),
    ("calls", "Item", "zero", 52),
    ("calls", "Shop\\Model", "Money", 52),
    ("extends", "", "Named", 56),
    ("extends", "", "Stringable", 56),
    ("implements", "", "Priced", 64),
    ("calls", "", "ucfirst", 68),
    ("calls", "", "function_exists", 71),
    ("calls", "", "count", 72),
]


def test_symbols() -> None:
    assert symbol_rows("php") == SYMBOLS


def test_references() -> None:
    assert reference_rows("php") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("php").symbols)}
    assert extraction("php").package == "Shop.Core"
    assert found["Basket"].annotations == ("#[Entity('basket')]", "#[Final]")
    assert found["Basket"].doc == "Holds what is bought."
    assert found["Basket.__construct"].annotations == ("#[Pure]",)
    assert found["Basket.__construct"].parameters == "private int $size, string $name = 'a'"
    assert found["Basket.make"].return_type == "static"
    assert not extraction("php").broken


def test_aliases() -> None:
    assert [(r.receiver, r.name, r.alias) for r in extraction("php").references if r.alias] == [
        ("Shop\\Model\\Store", "", "BaseStore"),
        ("Shop\\Events", "Closed", "Shut"),
    ]
