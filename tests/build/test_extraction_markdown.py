from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("section", "Shop *guide* {#top}", 7, 34, None),
    ("section", "Shop *guide* {#top}.Install", 11, 20, "Shop *guide* {#top}"),
    ("section", "Shop *guide* {#top}.Install.From source", 18, 20, "Shop *guide* {#top}.Install"),
    ("section", "Shop *guide* {#top}.Use `Shelf`", 22, 34, "Shop *guide* {#top}"),
    ("section", "Shop *guide* {#top}.Use `Shelf`.Notes", 26, 29, "Shop *guide* {#top}.Use `Shelf`"),
    ("section", "Shop *guide* {#top}.Use `Shelf`.Small", 31, 34, "Shop *guide* {#top}.Use `Shelf`"),
]

REFERENCES: list[tuple[str, str, str, int]] = []


def test_symbols() -> None:
    assert symbol_rows("markdown") == SYMBOLS


def test_references() -> None:
    assert reference_rows("markdown") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("markdown").symbols)}
    assert found["Shop *guide* {#top}"].signature == "# Shop *guide* {#top}"
    assert found["Shop *guide* {#top}.Install"].signature == "## Install"
    assert found["Shop *guide* {#top}.Install.From source"].signature == "### From source"
    assert found["Shop *guide* {#top}.Use `Shelf`"].signature == "## Use `Shelf`"
    assert found["Shop *guide* {#top}.Use `Shelf`.Notes"].signature == "Notes"
    assert found["Shop *guide* {#top}.Use `Shelf`.Small"].signature == "Small"
    assert not extraction("markdown").broken
