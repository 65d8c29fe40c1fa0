from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("section", "shop", 2, 2, None),
    ("function", "add_shelf", 5, 8, None),
    ("macro", "set_all", 10, 12, None),
    ("constant", "SOURCES", 14, 14, None),
    ("constant", "FAST", 15, 15, None),
    ("section", "shop", 16, 16, None),
    ("section", "runs", 19, 19, None),
]

REFERENCES = [
    ("imports", "cmake/tools.cmake", "", 3),
    ("calls", "", "add_library", 7),
    ("calls", "", "add_executable", 16),
    ("calls", "", "add_shelf", 17),
    ("calls", "", "target_link_libraries", 18),
    ("calls", "", "add_test", 19),
    ("imports", "lib", "", 20),
]


def test_symbols() -> None:
    assert symbol_rows("cmake") == SYMBOLS


def test_references() -> None:
    assert reference_rows("cmake") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("cmake").symbols)}
    assert found["shop"].signature == "project(shop VERSION 1.0)"
    assert found["add_shelf"].signature == "function(add_shelf name)"
    assert found["add_shelf"].doc == "Adds a shelf."
    assert found["add_shelf"].parameters == "name"
    assert found["set_all"].signature == "macro(set_all)"
    assert found["SOURCES"].signature == "set(SOURCES main.c)"
    assert found["FAST"].signature == 'option(FAST "Fast build" ON)'
    assert found["runs"].signature == "add_test(NAME runs COMMAND shop)"
    assert not extraction("cmake").broken
