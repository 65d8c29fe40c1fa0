"""Rows that an earlier result already holds for the same content, copied instead of made again."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

Unit = tuple[str, str]  # sha256 and language: all that rows without a path depend on
PARQUET = {"compression": "zstd", "compression_level": 1, "write_statistics": False}


class Rows:
    """Random access to runs of rows of one Parquet file; only a few row groups are in memory."""

    def __init__(self, path: Path) -> None:
        self._file = pq.ParquetFile(path, memory_map=True)
        sizes = [self._file.metadata.row_group(i).num_rows for i in range(self._file.num_row_groups)]
        self._starts = np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)])
        self._group = lru_cache(maxsize=6)(self._file.read_row_group)

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


class Known:
    """Where an earlier result holds the rows of each unit.

    Its `files.parquet` has a row a file, with a column of counts named after each table.
    """

    def __init__(self, folder: Path | None, tables: tuple[str, ...]) -> None:
        self._at: dict[Unit, tuple[dict[str, Any], list[int]]] = {}
        self._tables = tables
        if folder is None:
            return
        self._rows = {t: Rows(folder / f"{t}.parquet") for t in tables}
        starts = [0] * len(tables)
        for row in pq.read_table(folder / "files.parquet").to_pylist():
            if any(row[t] for t in tables):
                self._at.setdefault((row["sha256"], row["language"]), (row, starts.copy()))
            starts = [s + row[t] for s, t in zip(starts, tables, strict=True)]

    def __contains__(self, unit: Unit) -> bool:
        return unit in self._at

    def row(self, unit: Unit) -> dict[str, Any]:
        """The earlier row of a file with this content."""
        return self._at[unit][0]

    def rows(self, unit: Unit, path: str) -> list[pa.Table]:
        """The unit's rows in each table, under the given path."""
        row, starts = self._at[unit]
        return [_under(self._rows[t].slice(s, row[t]), path) for t, s in zip(self._tables, starts, strict=True)]


def _under(table: pa.Table, path: str) -> pa.Table:
    return table.set_column(0, table.schema.field(0), pa.array([path] * len(table), pa.string()))


def batches_of(sizes: Iterable[int], most_bytes: int, most: int) -> Iterator[range]:
    """Cut a sequence into runs of at most so many bytes and items."""
    start = end = total = 0
    for size in sizes:
        if end > start and (total + size > most_bytes or end - start >= most):
            yield range(start, end)
            start, total = end, 0
        end, total = end + 1, total + size
    if end > start:
        yield range(start, end)
