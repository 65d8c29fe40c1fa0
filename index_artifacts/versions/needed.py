"""What of a home's stored results the next run needs; all else is garbage once no version links to it.

A repository needs the results that its last whole state and its newest run name, and the shards that these list. The version
itself needs no shard: it has names of its own for their files.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import pyarrow as pa

from index_artifacts.build.shards import MADE
from index_artifacts.build.text_index import text_key
from index_artifacts.column_files import read_small
from index_artifacts.state import code_of, load_shards, load_state, shards_path, stage_path
from index_artifacts.store import read_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from index_artifacts.build.shards import Made
    from index_artifacts.config import Config, Home

Garbage = tuple[str, "Path"]  # what it is, in the plural, and where it lies
_STAGES = ("syntax", "chunks", "embeddings", "relations")
_JOINED, _TEXT = "tables/relations.parquet", "text"


def garbage(home: Home, config: Config, kept: Iterable[Path]) -> Iterator[Garbage]:
    """Folders and files that nothing needs, but for versions.

    Args:
        home: Whose.
        config: Its settings; what was made of other repositories than these is garbage.
        kept: Folders of the versions that stay, and of an unfinished one that is going to.
    """
    linked = {name for folder in kept for name in _linked(folder)}
    registered = {r.name for r in config.repositories}
    for folder in sorted((home.root / "repositories").glob("[!.]*")):
        if folder.name in registered:
            yield from _of_repository(home, folder.name, linked)
        else:
            yield "repositories", folder
    for folder in _folders(home.text):
        if not any(f"{_TEXT}/{name}" in linked for name in _segments(folder)):
            yield "merged texts", folder
    yield from (("unfinished files", path) for path in _unfinished(home))


def _linked(version: Path) -> Iterator[str]:
    """Names by which a version knows shards of relations that were joined, and segments of text."""
    for path in (version / _JOINED).glob("*"):
        yield path.stem.rpartition("-")[2]
    for index in (version / _TEXT).glob("*"):
        yield from (f"{_TEXT}/{index.name}/{path.name}" for path in index.glob("*"))


def _of_repository(home: Home, name: str, linked: set[str]) -> Iterator[Garbage]:
    keys = _keys(home, name)
    for stage in ("source_files", *_STAGES):
        yield from (("stage results", f) for f in _folders(home.repository(name) / stage) if f.name not in keys.get(stage, ()))
    needed = {stage: {made.folder.name for made in _listed(home, name, stage, keys)} for stage in _STAGES}
    needed["text"] = {text_key(made.key, name, code_of("text"))[:32] for made in _listed(home, name, "chunks", keys)}
    for stage, names in needed.items():
        yield from (("shards", f) for f in _folders(shards_path(home, name, stage)) if f.name not in names)
    yield from (("shards", f) for f in _folders(shards_path(home, name, "joined")) if f.name[:12] not in linked)


def live_keys(home: Home, names: Iterable[str]) -> dict[Path, pa.Array] | None:
    """Keys of the documents of repositories, by folder of the vector cache that has their vectors.

    None where that cannot be told: a repository's newest run has not ended and may have embedded texts that no shard lists yet, or a
    shard is damaged.
    """
    live: dict[Path, list[pa.Array]] = {}
    for name in names:
        state, run = load_state(home, name), home.repository(name) / "run.json"
        if run.exists() and (state is None or read_json(run).get("embeddings") != state.keys.embeddings):
            return None
        if state is None:
            continue
        keys = live.setdefault(home.embeddings(state.model_id), [])
        for made in load_shards(home, name, "embeddings", state.keys.embeddings):
            if not made.whole():
                return None
            keys.append(read_small(made.folder / "keys.arrow")["key"].combine_chunks())
    return {folder: pa.concat_arrays(keys) for folder, keys in live.items()}


def _keys(home: Home, name: str) -> dict[str, set[str]]:
    """Names of the results that a repository needs, by stage."""
    state, run = load_state(home, name), home.repository(name) / "run.json"
    rows = [asdict(state.keys)] if state is not None else []
    rows += [read_json(run)] if run.exists() else []
    return {stage: {row[stage][:32] for row in rows if stage in row} for stage in ("source_files", *_STAGES)}


def _listed(home: Home, name: str, stage: str, keys: dict[str, set[str]]) -> Iterator[Made]:
    for key in sorted(keys[stage]):
        if stage_path(home, name, stage, key).is_dir():
            yield from load_shards(home, name, stage, key)


def _segments(folder: Path) -> list[str]:
    """Files of a folder of merged segments that have its name, by path relative to it; none where it is not whole."""
    try:
        return [name for name in read_json(folder / MADE)["files"] if not name.endswith(".json")]
    except (OSError, ValueError, KeyError):
        return []


def _folders(parent: Path) -> list[Path]:
    return sorted(parent.glob("[!.]*"))


def _unfinished(home: Home) -> Iterator[Path]:
    """What killed processes have left; nobody writes it while the writer's lock is held."""
    repository = home.root / "repositories" / "[!.]*"
    parents = (home.root, home.versions, home.text, home.versions / "[!.]*", repository, repository / "*", repository / "shards" / "*")
    for parent in parents:
        yield from sorted(home.root.glob(f"{parent.relative_to(home.root) / '.*.tmp'}"))
    yield from sorted(home.root.glob("repositories/*/file_changes.tmp"))
    yield from sorted(home.root.glob("embeddings/*/.part-*.arrow"))
