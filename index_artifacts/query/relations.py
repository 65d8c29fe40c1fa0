"""Look up symbols and their direct relations in a version's tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from index_artifacts.errors import UnknownNameError
from index_artifacts.types import Relation

if TYPE_CHECKING:
    from pathlib import Path

_SUGGESTIONS = 5


def find_symbols(folder: Path, name: str) -> pa.Table:
    """Symbols that a name may mean: by their whole qualified name, else by its end.

    Returns:
        Table with id, repo, path, kind, name, qualified_name, start_line, end_line, in order of repository, path and line.

    Raises:
        UnknownNameError: None is named so.
    """
    columns = ["id", "repo", "path", "kind", "name", "qualified_name", "start_line", "end_line"]
    table = pq.read_table(folder / "tables" / "symbols.parquet", columns=columns)
    wanted = name.strip().removesuffix("()")
    for separator in ("::", "->", "#", "\\"):
        wanted = wanted.replace(separator, ".")
    last = wanted.rpartition(".")[2]
    same = table.filter(pc.equal(table["name"], last))
    whole = same.filter(pc.equal(same["qualified_name"], wanted))
    found = whole if len(whole) else same.filter(pc.ends_with(same["qualified_name"], f".{wanted}"))
    if not len(found):
        near = table.filter(pc.equal(pc.utf8_lower(table["name"]), last.lower()))
        near = near if len(near) else table.filter(pc.match_substring(table["qualified_name"], last, ignore_case=True))
        names = sorted(set(near["qualified_name"].to_pylist()), key=lambda n: (len(n), n))[:_SUGGESTIONS]
        hint = f"did you mean {', '.join(names)}?" if names else "'lode search' finds it by meaning."
        raise UnknownNameError(f"No symbol is named '{name}'; {hint}")
    return found


def relations_of(folder: Path, ids: list[int]) -> list[Relation]:
    """Direct relations of symbols, at either end, in order of kind, ends and line."""
    mine = pa.array(ids, pa.int64())
    found: list[pa.Table] = []
    for path in sorted((folder / "tables" / "relations.parquet").iterdir()):
        ends = pq.read_table(path, columns=["source", "target"], use_threads=False)
        mask = pc.or_(pc.is_in(ends["source"], mine), pc.is_in(ends["target"], mine))
        if pc.any(mask).as_py():
            found.append(pq.read_table(path).filter(mask))
    rows_found = pa.concat_tables(found).to_pylist() if found else []
    relations = [
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
        )
        for r in rows_found
    ]
    return sorted(relations, key=lambda r: (r.kind, r.source_repo, r.source_path, r.line, r.target))
