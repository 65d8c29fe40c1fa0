"""The scan of a repository, as it is now and as the last whole state has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.build.results import known_rows
from index_artifacts.build.source_files import Revision, Scan, SourceFile, scan
from index_artifacts.build.sources import prepare
from index_artifacts.build.syntax import COUNTS
from index_artifacts.errors import SourceError
from index_artifacts.state import load_state, stage_path
from index_artifacts.store import read_json
from index_artifacts.types import Category, Status

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from index_artifacts.config import Config, Home

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


def last_files(home: Home, name: str) -> dict[str, str]:
    """SHA-256 by path of the files in the repository's last whole state."""
    state = load_state(home, name)
    path = stage_path(home, name, "source_files", state.keys.source_files) / "files.parquet" if state else None
    if path is None or not path.exists():
        return {}
    table = pq.read_table(path, columns=["path", "sha256", "status"]).to_pylist()
    return {r["path"]: r["sha256"] for r in table if r["status"] == Status.INDEXED}
