"""What the next version is made of, and the candidate folder in which the fleet's stages put their parts."""

from __future__ import annotations

import shutil
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from index_artifacts.errors import ArtifactError, NoIndexError
from index_artifacts.manifest import damage_of, read_manifest
from index_artifacts.schema import FORMAT_VERSION
from index_artifacts.state import RepositoryState, code_of, load_shards, load_state, shards_path, stage_path
from index_artifacts.store import digest_of, read_json, write_json, writing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from index_artifacts.build.shards import Made
    from index_artifacts.build.version_parts import Checksums
    from index_artifacts.config import Config, Home

    Built = tuple[dict[str, int], Checksums]


@dataclass(frozen=True)
class Part:
    """One repository's contribution to a version: the shards of its last whole state."""

    home: Home
    name: str
    place: str
    state: RepositoryState

    def _listed(self, stage: str) -> list[Made]:
        return load_shards(self.home, self.name, stage, getattr(self.state.keys, stage))

    @cached_property
    def syntax(self) -> list[Made]:
        """Files, symbols, references and texts."""
        return self._listed("syntax")

    @cached_property
    def chunks(self) -> list[Made]:
        """Chunks, a shard of them to each of `syntax`."""
        return self._listed("chunks")

    @cached_property
    def embeddings(self) -> list[Made]:
        """Vectors, likewise."""
        return self._listed("embeddings")

    @cached_property
    def relations(self) -> list[Made]:
        """Relations, likewise, resolved within the repository."""
        return self._listed("relations")

    @property
    def ranks(self) -> Path:
        """Folder of the repository's ranks and names."""
        return stage_path(self.home, self.name, "relations", self.state.keys.relations)

    @property
    def files(self) -> Path:
        """Table of all files seen."""
        return stage_path(self.home, self.name, "syntax", self.state.keys.syntax) / "files.parquet"

    @property
    def shards(self) -> Path:
        """Folder of the shards of all stages."""
        return shards_path(self.home, self.name, "text").parent


@dataclass(frozen=True, slots=True)
class Plan:
    """All parts in order of their repository's name, and the digest of everything that shapes the version."""

    parts: tuple[Part, ...]
    provider: str
    digest: str
    full: bool = False

    def mixture(self, model_id: str) -> str:
        """Why the parts make no version of this model, as a sentence; "" if they do. Vectors of different models never meet."""
        for part in self.parts:
            if part.state.model_id != model_id:
                why = f", since its newest run failed: {part.state.failure.rstrip('.')}" if part.state.failure else ""
                return (
                    f"Repository '{part.name}' has vectors of the model '{part.state.model_id}' only, where lode.toml asks for another{why}; "
                    "run 'lode index' to embed it. The published version is untouched."
                )
        return ""


def version_digest(states: list[tuple[str, RepositoryState]], provider: str, settings: dict[str, Any]) -> str:
    """Digest of all inputs of a version."""
    rows = [(name, asdict(state.keys), state.commit, state.branch, state.dirty, state.failure) for name, state in states]
    return digest_of(FORMAT_VERSION, rows, provider, settings, *map(code_of, ("joined", "text", "fleet")))


def make_plan(home: Home, config: Config, settings: dict[str, Any]) -> Plan:
    """Plan a version from the last whole state of every registered repository.

    Raises:
        NoIndexError: None of them was ever whole.
    """
    states = [(r.name, state) for r in config.repositories if (state := load_state(home, r.name)) is not None]
    if not states:
        raise NoIndexError(f"No repository of {home.config_file} has been indexed; add one with 'lode index PATH'.")
    parts = tuple(Part(home, name, config.repository(name).place, state) for name, state in states)
    return Plan(parts, config.embedding.provider, version_digest(states, config.embedding.provider, settings), config.full)


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


def fleet_stage(home: Home, plan: Plan, stage: str, build: Callable[[Path], Built]) -> tuple[dict[str, Any], bool]:
    """Run one of the fleet's stages in the candidate folder, unless it or the whole version is there.

    Args:
        home: Whose candidate.
        plan: What the candidate is made of; a candidate of another plan is thrown away.
        stage: Its name.
        build: Writes its files into the candidate folder; returns what it tells about them and checksums of those it linked.

    Returns:
        What the stage told, now or when it ran, and whether it was there.
    """
    if not plan.full and (version := find_version(home, plan.digest)) is not None:
        return read_json(home.version(version) / "stages.json").get(stage, {}).get("told", {}), True
    folder = home.building
    marks = folder / "stages.json"
    made = read_json(marks) if marks.exists() else {}
    if (made.get("digest"), made.get("full")) != (plan.digest, plan.full):
        with writing(folder):
            shutil.rmtree(folder, ignore_errors=True)
            (folder / "tables").mkdir(parents=True)
        made = {"digest": plan.digest, "full": plan.full}
    if stage in made:
        return made[stage]["told"], True
    with writing(folder):
        told, linked = build(folder)
    write_json(marks, {**made, stage: {"told": told, "linked": linked}})
    return told, False
