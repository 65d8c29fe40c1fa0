"""How far the published version is behind the working trees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from index_artifacts.build.file_changes import file_changes
from index_artifacts.build.mirror import look_up
from index_artifacts.build.scans import last_files
from index_artifacts.build.source_files import scan
from index_artifacts.build.sources import prepare
from index_artifacts.config import load_config
from index_artifacts.errors import DamagedIndexError, LodeError
from index_artifacts.manifest import damage_of, read_manifest
from index_artifacts.state import load_state
from index_artifacts.types import Change

if TYPE_CHECKING:
    from index_artifacts.config import Config, Home, RepositoryConfig
    from index_artifacts.manifest import RepositoryEntry


def published_digest(home: Home) -> str:
    """Digest of the published version; "" where there is none, or a damaged one."""
    current = home.current()
    if not current:
        return ""
    try:
        manifest = read_manifest(home.version(current))
    except DamagedIndexError:
        return ""
    return "" if damage_of(home.version(current), manifest) else manifest.digest


def fleet_status(home: Home) -> dict[str, Any]:
    """The published version and, per repository, what it is as of and whether it has changed since."""
    config = load_config(home)
    current = home.current()
    manifest = read_manifest(home.version(current)) if current else None
    entries = {r.name: r for r in manifest.repositories} if manifest else {}
    rows = [_row(home, config, repository, entries.get(repository.name)) for repository in config.repositories]
    return {
        "home": str(home.root),
        "version": current or "",
        "created": manifest.created if manifest else "",
        "model": manifest.model_id if manifest else "",
        "quality": manifest.quality if manifest else {},
        "counts": manifest.counts if manifest else {},
        "repositories": rows,
    }


def _row(home: Home, config: Config, repository: RepositoryConfig, entry: RepositoryEntry | None) -> dict[str, Any]:
    """What is published of a repository, and how far that is behind."""
    row: dict[str, Any] = {"name": repository.name, "path": repository.place}
    if entry is not None:
        row |= {"commit": entry.commit, "branch": entry.branch, "dirty": entry.dirty, "files": entry.files, "chunks": entry.chunks}
    try:
        behind = _behind(home, config, repository, entry)
    except LodeError as error:
        return {**row, "state": "failed", "reason": str(error)}
    if entry is None:
        return {**row, "state": "not indexed", **behind, "reason": ""}
    state = load_state(home, repository.name)
    failure = state.failure if state is not None else ""  # of a run after which nothing could be published
    reason = entry.state if entry.state != "fresh" else failure
    moved = any(behind.values())
    return {**row, "state": "failed" if reason else "behind" if moved else "fresh", **behind, "reason": reason}


def _behind(home: Home, config: Config, repository: RepositoryConfig, entry: RepositoryEntry | None) -> dict[str, Any]:
    """How many files of a working tree have changed since its last whole state, or the commit that a remote is at now."""
    if repository.path is None:
        commit = look_up(repository).commit
        return {"remote_commit": "" if entry is not None and commit == entry.commit else commit}
    files = scan(repository, prepare(home, repository), config.max_file_bytes).files
    return {"changed_files": sum(c.change is not Change.UNCHANGED for c in file_changes(last_files(home, repository.name), files))}
