"""What the next version is made of, and the candidate folder in which the fleet's stages put their parts."""

from __future__ import annotations

import shutil
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from index_artifacts.errors import ArtifactError, NoIndexError
from index_artifacts.manifest import damage_of, read_manifest
from index_artifacts.schema import FORMAT_VERSION
from index_artifacts.state import RepositoryState, code_of, load_state, stage_path
from index_artifacts.store import digest_of, read_json, sync_tree, write_json, writing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from index_artifacts.config import Config, Home


@dataclass(frozen=True, slots=True)
class Part:
    """One repository's contribution to a version."""

    name: str
    path: str
    state: RepositoryState
    syntax: Path
    chunks: Path
    embeddings: Path
    relations: Path


@dataclass(frozen=True, slots=True)
class Plan:
    """All parts in order of their repository's name, and the digest of everything that shapes the version."""

    parts: tuple[Part, ...]
    provider: str
    digest: str


def version_digest(states: list[tuple[str, RepositoryState]], provider: str, settings: dict[str, Any]) -> str:
    """Digest of all inputs of a version."""
    rows = [(name, asdict(state.keys), state.commit, state.branch, state.dirty, state.failure) for name, state in states]
    return digest_of(FORMAT_VERSION, rows, provider, settings, code_of("fleet"))


def make_plan(home: Home, config: Config, settings: dict[str, Any]) -> Plan:
    """Plan a version from the last whole state of every registered repository.

    Raises:
        NoIndexError: None of them was ever whole.
    """
    states = [(r.name, state) for r in config.repositories if (state := load_state(home, r.name)) is not None]
    if not states:
        raise NoIndexError(f"No repository of {home.config_file} has been indexed; add one with 'lode index PATH'.")
    parts = tuple(
        Part(
            name,
            str(config.repository(name).path),
            state,
            *(stage_path(home, name, s, getattr(state.keys, s)) for s in ("syntax", "chunks", "embeddings", "relations")),
        )
        for name, state in states
    )
    return Plan(parts, config.provider, version_digest(states, config.provider, settings))


def find_version(home: Home, digest: str) -> str | None:
    """Id of the newest undamaged version with this digest, published or candidate."""
    for path in sorted(home.versions.glob("[!.]*/manifest.json"), reverse=True):
        try:
            manifest = read_manifest(path.parent)
        except ArtifactError:
            continue
        if manifest.digest == digest and not damage_of(path.parent, manifest):
            return manifest.id
    return None


def fleet_stage(home: Home, plan: Plan, stage: str, build: Callable[[Path], dict[str, Any]]) -> tuple[dict[str, Any], bool]:
    """Run one of the fleet's stages in the candidate folder, unless it or the whole version is there.

    Args:
        home: Whose candidate.
        plan: What the candidate is made of; a candidate of another plan is thrown away.
        stage: Its name.
        build: Writes its files into the candidate folder and returns what it tells about them.

    Returns:
        What the stage told, now or when it ran, and whether it was there.
    """
    if (version := find_version(home, plan.digest)) is not None:
        return read_json(home.version(version) / "stages.json").get(stage, {}), True
    folder = home.building
    marks = folder / "stages.json"
    told = read_json(marks) if marks.exists() else {}
    if told.get("digest") != plan.digest:
        with writing(folder):
            shutil.rmtree(folder, ignore_errors=True)
            (folder / "tables").mkdir(parents=True)
        told = {"digest": plan.digest}
    if stage in told:
        return told[stage], True
    with writing(folder):
        made = build(folder)
        sync_tree(folder)
    write_json(marks, {**told, stage: made})
    return made, False
