"""Text in another language within a file: scripts in pages, cells in notebooks. Every byte keeps its place."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from index_artifacts import languages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node, Range

_VISIBLE = re.compile(rb"[^\n]")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": " ", "f": " "}


@dataclass(slots=True)
class Embedded:
    """A script or cell.

    Attributes:
        node: Its text; a string of JSON, or an array of them, stands for what it holds.
        usual: Its language where it does not say one.
        said: What it says.
    """

    node: Node
    usual: str = ""
    said: list[str] = field(default_factory=list)

    def language(self, of_file: str) -> str:
        """Its language; "" for one without syntax. `of_file` is what the whole file says."""
        if not self.said:
            return self.usual or languages.spoken(of_file)
        known = [name for said in self.said if (name := languages.spoken(said))]
        return next((name for name in known if name != self.usual), known[0] if known else "")


def ranges_of(node: Node) -> list[Range]:
    """Where the text of a node stands; of strings of JSON what they hold, with the last byte of each escape."""
    strings = _strings(node)
    found = [r for string in strings for r in _of_string(string)] if strings else [_range(node)]
    return [r for r in found if r.start_byte < r.end_byte]


def unescape(data: bytes, nodes: Sequence[Node]) -> bytes:
    """The bytes with blanks around strings of JSON, and what their escapes stand for: a space and the character, in their two bytes."""
    found = [(node, strings) for node in nodes if (strings := _strings(node))]
    if not found:
        return data
    changed = bytearray(data)
    for node, strings in found:
        edges = [node.start_byte, *(at for s in strings for at in (s.start_byte + 1, s.end_byte - 1)), node.end_byte]
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            changed[start:end] = _VISIBLE.sub(b" ", data[start:end])
        for escape in (e for string in strings for e in string.children if _is_short(e)):
            letter = chr(data[escape.start_byte + 1])
            changed[escape.start_byte : escape.end_byte] = f" {_ESCAPED.get(letter, letter)}".encode("latin-1")
    return bytes(changed)


def _strings(node: Node) -> list[Node]:
    """A string of JSON, or those of an array."""
    return [n for n in (node.named_children if node.type == "array" else [node]) if n.type == "string"]


def _is_short(node: Node) -> bool:
    return node.type == "escape_sequence" and node.end_byte - node.start_byte == 2


def _of_string(node: Node) -> list[Range]:
    parts = [c for c in node.named_children if c.type == "string_content" or _is_short(c)]
    return [_range(c, int(c.type == "escape_sequence")) for c in parts]


def _range(node: Node, skipped: int = 0) -> Range:
    from tree_sitter import Point, Range

    row, column = node.start_point
    return Range(Point(row, column + skipped), node.end_point, node.start_byte + skipped, node.end_byte)
