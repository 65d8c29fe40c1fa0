"""The references of one file, each in its innermost symbol, with the written type of what it is a member of."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from typing import TYPE_CHECKING

from index_artifacts.build.source_text import type_names
from index_artifacts.types import CLASS_KINDS, Reference, RelationKind, SymbolKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from index_artifacts.build.source_text import Source
    from index_artifacts.build.variables import Variables
    from index_artifacts.types import Symbol

OWNER_KINDS = CLASS_KINDS | {SymbolKind.TYPE}  # `type Names []string` has methods in Go
_PLAIN_RECEIVER = re.compile(r"[\w$@#.:?!>\\&*-]{1,120}")
_TYPE_ARGUMENTS = re.compile(r"(?:::)?<.*>")
_SUPER = re.compile(r"super\([\w., ]*\)")
_NAMED = re.compile(r"\$?\w+(?:(?:\.|::|->|\?\.)\w+)*")
_LAST_NAME = re.compile(r"\w+$")
_WRAPPERS = frozenset({"await", "await_expression", "parenthesized_expression", "non_null_expression"})
_OBJECTS = ("object", "operand", "value", "argument", "expression", "path")  # what a member is taken of, by language
_LONGEST_CHAIN = 6
_RECEIVER_LIMIT = 400


def _is_plain(receiver: str) -> bool:
    """Whether a receiver is a path of names; what begins with a dot or a mark is the end of a longer chain."""
    return _PLAIN_RECEIVER.fullmatch(receiver) is not None and receiver[0] not in ".!"


def is_none(kind: str, match: dict[str, list[Node]], quiet: list[tuple[int, int]], named: set[int]) -> bool:
    """Whether what looks like a use stands where nothing is used, or is the head of a definition, which some languages write as a call."""
    node = match[f"reference.{kind}"][0]
    at = bisect_right(quiet, (node.start_byte, sys.maxsize)) - 1
    inside = at >= 0 and node.end_byte <= quiet[at][1]
    return inside or (kind == RelationKind.CALLS and "name" in match and match["name"][0].start_byte in named)


class Places:
    """Where symbols lie in a file: which of them is the innermost around a node."""

    def __init__(self, spans: list[tuple[int, int, int]]) -> None:
        """Take (start byte, end byte, position) of each symbol, sorted by start."""
        self._spans, self._starts, self._parents = spans, [s[0] for s in spans], _enclosing(spans)

    def around(self, node: Node) -> int:
        """Position of the innermost symbol; -1 at file level."""
        at = bisect_right(self._starts, node.start_byte) - 1
        while at >= 0 and self._spans[at][1] < node.end_byte:
            at = self._parents[at]
        return self._spans[at][2] if at >= 0 else -1


def bind_locals(variables: Variables, source: Source, bound: list[dict[str, list[Node]]], places: Places) -> None:
    """Note what is a parameter or variable of a function."""
    for match in bound:
        scope = places.around(match["local"][0])
        for name in match["name"]:
            variables.bind(source.text(name), scope)


def note_types(variables: Variables, source: Source, typed: list[dict[str, list[Node]]], places: Places) -> None:
    """Add the variables whose type is written, in order."""
    # The longest path of a name first, and what is written before what a call gives.
    typed.sort(key=lambda match: (match["name"][0].start_byte, "made" in match, -len(match.get("type", ()))))
    for match in typed:
        member = "member" in match
        scope = places.around(match["member" if member else "variable"][0])
        for name in match["name"]:
            if "made" in match:
                variables.add_given(source.text(name), _given(source, match["made"][0], scope, variables), scope)
                continue
            if "type" in match:
                written = source.path(match["type"])
            else:
                written = variables.type_of(source.text(match["value"][0]), scope)
            variables.add(source.text(name), written, scope, member=member)


def _given(source: Source, node: Node, scope: int, variables: Variables, depth: int = 0) -> str:
    """What a call gives, in the words of `Variables.given_by`; "" for what is no call or none of something that has a name."""
    while node.type in _WRAPPERS and node.named_child_count:
        node = node.named_children[0]
    called = node.child_by_field_name("function")
    name = called if called is not None else node.child_by_field_name("name")
    if name is None or depth > _LONGEST_CHAIN or node.child_by_field_name("body") is not None:
        return ""
    inner = next((c for f in _OBJECTS if (c := (called or node).child_by_field_name(f)) is not None), None)
    parts = [name] if inner is None or called is not None else [inner, name]
    if any(p.end_byte - p.start_byte > _RECEIVER_LIMIT for p in parts):
        return ""
    text = _TYPE_ARGUMENTS.sub("", ".".join(source.folded(p) for p in parts))
    if _NAMED.fullmatch(text):
        return variables.given_by(text, scope)
    given = _given(source, inner, scope, variables, depth + 1) if inner is not None else ""
    last = _LAST_NAME.search(text)
    return f"{given}:{last[0]}()" if given and last is not None else ""


def references_of(
    source: Source, uses: list[tuple[str, dict[str, list[Node]]]], places: Places, symbols: list[Symbol], variables: Variables
) -> list[Reference]:
    """References in order of their line, each in its innermost symbol."""
    types = {s.name: i for i, s in reversed(list(enumerate(symbols))) if s.kind in OWNER_KINDS}
    seen: set[tuple[str, str, str, str, int, int]] = set()
    references: list[Reference] = []
    for kind, match in uses:
        node = match[f"reference.{kind}"][0]
        scope = at = places.around(node)
        for owner in type_names(source, match["owner"][0])[-1:] if "owner" in match else ():
            scope = types.get(owner, scope)
        before = match.get("module") or match.get("receiver") or ()
        marks = "\"'`<>" if kind == RelationKind.IMPORTS else "`"  # a quoted receiver is a literal
        long = any(n.end_byte - n.start_byte > _RECEIVER_LIMIT for n in before)  # each link of a chain holds all before it
        written = "::".join(source.folded(n) for n in before) if kind == RelationKind.IMPORTS else source.path(before)
        receiver = "?" if long else written.strip(marks)
        if kind == RelationKind.CALLS and "name" in match and not receiver:
            # What stands in front of a dot may be left out: the type that is expected (`.of(1)` in Swift and Dart).
            start = match["name"][0].start_byte
            receiver = "?" if source.data.endswith(b".", 0, start) and not source.data.endswith(b"..", 0, start) else ""
        alias = source.text(match["alias"][0]) if "alias" in match else ""
        for name_node in match.get("name") or (None,):
            name = source.folded(name_node).strip("\"'`") if name_node is not None else ""
            where = name_node if name_node is not None else node
            if receiver and kind != RelationKind.IMPORTS:
                receiver = _TYPE_ARGUMENTS.sub("", receiver).rstrip(".")
                receiver = "super" if _SUPER.fullmatch(receiver) else receiver if _is_plain(receiver) else "?"
            if kind == RelationKind.CALLS and not receiver and variables.is_local(name, at):
                continue  # whatever is named so elsewhere
            typed = _receiver_type(source, before, receiver, at, variables) if receiver and kind == RelationKind.CALLS else ""
            key = (kind, name, receiver, typed, where.start_point.row, at)
            if key in seen or not (name or receiver) or len(name) > 200:
                continue
            seen.add(key)
            references.append(
                Reference(
                    RelationKind(kind),
                    name,
                    receiver[:200],
                    alias if alias != name else "",
                    where.start_point.row + 1,
                    scope,
                    typed,
                )
            )
    return sorted(references, key=lambda r: (r.line, r.kind, r.receiver, r.name))


def _receiver_type(source: Source, before: Sequence[Node], receiver: str, at: int, variables: Variables) -> str:
    if receiver == "?" and len(before) == 1:
        given = _given(source, before[0], at, variables)
        return given if len(given) <= _RECEIVER_LIMIT else ""
    return variables.type_of(receiver.rstrip("!?"), at)


def _enclosing(spans: list[tuple[int, int, int]]) -> list[int]:
    """For each span, sorted by start, the position of the one that directly holds it; -1 for none."""
    parents: list[int] = []
    stack: list[int] = []
    for i, (start, _, _) in enumerate(spans):
        while stack and spans[stack[-1]][1] <= start:
            stack.pop()
        parents.append(stack[-1] if stack else -1)
        stack.append(i)
    return parents
