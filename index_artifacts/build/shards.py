"""Shards: runs of consecutive files of a repository, the unit in which stages make, keep and reuse results.

Where a shard ends depends on the paths and sizes of its files, so an edit changes its own shard and hardly ever another. What a
stage makes of a shard is a folder named by the key of its inputs and code; it never changes, and versions link to its files.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from index_artifacts.languages import fingerprint
from index_artifacts.manifest import checksums_of
from index_artifacts.store import digest_of, make_folder, read_json, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from index_artifacts.build.source_files import SourceFile

MADE = "made.json"
LISTING = "shards.json"
# About 20,000 lines: small enough that a push of a few files makes little anew, large enough that a fleet has few of them.
_MEAN_BYTES = 700_000
_LEAST_BYTES, _MOST_BYTES = _MEAN_BYTES // 4, 4 * _MEAN_BYTES


@dataclass(frozen=True, slots=True)
class Unit:
    """A file's content as stages see it: what they make of it depends on nothing else but its path."""

    path: str
    sha256: str
    language: str
    size: int


@dataclass(frozen=True, slots=True)
class Made:
    """What a stage made of a shard.

    Attributes:
        key: Digest of its inputs and code; it names the folder.
        code: Digest of the code alone.
        folder: Where its files lie.
        files: `sha256` and `bytes` of each, by name.
        counts: What the stage counted.
    """

    key: str
    code: str
    folder: Path
    files: dict[str, dict[str, Any]]
    counts: dict[str, int]

    def whole(self) -> bool:
        """Whether every file is there with its size."""
        try:
            return all(os.stat(self.folder / name).st_size == entry["bytes"] for name, entry in self.files.items())  # noqa: PTH116 - 10 times per shard
        except OSError:
            return False


def cut(files: Iterable[SourceFile]) -> list[tuple[Unit, ...]]:
    """Cut indexed files, in order of their path, into shards.

    A file starts a shard with a probability that its size gives, taken from the hash of its path; content-defined chunking, as
    in Muthitacharoen et al., A Low-bandwidth Network File System, 2001.
    """
    shards: list[tuple[Unit, ...]] = []
    run: list[Unit] = []
    held = 0
    for file in files:
        chance = int.from_bytes(hashlib.blake2b(file.path.encode(), digest_size=8).digest()) / 2**64
        if run and (held >= _MOST_BYTES or (held >= _LEAST_BYTES and chance < file.size / _MEAN_BYTES)):
            shards.append(tuple(run))
            run, held = [], 0
        run.append(Unit(file.path, file.sha256, file.language, file.size))
        held += file.size
    return [*shards, tuple(run)] if run else shards


def shard_key(repository: str, units: Sequence[Unit], *code: str) -> str:
    """Key of what the first stage makes of a shard."""
    return digest_of(repository, [(u.path, u.sha256, u.language, fingerprint(u.language)) for u in units], code)


def load_shard(folder: Path) -> Made | None:
    """What lies in a shard's folder, if it is whole."""
    try:
        row = read_json(folder / MADE)
        made = Made(row["key"], row["code"], folder, row["files"], row["counts"])
    except (OSError, ValueError, KeyError):
        return None
    return made if made.whole() else None


def find_shard(parent: Path, key: str) -> Made | None:
    """What a stage made of a shard, if it is there and whole."""
    made = load_shard(parent / key[:32])
    return made if made is not None and made.key == key else None


def make_shard(parent: Path, key: str, code: str, build: Callable[[Path], dict[str, int]]) -> Made:
    """Build what a stage makes of a shard; may run in a worker process."""
    final = parent / key[:32]
    made: list[Made] = []

    def build_and_list(folder: Path) -> None:
        counts = build(folder)
        files = checksums_of(folder)
        write_json(folder / MADE, {"key": key, "code": code, "files": files, "counts": counts})
        made.append(Made(key, code, final, files, counts))

    make_folder(final, build_and_list)
    return made[0]


def write_listing(path: Path, shards: Sequence[Made]) -> None:
    """Write which shards a repository has, in order."""
    write_json(path, [{"key": m.key, "code": m.code, "files": m.files, "counts": m.counts} for m in shards])


def read_listing(path: Path, parent: Path) -> list[Made]:
    """The shards that `write_listing` wrote; `parent` is the folder of the stage's shards."""
    return [Made(r["key"], r["code"], parent / r["key"][:32], r["files"], r["counts"]) for r in read_json(path)]
