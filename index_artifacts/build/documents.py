"""The documents of a repository: its chunks and, of each file, an outline; and which of them have no vector yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from index_artifacts.build.vector_cache import key_of
from index_artifacts.column_files import read_small
from index_artifacts.embedders import make_embedder
from index_artifacts.types import EmbeddingInput, Title

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from index_artifacts.build.vector_cache import VectorCache
    from index_artifacts.embedding_config import EmbeddingConfig

RowsOf = tuple[Path, "NDArray[np.int64]"]  # a shard of the chunks stage, and some of its documents
Missing = dict[bytes, tuple[int, int]]  # cache key -> shard and row of one document that needs it
_COLUMNS = ["path", "scopes", "symbols", "description", "text", "kind", "symbol"]


def keys_of_shards(model: EmbeddingConfig, folders: Sequence[Path]) -> list[list[bytes]]:
    """Cache keys of all documents of shards. Runs in a worker process."""
    form = make_embedder(model).form
    return [[key_of(form(document)) for document in read_documents(folder)] for folder in folders]


def find_missing(cache: VectorCache, keys: Sequence[list[bytes]]) -> Missing:
    """Each distinct document that is not in the cache, in order of shard and row.

    Args:
        cache: The model's.
        keys: Of the documents of each shard.
    """
    missing: Missing = {}
    for shard, listed in enumerate(keys):
        for row in np.flatnonzero(cache.rows(listed) < 0).tolist() if listed else ():
            missing.setdefault(listed[row], (shard, row))
    return missing


def groups_of(missing: Missing, folders: Sequence[Path], size: int) -> Iterator[tuple[list[bytes], list[RowsOf]]]:
    """Cut what is missing into groups: keys, and where their documents are, in the same order."""
    todo = list(missing)
    for at in range(0, len(todo), size):
        group = todo[at : at + size]
        of_shard: dict[int, list[int]] = {}
        for key in group:
            of_shard.setdefault(missing[key][0], []).append(missing[key][1])
        yield group, [(folders[shard], np.array(rows, np.int64)) for shard, rows in of_shard.items()]


def read_documents(folder: Path, rows: NDArray[np.int64] | None = None) -> list[EmbeddingInput]:
    """What some documents of a shard, or all, give to the embedder; its chunks come first, then the outlines of its files."""
    files = read_small(folder / "files.arrow", ["path", "chunks"]).to_pydict()
    table = pq.read_table(folder / "chunks.parquet", columns=_COLUMNS)
    total = len(table)
    wanted = np.arange(total + len(files["path"])) if rows is None else rows
    outlines = _outlines(files, table["symbols"].to_pylist()) if (wanted >= total).any() else []
    chunks = iter(table.take(pa.array(wanted[wanted < total])).to_pylist())
    return [_document(next(chunks)) if row < total else outlines[row - total] for row in wanted.tolist()]


def _document(row: dict[str, Any]) -> EmbeddingInput:
    title = Title(row["path"], tuple(row["scopes"]), tuple(row["symbols"]))
    return EmbeddingInput(title, row["description"], row["text"], row["kind"], row["symbol"])


def _outlines(files: dict[str, list[Any]], symbols: list[list[str]]) -> list[EmbeddingInput]:
    """Of each file: its path as title, the names of its symbols as body."""
    outlines, at = [], 0
    for path, count in zip(files["path"], files["chunks"], strict=True):
        names = [name for listed in symbols[at : at + count] for name in listed]
        outlines.append(EmbeddingInput(Title(path), "", " ".join(dict.fromkeys(names))))
        at += count
    return outlines
