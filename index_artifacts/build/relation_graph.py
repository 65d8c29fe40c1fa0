"""Join the relations of all repositories, resolve across them, and number the symbols of the fleet."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.build.reuse import PARQUET
from index_artifacts.progress import report
from index_artifacts.types import CALLABLE_KINDS, CLASS_KINDS, RelationKind, Resolution

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from index_artifacts.build.plan import Part, Plan

_BATCH = 65_536
_SYMBOL_COLUMNS = ("kind", "name", "qualified_name", "path")


def build_relation_graph(plan: Plan, out: Path) -> dict[str, int]:
    """Write `tables/symbols.parquet` and `tables/relations.parquet` of a version.

    Args:
        plan: What the version is made of.
        out: Candidate folder.

    Returns:
        Rows of both tables, and relations by how they were resolved.
    """
    starts = np.concatenate([[0], np.cumsum([_rows(p.syntax / "symbols.parquet") for p in plan.parts], dtype=np.int64)])
    elsewhere = _unique_names(plan, starts) if len(plan.parts) > 1 else {}
    counts: Counter[str] = Counter()
    with pq.ParquetWriter(out / "tables" / "relations.parquet", schema.VERSION_RELATIONS, **PARQUET) as writer:
        for i, part in enumerate(plan.parts):
            for table in _relations(plan, i, starts, elsewhere):
                writer.write_table(table)
                counts.update({r["values"]: r["counts"] for r in pc.value_counts(table["resolution"]).to_pylist()})
            report("relation_graph", part.name, i + 1, len(plan.parts), "repositories")
    _write_symbols(plan, out)
    return {"symbols": int(starts[-1]), "relations": sum(counts.values()), **dict(sorted(counts.items()))}


def _rows(path: Path) -> int:
    return int(pq.read_metadata(path).num_rows)


def _unique_names(plan: Plan, starts: NDArray[np.int64]) -> dict[str, tuple[int, int, int]]:
    """Name of a definition -> (repository, row in the fleet, how many definitions the fleet has), over the whole fleet."""
    found: dict[str, tuple[int, int, int]] = {}
    kinds = pa.array(sorted(CALLABLE_KINDS | CLASS_KINDS))
    for i, part in enumerate(plan.parts):
        table = pq.read_table(part.syntax / "symbols.parquet", columns=["kind", "name"])
        rows = np.flatnonzero(pc.is_in(table["kind"], kinds).to_numpy())
        for name, row in zip(table["name"].take(pa.array(rows)).to_pylist(), rows.tolist(), strict=True):
            _, _, count = found.get(name, (0, 0, 0))
            found[name] = (i, int(starts[i]) + row, count + 1)
    return found


def _relations(plan: Plan, index: int, starts: NDArray[np.int64], elsewhere: dict[str, tuple[int, int, int]]) -> Iterator[pa.Table]:
    """The relations of one repository with names in place of rows, in batches."""
    part = plan.parts[index]
    symbols = _symbols(part)
    paths = pq.read_table(part.syntax / "files.parquet", columns=["path"])["path"].combine_chunks()
    foreign: dict[int, pa.Table] = {}
    for batch in pq.ParquetFile(part.relations / "relations.parquet").iter_batches(_BATCH):
        columns = {n: batch.column(n) for n in batch.schema.names}
        target, resolution, candidates = (columns[n].to_numpy(zero_copy_only=False) for n in ("target", "resolution", "candidates"))
        target = target.astype(np.int64)
        names = {
            "source_path": _take(paths, columns["source_file"]),
            "source_name": _take(symbols["qualified_name"].combine_chunks(), columns["source"]),
            "target_path": _take(paths, columns["target_file"]),
        }
        target_name = pc.if_else(
            pc.greater_equal(columns["target"], 0),
            _take(symbols["qualified_name"].combine_chunks(), columns["target"]),
            columns["name"],
        )
        known = (target >= 0) | (columns["target_file"].to_numpy() >= 0)
        repos = np.where(known, part.name, "").astype(object)
        rows = {
            "target": np.where(target >= 0, target + starts[index], -1),
            "target_path": np.array(names["target_path"].to_pylist(), object),
            "target_name": np.array(target_name.to_pylist(), object),
            "target_repo": repos,
            "resolution": resolution,
            "candidates": candidates.copy(),
        }
        if elsewhere:
            _resolve_elsewhere(plan, index, columns, rows, starts, elsewhere, foreign)
        source = columns["source"].to_numpy().astype(np.int64)
        yield pa.table(
            {
                "kind": columns["kind"],
                "source_repo": pa.array([part.name] * len(batch), pa.string()),
                "source_path": names["source_path"],
                "source": np.where(source >= 0, source + starts[index], -1).astype(np.int32),
                "source_name": names["source_name"],
                "target_repo": pa.array(rows["target_repo"], pa.string()),
                "target_path": pa.array(rows["target_path"], pa.string()),
                "target": rows["target"].astype(np.int32),
                "target_name": pa.array(rows["target_name"], pa.string()),
                "line": columns["line"],
                "resolution": pa.array(rows["resolution"], pa.string()),
                "candidates": rows["candidates"],
            },
            schema.VERSION_RELATIONS,
        )


def _resolve_elsewhere(
    plan: Plan,
    index: int,
    columns: dict[str, pa.Array],
    rows: dict[str, NDArray[np.generic]],
    starts: NDArray[np.int64],
    elsewhere: dict[str, tuple[int, int, int]],
    foreign: dict[int, pa.Table],
) -> None:
    """Give what this repository does not define the fleet's only definition of that name, in place."""
    kinds = columns["kind"].to_pylist()
    written = columns["name"].to_pylist()
    for i in np.flatnonzero(rows["resolution"] == str(Resolution.EXTERNAL)).tolist():
        if kinds[i] == RelationKind.IMPORTS:
            continue
        repository, row, count = elsewhere.get(written[i].rpartition(".")[2], (index, -1, 0))
        if repository == index or row < 0:
            continue
        rows["candidates"][i] = count
        if count > 1:
            rows["resolution"][i] = str(Resolution.AMBIGUOUS)
            continue
        if repository not in foreign:
            foreign[repository] = _symbols(plan.parts[repository])
        at = row - int(starts[repository])
        rows["resolution"][i] = str(Resolution.UNIQUE_IN_FLEET)
        rows["target"][i] = row
        rows["target_repo"][i] = plan.parts[repository].name
        rows["target_path"][i] = foreign[repository]["path"][at].as_py()
        rows["target_name"][i] = foreign[repository]["qualified_name"][at].as_py()


def _symbols(part: Part) -> pa.Table:
    return pq.read_table(part.syntax / "symbols.parquet", columns=list(_SYMBOL_COLUMNS)).combine_chunks()


def _take(values: pa.Array, rows: pa.Array) -> pa.Array:
    """Values at rows, "" where the row is -1."""
    return pc.fill_null(values.take(pc.if_else(pc.greater_equal(rows, 0), rows, None)), "")


def _write_symbols(plan: Plan, out: Path) -> None:
    first_file = 0
    with pq.ParquetWriter(out / "tables" / "symbols.parquet", schema.VERSION_SYMBOLS, **PARQUET) as writer:
        for part in plan.parts:
            counts = pq.read_table(part.syntax / "files.parquet", columns=["symbols"])["symbols"].to_numpy()
            file = np.repeat(np.arange(len(counts)) + first_file, counts).astype(np.int32)
            ranks = pq.read_table(part.relations / "symbol_ranks.parquet")["rank"].combine_chunks()
            at = 0
            for batch in pq.ParquetFile(part.syntax / "symbols.parquet").iter_batches(_BATCH):
                size = len(batch)
                columns = [pa.array([part.name] * size), pa.array(file[at : at + size]), *batch.columns, ranks.slice(at, size)]
                writer.write_table(pa.Table.from_arrays(columns, schema=schema.VERSION_SYMBOLS))
                at += size
            first_file += len(counts)
