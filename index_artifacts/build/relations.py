"""Turn the references of one repository into relations between its symbols, and rank symbols and files by them."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.build.resolution import Found, Imports, Names, add_import, resolve_call, resolve_type
from index_artifacts.build.reuse import PARQUET
from index_artifacts.progress import report
from index_artifacts.types import RelationKind, Resolution

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

_BATCH = 65_536
_DAMPING = 0.85  # the usual one: Page et al., The PageRank Citation Ranking, 1999
_KIND_WEIGHT = {RelationKind.CALLS: 1.0, RelationKind.EXTENDS: 2.0, RelationKind.IMPLEMENTS: 2.0, RelationKind.IMPORTS: 1.0}


@dataclass(slots=True)
class _Rows:
    """Relations as columns; numbers are rows within the repository, -1 for none."""

    kind: list[str] = field(default_factory=list)
    name: list[str] = field(default_factory=list)
    resolution: list[str] = field(default_factory=list)
    numbers: array[int] = field(default_factory=lambda: array("i"))  # source_file, source, target_file, target, line, candidates

    def add(self, kind: str, file: int, source: int, found: Found, name: str, line: int) -> None:
        self.kind.append(str(kind))
        self.name.append(name)
        self.resolution.append(str(found[2]))
        self.numbers.extend((file, source, found[0], found[1], line, found[3]))

    def table(self) -> pa.Table:
        numbers = np.frombuffer(self.numbers, np.int32).reshape(-1, 6) if self.numbers else np.empty((0, 6), np.int32)
        columns = dict(zip(("source_file", "source", "target_file", "target", "line", "candidates"), numbers.T, strict=True))
        arrays = {"kind": self.kind, "name": self.name, "resolution": self.resolution}
        return pa.table({n: pa.array(arrays.get(n, columns.get(n)), schema.RELATIONS.field(n).type) for n in schema.RELATIONS.names})


def build_relations(syntax: Path, out: Path, repository: str) -> dict[str, int]:
    """Resolve all references of a repository; write `relations`, `symbol_ranks` and `file_ranks`.

    Args:
        syntax: Result of the syntax stage.
        out: Empty folder for the result.
        repository: Its name, for progress.

    Returns:
        How many relations were resolved in each way.
    """
    files = pq.read_table(syntax / "files.parquet", columns=["path", "language", "package", "symbols", "references"]).to_pydict()
    first = np.concatenate([[0], np.cumsum(files["symbols"])]).tolist()
    names = _names(files, syntax, first)
    rows = _Rows()
    _contains(names, rows, syntax)
    imports = {file: Imports() for file in range(len(names.paths))}
    # Three passes, since a call is looked up along imports and base classes that may stand anywhere.
    for _, file, scope, module, name, alias, line in _references(syntax, files, first, {RelationKind.IMPORTS}):
        found = add_import(names, file, imports[file], module or name, name if module else "", alias)
        rows.add(RelationKind.IMPORTS, file, scope, found, _written(module, name), line)
    report("relations", repository, 1, 3, "passes")
    for kind, file, scope, receiver, name, _, line in _references(syntax, files, first, {RelationKind.EXTENDS, RelationKind.IMPLEMENTS}):
        found = resolve_type(names, file, imports[file], receiver, name)
        owner = names.class_of(scope)
        if found[1] >= 0 and owner >= 0 and found[1] != owner:
            names.bases[owner].append(found[1])
        rows.add(kind, file, scope, found, _written(receiver, name), line)
    report("relations", repository, 2, 3, "passes")
    for kind, file, scope, receiver, name, _, line in _references(syntax, files, first, {RelationKind.CALLS}):
        rows.add(kind, file, scope, resolve_call(names, file, imports[file], scope, receiver, name), _written(receiver, name), line)
    table = rows.table().sort_by([("source_file", "ascending"), ("line", "ascending"), ("kind", "ascending"), ("name", "ascending")])
    pq.write_table(table, out / "relations.parquet", **PARQUET)
    sizes = len(names.name), len(names.paths)
    resolved = Counter(rows.resolution)
    del names, imports, rows
    _write_ranks(table, *sizes, out)
    report("relations", repository, 3, 3, "passes")
    return dict(sorted(resolved.items()))


def _names(files: dict[str, list[Any]], syntax: Path, first: list[int]) -> Names:
    columns = pq.read_table(syntax / "symbols.parquet", columns=["kind", "name", "qualified_name", "parent"]).to_pydict()
    file = np.repeat(np.arange(len(files["path"])), files["symbols"])
    parent = np.asarray(columns["parent"], np.int64)
    parent = np.where(parent >= 0, parent + np.asarray(first, np.int64)[file], -1)
    return Names(
        files["path"],
        files["language"],
        files["package"],
        columns["kind"],
        columns["name"],
        columns["qualified_name"],
        parent.tolist(),
        file.tolist(),
    )


_Reference = tuple[str, int, int, str, str, str, int]  # kind, file, scope, receiver, name, alias, line


def _references(syntax: Path, files: dict[str, list[Any]], first: list[int], kinds: set[RelationKind]) -> Iterator[_Reference]:
    """References of some kinds, with files and scopes as rows of the repository, a batch at a time."""
    file = np.repeat(np.arange(len(files["path"]), dtype=np.int32), files["references"])
    starts, wanted = np.asarray(first, np.int64), pa.array(sorted(map(str, kinds)))
    at = 0
    for batch in pq.ParquetFile(syntax / "references.parquet").iter_batches(_BATCH):
        mine = file[at : at + len(batch)]
        at += len(batch)
        mask = pc.is_in(batch.column("kind"), wanted)
        mine, kept = mine[mask.to_numpy(zero_copy_only=False)], batch.filter(mask)
        scope = kept.column("scope").to_numpy()
        scope = np.where(scope >= 0, scope + starts[mine], -1)
        texts = [kept.column(n).to_pylist() for n in ("receiver", "name", "alias", "line")]
        yield from zip(kept.column("kind").to_pylist(), mine.tolist(), scope.tolist(), *texts, strict=True)


def _written(receiver: str, name: str) -> str:
    return f"{receiver}.{name}" if receiver and name else receiver or name


def _contains(names: Names, rows: _Rows, syntax: Path) -> None:
    lines = pq.read_table(syntax / "symbols.parquet", columns=["start_line"]).column(0).to_pylist()
    for row, parent in enumerate(names.parent):
        if parent >= 0:
            found: Found = (names.file[row], row, Resolution.SPAN, 1)
            rows.add(RelationKind.CONTAINS, names.file[parent], parent, found, names.name[row], lines[row])


def _write_ranks(relations: pa.Table, symbols: int, files: int, out: Path) -> None:
    """PageRank of symbols and files, times their number, so that 1 is the average."""
    kept = relations.filter(pc.is_in(relations["kind"], pa.array([str(k) for k in _KIND_WEIGHT])))
    weight = np.array([_KIND_WEIGHT[RelationKind(k)] for k in kept["kind"].to_pylist()])
    for name, count, source, target in (
        ("symbol_ranks", symbols, "source", "target"),
        ("file_ranks", files, "source_file", "target_file"),
    ):
        ranks = _page_rank(kept[source].to_numpy(), kept[target].to_numpy(), weight, count)
        pq.write_table(pa.table({"rank": pa.array(ranks, pa.float32())}), out / f"{name}.parquet", **PARQUET)


def _page_rank(source: NDArray[np.int32], target: NDArray[np.int32], weight: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    import networkx as nx

    ranks = np.ones(count)
    good = (source >= 0) & (target >= 0) & (source != target)
    if not good.any():
        return ranks
    edges, inverse = np.unique(np.stack([source[good], target[good]]), axis=1, return_inverse=True)
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
