"""Put the vectors of all chunks and files into FAISS indexes, row by row as the tables have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import faiss
import numpy as np
import pyarrow.parquet as pq

from index_artifacts.build.vector_cache import VectorCache
from index_artifacts.progress import report

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from index_artifacts.build.plan import Part, Plan

_BATCH = 16_384


def build_vector_index(plan: Plan, cache_folder: Path, dimension: int, out: Path) -> dict[str, int]:
    """Write `vectors.faiss` (chunks) and `file_vectors.faiss`: exact inner product over float16.

    A file's vector is the unit of the sum of its outline's vector and the unit of the mean of its chunks' vectors.

    Args:
        plan: What the version is made of.
        cache_folder: The model's vector cache, which holds every key of the plan.
        dimension: Length of a vector.
        out: Candidate folder.

    Returns:
        Rows of both indexes.
    """
    cache = VectorCache(cache_folder, dimension)
    kind = faiss.ScalarQuantizer.QT_fp16
    chunks = faiss.IndexScalarQuantizer(dimension, kind, faiss.METRIC_INNER_PRODUCT)
    files = faiss.IndexScalarQuantizer(dimension, kind, faiss.METRIC_INNER_PRODUCT)
    for i, part in enumerate(plan.parts):
        outlines = _Outlines(part, cache, dimension)
        for vectors in _vectors(part, cache):
            chunks.add(vectors)
            outlines.take(vectors)
        files.add(outlines.vectors())
        report("vector_index", part.name, i + 1, len(plan.parts), "repositories")
    faiss.write_index(chunks, str(out / "vectors.faiss"))
    faiss.write_index(files, str(out / "file_vectors.faiss"))
    return {"vectors": chunks.ntotal, "file_vectors": files.ntotal}


def _vectors(part: Part, cache: VectorCache) -> Iterator[NDArray[np.float32]]:
    for batch in pq.ParquetFile(part.embeddings / "chunk_keys.parquet").iter_batches(_BATCH):
        yield cache.vectors(batch.column(0).to_pylist()).astype(np.float32)


class _Outlines:
    """File vectors of one repository, gathered while its chunks' vectors pass by."""

    def __init__(self, part: Part, cache: VectorCache, dimension: int) -> None:
        everything = pq.read_table(part.syntax / "files.parquet", columns=["path"])["path"].to_pylist()
        chunked = pq.read_table(part.chunks / "files.parquet", columns=["path", "chunks"]).to_pydict()
        self._row = {path: i for i, path in enumerate(everything)}
        self._paths = chunked["path"]
        self._file = np.repeat(np.arange(len(self._paths)), chunked["chunks"])
        self._sums = np.zeros((len(self._paths), dimension), np.float32)
        self._names = cache.vectors(pq.read_table(part.embeddings / "file_keys.parquet")["key"].to_pylist())
        self._at = 0

    def take(self, vectors: NDArray[np.float32]) -> None:
        """Add the next chunks' vectors to their files."""
        np.add.at(self._sums, self._file[self._at : self._at + len(vectors)], vectors)
        self._at += len(vectors)

    def vectors(self) -> NDArray[np.float32]:
        """One vector a row of the files table; 0 for a file without chunks."""
        out = np.zeros((len(self._row), self._sums.shape[1]), np.float32)
        if len(self._paths):
            # Names come as they are, already unit vectors; the mean of the chunks is brought to the same length.
            out[[self._row[p] for p in self._paths]] = _unit(self._names.astype(np.float32) + _unit(self._sums))
        return out


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    units: NDArray[np.float32] = vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + np.float32(1e-9))
    return units
