"""Rewrite the parts of a vector cache that hold more dead vectors than live ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.feather as feather

from index_artifacts.build.vector_cache import KEY_BYTES, write_part
from index_artifacts.errors import DamagedIndexError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

NO_KEYS = pa.array([], pa.binary(KEY_BYTES))


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A part of a vector cache to be replaced by the vectors that live.

    Attributes:
        part: Its file.
        live: A mask of its rows.
        rows: How many it has.
    """

    part: Path
    live: pa.BooleanArray
    rows: int

    @property
    def dead(self) -> int:
        """How many rows go."""
        return self.rows - int(pc.sum(self.live).as_py() or 0)

    @property
    def freed(self) -> int:
        """About how many bytes go."""
        return self.part.stat().st_size * self.dead // max(self.rows, 1)


def find_rewrites(folder: Path, live: pa.Array) -> list[Rewrite]:
    """Parts of which more than half is dead, oldest first.

    Args:
        folder: Of the cache of one model.
        live: Keys that documents have. A vector is dead, too, where a newer part has its key.

    Raises:
        DamagedIndexError: A part cannot be read.
    """
    rewrites: list[Rewrite] = []
    newer: list[pa.Array] = []
    for part in sorted(folder.glob("part-*.arrow"), reverse=True):
        keys = _read(part, ["key"])["key"].combine_chunks()
        mask = pc.is_in(keys, value_set=live)
        if newer:
            mask = pc.and_not(mask, pc.is_in(keys, value_set=pa.concat_arrays(newer)))
        rewrite = Rewrite(part, mask, len(keys))
        if rewrite.dead * 2 > len(keys):
            rewrites.append(rewrite)
        newer.append(keys)
    return rewrites[::-1]


def rewrite_parts(rewrites: Sequence[Rewrite]) -> None:
    """Write what lives of each part as a new one, then remove the old one; a kill in between loses nothing.

    The new parts are the newest, and their keys are in no part that was newer than the old ones.
    """
    for rewrite in rewrites:
        kept = _read(rewrite.part, ["key", "vector"]).filter(rewrite.live).combine_chunks()
        if len(kept):
            width = kept.schema.field("vector").type.byte_width
            vectors = np.frombuffer(b"".join(kept["vector"].to_pylist()), np.float16).reshape(-1, width // 2)
            write_part(rewrite.part.parent, kept["key"].to_pylist(), vectors)
        rewrite.part.unlink()


def _read(part: Path, columns: list[str]) -> pa.Table:
    try:
        return feather.read_table(str(part), columns=columns, memory_map=True)
    except (OSError, ValueError, KeyError, pa.ArrowException) as error:
        raise DamagedIndexError(f"The vector cache {part} is damaged ({error}); delete this file and run again.") from error
