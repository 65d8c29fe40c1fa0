from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("section", "shop", 1, 6, None),
    ("section", "quoted key", 7, 7, None),
    ("section", "open", 8, 8, None),
    ("section", "empty", 9, 9, None),
    ("section", "second", 11, 12, None),
]

REFERENCES: list[tuple[str, str, str, int]] = []


def test_symbols() -> None:
    assert symbol_rows("yaml") == SYMBOLS


def test_references() -> None:
    assert reference_rows("yaml") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("yaml").symbols)}
    assert found["shop"].signature == "shop:"
    assert found["shop"].doc == "What is sold."
    assert found["quoted key"].signature == '"quoted key": 1'
    assert found["open"].signature == "open: true # all day"
    assert found["empty"].signature == "empty:"
    assert found["second"].signature == "second:"
    assert not extraction("yaml").broken
