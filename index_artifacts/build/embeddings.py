"""Make sure that every chunk and file of a repository has its vector in the cache."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.build.reuse import PARQUET
from index_artifacts.build.vector_cache import VectorCache, key_of
from index_artifacts.build.workers import run_batches
from index_artifacts.embedders import Embedder, make_embedder
from index_artifacts.progress import report
from index_artifacts.types import EmbeddingInput, Title

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

_ROWS = 4096  # chunks in memory at a time
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
    done = rows = embedded = 0
    with ExitStack() as stack:
        chunk_keys = stack.enter_context(pq.ParquetWriter(out / "chunk_keys.parquet", schema.EMBEDDING_KEYS, **PARQUET))
        file_keys = stack.enter_context(pq.ParquetWriter(out / "file_keys.parquet", schema.EMBEDDING_KEYS, **PARQUET))
        stack.callback(vectors.flush)
        sources = ((chunk_keys, _chunk_inputs(chunks)), (file_keys, _outline_inputs(chunks)))
        for writer, inputs in sources:
            for batch in inputs:
                keys = [key_of(embedder.form(document)) for document in batch]
                missing = {k: d for k, d in zip(keys, batch, strict=True) if k not in vectors}
                for found_keys, found in _embed(provider, embedder, missing):
                    vectors.add(found_keys, found)
                writer.write_table(pa.table({"key": pa.array(keys, pa.binary(16))}, schema.EMBEDDING_KEYS))
                embedded += len(missing)
                rows += len(batch)
                done = min(done + len(batch), total)
                report("embeddings", repository, done, total, "chunks")
    return {"embedded": embedded, "cached": rows - embedded}


def _embed(
    provider: str, embedder: Embedder, missing: dict[bytes, EmbeddingInput]
) -> Iterator[tuple[list[bytes], NDArray[np.float32]]]:
    keys, documents = list(missing), list(missing.values())
    size = min(embedder.batch_size, 1024)
    runs = [range(i, min(i + size, len(keys))) for i in range(0, len(keys), size)]
    batches = [documents[r.start : r.stop] for r in runs]
    done = run_batches(partial(_embed_batch, provider), batches, _gave_up, inline=len(keys) < _INLINE)
    for (_, vectors), run in zip(done, runs, strict=True):
        yield keys[run.start : run.stop], vectors


def _gave_up(document: EmbeddingInput) -> NDArray[np.float32]:
    raise MemoryError(f"The process that embedded {document.title.path} was killed; free memory and run again.")


@cache
def _embedder(provider: str) -> Embedder:
    return make_embedder(provider)


def _embed_batch(provider: str, documents: Sequence[EmbeddingInput]) -> NDArray[np.float32]:
    """Vectors of a batch. Runs in a worker process."""
    return _embedder(provider).embed_documents(documents)


def _chunk_inputs(chunks: Path) -> Iterator[list[EmbeddingInput]]:
    """What every chunk gives to the embedder, in order of the chunks."""
    for batch in pq.ParquetFile(chunks / "chunks.parquet").iter_batches(_ROWS):
        yield [
            EmbeddingInput(Title(r["path"], tuple(r["scopes"]), tuple(r["symbols"])), r["description"], r["text"], r["kind"], r["symbol"])
            for r in batch.to_pylist()
        ]


def _outline_inputs(chunks: Path) -> Iterator[list[EmbeddingInput]]:
    """What every file gives: its path as title and the names of all its symbols as body, in order of the files."""
    names: dict[str, list[str]] = {p: [] for p in pq.read_table(chunks / "files.parquet", columns=["path"]).column(0).to_pylist()}
    for batch in pq.ParquetFile(chunks / "chunks.parquet").iter_batches(_ROWS, columns=["path", "symbols"]):
        for path, symbols in zip(batch.column(0).to_pylist(), batch.column(1).to_pylist(), strict=True):
            names[path] += symbols
    outlines = [EmbeddingInput(Title(path), "", " ".join(dict.fromkeys(n))) for path, n in names.items()]
    for start in range(0, len(outlines), _ROWS):
        yield outlines[start : start + _ROWS]
