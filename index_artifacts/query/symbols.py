"""Look up symbols in a version's tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from index_artifacts.errors import UnknownNameError
from index_artifacts.types import SymbolKind

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_SUGGESTIONS = 5
_CITATION = re.compile(r"(?P<file>.+):(?P<line>\d+)(?:-\d+)?")


def find_symbols(folder: Path, name: str, repos: Sequence[str] = ()) -> pa.Table:
    """Symbols that a name may mean: by their whole qualified name, else by its end; sections of documents only where no code is named so.

    Args:
        folder: Of the version.
        name: As it is written in some language ("Agent.run", "Agent::run"), or a citation `repo/path:line` or `repo/path:start-end`,
            which means the innermost symbol there.
        repos: Only symbols of these repositories; default all.

    Returns:
        Table with id, repo, path, kind, name, qualified_name, start_line, end_line, in order of repository, path and line.

    Raises:
        UnknownNameError: None is named so.
    """
    columns = ["id", "repo", "path", "kind", "name", "qualified_name", "start_line", "end_line"]
    table = pq.read_table(folder / "tables" / "symbols.parquet", columns=columns)
    if repos:
        table = table.filter(pc.is_in(table["repo"], pa.array(repos)))
    if (cited := _CITATION.fullmatch(name.strip())) is not None and len(found := _at(table, cited["file"], int(cited["line"]))):
        return found
    wanted = name.strip().removesuffix("()")
    for separator in ("::", "->", "#", "\\"):
        wanted = wanted.replace(separator, ".")
    last = wanted.rpartition(".")[2]
    same = table.filter(pc.equal(table["name"], last))
    whole = same.filter(pc.equal(same["qualified_name"], wanted))
    found = whole if len(whole) else same.filter(pc.ends_with(same["qualified_name"], f".{wanted}"))
    code = found.filter(pc.not_equal(found["kind"], SymbolKind.SECTION))
    found = code if len(code) else found
    if not len(found):
        near = table.filter(pc.equal(pc.utf8_lower(table["name"]), last.lower()))
        near = near if len(near) else table.filter(pc.match_substring(table["qualified_name"], last, ignore_case=True))
        names = sorted(set(near["qualified_name"].to_pylist()), key=lambda n: (len(n), n))[:_SUGGESTIONS]
        hint = f"did you mean {', '.join(names)}?" if names else "'lode search' finds it by meaning."
        raise UnknownNameError(f"No symbol is named '{name}'; {hint}")
    return found


def _at(symbols: pa.Table, file: str, line: int) -> pa.Table:
    """The innermost symbol that holds a line of a file; a table without rows if there is none."""
    repo, _, path = file.partition("/")
    here = pc.and_(pc.equal(symbols["repo"], repo), pc.equal(symbols["path"], path))
    holds = pc.and_(pc.less_equal(symbols["start_line"], line), pc.greater_equal(symbols["end_line"], line))
    found = symbols.filter(pc.and_(here, holds))
    return found.sort_by([("start_line", "descending"), ("end_line", "ascending")]).slice(0, 1)
