"""Settings under which a few small files are many shards, merges and candidates that are cut off."""

from __future__ import annotations

import os
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

import pyarrow as pa

from index_artifacts.build import chunks, embeddings, results, shards, syntax, text_index
from index_artifacts.query import retrieval

if TYPE_CHECKING:
    from collections.abc import Iterator

SHARD_BYTES = 400  # two or three files
# Fewer than a small repository has chunks, so that the cut falls between equals.
_LIMITS = {"CHUNK_WORDS": 12, "CHUNK_DENSE": 12, "FILE_WORDS": 8, "FILE_DENSE": 8, "_DEFINERS": 3}


@contextmanager
def small_sizes(inline: int | None = None) -> Iterator[None]:
    """Make shards, merges and searches small, in this process.

    Args:
        inline: Less work than this is done here rather than in worker processes; default as it is.
    """
    small: dict[object, dict[str, int]] = {
        shards: {"_MEAN_BYTES": SHARD_BYTES, "_LEAST_BYTES": SHARD_BYTES // 4, "_MOST_BYTES": 4 * SHARD_BYTES},
        text_index: {"_MEAN_MORE": 2, "_MOST_RUN": 12},
        retrieval: _LIMITS,
    }
    if inline is not None:
        small |= {syntax: {"_INLINE_BYTES": inline}, chunks: {"_INLINE_FILES": inline}, embeddings: {"_INLINE": inline}}
        small[text_index] |= {"_INLINE_CHUNKS": inline}
    with ExitStack() as stack:
        for module, values in small.items():
            for name, value in values.items():
                stack.enter_context(patch.object(module, name, value))
        yield


@contextmanager
def small_world() -> Iterator[None]:
    """Make everything small, in this process alone, without flushing to disk."""
    with small_sizes(), patch.dict(os.environ, {"LODE_WORKERS": "1"}), patch.object(os, "fsync", lambda _: None):
        pa.set_cpu_count(1)  # reading such files takes less than waking threads
        yield


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for one sequence, in memory where the system has such a place."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="codelode-proof-", dir=memory if os.access(memory, os.W_OK) else None) as folder:
        try:
            yield Path(folder)
        finally:
            results._known.clear()  # what it knows lies in folders that are gone now
