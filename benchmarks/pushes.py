"""Edits as pushes make them, on copies of repositories."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_COMMENT = {".py": "#", ".rb": "#", ".java": "//", ".kt": "//", ".go": "//", ".c": "//", ".h": "//", ".ts": "//", ".rs": "//", ".cs": "//"}
_DEFINITION = {
    ".py": "def {0}(): ...",
    ".java": "class {0} {{ void run() {{ toString(); }} }}",
    ".go": "func {0}() {{}}",
    ".rs": "fn {0}() {{}}",
}


def sources(folders: Iterable[Path]) -> list[Path]:
    """Source files below folders, in order."""
    return sorted(p for f in folders for p in f.rglob("*") if p.suffix in _COMMENT and p.is_file() and not p.is_symlink())


def neighbours(files: list[Path], count: int) -> list[Path]:
    """Files that stand side by side, as those of one change mostly do."""
    start = max(0, len(files) // 3 - count // 2)
    return files[start : start + count]


def spread(files: list[Path], count: int) -> list[Path]:
    """Files spread evenly, the worst that a push can do."""
    return files[:: max(1, len(files) // count)][:count]


def edit(files: Iterable[Path], mark: str) -> int:
    """Append a definition, or where the language has no short one a comment; returns how many files were edited."""
    count = 0
    for count, path in enumerate(files, 1):
        text = (
            _DEFINITION[path.suffix].format(f"pushed_{mark}_{count}") if path.suffix in _DEFINITION else f"{_COMMENT[path.suffix]} {mark}"
        )
        with path.open("a", encoding="utf-8") as out:
            out.write(f"\n\n{text}\n")
    return count
