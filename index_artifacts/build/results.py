"""Results of a repository's stages: a folder a stage and key, which lists the shards, and the keys of the newest run."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq

from index_artifacts.build.reuse import Known
from index_artifacts.build.shards import LISTING, write_listing
from index_artifacts.errors import ArtifactError
from index_artifacts.state import code_mark, load_shards, load_state, shards_path, stage_path
from index_artifacts.store import make_folder, read_json, remove_unfinished, write_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from index_artifacts.build.shards import Made
    from index_artifacts.config import Home

    Built = tuple[list[Made], dict[str, int]]


@dataclass(frozen=True, slots=True)
class StageResult:
    """What a stage made.

    Attributes:
        key: Digest of its inputs and code.
        reused: Whether it was there already.
        told: Counts for people.
        seconds: How long it took.
        folder: Where the result lies.
    """

    key: str
    reused: bool
    told: dict[str, Any]
    seconds: float
    folder: Path | None = field(default=None)


def run_file(home: Home, name: str) -> Path:
    """Where the keys of a repository's newest run are."""
    return home.repository(name) / "run.json"


def run_of(home: Home, name: str, needed: str) -> dict[str, Any]:
    """The keys of a repository's newest run.

    Raises:
        ArtifactError: It has not come to the stage that is needed.
    """
    path = run_file(home, name)
    run = read_json(path) if path.exists() else {}
    if needed not in run:
        raise ArtifactError(f"Repository '{name}' has no {needed} yet; materialise {needed} first, or run 'lode index {name}'.")
    return dict(run)


def kept(home: Home, name: str, stage: str, key: str, build: Callable[[Path], Built], run: dict[str, Any], *, full: bool) -> StageResult:
    """Build a stage's result or find it whole, and remember its key in the run.

    Args:
        home: Whose repository.
        name: The repository.
        stage: The stage.
        key: Of its result.
        build: Makes the shards; writes what else there is into the folder that it is given.
        run: Keys of the stages before.
        full: Build it even if it is there.
    """
    began = time.perf_counter()
    folder = stage_path(home, name, stage, key)
    reused = not full and folder.is_dir() and is_whole(home, name, stage, key)
    if not reused:
        for parent in (folder.parent, shards_path(home, name, stage)):
            remove_unfinished(parent)

        def build_and_list(out: Path) -> None:
            shards, told = build(out)
            write_listing(out / LISTING, shards)
            write_json(out / "told.json", told)

        make_folder(folder, build_and_list)
    write_json(run_file(home, name), {**run, stage: key})
    return StageResult(key, reused, read_json(folder / "told.json"), time.perf_counter() - began, folder)


def is_whole(home: Home, name: str, stage: str, key: str) -> bool:
    """Whether every shard of a stage's result is there, its files of their size."""
    try:
        return all(made.whole() for made in load_shards(home, name, stage, key))
    except (OSError, ValueError, KeyError):
        return False


def is_damaged(home: Home, name: str) -> bool:
    """Whether a shard of the repository's last whole state is missing or not of its size."""
    state = load_state(home, name)
    stages = ("syntax", "chunks", "embeddings", "relations")
    return state is not None and not all(is_whole(home, name, s, getattr(state.keys, s)) for s in stages)


_known: dict[tuple[Path, str, str], Known] = {}


def known_rows(home: Home, stage: str, counts: tuple[str, ...]) -> Known:
    """Where the shards of a stage, of all repositories, hold the rows of each content."""
    known = _known.setdefault((home.root, stage, code_mark(stage)), Known(counts))
    known.look(sorted(home.root.glob(f"repositories/*/shards/{stage}")), code_mark(stage))
    return known


def sample_of(home: Home, name: str, stage: str, key: str, file: str, columns: list[str]) -> list[dict[str, Any]]:
    """The first rows of a table of a stage's result, for people."""
    first = load_shards(home, name, stage, key)[0]
    return list(pq.read_table(first.folder / file, columns=columns).slice(0, 10).to_pylist())


def counts_of(home: Home, name: str, stage: str, key: str) -> Counter[str]:
    """What a stage counted in all shards of its result."""
    counts: Counter[str] = Counter()
    for made in load_shards(home, name, stage, key):
        counts.update(made.counts)
    return counts
