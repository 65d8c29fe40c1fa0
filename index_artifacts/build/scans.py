"""The scan of a repository, as it is now and as the last whole state has it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.build.results import known_rows
from index_artifacts.build.source_files import Revision, Scan, SourceFile, scan
from index_artifacts.build.sources import prepare
from index_artifacts.build.syntax import COUNTS
from index_artifacts.build.workers import run_batches
from index_artifacts.errors import LodeError, SourceError
from index_artifacts.state import load_state, stage_path
from index_artifacts.store import read_json
from index_artifacts.types import Category, Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from index_artifacts.config import Config, Home

_INLINE_FILES = 5000  # fewer are read before processes have started
# Scans that the command has just made and the source_files stage of the same process takes over instead of scanning again.
prepared_scans: dict[tuple[Path, str], Scan] = {}


def scan_repository(home: Home, config: Config, name: str) -> Scan:
    """Scan a registered repository as it is now.

    Raises:
        SourceError: It cannot be read or fetched, or nothing in it can be indexed: the last good state stays.
    """
    repository = config.repository(name)
    result = scan(repository, prepare(home, repository), config.max_file_bytes)
    check_not_empty(name, repository.place, result.files)
    return result


def scan_repositories(home: Home, config: Config, names: Sequence[str]) -> Iterator[tuple[str, Scan | LodeError]]:
    """Scan repositories, the largest first, many files on all cores; an error with a sentence stands in the place of a scan."""
    sizes = {name: _last_count(home, name) for name in names}
    ordered = sorted(names, key=lambda n: -sizes[n])
    inline = sum(sizes.values()) < _INLINE_FILES
    for position, found in run_batches(partial(_scan_all, home, config), [[n] for n in ordered], _gave_up, inline):
        for result in found:
            yield ordered[position], result


def _scan_all(home: Home, config: Config, names: Sequence[str]) -> list[Scan | LodeError]:
    """May run in a worker process; the process that waits for it holds the writer's lock."""
    found: list[Scan | LodeError] = []
    for name in names:
        try:
            found.append(scan_repository(home, config, name))
        except LodeError as error:
            found.append(error)
    return found


def _gave_up(name: str) -> list[Scan | LodeError]:
    return [SourceError(f"Repository '{name}': the process that scanned it was killed; free memory and run again.")]


def check_not_empty(name: str, place: str, files: Sequence[SourceFile]) -> None:
    """Raise a SourceError where nothing of a scan can be indexed."""
    if not any(f.status is Status.INDEXED for f in files):
        skipped = f" ({len(files):,} skipped, first {files[0].path}: {files[0].reason})" if files else ""
        raise SourceError(f"Repository '{name}': {place} holds no file to index{skipped}; give a directory with code or text.")


def unknown_files(home: Home, files: Sequence[SourceFile]) -> list[SourceFile]:
    """Indexed files whose content no shard of any repository holds, each content once."""
    known = known_rows(home, "syntax", COUNTS)
    fresh = {(f.sha256, f.language): f for f in files if f.status is Status.INDEXED}
    return [f for content, f in fresh.items() if known.place(content, "", f.path) is None]


def scan_table(files: Sequence[SourceFile]) -> pa.Table:
    """Rows of `schema.SOURCE_FILES`."""
    return pa.table({n: [getattr(f, n) for f in files] for n in schema.SOURCE_FILES.names}, schema.SOURCE_FILES)


def load_scan(folder: Path) -> Scan:
    """The scan that `run_source_files` kept."""
    rows = pq.read_table(folder / "files.parquet").to_pylist()
    files = tuple(SourceFile(**{**r, "category": Category(r["category"]), "status": Status(r["status"])}) for r in rows)
    return Scan(files, Revision(**read_json(folder / "revision.json")))


def _last_count(home: Home, name: str) -> int:
    """How many files the repository's last whole state has; 0 if it was never whole."""
    state = load_state(home, name)
    path = stage_path(home, name, "source_files", state.keys.source_files) / "told.json" if state else None
    return int(read_json(path)["files"]) if path is not None and path.exists() else 0


def last_files(home: Home, name: str) -> dict[str, str]:
    """SHA-256 by path of the files in the repository's last whole state."""
    state = load_state(home, name)
    path = stage_path(home, name, "source_files", state.keys.source_files) / "files.parquet" if state else None
    if path is None or not path.exists():
        return {}
    table = pq.read_table(path, columns=["path", "sha256", "status"]).to_pylist()
    return {r["path"]: r["sha256"] for r in table if r["status"] == Status.INDEXED}
