"""Parquet and Arrow files as codelode writes and reads them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

PARQUET = {"compression": "zstd", "compression_level": 1, "write_statistics": False}


class Rows:
    """Random access to runs of rows of one Parquet file; only a few row groups are in memory."""

    def __init__(self, path: Path) -> None:
        self._file = pq.ParquetFile(path, memory_map=True)
        sizes = [self._file.metadata.row_group(i).num_rows for i in range(self._file.num_row_groups)]
        self._starts = np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)])
        self._group = lru_cache(maxsize=6)(self._file.read_row_group)

    def row(self, number: int, columns: Sequence[str]) -> dict[str, Any]:
        """Some columns of one row; only they are decoded."""
        at = int(np.searchsorted(self._starts, number, side="right")) - 1
        group = self._file.read_row_group(at, columns=columns, use_threads=False)
        return dict(group.slice(number - int(self._starts[at]), 1).to_pylist()[0])

    def slice(self, start: int, count: int) -> pa.Table:
        """`count` rows from row `start` on."""
        pieces: list[pa.Table] = []
        at = int(np.searchsorted(self._starts, start, side="right")) - 1
        while count > 0:
            offset = start - int(self._starts[at])
            piece = self._group(at).slice(offset, count)
            pieces.append(piece)
            start, count, at = start + len(piece), count - len(piece), at + 1
        return pa.concat_tables(pieces) if pieces else self._file.schema_arrow.empty_table()


rows_of = lru_cache(maxsize=64)(Rows)


def write_small(path: Path, table: pa.Table, code: str = "") -> None:
    """Write a table that is read whole and often, with the digest of the code that made it."""
    feather.write_feather(table.replace_schema_metadata({"code": code} if code else None), str(path), compression="uncompressed")


def read_small(path: Path, columns: Sequence[str] | None = None) -> pa.Table:
    """Read a table of `write_small`, in one chunk a column."""
    table: pa.Table = feather.read_table(str(path), columns=list(columns) if columns else None, memory_map=True)
    return table.combine_chunks()
