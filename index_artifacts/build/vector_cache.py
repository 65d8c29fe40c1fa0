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
import pyarrow.feather as feather

from index_artifacts.errors import DamagedIndexError
from index_artifacts.store import sync, writing

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

KEY_BYTES = 16
_PART_ROWS = 100_000
_PART_SECONDS = 30.0


def key_of(formed: str) -> bytes:
    """Cache key of what an embedder formed: BLAKE2b, 16 bytes."""
    return hashlib.blake2b(formed.encode("utf-8", "surrogatepass"), digest_size=KEY_BYTES).digest()


class VectorCache:
    """Vectors by key; maps all parts into memory, appends new ones. Of two vectors with one key the newest holds."""

    def __init__(self, folder: Path, dimension: int, *, empty: bool = False) -> None:
        """Open the cache of a model.

        Args:
            folder: Where its parts lie; made when there is something to write.
            dimension: Length of a vector.
            empty: Start as if no part were there; what is added still goes there.
        """
        self._folder, self._dimension = folder, dimension
        parts = [] if empty else [self._read(p) for p in sorted(folder.glob("part-*.arrow"))]
        keys = np.concatenate([k for k, _ in parts]) if parts else np.empty((0, 2), np.uint64)
        self._order = np.argsort(keys[:, 0], kind="stable")
        self._keys = keys[self._order]
        self._parts: list[NDArray[np.float16]] = [v for _, v in parts]
        self._starts: list[int] = [0, *np.cumsum([len(v) for v in self._parts], dtype=np.int64).tolist()]
        self._added: dict[bytes, int] = {}  # key -> row over all parts
        self._pending: list[tuple[bytes, NDArray[np.float16]]] = []
        self._since = time.monotonic()

    def _read(self, path: Path) -> tuple[NDArray[np.uint64], NDArray[np.float16]]:
        try:
            table = feather.read_table(str(path), memory_map=True).combine_chunks()
            keys, flat = (np.frombuffer(table.column(n).chunk(0).buffers()[1], t) for n, t in (("key", ">u8"), ("vector", np.float16)))
            return keys.reshape(-1, 2)[: len(table)].astype(np.uint64), flat[: len(table) * self._dimension].reshape(len(table), -1)
        except (OSError, ValueError, KeyError, IndexError, pa.ArrowException) as error:
            raise DamagedIndexError(f"The vector cache {path} is damaged ({error}); delete this file and index again.") from error

    def rows(self, keys: Sequence[bytes]) -> NDArray[np.int64]:
        """Row of each key, or -1."""
        asked = np.frombuffer(b"".join(keys), ">u8").reshape(-1, 2).astype(np.uint64)
        found = np.full(len(keys), -1, np.int64)
        if len(self._keys):
            at = np.searchsorted(self._keys[:, 0], asked[:, 0], side="right") - 1
            same = (at >= 0) & (self._keys[at] == asked).all(axis=1)
            found[same] = self._order[at[same]]
        if self._added:
            for i, key in enumerate(keys):
                found[i] = self._added.get(key, found[i])
        return found

    def add(self, keys: Sequence[bytes], vectors: NDArray[np.float32], passing: Collection[bytes] = ()) -> None:
        """Append vectors [n, dimension] under their keys; they reach the disk every 30 seconds and by `flush`.

        Args:
            keys: Of the vectors.
            vectors: Theirs.
            passing: Keys whose vectors only this process shall have.
        """
        halves = vectors.astype(np.float16)
        self._pending += [(key, half) for key, half in zip(keys, halves, strict=True) if key not in passing]
        start = self._starts[-1]
        self._added.update({key: start + i for i, key in enumerate(keys)})
        self._parts.append(halves)
        self._starts.append(start + len(keys))
        self.tick()

    def tick(self) -> None:
        """Write what is not yet on disk if there is enough of it or it has waited for long enough."""
        if len(self._pending) >= _PART_ROWS or time.monotonic() - self._since > _PART_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write what is not yet on disk as a new part."""
        if self._pending:
            keys, vectors = zip(*self._pending, strict=True)
            write_part(self._folder, list(keys), np.stack(vectors))
            self._pending.clear()
        self._since = time.monotonic()

    def vectors(self, keys: Sequence[bytes]) -> NDArray[np.float16]:
        """Vectors [n, dimension] of keys that the cache holds."""
        rows = self.rows(keys)
        if (rows < 0).any():
            raise KeyError(f"{int((rows < 0).sum())} keys are not in the vector cache {self._folder}")
        part = np.searchsorted(self._starts, rows, side="right") - 1
        out = np.empty((len(keys), self._dimension), np.float16)
        for i in np.unique(part):
            mine = part == i
            out[mine] = self._parts[i][rows[mine] - self._starts[i]]
        return out


def write_part(folder: Path, keys: list[bytes], vectors: NDArray[np.float16]) -> Path:
    """Write a part of a cache beside, flush it to disk and rename it."""
    final = folder / f"part-{time.time_ns():020d}-{os.getpid()}.arrow"
    temporary = folder / f".{final.name}"
    flat = pa.FixedSizeBinaryArray.from_buffers(pa.binary(2 * vectors.shape[1]), len(keys), [None, pa.py_buffer(vectors.tobytes())])
    table = pa.table({"key": pa.array(keys, pa.binary(KEY_BYTES)), "vector": flat})
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            feather.write_feather(table, str(temporary), compression="uncompressed", chunksize=len(table))
            sync(temporary)
            temporary.rename(final)
            sync(folder)
        finally:
            temporary.unlink(missing_ok=True)
    return final
