"""Make sure that every chunk and file of a repository has its vector in the cache."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.build.reuse import PARQUET, Rows
from index_artifacts.build.vector_cache import KEY_BYTES, VectorCache, key_of
from index_artifacts.build.workers import run_batches
from index_artifacts.embedders import make_embedder
from index_artifacts.progress import report
from index_artifacts.types import EmbeddingInput, Title

if TYPE_CHECKING:
    from numpy.typing import NDArray

_ROWS = 4096  # chunks in memory at a time
_BATCH = 1024  # texts a worker embeds at a time
RowsOf = tuple[Path, "NDArray[np.int64]"]  # a result of the chunks stage, and some of its rows

_INLINE = 1500  # fewer new texts are embedded faster than processes start


def build_embeddings(chunks: Path, provider: str, cache_folder: Path, out: Path, repository: str) -> dict[str, int]:
    """Embed what the cache lacks; write the cache key of every chunk and of every file's outline, in their order.

    Args:
        chunks: Result of the chunks stage.
        provider: Which embedder.
        cache_folder: The model's cache.
        out: Empty folder for the result.
        repository: Its name, for progress.

    Returns:
        How many distinct texts were `embedded` and how many rows were `cached`.
    """
    embedder = make_embedder(provider)
    vectors = VectorCache(cache_folder, embedder.dimension)
    total = pq.read_metadata(chunks / "chunks.parquet").num_rows
    keys: list[bytes] = []
    ranges = [[(chunks, np.arange(i, min(i + _ROWS, total)))] for i in range(0, total, _ROWS)]
    for _, found in run_batches(partial(_keys_of_rows, provider), ranges, _killed_rows, inline=total < _INLINE):
        keys += found
    missing: dict[bytes, int] = {}  # key -> first row that needs it
    for row, key in enumerate(keys):
        if key not in vectors:
            missing.setdefault(key, row)
    rows = np.fromiter(missing.values(), np.int64, len(missing))
    outlines = _outlines(chunks)
    outline_keys = [key_of(embedder.form(document)) for document in outlines]
    new = {k: d for k, d in zip(outline_keys, outlines, strict=True) if k not in vectors}
    with ExitStack() as stack:
        stack.callback(vectors.flush)
        todo = list(missing)
        runs = [slice(i, i + _BATCH) for i in range(0, len(todo), _BATCH)]
        jobs = [[(chunks, rows[r])] for r in runs]
        inline = len(todo) < _INLINE
        for position, found_vectors in run_batches(partial(_embed_rows, provider), jobs, _killed_rows, inline):
            vectors.add(todo[runs[position]], found_vectors)
            report("embeddings", repository, min(runs[position].stop, len(todo)), len(todo), "chunks")
        todo = list(new)
        batches = [[list(new.values())[i : i + _BATCH]] for i in range(0, len(todo), _BATCH)]
        for position, found_vectors in run_batches(partial(_embed_documents, provider), batches, _killed, len(new) < _INLINE):
            vectors.add(todo[position * _BATCH : (position + 1) * _BATCH], found_vectors)
    _write_keys(keys, out / "chunk_keys.parquet")
    _write_keys(outline_keys, out / "file_keys.parquet")
    embedded = len(missing) + len(new)
    return {"embedded": embedded, "cached": len(keys) + len(outline_keys) - embedded}


def _write_keys(keys: list[bytes], path: Path) -> None:
    pq.write_table(pa.table({"key": pa.array(keys, pa.binary(KEY_BYTES))}, schema.EMBEDDING_KEYS), path, **PARQUET)


def _killed_rows(job: RowsOf) -> Any:  # noqa: ANN401 - it never returns
    raise MemoryError(f"The process that embedded chunk {int(job[1][0])} of {job[0]} was killed; free memory and run again.")


def _killed(documents: list[EmbeddingInput]) -> NDArray[np.float32]:
    raise MemoryError(f"The process that embedded {documents[0].title.path} was killed; free memory and run again.")


def _embed_documents(provider: str, jobs: Sequence[list[EmbeddingInput]]) -> NDArray[np.float32]:
    """Vectors of documents. Runs in a worker process."""
    return make_embedder(provider).embed_documents([document for job in jobs for document in job])


def _keys_of_rows(provider: str, jobs: Sequence[RowsOf]) -> list[bytes]:
    """Cache keys of some rows of the chunks. Runs in a worker process."""
    form = make_embedder(provider).form
    return [key_of(form(document)) for job in jobs for document in _documents(*job)]


def _embed_rows(provider: str, jobs: Sequence[RowsOf]) -> NDArray[np.float32]:
    """Vectors of some rows of the chunks. Runs in a worker process."""
    return _embed_documents(provider, [_documents(*job) for job in jobs])


def _documents(folder: Path, rows: NDArray[np.int64]) -> list[EmbeddingInput]:
    """What some chunks give to the embedder; read in the worker so that their texts need not travel."""
    first = int(rows[0])
    table = Rows(folder / "chunks.parquet").slice(first, int(rows[-1]) + 1 - first)
    return [
        EmbeddingInput(Title(r["path"], tuple(r["scopes"]), tuple(r["symbols"])), r["description"], r["text"], r["kind"], r["symbol"])
        for r in table.take(pa.array(rows - first)).to_pylist()
    ]


def _outlines(chunks: Path) -> list[EmbeddingInput]:
    """What every file gives: its path as title and the names of all its symbols as body, in order of the files."""
    names: dict[str, list[str]] = {p: [] for p in pq.read_table(chunks / "files.parquet", columns=["path"]).column(0).to_pylist()}
    for batch in pq.ParquetFile(chunks / "chunks.parquet").iter_batches(_ROWS, columns=["path", "symbols"]):
        for path, symbols in zip(batch.column(0).to_pylist(), batch.column(1).to_pylist(), strict=True):
            names[path] += symbols
    return [EmbeddingInput(Title(path), "", " ".join(dict.fromkeys(n))) for path, n in names.items()]
