from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("section", "Prices", 7, 9, None),
    ("section", "import math", 12, 26, None),
    ("function", "price", 20, 22, None),
    ("constant", "RATE", 24, 24, None),
    ("section", "%matplotlib inline", 27, 33, None),
    ("class", "Shelf", 32, 32, None),
    ("method", "Shelf.total", 32, 32, "Shelf"),
]

REFERENCES = [
    ("imports", "math", "", 18),
    ("calls", "math", "ceil", 22),
    ("calls", "", "price", 32),
]


def test_symbols() -> None:
    assert symbol_rows("jupyter") == SYMBOLS


def test_references() -> None:
    assert reference_rows("jupyter") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("jupyter").symbols)}
    assert found["Prices"].signature == "# Prices"
    assert found["import math"].signature == "import math"
    assert found["price"].signature == "def price(item)"
    assert found["price"].doc == '" "The  \\n price. " "'
    assert found["price"].parameters == "item"
    assert found["RATE"].signature == "RATE = 3"
    assert found["%matplotlib inline"].signature == '"source": %matplotlib inline'
    assert found["Shelf"].signature == "class Shelf"
    assert not extraction("jupyter").broken
