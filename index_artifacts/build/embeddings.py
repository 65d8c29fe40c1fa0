"""Make sure that every chunk and file of a repository has its vector, shard by shard."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import faiss
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.build.shards import Made, find_shard, make_shard
from index_artifacts.build.vector_cache import VectorCache, key_of
from index_artifacts.build.workers import run_batches
from index_artifacts.column_files import read_small, write_small
from index_artifacts.embedders import make_embedder
from index_artifacts.progress import report
from index_artifacts.store import digest_of
from index_artifacts.types import EmbeddingInput, Title

if TYPE_CHECKING:
    from numpy.typing import NDArray

RowsOf = tuple[Path, "NDArray[np.int64]"]  # a shard of the chunks stage, and some of its documents
_COLUMNS = ["path", "scopes", "symbols", "description", "text", "kind", "symbol"]
_BATCH = 1024  # documents a worker embeds at a time
_INLINE = 1500  # fewer new documents are embedded faster than processes start


def build_embeddings(
    chunks: Sequence[Made], repository: str, provider: str, cache: VectorCache, parent: Path, code: str, *, anew: bool = False
) -> tuple[list[Made], dict[str, int]]:
    """Embed what the cache lacks, and make the vectors of every shard that is not there.

    A shard's documents are its chunks and, after them, an outline of each file: its path as title, the names of its symbols as
    body. A file's vector is the unit of the sum of its outline's vector and the unit of the mean of its chunks' vectors.

    Args:
        chunks: The shards of the chunks stage.
        repository: Its name, for progress.
        provider: Which embedder.
        cache: The model's vectors.
        parent: Folder of the shards of this stage.
        code: Digest of the code that makes the vectors.
        anew: Make every shard, even one that is there.

    Returns:
        The shards in order; how many distinct documents were `embedded` and how many were `cached`.
    """
    embedder = make_embedder(provider)
    keys = [digest_of(made.key, embedder.model_id, code) for made in chunks]
    found = [None if anew else find_shard(parent, key) for key in keys]
    todo = [i for i, made in enumerate(found) if made is None]
    sizes = [chunks[i].counts["chunks"] for i in todo]
    folders = [[chunks[i].folder] for i in todo]
    document_keys: list[list[bytes]] = []
    for _, listed in run_batches(partial(_keys_of_shards, provider), folders, _killed_shard, inline=sum(sizes) < _INLINE):
        document_keys += listed
    with ExitStack() as stack:
        stack.callback(cache.flush)
        embedded = _embed(repository, provider, cache, [f for (f,) in folders], document_keys)
        made = {
            keys[i]: make_shard(parent, keys[i], code, partial(_write, cache, chunks[i].folder, listed))
            for i, listed in zip(todo, document_keys, strict=True)
        }
    shards = [shard or made[key] for key, shard in zip(keys, found, strict=True)]
    total = sum(m.counts["chunks"] + m.counts["files"] for m in chunks)
    return shards, {"embedded": embedded, "cached": total - embedded}


def _embed(repository: str, provider: str, cache: VectorCache, folders: list[Path], keys: list[list[bytes]]) -> int:
    """Embed what is not in the cache, each distinct document once; returns how many."""
    missing: dict[bytes, tuple[int, int]] = {}  # key -> shard and row of a document that needs it
    for shard, listed in enumerate(keys):
        for row in np.flatnonzero(cache.rows(listed) < 0).tolist() if listed else ():
            missing.setdefault(listed[row], (shard, row))
    todo = list(missing)
    jobs: list[list[RowsOf]] = []
    batches: list[list[bytes]] = []
    for at in range(0, len(todo), _BATCH):
        batch = todo[at : at + _BATCH]
        of_shard: dict[int, list[int]] = {}
        for key in batch:
            of_shard.setdefault(missing[key][0], []).append(missing[key][1])
        jobs.append([(folders[shard], np.array(rows, np.int64)) for shard, rows in of_shard.items()])
        batches.append(batch)
    done = 0
    for position, vectors in run_batches(partial(_embed_rows, provider), jobs, _killed_rows, inline=len(todo) < _INLINE):
        cache.add(batches[position], vectors)
        done += len(batches[position])
        report("embeddings", repository, done, len(todo), "texts")
    return len(todo)


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


def _keys_of_shards(provider: str, folders: Sequence[Path]) -> list[list[bytes]]:
    """Cache keys of all documents of shards. Runs in a worker process."""
    form = make_embedder(provider).form
    return [[key_of(form(document)) for document in _documents(folder)] for folder in folders]


def _embed_rows(provider: str, jobs: Sequence[RowsOf]) -> NDArray[np.float32]:
    """Vectors of some documents of shards, read here so that their texts need not travel. Runs in a worker process."""
    return make_embedder(provider).embed_documents([d for folder, rows in jobs for d in _documents(folder, rows)])


def _documents(folder: Path, rows: NDArray[np.int64] | None = None) -> list[EmbeddingInput]:
    """What some documents of a shard, or all, give to the embedder."""
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
    outlines, at = [], 0
    for path, count in zip(files["path"], files["chunks"], strict=True):
        names = [name for listed in symbols[at : at + count] for name in listed]
        outlines.append(EmbeddingInput(Title(path), "", " ".join(dict.fromkeys(names))))
        at += count
    return outlines
