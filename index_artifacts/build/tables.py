"""Write the version's tables of files and chunks, and a DuckDB catalog over all tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.build.reuse import PARQUET
from index_artifacts.progress import report
from index_artifacts.types import ChunkKind

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from index_artifacts.build.plan import Part, Plan

TABLES = ("files", "chunks", "symbols", "relations")
_GROUP = 128  # chunks a row group: what is decoded to show one hit


def build_tables(plan: Plan, out: Path) -> dict[str, int]:
    """Write `tables/files.parquet`, `tables/chunks.parquet`, `chunk_spans.arrow` and `catalog.duckdb`.

    The spans are the columns that every search needs of every chunk, in a form that opens without being read.

    Args:
        plan: What the version is made of.
        out: Candidate folder, with the tables of the relation graph.

    Returns:
        Rows of both tables.
    """
    files = chunks = symbols = 0
    tables = out / "tables"
    with (
        pq.ParquetWriter(tables / "files.parquet", schema.VERSION_FILES, **PARQUET) as file_writer,
        pq.ParquetWriter(tables / "chunks.parquet", schema.VERSION_CHUNKS, **PARQUET) as chunk_writer,
        pa.ipc.new_file(out / "chunk_spans.arrow", schema.CHUNK_SPANS) as span_writer,
    ):
        for i, part in enumerate(plan.parts):
            table = _files(part, chunks, symbols)
            file_writer.write_table(table)
            counts = table["chunks"].to_numpy()
            file = np.repeat(np.arange(len(counts)) + files, counts).astype(np.int32)
            at = 0
            for batch in pq.ParquetFile(part.chunks / "chunks.parquet").iter_batches(_GROUP * 64):
                size = len(batch)
                columns = [pa.array([part.name] * size), pa.array(file[at : at + size]), *batch.columns]
                chunk_writer.write_table(pa.Table.from_arrays(columns, schema=schema.VERSION_CHUNKS), row_group_size=_GROUP)
                span_writer.write_batch(_spans(columns[1], batch))
                at += size
            files, chunks, symbols = files + len(table), chunks + at, symbols + int(table["symbols"].to_numpy().sum())
            report("tables", part.name, i + 1, len(plan.parts), "repositories")
    write_catalog(out)
    return {"files": files, "chunks": chunks}


def _files(part: Part, first_chunk: int, first_symbol: int) -> pa.Table:
    """The rows of one repository's files."""
    table = pq.read_table(part.syntax / "files.parquet")
    chunked = pq.read_table(part.chunks / "files.parquet", columns=["path", "chunks"]).to_pydict()
    of_path = dict(zip(chunked["path"], chunked["chunks"], strict=True))
    counts = np.array([of_path.get(p, 0) for p in table["path"].to_pylist()], np.int32)
    symbols = table["symbols"].to_numpy()
    columns = {
        "repo": pa.array([part.name] * len(table), pa.string()),
        **{n: table[n] for n in table.column_names},
        "first_chunk": _starts(counts, first_chunk),
        "chunks": counts,
        "first_symbol": _starts(symbols, first_symbol),
        "rank": pq.read_table(part.relations / "file_ranks.parquet")["rank"],
    }
    return pa.table({n: columns[n] for n in schema.VERSION_FILES.names}, schema.VERSION_FILES)


def _spans(file: pa.Array, batch: pa.RecordBatch) -> pa.RecordBatch:
    kind = pc.index_in(batch.column("kind"), pa.array([str(k) for k in ChunkKind]))
    columns = [file, batch.column("start_line"), batch.column("end_line"), kind.cast(pa.int8())]
    return pa.RecordBatch.from_arrays(columns, schema=schema.CHUNK_SPANS)


def _starts(counts: Sequence[int] | np.ndarray, first: int) -> np.ndarray:
    return (np.concatenate([[0], np.cumsum(counts)[:-1]]) + first).astype(np.int32) if len(counts) else np.empty(0, np.int32)


def write_catalog(out: Path) -> None:
    """Write a DuckDB file with a view on each table; `query.sql.connect` opens it wherever the version lies."""
    import duckdb

    path = out / "catalog.duckdb"
    path.unlink(missing_ok=True)
    with duckdb.connect(str(path)) as catalog:
        catalog.execute("SET file_search_path = ?", [str(out)])
        for name in TABLES:
            catalog.execute(f"CREATE VIEW {name} AS SELECT * FROM read_parquet('tables/{name}.parquet')")
