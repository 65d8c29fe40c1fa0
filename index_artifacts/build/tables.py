"""Make the version's tables of files and chunks, and a DuckDB catalog over all tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.build.text_index import leaf_id
from index_artifacts.build.version_parts import link_shards
from index_artifacts.column_files import PARQUET, read_small, write_small
from index_artifacts.progress import report
from index_artifacts.types import Status

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from index_artifacts.build.plan import Part, Plan
    from index_artifacts.build.version_parts import Checksums

_VIEWS = {
    "files": "SELECT * FROM read_parquet('tables/files.parquet')",
    "chunks": "SELECT * FROM read_parquet('tables/chunks.parquet/*.parquet')",
    "symbols": "SELECT s.*, r.rank FROM read_parquet('tables/symbols.parquet/*.parquet') s "
    "LEFT JOIN read_parquet('tables/symbol_ranks.parquet/*.parquet') r USING (id)",
    "relations": "SELECT * FROM read_parquet('tables/relations.parquet/*.parquet')",
}


def build_tables(plan: Plan, out: Path) -> tuple[dict[str, int], Checksums]:
    """Make `tables/files.parquet`, `tables/chunks.parquet`, `spans.arrow`, `shards.arrow` and `catalog.duckdb`.

    The spans are the columns that every search needs of every chunk, in a form that opens without being read.

    Args:
        plan: What the version is made of.
        out: Candidate folder, with the tables of the relation graph.

    Returns:
        Rows of both tables; checksums of what is linked.
    """
    files, spans, shards = [], [], []
    first_file = 0
    for i, part in enumerate(plan.parts):
        files.append(_files(part))
        for made in part.chunks:
            held = read_small(made.folder / "spans.arrow")
            spans.append(held.set_column(0, "file", pa.array(held["file"].to_numpy() + first_file, pa.int32())))
            shards.append({"repo": part.name, "leaf": leaf_id(made.key), "files": made.counts["files"], "chunks": made.counts["chunks"]})
            first_file += made.counts["files"]
        report("tables", part.name, i + 1, len(plan.parts), "repositories")
    table = _with_starts(pa.concat_tables(files))
    pq.write_table(table.cast(schema.VERSION_FILES), out / "tables" / "files.parquet", **PARQUET)
    write_small(out / "spans.arrow", pa.concat_tables(spans).cast(schema.CHUNK_SPANS))
    write_small(out / "shards.arrow", pa.Table.from_pylist(shards, schema.SHARDS))
    linked = link_shards(out, "tables/chunks.parquet", [m for part in plan.parts for m in part.chunks], "chunks.parquet")
    write_catalog(out)
    return {"files": len(table), "chunks": sum(m.counts["chunks"] for part in plan.parts for m in part.chunks)}, linked


def _files(part: Part) -> pa.Table:
    """The files of one repository; those of its shards are the indexed ones, in their order."""
    table = pq.read_table(part.files)
    indexed = np.flatnonzero(np.array(table["status"].to_pylist(), object) == str(Status.INDEXED))
    made = pa.concat_tables([read_small(m.folder / "files.arrow", ["reason", "package", "broken", "symbols"]) for m in part.syntax])
    chunks = pa.concat_tables([read_small(m.folder / "files.arrow", ["chunks"]) for m in part.chunks])
    ranks = read_small(part.ranks / "file_ranks.arrow")

    def spread(column: pa.ChunkedArray, fill: NDArray[np.generic]) -> NDArray[np.generic]:
        """Values of the indexed files, with those of `fill` for the others."""
        out = fill.copy()
        out[indexed] = column.to_numpy(zero_copy_only=False)
        return out

    none = np.zeros(len(table), np.int32)
    columns = {
        **{n: table[n] for n in table.column_names},
        "repo": [part.name] * len(table),
        "reason": spread(made["reason"], np.array(table["reason"].to_pylist(), object)),
        "package": spread(made["package"], np.full(len(table), "", object)),
        "broken": spread(made["broken"], np.zeros(len(table), bool)),
        "symbols": spread(made["symbols"], none),
        "first_symbol": none,
        "chunks": spread(chunks["chunks"], none),
        "first_chunk": none,
        "rank": spread(ranks["rank"], np.ones(len(table), np.float32)),
    }
    return pa.table({n: columns[n] for n in schema.VERSION_FILES.names}, schema.VERSION_FILES)


def _with_starts(table: pa.Table) -> pa.Table:
    """Where each file's chunks and symbols begin in the fleet's tables."""
    for name, of in (("first_chunk", "chunks"), ("first_symbol", "symbols")):
        counts = table[of].to_numpy()
        starts = pa.array(np.cumsum(counts) - counts, pa.int32())
        table = table.set_column(table.schema.get_field_index(name), schema.VERSION_FILES.field(name), starts)
    return table


def write_catalog(out: Path) -> None:
    """Write a DuckDB file with a view on each table; its paths are relative to the version's folder."""
    import duckdb

    path = out / "catalog.duckdb"
    path.unlink(missing_ok=True)
    with duckdb.connect(str(path)) as catalog:
        catalog.execute("SET file_search_path = ?", [str(out)])
        for name, query in _VIEWS.items():
            catalog.execute(f"CREATE VIEW {name} AS {query}")
