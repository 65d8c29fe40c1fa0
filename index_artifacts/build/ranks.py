"""PageRank of the symbols and files of a repository, from its relations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.column_files import PARQUET, write_small
from index_artifacts.types import RelationKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from index_artifacts.build.shards import Made

_DAMPING = 0.85  # the usual one: Page et al., The PageRank Citation Ranking, 1999
_TOLERANCE = 1e-6  # mean change of a rank whose average is 1
_WEIGHT = {RelationKind.CALLS: 1.0, RelationKind.EXTENDS: 2.0, RelationKind.IMPLEMENTS: 2.0, RelationKind.IMPORTS: 1.0}
_COLUMNS = ["kind", "source_path", "source", "target_path", "target"]


def write_ranks(shards: Sequence[Made], paths: Sequence[str], ids: NDArray[np.int64], out: Path) -> None:
    """Write `symbol_ranks.parquet` and `file_ranks.arrow`: PageRank times the number of nodes, so that 1 is the average.

    Args:
        shards: The relations.
        paths: Every file.
        ids: Of every symbol.
        out: Folder for the result.
    """
    order = np.argsort(ids)
    kinds, row_of = pa.array([str(k) for k in _WEIGHT]), {path: row for row, path in enumerate(paths)}
    weights = np.array(list(_WEIGHT.values()))
    columns: list[list[NDArray[Any]]] = [[] for _ in range(5)]
    for made in shards:
        table = pq.read_table(made.folder / "relations.parquet", columns=_COLUMNS)
        kind = pc.index_in(table["kind"], kinds)
        # What has no target in this repository makes no edge.
        table = table.filter(pc.and_(pc.is_valid(kind), pc.not_equal(table["target_path"], "")))
        weight = weights[pc.index_in(table["kind"], kinds).to_numpy()] if len(table) else np.empty(0)
        ends = [_rows(table[n].to_numpy(), ids, order) for n in ("source", "target")]
        files = [_files(table[f"{n}_path"], row_of) for n in ("source", "target")]
        for into, values in zip(columns, (weight, *ends, *files), strict=True):
            into.append(values)
    weight, source, target, source_file, target_file = (np.concatenate(c) if c else np.empty(0) for c in columns)
    ranks = page_rank(source.astype(np.int64), target.astype(np.int64), weight, len(ids))
    pq.write_table(pa.table({"id": ids, "rank": ranks}).cast(schema.SYMBOL_RANKS), out / "symbol_ranks.parquet", **PARQUET)
    ranks = page_rank(source_file.astype(np.int64), target_file.astype(np.int64), weight, len(paths))
    write_small(out / "file_ranks.arrow", pa.table({"rank": pa.array(ranks, pa.float32())}))


def _files(paths: pa.ChunkedArray, row_of: Mapping[str, int]) -> NDArray[np.int64]:
    """Row of each path; -1 for none."""
    encoded = paths.combine_chunks().dictionary_encode()
    rows = np.array([row_of.get(path, -1) for path in encoded.dictionary.to_pylist()], np.int64)
    found: NDArray[np.int64] = rows[encoded.indices.to_numpy()]
    return found


def _rows(wanted: NDArray[np.int64], ids: NDArray[np.int64], order: NDArray[np.int64]) -> NDArray[np.int64]:
    """Row of each id; -1 for none."""
    if not len(ids):
        return np.full(len(wanted), -1, np.int64)
    at = order[np.minimum(np.searchsorted(ids, wanted, sorter=order), len(ids) - 1)]
    return np.where(ids[at] == wanted, at, -1)


def page_rank(source: NDArray[np.int64], target: NDArray[np.int64], weight: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """PageRank times the number of nodes that have edges, by power iteration; a node without edges holds what is teleported to it.

    Args:
        source: Node that each edge leaves, -1 for none.
        target: Node that each edge enters, -1 for none.
        weight: Of each edge; edges between the same nodes count as one with the square root of their sum.
        count: Number of nodes.
    """
    good = (source >= 0) & (target >= 0) & (source != target)
    if not good.any():
        return np.ones(count)
    pairs, inverse = np.unique(source[good] * count + target[good], return_inverse=True)
    # Many uses from one place count less each: the square root keeps a chatty caller from deciding alone.
    sums = np.sqrt(np.bincount(inverse.ravel(), weights=weight[good]))
    nodes, ends = np.unique(np.concatenate(np.divmod(pairs, count)), return_inverse=True)
    leaves, enters = ends.reshape(2, -1)
    leaving = np.bincount(leaves, weights=sums, minlength=len(nodes))
    share = sums / leaving[leaves]
    stuck = leaving == 0
    found, change = np.ones(len(nodes)), np.inf
    while change > _TOLERANCE:
        before = found
        entering = np.bincount(enters, weights=before[leaves] * share, minlength=len(nodes))
        found = 1 - _DAMPING + _DAMPING * (entering + before[stuck].sum() / len(nodes))
        change = float(np.abs(found - before).mean())
    ranks = np.full(count, 1 - _DAMPING)
    ranks[nodes] = found
    return ranks
