from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("section", "name", 4, 4, None),
    ("section", "x:items", 5, 7, None),
    ("section", "empty", 8, 8, None),
]

REFERENCES: list[tuple[str, str, str, int]] = []


def test_symbols() -> None:
    assert symbol_rows("xml") == SYMBOLS


def test_references() -> None:
    assert reference_rows("xml") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("xml").symbols)}
    assert found["name"].signature == "<name>corner</name>"
    assert found["x:items"].signature == "<x:items>"
    assert found["empty"].signature == "<empty/>"
    assert not extraction("xml").broken
