"""PageRank of the symbols and files of a repository, from its relations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.column_files import PARQUET, write_small
from index_artifacts.types import RelationKind

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from index_artifacts.build.shards import Made

_DAMPING = 0.85  # the usual one: Page et al., The PageRank Citation Ranking, 1999
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
    kinds, known_paths = pa.array([str(k) for k in _WEIGHT]), pa.array(paths, pa.string())
    weights = np.array(list(_WEIGHT.values()))
    columns: list[list[NDArray[np.float64]]] = [[] for _ in range(5)]
    for made in shards:
        table = pq.read_table(made.folder / "relations.parquet", columns=_COLUMNS)
        kind = pc.index_in(table["kind"], kinds)
        # What has no target in this repository makes no edge.
        table = table.filter(pc.and_(pc.is_valid(kind), pc.not_equal(table["target_path"], "")))
        weight = weights[pc.index_in(table["kind"], kinds).to_numpy()] if len(table) else np.empty(0)
        ends = [_rows(table[n].to_numpy(), ids, order) for n in ("source", "target")]
        files = [pc.fill_null(pc.index_in(table[f"{n}_path"], known_paths), -1).to_numpy() for n in ("source", "target")]
        for into, values in zip(columns, (weight, *ends, *files), strict=True):
            into.append(values)
    weight, source, target, source_file, target_file = (np.concatenate(c) if c else np.empty(0) for c in columns)
    ranks = _page_rank(source.astype(np.int64), target.astype(np.int64), weight, len(ids))
    pq.write_table(pa.table({"id": ids, "rank": ranks}).cast(schema.SYMBOL_RANKS), out / "symbol_ranks.parquet", **PARQUET)
    ranks = _page_rank(source_file.astype(np.int64), target_file.astype(np.int64), weight, len(paths))
    write_small(out / "file_ranks.arrow", pa.table({"rank": pa.array(ranks, pa.float32())}))


def _rows(wanted: NDArray[np.int64], ids: NDArray[np.int64], order: NDArray[np.int64]) -> NDArray[np.int64]:
    """Row of each id; -1 for none."""
    if not len(ids):
        return np.full(len(wanted), -1, np.int64)
    at = order[np.minimum(np.searchsorted(ids, wanted, sorter=order), len(ids) - 1)]
    return np.where(ids[at] == wanted, at, -1)


def _page_rank(source: NDArray[np.int64], target: NDArray[np.int64], weight: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    import networkx as nx

    ranks = np.ones(count)
    good = (source >= 0) & (target >= 0) & (source != target)
    if not good.any():
        return ranks
    pairs, inverse = np.unique(source[good] * count + target[good], return_inverse=True)
    edges = np.stack(np.divmod(pairs, count))
    graph: nx.DiGraph[int] = nx.DiGraph()
    # Many uses from one place count less each: the square root keeps a chatty caller from deciding alone.
    sums = np.sqrt(np.bincount(inverse.ravel(), weights=weight[good]))
    graph.add_nodes_from(np.unique(edges).tolist())
    graph.add_weighted_edges_from(zip(*edges.tolist(), sums.tolist(), strict=True))
    found = nx.pagerank(graph, alpha=_DAMPING)
    # Nodes without edges hold the uniform rank of the whole graph's teleport.
    scale = len(found)
    ranks[:] = 1 - _DAMPING
    ranks[list(found)] = np.fromiter(found.values(), np.float64, len(found)) * scale
    return ranks
