"""Tantivy's segments as files: immutable, named by a key, composed into indexes by a `meta.json` of our own.

A segment's files bear its UUID as their name and nothing of it inside; `meta.json` lists the segments of an index. So a version's
index is the segments of its shards, linked, and one such list.
"""

from __future__ import annotations

import json
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import tantivy

from index_artifacts.build.version_parts import empty_folder, link_file
from index_artifacts.store import write_json

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from index_artifacts.build.shards import Made
    from index_artifacts.build.version_parts import Checksums

INDEXES = ("chunks", "files")
_META, _MANAGED = "meta.json", ".managed.json"


def close_segments(folder: Path, key: str) -> None:
    """Name the segments of both indexes below a folder after a key, and remove what only a writer needs."""
    for index in INDEXES:
        path = folder / index
        meta = json.loads((path / _META).read_text("utf-8"))
        for number, segment in enumerate(meta["segments"]):
            old = uuid.UUID(segment["segment_id"])
            new = uuid.uuid5(uuid.NAMESPACE_OID, f"{key} {number}")
            for file in path.glob(f"{old.hex}.*"):
                file.rename(path / f"{new.hex}{file.suffix}")
            segment["segment_id"] = str(new)
        for stray in path.glob(".*"):
            stray.unlink()
        (path / _META).write_text(json.dumps(meta), "utf-8")


def merge_segments(shards: Sequence[Made], key: str, out: Path) -> dict[str, int]:
    """Merge the segments of shards into one an index.

    Tantivy's policy merges eight or more segments of less than 10,000 documents at its next commit.
    """
    with ThreadPoolExecutor(len(INDEXES)) as threads:
        list(threads.map(lambda index: _merge(out / index, index, shards), INDEXES))
    close_segments(out, key)
    return {name: sum(m.counts[name] for m in shards) for name in ("documents", "file_documents")}


def _merge(folder: Path, index: str, shards: Sequence[Made]) -> None:
    folder.mkdir()
    _compose(folder, index, shards)
    (folder / _MANAGED).write_text(json.dumps([p.name for p in folder.iterdir()]), "utf-8")
    writer = tantivy.Index.open(str(folder)).writer(heap_size=15_000_000, num_threads=1)
    writer.commit()
    writer.wait_merging_threads()


def compose_indexes(out: Path, parts: Sequence[Made]) -> Checksums:
    """Make both indexes of a version out of segments that lie elsewhere; returns the checksums of what is linked."""
    checksums: Checksums = {}
    for index in INDEXES:
        checksums |= _compose(empty_folder(out / index), index, parts)
    return checksums


def _compose(folder: Path, index: str, parts: Sequence[Made]) -> Checksums:
    meta: dict[str, Any] = {}
    segments: list[dict[str, Any]] = []
    checksums: Checksums = {}
    for made in parts:
        meta = json.loads((made.folder / index / _META).read_text("utf-8"))
        segments += meta["segments"]
        for name in made.files:
            where, _, file = name.partition("/")
            if where == index and file != _META:
                link_file(made, name, folder / file)
                checksums[name] = made.files[name]
    write_json(folder / _META, {**meta, "segments": segments, "opstamp": 0})
    return checksums
