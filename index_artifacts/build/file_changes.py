"""Compare a scan with the last state of its repository, by content."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from index_artifacts.types import Change, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from index_artifacts.build.source_files import SourceFile


@dataclass(frozen=True, slots=True)
class FileChange:
    """What happened to one indexed file; `previous_path` is set for a renamed one."""

    path: str
    change: Change
    previous_path: str = ""


def file_changes(before: Mapping[str, str], files: Iterable[SourceFile]) -> list[FileChange]:
    """Changes between two states, in order of their path.

    Args:
        before: SHA-256 by path of the files that the last state indexed.
        files: The scan.

    Returns:
        One row a file of either side. A new path with the content of a path that is gone is renamed, each gone path once.
    """
    now = {f.path: f.sha256 for f in files if f.status is Status.INDEXED}
    gone: dict[str, list[str]] = {}
    for path in sorted(before.keys() - now.keys(), reverse=True):
        gone.setdefault(before[path], []).append(path)
    changes: list[FileChange] = []
    for path, sha in sorted(now.items()):
        if path in before:
            changes.append(FileChange(path, Change.UNCHANGED if before[path] == sha else Change.MODIFIED))
        elif gone.get(sha):
            changes.append(FileChange(path, Change.RENAMED, gone[sha].pop()))
        else:
            changes.append(FileChange(path, Change.ADDED))
    changes += [FileChange(path, Change.DELETED) for paths in gone.values() for path in paths]
    return sorted(changes, key=lambda c: c.path)
