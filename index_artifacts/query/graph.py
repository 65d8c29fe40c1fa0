"""Walk along the relations of a version: around a symbol, between two, and to all that a change may reach."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from index_artifacts.query.parted import PartedTable
from index_artifacts.types import Direction, Relation, RelationKind

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

# What a whole file names or a symbol holds is shown beside a symbol, but going on from there would lead everywhere.
FOLLOWED = (RelationKind.CALLS, RelationKind.EXTENDS, RelationKind.IMPLEMENTS)
_PATHS = (*FOLLOWED, RelationKind.CONTAINS)


class RelationGraph:
    """The relations of one version; the ends of all of them are in memory once one is asked for."""

    def __init__(self, folder: Path) -> None:
        self._relations = PartedTable(folder / "tables" / "relations.parquet")
        self._symbols = PartedTable(folder / "tables" / "symbols.parquet")

    @cached_property
    def _ends(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int8]]:
        """Id of the source and of the target, and place of the kind in `RelationKind`, of each relation."""
        table = self._relations.columns(["source", "target", "kind"])
        kinds = pc.index_in(table["kind"], pa.array([str(k) for k in RelationKind]))
        return table["source"].to_numpy(), table["target"].to_numpy(), kinds.to_numpy().astype(np.int8)

    def _of(self, kinds: Collection[str]) -> NDArray[np.bool_]:
        """Which relations are of some kinds."""
        wanted = [i for i, kind in enumerate(RelationKind) if kind in kinds]
        found: NDArray[np.bool_] = np.isin(self._ends[2], wanted)
        return found

    def walk(self, ids: Sequence[int], direction: Direction, depth: int, kinds: Collection[str] = ()) -> list[Relation]:
        """Relations of symbols and, up to a depth, of what they lead to, each once, the nearest first.

        Args:
            ids: Of the symbols.
            direction: Relations that leave (callees), those that enter (callers), or both, each followed its own way.
            depth: 1 for the symbols' own relations.
            kinds: Only these; default all, of which calls, extends and implements are followed further.
        """
        source, target, _ = self._ends
        ways = [(source, target)] if direction is Direction.CALLEES else [(target, source)]
        if direction is Direction.BOTH:
            ways = [(source, target), (target, source)]
        found: dict[int, int] = {}
        for near, far in ways:
            for row, at in self._levels(np.array(ids, np.int64), near, far, depth, kinds):
                found[row] = min(at, found.get(row, at))
        rows = np.fromiter(found, np.int64, len(found))
        relations = self._read(rows, list(found.values()))
        return sorted(relations, key=lambda r: (r.depth, r.kind, r.source_repo, r.source_path, r.line, r.target))

    def _levels(
        self, ids: NDArray[np.int64], near: NDArray[np.int64], far: NDArray[np.int64], depth: int, kinds: Collection[str]
    ) -> list[tuple[int, int]]:
        """Rows of relations and how deep they lie, from the near end to the far end."""
        found: list[tuple[int, int]] = []
        seen, frontier = ids, ids
        shown, followed = (self._of(kinds),) * 2 if kinds else (np.ones(len(near), bool), self._of(FOLLOWED))
        for at in range(1, depth + 1):
            touching = np.isin(near, frontier) & (shown if at == 1 else followed)
            found += [(row, at) for row in np.flatnonzero(touching).tolist()]
            frontier = np.setdiff1d(far[touching & followed], seen)
            frontier = frontier[frontier >= 0]
            seen = np.concatenate([seen, frontier])
            if not len(frontier):
                break
        return found

    def path(self, starts: Sequence[int], ends: Sequence[int]) -> list[Relation]:
        """A shortest way along calls, extends, implements and contains; empty if there is none."""
        source, target, _ = self._ends
        open_rows = np.flatnonzero(self._of(_PATHS) & (source >= 0) & (target >= 0))
        reached = frontier = np.array(starts, np.int64)
        came_by: dict[int, int] = {}  # symbol -> row of the relation by which it was first reached
        while len(frontier) and not np.isin(ends, reached).any():
            rows = open_rows[np.isin(source[open_rows], frontier)]
            frontier, first = np.unique(target[rows], return_index=True)
            new = ~np.isin(frontier, reached)
            came_by.update(zip(frontier[new].tolist(), rows[first[new]].tolist(), strict=True))
            frontier = frontier[new]
            reached = np.concatenate([reached, frontier])
        at = next((end for end in ends if end in came_by), None)
        way: list[int] = []
        while at is not None:
            way.append(came_by[at])
            at = next((s for s in [int(source[came_by[at]])] if s in came_by), None)
        return self._read(np.array(way[::-1], np.int64), list(range(1, len(way) + 1)))

    def impact(self, ids: Sequence[int], depth: int) -> list[Relation]:
        """What a change of symbols and their members may reach: for each symbol or file the relation by which it is reached first."""
        members = self.walk(ids, Direction.CALLEES, depth=8, kinds=[RelationKind.CONTAINS])
        starts = [*ids, *(m.target_id for m in members)]
        found: dict[tuple[str, str, int], Relation] = {}
        kinds = [k for k in RelationKind if k is not RelationKind.CONTAINS]
        for relation in self.walk(starts, Direction.CALLERS, depth, kinds):
            where = (relation.source_repo, relation.source_path, relation.source_id)
            if relation.source_id not in starts:
                found.setdefault(where, relation)
        return list(found.values())

    def symbols(self, ids: Sequence[int]) -> dict[int, dict[str, Any]]:
        """Rows of symbols by id."""
        rows = np.flatnonzero(np.isin(self._symbol_ids, ids))
        return {r["id"]: r for r in self._symbols.rows(rows)}

    def symbols_at(self, first: int, count: int) -> list[dict[str, Any]]:
        """Rows of symbols that follow each other in the table, as those of one file do."""
        return self._symbols.rows(np.arange(first, first + count, dtype=np.int64))

    @cached_property
    def _symbol_ids(self) -> NDArray[np.int64]:
        found: NDArray[np.int64] = self._symbols.columns(["id"])["id"].to_numpy()
        return found

    def _read(self, rows: NDArray[np.int64], depths: Sequence[int]) -> list[Relation]:
        return [
            Relation(
                r["kind"],
                r["source_name"],
                r["source_repo"],
                r["source_path"],
                r["target_name"],
                r["target_repo"],
                r["target_path"],
                r["line"],
                r["resolution"],
                r["candidates"],
                depth,
                r["source"],
                r["target"],
            )
            for r, depth in zip(self._relations.rows(rows), depths, strict=True)
        ]
