"""Make sure that every chunk and file of a repository has its vector, shard by shard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import faiss
import numpy as np
import pyarrow as pa

from index_artifacts import schema
from index_artifacts.build.documents import Missing, RowsOf, find_missing, groups_of, keys_of_shards, read_documents
from index_artifacts.build.requests import Text, cut_requests, in_flight
from index_artifacts.build.shards import Made, find_shard, make_shard
from index_artifacts.build.workers import run_batches
from index_artifacts.column_files import read_small, write_small
from index_artifacts.embedders import make_embedder
from index_artifacts.embedders.served import ServedEmbedder
from index_artifacts.progress import report
from index_artifacts.store import digest_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from index_artifacts.build.vector_cache import VectorCache
    from index_artifacts.embedders import Embedder
    from index_artifacts.embedding_config import EmbeddingConfig

    Vectors = tuple[list[bytes], NDArray[np.float32], list[bytes]]  # keys, their vectors, and those of the keys that were refused

_BATCH = 1024  # documents that a worker embeds at a time, or that are read at a time for a server
_INLINE = 1500  # fewer new documents are embedded faster than processes start


def build_embeddings(
    chunks: Sequence[Made],
    repository: str,
    embedder: Embedder,
    model: EmbeddingConfig,
    cache: VectorCache,
    parent: Path,
    code: str,
    *,
    anew: bool = False,
) -> tuple[list[Made], dict[str, int]]:
    """Embed what the cache lacks, and make the vectors of every shard that is not there.

    A shard's documents are its chunks and, after them, an outline of each file. A file's vector is the unit of the sum of its outline's vector and the unit of the mean of its chunks' vectors.

    Args:
        chunks: The shards of the chunks stage.
        repository: Its name, for progress.
        embedder: Makes the vectors.
        model: How it is configured; worker processes make their own of it.
        cache: The model's vectors.
        parent: Folder of the shards of this stage.
        code: Digest of the code that makes the vectors.
        anew: Make every shard, even one that is there.

    Returns:
        The shards in order; how many distinct documents were `embedded`, how many were `cached`, and of a server how many
        `requests` and `retries` it took, `tokens` it read, texts were `shortened` for it or have `failed`, and so have no vector.
    """
    keys = [digest_of(made.key, embedder.model_id, code) for made in chunks]
    found = [None if anew else find_shard(parent, key) for key in keys]
    todo = [i for i, made in enumerate(found) if made is None]
    sizes = [chunks[i].counts["chunks"] for i in todo]
    folders = [[chunks[i].folder] for i in todo]
    document_keys: list[list[bytes]] = []
    for _, listed in run_batches(partial(keys_of_shards, model), folders, _killed_shard, inline=sum(sizes) < _INLINE):
        document_keys += listed
    with ExitStack() as stack:
        stack.callback(cache.flush)
        missing = find_missing(cache, document_keys)
        told = embed_missing(repository, embedder, model, [f for (f,) in folders], missing, cache)
        made = {
            keys[i]: make_shard(parent, keys[i], code, partial(_write, cache, chunks[i].folder, listed))
            for i, listed in zip(todo, document_keys, strict=True)
        }
    shards = [shard or made[key] for key, shard in zip(keys, found, strict=True)]
    total = sum(m.counts["chunks"] + m.counts["files"] for m in chunks)
    return shards, {**told, "cached": total - told["embedded"]}


@dataclass(frozen=True, slots=True)
class _Work:
    """What is embedded, for whom, with what.

    Attributes:
        repository: Its name, for progress.
        embedder: Makes the vectors.
        model: How it is configured; worker processes make their own embedder of it.
        folders: Of the shards.
        missing: Their documents that the cache lacks.
    """

    repository: str
    embedder: Embedder
    model: EmbeddingConfig
    folders: list[Path]
    missing: Missing


def embed_missing(
    repository: str, embedder: Embedder, model: EmbeddingConfig, folders: list[Path], missing: Missing, cache: VectorCache
) -> dict[str, int]:
    """Embed documents and put their vectors into the cache; the attributes of `_Work` are explained there.

    Returns:
        What `build_embeddings` tells, but for `cached`.
    """
    work = _Work(repository, embedder, model, folders, missing)
    told = Counter(embedded=0)
    source = _served(work, work.embedder, cache, told) if isinstance(work.embedder, ServedEmbedder) else _computed(work)
    for keys, vectors, refused in source:
        cache.add(keys, vectors, passing=refused)
        told.update(embedded=len(keys), failed=len(refused))
        report("embeddings", work.repository, told["embedded"], len(work.missing), "texts")
    return dict(told)


def _computed(work: _Work) -> Iterator[Vectors]:
    """Vectors that are computed here, in processes."""
    groups = list(groups_of(work.missing, work.folders, _BATCH))
    jobs = [rows for _, rows in groups]
    inline = len(work.missing) < _INLINE
    for position, vectors in run_batches(partial(_embed_rows, work.model), jobs, _killed_rows, inline=inline):
        yield groups[position][0], vectors, []


def _served(work: _Work, embedder: ServedEmbedder, cache: VectorCache, told: Counter[str]) -> Iterator[Vectors]:
    """Vectors that a server makes, asked from here: its processes are elsewhere."""
    server = embedder.server
    told.update(dict.fromkeys(("requests", "retries", "tokens", "shortened"), 0))
    before = Counter(server.counts)
    requests = cut_requests(_texts(work, embedder), embedder.config.batch_size)
    answers = in_flight(
        lambda batch: embedder.embed_texts([t for _, t in batch]), requests, embedder.in_flight, server.stopped.set, cache.tick
    )
    try:
        for batch, vectors in answers:
            refused = [key for (key, text), vector in zip(batch, vectors, strict=True) if text and not vector.any()]
            yield [key for key, _ in batch], vectors, refused
    finally:
        answers.close()
        server.stopped.clear()
    told.update(server.counts - before)


def _texts(work: _Work, embedder: ServedEmbedder) -> Iterator[Text]:
    for keys, jobs in groups_of(work.missing, work.folders, _BATCH):
        yield from zip(keys, (embedder.form(d) for folder, rows in jobs for d in read_documents(folder, rows)), strict=True)


def _write(cache: VectorCache, chunks: Path, keys: list[bytes], out: Path) -> dict[str, int]:
    """Write `vectors.faiss` and `file_vectors.faiss`, exact inner product over float16, and the keys of all documents."""
    counts = read_small(chunks / "files.arrow", ["chunks"])["chunks"].to_numpy()
    vectors = cache.vectors(keys).astype(np.float32)
    of_chunks, outlines = vectors[: counts.sum()], vectors[counts.sum() :]
    sums = np.zeros_like(outlines)
    np.add.at(sums, np.repeat(np.arange(len(counts)), counts), of_chunks)
    # Outlines come as they are, already unit vectors; the mean of the chunks is brought to the same length.
    for name, rows in (("vectors", of_chunks), ("file_vectors", _unit(outlines + _unit(sums)))):
        index = faiss.IndexScalarQuantizer(vectors.shape[1], faiss.ScalarQuantizer.QT_fp16, faiss.METRIC_INNER_PRODUCT)
        index.add(rows)
        # Not faiss.write_index, which only prints that a file could not be closed.
        (out / f"{name}.faiss").write_bytes(faiss.serialize_index(index).tobytes())
    write_small(out / "keys.arrow", pa.table({"key": pa.array(keys)}).cast(schema.EMBEDDING_KEYS))
    return {"vectors": len(of_chunks), "file_vectors": len(outlines)}


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    units: NDArray[np.float32] = vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + np.float32(1e-9))
    return units


def _killed_rows(job: RowsOf) -> Any:  # noqa: ANN401 - it never returns
    raise MemoryError(f"The process that embedded document {int(job[1][0])} of {job[0]} was killed; free memory and run again.")


def _killed_shard(folder: Path) -> Any:  # noqa: ANN401 - it never returns
    raise MemoryError(f"The process that read {folder} was killed; free memory and run again.")


def _embed_rows(model: EmbeddingConfig, jobs: Sequence[RowsOf]) -> NDArray[np.float32]:
    """Vectors of some documents of shards, read here so that their texts need not travel. Runs in a worker process."""
    return make_embedder(model).embed_documents([d for folder, rows in jobs for d in read_documents(folder, rows)])
