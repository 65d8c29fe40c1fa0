from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("section", "title", 1, 2, None),
    ("section", "owner.name", 3, 3, None),
    ("section", "shop", 5, 9, None),
    ("section", 'shop."big shelf"', 11, 12, None),
    ("section", "orders", 14, 15, None),
    ("section", "orders", 17, 18, None),
]

REFERENCES: list[tuple[str, str, str, int]] = []


def test_symbols() -> None:
    assert symbol_rows("toml") == SYMBOLS


def test_references() -> None:
    assert reference_rows("toml") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("toml").symbols)}
    assert found["title"].signature == 'title = "shop"'
    assert found["title"].doc == "What is sold."
    assert found["owner.name"].signature == 'owner.name = "Ada"'
    assert found["shop"].signature == "[shop]"
    assert found['shop."big shelf"'].signature == '[shop."big shelf"]'
    assert found["orders"].signature == "[[orders]]"
    assert not extraction("toml").broken
