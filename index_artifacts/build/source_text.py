"""The bytes of one file with the text of nodes, and the comments and attributes that stand before them."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

SPACE = re.compile(r"\s+")
_TYPE_NOISE = re.compile(r"<.*>|\[.*\]|[*&\s()]|'\w+|\b(?:const|mut|dyn|struct|class|enum)\b")
_SEPARATORS = re.compile(r"::|\.|->|\\|#")


class Source:
    """The bytes of one file, with the text of nodes and the lines of comments."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.above: dict[int, tuple[int, Node, bool]] = {}  # last row of a comment or attribute -> first row, node, is attribute
        self.beside: dict[int, bool] = {}  # id of one with code after it on its line -> is attribute

    def text(self, node: Node) -> str:
        """The text of a node."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def line(self, node: Node) -> str:
        """The line on which a node starts."""
        start, end = self.data.rfind(b"\n", 0, node.start_byte) + 1, self.data.find(b"\n", node.start_byte)
        return self.data[start : end if end >= 0 else None].decode("utf-8", "replace")

    def folded(self, node: Node) -> str:
        """The text of a node, its white space folded."""
        return SPACE.sub(" ", self.text(node)).strip()

    def between(self, nodes: list[Node]) -> str:
        """The text from the first of some nodes to the last: a grammar may have no node for a list of parameters."""
        start, end = min(n.start_byte for n in nodes), max(n.end_byte for n in nodes)
        return SPACE.sub(" ", self.data[start:end].decode("utf-8", "replace")).strip()

    def parameters(self, nodes: list[Node]) -> str:
        """Parameters without the brackets around them; a node is a parameter, a list of them or a bracket."""
        text = self.between(nodes)
        lists = sum(n.end_byte - n.start_byte > 1 for n in nodes)
        return text[1:-1].strip() if text[:1] in "([<{|" and lists < 2 else text

    def path(self, nodes: Sequence[Node]) -> str:
        """The parts of one path, joined as they are in the text where a dot or nothing parts them."""
        gaps = (self.data[a.end_byte : b.start_byte].decode("utf-8", "replace") for a, b in pairwise(nodes))
        joints = [gap if gap in {"", "."} else "::" for gap in gaps]
        return "".join(self.folded(n) + joint for n, joint in zip(nodes, [*joints, ""], strict=False))

    def last_row(self, node: Node) -> int:
        """The row of a node's last character that is not white space: a block by indentation may end where the next line starts."""
        end = node.end_byte
        while end > node.start_byte and self.data[end - 1] in b" \t\r\n":
            end -= 1
        return node.end_point.row - self.data.count(b"\n", end, node.end_byte)

    def note(self, node: Node, attribute: bool) -> None:
        """Remember a comment or attribute that stands before something: alone on its lines, or on the same line."""
        start = self.data.rfind(b"\n", 0, node.start_byte) + 1
        after = self.data[node.end_byte : self.data.find(b"\n", node.end_byte - 1)].strip()  # the node may hold its line break
        if after and not after.startswith(b"//"):
            self.beside[node.id] = attribute
        elif not self.data[start : node.start_byte].strip():
            self.above[self.last_row(node)] = (node.start_point.row, node, attribute)

    def leading(self, node: Node, outer: int) -> tuple[int, list[Node], list[Node]]:
        """The comments and attributes directly before a node: first row, comments, attributes; in order.

        What stands above a line that the enclosing symbol, which starts at byte `outer`, shares belongs to that symbol.
        """
        comments: list[Node] = []
        attributes: list[Node] = []
        previous = node.prev_named_sibling if self.beside else None
        while previous is not None and previous.id in self.beside:
            (attributes if self.beside[previous.id] else comments).append(previous)
            node, previous = previous, previous.prev_named_sibling
        row = node.start_point.row
        if 0 < self.data.rfind(b"\n", 0, node.start_byte) < outer:
            return row, comments[::-1], attributes[::-1]
        while (entry := self.above.get(row - 1)) is not None:
            first, node, attribute = entry
            (attributes if attribute else comments).append(node)
            row = min(first, row - 1)
        return row, comments[::-1], attributes[::-1]


def type_names(source: Source, node: Node | None) -> tuple[str, ...]:
    """The names in a written type or namespace, without generics, pointers and keywords."""
    if node is None:
        return ()
    return tuple(part for part in _SEPARATORS.split(_TYPE_NOISE.sub("", source.folded(node))) if part)
