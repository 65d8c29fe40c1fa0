"""Whether two versions are the same, row for row and hit for hit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq

from index_artifacts.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from index_artifacts import Index
    from index_artifacts.types import Relation

TABLES = ("relations", "symbols", "chunks", "files", "symbol_ranks")
QUERIES = ("run", "Alpha", "Beta.stop", "where does the core load", "util", "运行 Gamma", "parse Delta base")
SYMBOLS = ("Alpha", "Beta.run", "stop")
TERMS = {"run": 1.0, "alpha": 2.0, "core": 0.5, "beta": 1.0, "import": 1.0}
_FIELDS = (("all", "defines"), ("all", "body", "path"))  # of chunks, of files


def unequal(name: str, one: pa.Table, other: pa.Table) -> str:
    """The first row in which two tables differ, as text; "" if they are the same."""
    if one.equals(other):
        return ""
    rows, others = one.to_pylist(), other.to_pylist()
    place = next((i for i, (a, b) in enumerate(zip(rows, others, strict=False)) if a != b), min(len(rows), len(others)))
    shown = [repr(r[place]) if place < len(r) else "nothing" for r in (rows, others)]
    return f"{name}, row {place} of {len(rows)} / {len(others)}:\n  incremental {shown[0]}\n  rebuilt     {shown[1]}"


def table_of(folder: Path, name: str) -> pa.Table:
    """A table of a version, from all its files in their order."""
    path = folder / "tables" / f"{name}.parquet"
    return pa.concat_tables([pq.read_table(p) for p in (sorted(path.iterdir()) if path.is_dir() else [path])])


def difference(one: Index, other: Index) -> str:
    """The first difference between two versions of the same inputs, as text; "" if there is none."""
    for find in (_tables, _vectors, _manifests, _texts, _hits):
        for what in find(one, other):
            if what:
                return what
    return ""


def _tables(one: Index, other: Index) -> Iterator[str]:
    for name in TABLES:
        yield unequal(name, table_of(one.folder, name), table_of(other.folder, name))
    for name in ("spans.arrow", "shards.arrow"):
        yield unequal(name, *(feather.read_table(i.folder / name) for i in (one, other)))


def _vectors(one: Index, other: Index) -> Iterator[str]:
    for name, mine, theirs in zip(("vectors", "file vectors"), one._vectors, other._vectors, strict=True):
        yield "" if np.array_equal(mine._codes, theirs._codes) else f"{name} differ"


def _manifests(one: Index, other: Index) -> Iterator[str]:
    for name in ("digest", "repositories", "model_id", "dimension", "analyzer", "settings", "counts"):
        mine, theirs = getattr(one.manifest, name), getattr(other.manifest, name)
        yield "" if mine == theirs else f"manifest's {name}: {mine} / {theirs}"


def _texts(one: Index, other: Index) -> Iterator[str]:
    """Search results of the text indexes alone, some cut off between documents of equal score."""
    for number, fields in enumerate(_FIELDS):
        for field in fields:
            for limit in (3, 1000):
                mine, theirs = (i._texts[number].search(field, TERMS, None, limit) for i in (one, other))
                same = np.array_equal(mine.rows, theirs.rows) and np.array_equal(mine.scores, theirs.scores)
                yield "" if same else f"best {limit} of {field} in text index {number}: {mine} / {theirs}"
            yield _unlike(f"frequency in {field}", [i._texts[number].frequency(field, "run") for i in (one, other)])


def _unlike(name: str, values: Sequence[object]) -> str:
    return "" if values[0] == values[1] else f"{name}:\n  incremental {values[0]}\n  rebuilt     {values[1]}"


def _hits(one: Index, other: Index) -> Iterator[str]:
    for query in QUERIES:
        yield _unlike(f"hits of {query!r}", [i.search(query, explain=True) for i in (one, other)])
    yield _unlike("hits in Python", [i.search("run core", language="python", path="**/*.py", explain=True) for i in (one, other)])
    yield _unlike("classes", [i.search("Alpha", kind="class", explain=True) for i in (one, other)])
    for name in SYMBOLS:
        yield _unlike(f"relations of {name}", [_told(i.relations, name) for i in (one, other)])


def _told(ask: Callable[[str], list[Relation]], name: str) -> list[Relation] | str:
    try:
        return ask(name)
    except UnknownNameError as error:
        return str(error)
