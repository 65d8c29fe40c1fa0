"""Shards of relations: what a repository keeps of each shard of its files once they are resolved."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.build.resolution import external, last_name
from index_artifacts.build.shards import Made, find_shard, make_shard
from index_artifacts.build.syntax import count_kinds
from index_artifacts.column_files import PARQUET, write_small
from index_artifacts.languages import languages
from index_artifacts.store import digest_of
from index_artifacts.types import CALLABLE_KINDS, CLASS_KINDS, RelationKind

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import numpy as np

    from index_artifacts.build.names import Names

TYPES = (RelationKind.EXTENDS, RelationKind.IMPLEMENTS)
# They give no members.
BARE_BASES = frozenset({"object", "Object", "ABC", "abc.ABC", "Generic", "typing.Generic", "Protocol", "typing.Protocol"})


@dataclass(frozen=True, slots=True)
class Beside:
    """What a shard of relations takes besides them: what its files give, and the names that no other repository can mean."""

    results: pa.Table
    builtins: frozenset[str]


def builtins_of(of: Iterable[str]) -> frozenset[str]:
    """What some languages themselves define."""
    known = languages()
    return frozenset().union(*(known[n].builtins for n in set(of) if n in known))


def results_of(names: Names, ids: np.ndarray, rows: range) -> pa.Table:
    """What some symbols of a repository give."""
    found = [(names.paths[names.file[row]], ids[row], ids[target]) for row in rows if (target := names.results.get(row, -1)) >= 0]
    return pa.table(
        dict(zip(schema.RESULTS.names, map(list, zip(*found, strict=True)), strict=True)) if found else [[]] * 3, schema.RESULTS
    )


def make_relations(
    relations: pa.Table, paths: list[str], counts: np.ndarray, beside: Beside, syntax: Made, parent: Path, code: str, *, reuse: bool
) -> Made:
    """Keep a shard's relations, named by what they are: whatever led to them, the same relations are the same shard."""
    sink = pa.BufferOutputStream()
    pq.write_table(relations, sink, **PARQUET)
    content = sink.getvalue()
    given = beside.results.to_pydict()
    key = digest_of(syntax.key, code, hashlib.sha256(content).hexdigest(), *map(str, zip(given["source"], given["target"], strict=True)))
    names = pc.unique(relations["target_name"].filter(pa.array(external(relations))))
    names = sorted({last_name(n) for n in names.to_pylist()} - beside.builtins)
    types = pc.is_in(relations["kind"], pa.array([str(k) for k in TYPES]))
    known = pc.greater_equal(relations["target"], 0)
    gives = pc.or_(known, pc.invert(pc.is_in(relations["target_name"], pa.array(sorted(BARE_BASES)))))
    bases = relations.filter(pc.and_(pc.and_(types, gives), pc.greater_equal(relations["source"], 0)))
    bases = bases.select(["source_path", "source", "source_name", "line", "kind", "target"]).rename_columns(schema.BASES.names)

    def write(out: Path) -> dict[str, int]:
        (out / "relations.parquet").write_bytes(content)
        write_small(out / "files.arrow", pa.table({"path": paths, "relations": counts}).cast(schema.RELATION_FILES))
        write_small(out / "bases.arrow", bases.cast(schema.BASES))
        write_small(out / "results.arrow", beside.results)
        write_small(out / "external.arrow", pa.table({"name": names}, schema.EXTERNAL))
        ways = {r["values"]: r["counts"] for r in pc.value_counts(relations["resolution"]).to_pylist()}
        return {"files": len(paths), "relations": len(relations), **count_kinds(relations), **ways}

    return (find_shard(parent, key) if reuse else None) or make_shard(parent, key, code, write)


def write_names(names: Names, ids: np.ndarray, out: Path) -> None:
    """What the rest of the fleet can mean by a name that it does not define: each name, how often, and its first definition."""
    first: dict[str, int] = {}
    counts: Counter[str] = Counter()
    kinds = CALLABLE_KINDS | CLASS_KINDS
    for row, (name, kind) in enumerate(zip(names.name, names.kind, strict=True)):
        if kind in kinds:
            counts[name] += 1
            first.setdefault(name, row)
    listed = sorted(first)
    rows = [first[n] for n in listed]
    columns = {
        "name": listed,
        "count": [counts[n] for n in listed],
        "id": ids[rows] if rows else [],
        "path": [names.paths[names.file[r]] for r in rows],
        "qualified_name": [names.qualified[r] for r in rows],
    }
    write_small(out / "names.arrow", pa.table(columns).cast(schema.NAMES))
