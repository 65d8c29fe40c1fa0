"""Close the candidate: cross-check its parts, write the manifest, flush it to disk and give it its name."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
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
    from index_artifacts.embedders import Embedder

_STAGES = ("relation_graph", "tables", "vector_index", "text_index")
_SAME = (("chunks", "vectors", "documents"), ("file_vectors", "file_documents"))
_TIME = "%Y%m%dT%H%M%S"
_TABLES = ("files", "chunks", "symbols", "relations")


def build_index_version(home: Home, plan: Plan, embedder: Embedder, model: dict[str, Any], settings: dict[str, Any]) -> tuple[str, bool]:
    """Make the candidate folder a version.

    Args:
        home: Whose candidate.
        plan: What it was made of.
        embedder: Whose vectors it holds.
        model: How it is configured.
        settings: What else shaped it.

    Returns:
        Id of the version, and whether there was one of the same inputs already.

    Raises:
        ArtifactError: The candidate's parts disagree, or some are not there.
    """
    folder = home.building
    made = read_json(folder / "stages.json") if (folder / "stages.json").exists() else {}
    missing = [s for s in _STAGES if s not in made]
    known = find_version(home, plan.digest)
    if known is not None and (not plan.full or missing):
        return known, True
    if made.get("digest") != plan.digest or missing:
        what = f"lacks {', '.join(missing)}" if missing else "is of other inputs"
        raise ArtifactError(f"The candidate in {folder} {what}; materialise these stages first, or run 'lode index'.")
    counts = _cross_checked(folder, {k: v for s in _STAGES for k, v in made[s]["told"].items()})
    linked = {k: v for s in _STAGES for k, v in made[s]["linked"].items()}
    created, version = _new_id(home, plan.digest)
    manifest = Manifest(
        format_version=FORMAT_VERSION,
        id=version,
        digest=plan.digest,
        created=created.isoformat(timespec="seconds"),
        repositories=tuple(_entry(part) for part in plan.parts),
        model_id=embedder.model_id,
        provider=plan.provider,
        dimension=embedder.dimension,
        embedding=model,
        analyzer=code_of("text"),
        settings=settings,
        counts=counts,
        checksums=checksums_of(folder, linked),
        parent=home.current() or "",
    )
    with writing(home.versions):
        write_manifest(folder, manifest)
        sync_tree(folder, frozenset(linked))
        folder.rename(home.version(version))
        sync(home.versions)
    return version, False


def _new_id(home: Home, digest: str) -> tuple[datetime, str]:
    """A time, and an id made of it that comes after all others, also where the clock was set back."""
    created = datetime.now(UTC)
    newest = max((p.name for p in home.versions.glob("[!.]*")), default="")
    if f"{created:{_TIME}}" <= newest[:15]:
        created = datetime.strptime(newest[:15], _TIME).replace(tzinfo=UTC) + timedelta(seconds=1)
    return created, f"{created:{_TIME}}-{digest[:8]}"


def _cross_checked(folder: Path, told: dict[str, int]) -> dict[str, int]:
    """The counts that the stages told, which must agree with each other and with the tables."""
    for table in _TABLES:
        rows = rows_of_table(folder, table)
        if rows != told[table]:
            raise ArtifactError(
                f"The candidate has {rows:,} rows of {table} where its stage wrote {told[table]:,}; run 'lode index' again."
            )
    for group in _SAME:
        if len({told[name] for name in group}) != 1:
            shown = ", ".join(f"{told[n]:,} {n}" for n in group)
            raise ArtifactError(f"The candidate's parts disagree: {shown}; run 'lode index' again.")
    names = (*(n for group in _SAME for n in group), "files", "symbols", "relations")
    return {name: told[name] for name in names}


def rows_of_table(folder: Path, table: str) -> int:
    """Rows of a table of a version, from its files' metadata."""
    path = folder / "tables" / f"{table}.parquet"
    return sum(int(pq.read_metadata(p).num_rows) for p in (sorted(path.iterdir()) if path.is_dir() else [path]))


def _entry(part: Part) -> RepositoryEntry:
    state = part.state
    since = time.strftime("%Y-%m-%d %H:%M", time.gmtime(state.failed_since))
    return RepositoryEntry(
        name=part.name,
        path=part.place,
        commit=state.commit,
        branch=state.branch,
        dirty=state.dirty,
        state=f"failed since {since} UTC: {state.failure}" if state.failure else "fresh",
        files=sum(m.counts["files"] for m in part.syntax),
        chunks=sum(m.counts["chunks"] for m in part.chunks),
        symbols=sum(m.counts["symbols"] for m in part.syntax),
    )
