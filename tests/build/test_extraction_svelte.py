from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("function", "preload", 2, 2, None),
    ("variable", "count", 7, 7, None),
    ("function", "sell", 8, 10, None),
]

REFERENCES = [
    ("calls", "", "load", 2),
    ("imports", "./Board.svelte", "", 6),
]


def test_symbols() -> None:
    assert symbol_rows("svelte") == SYMBOLS


def test_references() -> None:
    assert reference_rows("svelte") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("svelte").symbols)}
    assert found["preload"].signature == "preload = async (page: Page)"
    assert found["preload"].parameters == "page: Page"
    assert found["count"].signature == "count = 0"
    assert found["sell"].signature == "function sell()"
    assert not extraction("svelte").broken
