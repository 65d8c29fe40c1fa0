"""Tables of a version that lie in several files."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray


class PartedTable:
    """One table: whole columns, and single rows by their number over all files."""

    def __init__(self, folder: Path) -> None:
        self._paths = sorted(folder.iterdir())

    def columns(self, names: Sequence[str]) -> pa.Table:
        """Some columns of all rows."""
        return pa.concat_tables([pq.read_table(p, columns=list(names), use_threads=False) for p in self._paths])

    @cached_property
    def _starts(self) -> NDArray[np.int64]:
        counts = [pq.read_metadata(p).num_rows for p in self._paths]
        return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])

    def rows(self, numbers: NDArray[np.int64], names: Sequence[str] | None = None) -> list[dict[str, Any]]:
        """Some rows, in the order of their numbers as given; names are those of the columns, default all."""
        part = np.searchsorted(self._starts, numbers, side="right") - 1
        found: dict[int, dict[str, Any]] = {}
        for i in np.unique(part).tolist():
            mine = numbers[part == i]
            table = pq.read_table(self._paths[i], columns=list(names) if names else None, use_threads=False)
            found.update(zip(mine.tolist(), table.take(pa.array(mine - self._starts[i])).to_pylist(), strict=True))
        return [found[n] for n in numbers.tolist()]
