"""Patterns as in .gitignore, asked of many paths that most of them do not match."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pathspec import GitIgnoreSpec

if TYPE_CHECKING:
    from collections.abc import Iterable

_ANYWHERE = "^(?:.+/)?"  # how pathspec begins a pattern that may match in any folder
_NAMED_GROUP = re.compile(r"\(\?P<\w+>")


class Patterns:
    """A `GitIgnoreSpec` behind one regular expression that tells at once when none of its patterns matches.

    Args:
        lines: Of a .gitignore file.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._spec = GitIgnoreSpec.from_lines(lines)
        found = [_NAMED_GROUP.sub("(?:", p.regex.pattern) for p in self._spec.patterns if p.include is not None and p.regex]
        anywhere = "|".join(p.removeprefix(_ANYWHERE) for p in found if p.startswith(_ANYWHERE))
        rooted = [p for p in found if not p.startswith(_ANYWHERE)]
        self._any = re.compile("|".join([*rooted, *([f"{_ANYWHERE}(?:{anywhere})"] if anywhere else [])] or ["(?!)"]))

    def verdict(self, path: str) -> bool | None:
        """Whether the last pattern that matches a path (a folder's ends in "/") leaves it out; None if no pattern matches."""
        return self._spec.check_file(path).include if self._any.search(path) else None
