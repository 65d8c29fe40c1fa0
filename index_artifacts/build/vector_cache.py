"""The content-addressed cache of vectors of one model, shared by repositories, branches and versions.

It is a folder of immutable parts, each written beside and renamed: a killed run loses at most the part that it was filling.
Vectors are float16, the precision of the index, so that a cached vector and a fresh one give the same index.
"""

from __future__ import annotations

import hashlib
import os
import time
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from index_artifacts.errors import DamagedIndexError
from index_artifacts.store import sync, writing

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

KEY_BYTES = 16
_PART_ROWS = 100_000
_PART_SECONDS = 30.0


def key_of(formed: str) -> bytes:
    """Cache key of what an embedder formed: BLAKE2b, 16 bytes."""
    return hashlib.blake2b(formed.encode("utf-8", "surrogatepass"), digest_size=KEY_BYTES).digest()


class VectorCache:
    """Vectors by key; reads all parts, appends new ones."""

    def __init__(self, folder: Path, dimension: int) -> None:
        self._folder, self._dimension = folder, dimension
        self._known: dict[bytes, int] = {}  # key -> row over all parts
        self._parts: list[NDArray[np.float16]] = []
        self._starts: list[int] = [0]
        self._pending: list[tuple[bytes, NDArray[np.float16]]] = []
        self._since = time.monotonic()
        for path in sorted(folder.glob("part-*.parquet")):
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            table = pq.read_table(path, memory_map=True)
            keys = table.column("key").to_pylist()
            column = table.column("vector").combine_chunks()
            flat = np.frombuffer(column.buffers()[1], np.float16)
            vectors = flat.reshape(len(keys), self._dimension)
        except (OSError, ValueError, KeyError, pa.ArrowException) as error:
            raise DamagedIndexError(f"The vector cache {path} is damaged ({error}); delete this file and index again.") from error
        self._append(keys, vectors)

    def _append(self, keys: list[bytes], vectors: NDArray[np.float16]) -> None:
        start = self._starts[-1]
        for i, key in enumerate(keys):
            self._known.setdefault(key, start + i)
        self._parts.append(vectors)
        self._starts.append(start + len(keys))

    def __contains__(self, key: bytes) -> bool:
        return key in self._known

    def add(self, keys: list[bytes], vectors: NDArray[np.float32]) -> None:
        """Append vectors [n, dimension] under their keys; they reach the disk every 30 seconds and by `flush`."""
        halves = vectors.astype(np.float16)
        self._pending += zip(keys, halves, strict=True)
        self._append(keys, halves)
        if len(self._pending) >= _PART_ROWS or time.monotonic() - self._since > _PART_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write what is not yet on disk as a new part."""
        if self._pending:
            keys, vectors = zip(*self._pending, strict=True)
            name = f"part-{time.time_ns():020d}-{os.getpid()}.parquet"
            temporary = self._folder / f".{name}"
            rows = pa.array([v.tobytes() for v in vectors], pa.binary(2 * self._dimension))
            with writing(self._folder):
                self._folder.mkdir(parents=True, exist_ok=True)
                try:
                    pq.write_table(pa.table({"key": pa.array(keys, pa.binary(KEY_BYTES)), "vector": rows}), temporary, compression="none")
                    sync(temporary)
                    temporary.rename(self._folder / name)
                    sync(self._folder)
                finally:
                    temporary.unlink(missing_ok=True)
            self._pending.clear()
        self._since = time.monotonic()

    def vectors(self, keys: list[bytes]) -> NDArray[np.float16]:
        """Vectors [n, dimension] of keys that the cache holds."""
        rows = np.fromiter((self._known[k] for k in keys), np.int64, len(keys))
        part = np.searchsorted(self._starts, rows, side="right") - 1
        out = np.empty((len(keys), self._dimension), np.float16)
        for i in np.unique(part):
            mine = part == i
            out[mine] = self._parts[i][rows[mine] - self._starts[i]]
        return out
