from index_artifacts.build.extraction import extract
from index_artifacts.languages import language_of
from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("constant", "MAX_ITEMS", 14, 15, None),
    ("constant", "RATE", 16, 16, None),
    ("constant", "CURRENCY", 16, 16, None),
    ("variable", "prices", 17, 17, None),
    ("constant", "SHOP_NAME", 19, 19, None),
    ("variable", "currency_sign", 20, 20, None),
    ("variable", "items", 21, 21, None),
    ("constant", "SHOP_HOME", 24, 24, None),
    ("function", "on_demand", 25, 25, None),
    ("macro", "ll", 28, 28, None),
    ("macro", "G", 29, 29, None),
    ("macro", "-", 30, 30, None),
    ("macro", "..", 31, 31, None),
    ("function", "total", 33, 47, None),
    ("function", "total.add", 42, 44, "total"),
    ("function", "price_of", 49, 54, None),
    ("function", "in_folder", 56, 58, None),
    ("function", "shop::report", 60, 68, None),
    ("function", "cleanup", 70, 70, None),
    ("variable", "zstyle_value", 77, 77, None),
    ("function", "fallback_shop", 79, 79, None),
    ("function", "adds two apples", 88, 88, None),
]

REFERENCES = [
    ("imports", "./lib/colours.sh", "", 6),
    ("imports", "/lib/prices.sh", "", 7),
    ("calls", "", "dirname", 8),
    ("imports", "/../lib/taxes.sh", "", 8),
    ("imports", "/lib/stock.sh", "", 9),
    ("imports", "/lib/tills.sh", "", 10),
    ("imports", "compinit", "", 12),
    ("calls", "", "price_of", 39),
    ("calls", "", "list_items", 40),
    ("calls", "", "sort", 40),
    ("calls", "", "add", 45),
    ("calls", "", "shop::report", 45),
    ("calls", "", "round", 46),
    ("calls", "", "fresh_price", 51),
    ("calls", "", "cd", 57),
    ("calls", "", "run_all", 57),
    ("calls", "", "cat", 61),
    ("calls", "", "colour", 62),
    ("calls", "", "sort_lines", 64),
    ("calls", "", "rm", 70),
    ("calls", "", "cleanup", 71),
    ("calls", "", "trap", 71),
    ("calls", "", "trap", 72),
    ("calls", "", "_shop_complete", 73),
    ("calls", "", "complete", 73),
    ("calls", "", "_shop", 74),
    ("calls", "", "compdef", 74),
    ("calls", "", "add-zsh-hook", 75),
    ("calls", "", "show_prompt", 75),
    ("calls", "", "corner_shop", 79),
    ("calls", "", "load_file", 82),
    ("calls", "", "warm_up", 85),
    ("calls", "", "run", 89),
    ("calls", "", "total", 92),
]


def test_symbols() -> None:
    assert symbol_rows("bash") == SYMBOLS


def test_references() -> None:
    assert reference_rows("bash") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in extraction("bash").symbols}
    assert found["total"].signature == "total()"
    assert found["total"].doc == "The total of a basket.\n\n$1: its file"
    assert found["price_of"].signature == "function price_of"
    assert found["ll"].signature == "alias ll='ls -l'"
    assert found["MAX_ITEMS"].doc == "How many fit in a basket."
    assert not extraction("bash").broken


def test_aliases_of_one_command_are_each_found() -> None:
    found = extract(b'alias ll=\'ls -l\' "la=ls -a" g=git "$x"=y\n', "bash")
    assert [(s.kind.value, s.name) for s in found.symbols] == [("macro", "ll"), ("macro", "la"), ("macro", "g")]


def test_what_only_zsh_has_does_not_hide_what_follows() -> None:
    script = b'if (( ! $+commands[k] )); then\n  x="${(j: :)${(s.::.)0#_}}"\nfi\n() { f } &|\nlate() { :; }\n'
    found = extract(script, "bash")
    assert [(s.name, s.start_line) for s in found.symbols if s.kind == "function"] == [("late", 5)]


def test_what_a_file_is_called_or_starts_with_tells_that_it_is_a_script() -> None:
    assert language_of("install.sh", b"") == "bash"
    assert language_of(".profile", b"") == "bash"
    assert language_of("corner.zsh-theme", b"") == "bash"
    assert language_of("install", b"#!/bin/dash\n") == "bash"
    assert language_of("install.csh", b"") != "bash"
