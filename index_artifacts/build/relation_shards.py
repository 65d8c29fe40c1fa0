"""Shards of relations: what a repository keeps of each shard of its files once they are resolved."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.build.provided import dotted, provided, python_modules
from index_artifacts.build.resolution import external
from index_artifacts.build.shards import Made, find_shard, make_shard
from index_artifacts.build.syntax import count_kinds
from index_artifacts.column_files import PARQUET, write_small
from index_artifacts.store import digest_of
from index_artifacts.types import CALLABLE_KINDS, CLASS_KINDS, RelationKind

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from index_artifacts.build.names import Names

TYPES = (RelationKind.EXTENDS, RelationKind.IMPLEMENTS)
# They give no members.
BARE_BASES = frozenset(
    "object Object ABC abc.ABC Generic typing.Generic Protocol typing.Protocol typing_extensions.Generic typing_extensions.Protocol".split()
)


def results_of(names: Names, ids: np.ndarray, rows: range) -> pa.Table:
    """What some symbols of a repository give."""
    found = [(names.paths[names.file[row]], ids[row], ids[target]) for row in rows if (target := names.results.get(row, -1)) >= 0]
    return pa.table(
        dict(zip(schema.RESULTS.names, map(list, zip(*found, strict=True)), strict=True)) if found else [[]] * 3, schema.RESULTS
    )


def make_relations(relations: pa.Table, files: pa.Table, results: pa.Table, syntax: Made, parent: Path, code: str, *, reuse: bool) -> Made:
    """Keep a shard's relations, named by what they are: whatever led to them, the same relations are the same shard."""
    sink = pa.BufferOutputStream()
    pq.write_table(relations, sink, **PARQUET)
    content = sink.getvalue()
    given = results.to_pydict()
    key = digest_of(syntax.key, code, hashlib.sha256(content).hexdigest(), *map(str, zip(given["source"], given["target"], strict=True)))
    names = _external_names(relations, files)
    types = pc.is_in(relations["kind"], pa.array([str(k) for k in TYPES]))
    known = pc.greater_equal(relations["target"], 0)
    gives = pc.or_(known, pc.invert(pc.is_in(relations["target_name"], pa.array(sorted(BARE_BASES)))))
    bases = relations.filter(pc.and_(pc.and_(types, gives), pc.greater_equal(relations["source"], 0)))
    bases = bases.select(["source_path", "source", "source_name", "line", "kind", "target"]).rename_columns(schema.BASES.names)

    def write(out: Path) -> dict[str, int]:
        (out / "relations.parquet").write_bytes(content)
        write_small(out / "files.arrow", files)
        write_small(out / "bases.arrow", bases.cast(schema.BASES))
        write_small(out / "results.arrow", results)
        write_small(out / "external.arrow", names)
        ways = {r["values"]: r["counts"] for r in pc.value_counts(relations["resolution"]).to_pylist()}
        return {"files": len(files), "relations": len(relations), **count_kinds(relations), **ways}

    return (find_shard(parent, key) if reuse else None) or make_shard(parent, key, code, write)


def _external_names(relations: pa.Table, files: pa.Table) -> pa.Table:
    """What relations of a shard name that the repository does not define, each once."""
    mask = external(relations)
    family = np.repeat(np.array(files["family"].to_pylist(), object), files["relations"].to_numpy())[mask]
    rows = relations.filter(pa.array(mask))
    used: dict[tuple[str, str], bool] = {}
    for of, written, kind in zip(family.tolist(), rows["target_name"].to_pylist(), rows["kind"].to_pylist(), strict=True):
        name = of, dotted(written)
        used[name] = used.get(name, False) or kind != RelationKind.IMPORTS
    listed = sorted(used)
    return pa.table({"family": [f for f, _ in listed], "name": [n for _, n in listed], "used": [used[n] for n in listed]}, schema.EXTERNAL)


def write_names(names: Names, ids: np.ndarray, out: Path) -> None:
    """What the rest of the fleet can mean by a name that it does not define: each name, how often, and its first definition."""
    first: dict[tuple[str, str], int] = {}
    counts: Counter[tuple[str, str]] = Counter()
    kinds = CALLABLE_KINDS | CLASS_KINDS
    for row, (name, kind, file) in enumerate(zip(names.name, names.kind, names.file, strict=True)):
        if kind in kinds:
            scopes = names.qualified[row].rsplit(".", 2)[:-1]
            for key in {name, f"{scopes[-1]}.{name}" if scopes else name}:
                counts[names.families[file], key] += 1
                first.setdefault((names.families[file], key), row)
    modules = {("python", name): file for name, file in python_modules(names.paths, names.languages) if "." in name}
    listed = sorted(first.keys() | modules.keys())
    rows = [first.get(n, -1) for n in listed]
    columns = {
        "family": [family for family, _ in listed],
        "name": [name for _, name in listed],
        "count": [counts[n] or 1 for n in listed],
        "id": np.append(ids, -1)[rows],
        "path": [names.paths[names.file[r] if r >= 0 else modules[n]] for r, n in zip(rows, listed, strict=True)],
        "qualified_name": [names.qualified[r] if r >= 0 else "" for r in rows],
    }
    write_small(out / "names.arrow", pa.table(columns).cast(schema.NAMES))


def write_provided(names: Names, text_of: Callable[[int], str], out: Path) -> None:
    """What the repository can be imported by."""
    listed = provided(names.paths, names.languages, names.families, names.packages, text_of)
    prefixes = {"family": [family for family, _ in listed], "prefix": [prefix for _, prefix in listed]}
    write_small(out / "provided.arrow", pa.table(prefixes, schema.PROVIDED))
