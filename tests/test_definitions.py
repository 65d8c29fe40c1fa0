"""The comparison of definitions with those of ctags."""

import pytest

from benchmarks.definitions import Tag, bare, compare, is_invented
from index_artifacts.build.extraction import extract

_TYPES = frozenset({"function", "struct", "typedef"})


def test_what_only_one_of_both_knows_is_missed_or_added() -> None:
    symbols = extract(
        b"typedef struct Item { int size; } Item;\nint get(Item *i) { return 1; }\nint put(void) { return 2; }\n", "c"
    ).symbols
    tags = [
        Tag("Item", 1, "struct"),
        Tag("Item", 1, "typedef"),
        Tag("get", 2, "function"),
        Tag("gone", 3, "function"),
        Tag("x", 3, "label"),
    ]
    assert compare(tags, symbols, _TYPES) == ([Tag("gone", 3, "function")], [Tag("put", 3, "function")])


def test_a_tag_is_of_the_innermost_symbol_of_its_name_and_overloads_are_told_apart() -> None:
    symbols = extract(b"class A { void f() {}\n void f(int i) {} }\nclass B { void f() {} }\n", "java").symbols
    tags = [Tag("A", 1, "class"), Tag("f", 1, "method"), Tag("f", 3, "method"), Tag("B", 3, "class")]
    assert compare(tags, symbols, frozenset({"class", "method"})) == ([], [Tag("f", 2, "method")])


def test_names_are_compared_without_what_stands_before_them() -> None:
    assert [bare(n) for n in ("mt.__index", "Store:get", "`a b`", "operator []", "get")] == ["__index", "get", "a b", "operator []", "get"]


@pytest.mark.parametrize(
    ("language", "kind", "name", "line", "invented"),
    [
        ("c", "parameter", "size", "/^int f(int size)$/", True),
        ("c", "function", "new", "/^int new(void)$/", False),
        ("typescript", "method", "new", "/^  new (): A$/", True),
        ("typescript", "alias", "A", "/^import type { A } from 'a'$/", True),
        ("typescript", "alias", "A", "/^export type A = B$/", False),
        ("java", "method", "MAP.put", "/^    MAP.put(1);$/", True),
        ("javascript", "class", "data", "/^const data = {$/", True),
        ("javascript", "class", "Item", "/^function Item() {$/", False),
        ("kotlin", "method", "reply", "/^    run { reply ->$/", True),
        ("kotlin", "method", "get", "/^    fun get() {$/", False),
        ("kotlin", "object", "Companion", "/^    companion object {$/", True),
        ("cpp", "function", "__anon1", "/^struct {$/", True),
    ],
)
def test_what_is_no_definition_is_left_out(language: str, kind: str, name: str, line: str, invented: bool) -> None:
    assert is_invented(language, kind, name, line) is invented
