"""Close the candidate: cross-check its parts, write the manifest, flush it to disk and give it its name."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq

from index_artifacts.build.plan import Part, find_version
from index_artifacts.errors import ArtifactError
from index_artifacts.manifest import Manifest, RepositoryEntry, checksums_of, write_manifest
from index_artifacts.schema import FORMAT_VERSION
from index_artifacts.state import code_of
from index_artifacts.store import read_json, sync, sync_tree, writing

if TYPE_CHECKING:
    from pathlib import Path

    from index_artifacts.build.plan import Plan
    from index_artifacts.config import Home

_STAGES = ("relation_graph", "tables", "vector_index", "text_index")
_SAME = (("chunks", "vectors", "documents"), ("files", "file_vectors"))


def build_index_version(home: Home, plan: Plan, model_id: str, dimension: int, settings: dict[str, Any]) -> tuple[str, bool]:
    """Make the candidate folder a version.

    Args:
        home: Whose candidate.
        plan: What it was made of.
        model_id: Whose vectors it holds.
        dimension: Length of a vector.
        settings: What else shaped it.

    Returns:
        Id of the version, and whether there was one of the same inputs already.

    Raises:
        ArtifactError: The candidate's parts disagree, or some are not there.
    """
    if (known := find_version(home, plan.digest)) is not None:
        return known, True
    folder = home.building
    told = read_json(folder / "stages.json") if (folder / "stages.json").exists() else {}
    missing = [s for s in _STAGES if s not in told]
    if told.get("digest") != plan.digest or missing:
        what = f"lacks {', '.join(missing)}" if missing else "is of other inputs"
        raise ArtifactError(f"The candidate in {folder} {what}; materialise these stages first, or run 'lode index'.")
    counts = _cross_checked(folder, {k: v for s in _STAGES for k, v in told[s].items()})
    created = datetime.now(UTC)
    version = f"{created:%Y%m%dT%H%M%S}-{plan.digest[:8]}"
    manifest = Manifest(
        format_version=FORMAT_VERSION,
        id=version,
        digest=plan.digest,
        created=created.isoformat(timespec="seconds"),
        repositories=tuple(_entry(part) for part in plan.parts),
        model_id=model_id,
        provider=plan.provider,
        dimension=dimension,
        analyzer=code_of("fleet"),
        settings=settings,
        counts=counts,
        checksums=checksums_of(folder),
        parent=home.current() or "",
    )
    with writing(home.versions):
        write_manifest(folder, manifest)
        sync_tree(folder)
        folder.rename(home.version(version))
        sync(home.versions)
    return version, False


def _cross_checked(folder: Path, told: dict[str, int]) -> dict[str, int]:
    """The counts that the stages told, which must agree with each other and with the tables."""
    for table in ("files", "chunks", "symbols", "relations"):
        rows = pq.read_metadata(folder / "tables" / f"{table}.parquet").num_rows
        if rows != told[table]:
            raise ArtifactError(
                f"The candidate has {rows:,} rows of {table} where its stage wrote {told[table]:,}; run 'lode index' again."
            )
    for group in _SAME:
        if len({told[name] for name in group}) != 1:
            shown = ", ".join(f"{told[n]:,} {n}" for n in group)
            raise ArtifactError(f"The candidate's parts disagree: {shown}; run 'lode index' again.")
    names = (*(n for group in _SAME for n in group), "file_documents", "symbols", "relations")
    return {name: told[name] for name in names}


def _entry(part: Part) -> RepositoryEntry:
    files = pq.read_table(part.syntax / "files.parquet", columns=["texts", "symbols"])
    state = part.state
    since = time.strftime("%Y-%m-%d %H:%M", time.gmtime(state.failed_since))
    return RepositoryEntry(
        name=part.name,
        path=part.path,
        commit=state.commit,
        branch=state.branch,
        dirty=state.dirty,
        state=f"failed since {since} UTC: {state.failure}" if state.failure else "fresh",
        files=int(files["texts"].to_numpy().sum()),
        chunks=pq.read_metadata(part.chunks / "chunks.parquet").num_rows,
        symbols=int(files["symbols"].to_numpy().sum()),
    )
