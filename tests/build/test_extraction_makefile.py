from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("constant", "CC", 1, 2, None),
    ("function", "all", 5, 5, None),
    ("function", "build/%.o", 7, 9, None),
    ("function", "build", 11, 12, None),
    ("function", "test", 11, 12, None),
    ("macro", "recipe", 14, 16, None),
    ("function", "debug", 19, 20, None),
]

REFERENCES = [
    ("imports", "common.mk", "", 3),
    ("calls", "", "build", 5),
    ("calls", "", "test", 5),
    ("calls", "", "src/%.c", 8),
    ("calls", "", "all", 23),
]


def test_symbols() -> None:
    assert symbol_rows("makefile") == SYMBOLS


def test_references() -> None:
    assert reference_rows("makefile") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("makefile").symbols)}
    assert found["CC"].signature == "CC := gcc"
    assert found["CC"].doc == "What is built."
    assert found["all"].signature == "all: build test"
    assert found["build/%.o"].signature == "build/%.o: src/%.c"
    assert found["build/%.o"].doc == "Builds it."
    assert found["build"].signature == "build test"
    assert found["test"].signature == "build test"
    assert found["recipe"].signature == "define recipe"
    assert not extraction("makefile").broken
