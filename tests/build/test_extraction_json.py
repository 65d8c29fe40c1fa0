from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("section", "name", 2, 2, None),
    ("section", "items", 3, 5, None),
    ("section", "options", 6, 8, None),
]

REFERENCES: list[tuple[str, str, str, int]] = []


def test_symbols() -> None:
    assert symbol_rows("json") == SYMBOLS


def test_references() -> None:
    assert reference_rows("json") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("json").symbols)}
    assert found["name"].signature == '"name": "shop",'
    assert found["items"].signature == '"items": ['
    assert found["options"].signature == '"options": {'
    assert not extraction("json").broken
