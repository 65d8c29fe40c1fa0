"""How far the published version is behind the working trees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from index_artifacts.build.file_changes import file_changes
from index_artifacts.build.source_files import scan
from index_artifacts.build.stages import last_files
from index_artifacts.config import load_config
from index_artifacts.errors import DamagedIndexError, LodeError
from index_artifacts.manifest import damage_of, read_manifest
from index_artifacts.types import Change

if TYPE_CHECKING:
    from index_artifacts.config import Home


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
    """The published version and, per repository, its commit and whether its working tree has changed since."""
    config = load_config(home)
    current = home.current()
    manifest = read_manifest(home.version(current)) if current else None
    entries = {r.name: r for r in manifest.repositories} if manifest else {}
    rows: list[dict[str, Any]] = []
    for repository in config.repositories:
        entry = entries.get(repository.name)
        row: dict[str, Any] = {"name": repository.name, "path": str(repository.path)}
        if entry is not None:
            row |= {"commit": entry.commit, "branch": entry.branch, "dirty": entry.dirty, "files": entry.files, "chunks": entry.chunks}
        try:
            result = scan(repository, config.max_file_bytes)
        except LodeError as error:
            rows.append({**row, "state": "failed", "reason": str(error)})
            continue
        changed = sum(c.change is not Change.UNCHANGED for c in file_changes(last_files(home, repository.name), result.files))
        state = "not indexed" if entry is None else "failed" if entry.state != "fresh" else "behind" if changed else "fresh"
        reason = entry.state if entry is not None and state == "failed" else ""
        rows.append({**row, "state": state, "changed_files": changed, "reason": reason})
    return {
        "home": str(home.root),
        "version": current or "",
        "created": manifest.created if manifest else "",
        "model": manifest.model_id if manifest else "",
        "quality": manifest.quality if manifest else {},
        "counts": manifest.counts if manifest else {},
        "repositories": rows,
    }
