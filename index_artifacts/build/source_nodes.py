"""Places in a source file: the text of syntax nodes, what stands above them, and which symbol is around them."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
        """The text of a node as it is written."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def folded(self, node: Node) -> str:
        """The text of a node with white space folded."""
        return SPACE.sub(" ", self.text(node)).strip()

    def note(self, node: Node, attribute: bool) -> None:
        """Remember a comment or attribute that stands before something: alone on its lines, or on the same line."""
        start = self.data.rfind(b"\n", 0, node.start_byte) + 1
        after = self.data[node.end_byte : self.data.find(b"\n", node.end_byte - 1)].strip()  # the node may hold its line break
        if after and not after.startswith(b"//"):
            self.beside[node.id] = attribute
        elif not self.data[start : node.start_byte].strip():
            self.above[last_row(node)] = (node.start_point.row, node, attribute)

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


def last_row(node: Node) -> int:
    """The row of a node's last character; a node that ends at column 0 ends on the row before."""
    end = node.end_point
    return end.row - 1 if end.column == 0 and end.row > node.start_point.row else end.row


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


def type_names(source: Source, node: Node | None) -> tuple[str, ...]:
    """The names in a written type or namespace, without generics, pointers and keywords."""
    if node is None:
        return ()
    return tuple(part for part in _SEPARATORS.split(_TYPE_NOISE.sub("", source.folded(node))) if part)


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
