"""Turn the references of one repository into relations between its symbols, and rank symbols and files by them.

Only files that a change can reach are resolved again. A reference is looked up by words that stand in it, so a changed definition
or path reaches the files whose references hold one of its words; a changed base class reaches all below it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.build.names import Names
from index_artifacts.build.provided import dart_packages
from index_artifacts.build.ranks import write_ranks
from index_artifacts.build.reach import Before, naming, reached_by_bases, reached_by_definitions, syntax_files
from index_artifacts.build.relation_shards import BARE_BASES, TYPES, make_relations, results_of, write_names, write_provided
from index_artifacts.build.resolution import Found, Imports, add_import, is_written, resolve_call, resolve_result, resolve_type
from index_artifacts.build.shards import Made
from index_artifacts.build.syntax import token, words_of
from index_artifacts.column_files import read_small, rows_of
from index_artifacts.progress import report
from index_artifacts.types import RelationKind, Resolution

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from index_artifacts.build.reach import Base, SyntaxFile

_SYMBOLS = ("id", "kind", "name", "qualified_name", "parent", "start_line")
_WAYS = frozenset(map(str, Resolution))
_ORDER = ("file", "line", "kind", "target_name", "source", "target")


@dataclass(slots=True)
class _Rows:
    """Relations of one shard as columns; numbers are rows within the repository, -1 for none."""

    kind: list[str] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    resolution: list[str] = field(default_factory=list)
    numbers: array[int] = field(default_factory=lambda: array("i"))  # file, source, target_file, target, line, candidates

    def add(self, kind: str, file: int, source: int, found: Found, written: str, line: int) -> None:
        self.kind.append(str(kind))
        self.written.append(written)
        self.resolution.append(str(found[2]))
        self.numbers.extend((file, source, found[0], found[1], line, found[3]))

    def matrix(self) -> np.ndarray:
        """The numbers, a row a relation."""
        return np.frombuffer(self.numbers, np.int32).reshape(-1, 6) if self.numbers else np.empty((0, 6), np.int32)


class _Repository:
    """The syntax of a repository, files and symbols numbered over its shards, and what resolving them gathers."""

    def __init__(self, name: str, shards: Sequence[Made]) -> None:
        self.name, self.shards = name, shards
        files: dict[str, list[Any]] = {"path": [], "language": [], "package": [], "symbols": []}
        symbols: dict[str, list[Any]] = {n: [] for n in (*_SYMBOLS, "return_type")}
        self.first_file = [0]
        for shard in shards:
            for column, values in read_small(shard.folder / "files.arrow", list(files)).to_pydict().items():
                files[column] += values
            for column, values in pq.read_table(shard.folder / "symbols.parquet", columns=list(symbols)).to_pydict().items():
                symbols[column] += values
            self.first_file.append(len(files["path"]))
        self.paths: list[str] = files["path"]
        self.first_symbol = np.concatenate([[0], np.cumsum(files["symbols"], dtype=np.int64)])
        self.ids, self.lines = np.asarray(symbols["id"], np.int64), symbols["start_line"]
        file = np.repeat(np.arange(len(self.paths)), files["symbols"])
        parent = np.asarray(symbols["parent"], np.int64)
        parent = np.where(parent >= 0, parent + self.first_symbol[file], -1)
        kinds, names, qualified = symbols["kind"], symbols["name"], symbols["qualified_name"]
        self.names = Names(self.paths, files["language"], files["package"], kinds, names, qualified, parent.tolist(), file.tolist())
        self.names.dart_packages = dart_packages(self.paths, self.text)
        self.returns: list[str] = symbols["return_type"]
        self.imports: dict[int, Imports] = {}
        self.rows = [_Rows() for _ in shards]

    @cached_property
    def listed(self) -> dict[str, SyntaxFile]:
        """Its files with what a change may reach them by, in order of their numbers."""
        return syntax_files(self.shards)

    @cached_property
    def row_of(self) -> dict[int, int]:
        """Row of a symbol's id."""
        return {int(i): row for row, i in enumerate(self.ids)}

    def files(self, number: int) -> range:
        """The files of a shard."""
        return range(self.first_file[number], self.first_file[number + 1])

    def text(self, file: int) -> str:
        """The text of a file."""
        number = bisect_right(self.first_file, file) - 1
        return str(rows_of(self.shards[number].folder / "texts.parquet").row(file - self.first_file[number], ["text"])["text"])

    def references(self, number: int, files: set[int], kinds: Iterable[RelationKind]) -> Iterator[_Reference]:
        """References of some kinds in some files of a shard, with scopes as rows of the repository."""
        span, shard = self.files(number), self.shards[number]
        mine = files.intersection(span)
        if not mine:
            return
        counts = read_small(shard.folder / "files.arrow", ["references"])["references"].to_numpy()
        table = pq.read_table(shard.folder / "references.parquet")
        file = np.repeat(np.arange(span.start, span.stop), counts)
        mask = np.isin(file, list(mine)) & pc.is_in(table["kind"], pa.array([str(k) for k in kinds])).to_numpy()
        file, table = file[mask], table.filter(pa.array(mask, pa.bool_()))
        scope = table["scope"].to_numpy()
        scope = np.where(scope >= 0, scope + self.first_symbol[file], -1)
        texts = [table[n].to_pylist() for n in ("receiver", "name", "alias", "line", "receiver_type")]
        yield from zip(table["kind"].to_pylist(), file.tolist(), scope.tolist(), *texts, strict=True)


_Reference = tuple[str, int, int, str, str, str, int, str]  # kind, file, scope, receiver, name, alias, line, type of receiver


def build_relations(
    syntax: Sequence[Made], before: Before | None, repository: str, parent: Path, code: str, out: Path
) -> tuple[list[Made], dict[str, int]]:
    """Resolve the references of a repository as far as changes reach; write its ranks and names.

    Args:
        syntax: The shards of the syntax stage.
        before: Those of the last whole state, with the relations made of them by the same code; or None.
        repository: Its name.
        parent: Folder of the shards of this stage.
        code: Digest of the code that makes the relations.
        out: Empty folder for `symbol_ranks.parquet`, `file_ranks.arrow`, `names.arrow` and `provided.arrow`.

    Returns:
        The shards in order; in how many files references were `resolved`, and relations by how they were resolved.
    """
    everything = _Repository(repository, syntax)
    paths = everything.paths
    reached = set(range(len(paths))) if before is None else reached_by_definitions(everything.listed, before)
    _resolve_types(everything, reached)
    report("relations", repository, 1, 3, "passes")
    bases = _bases(everything, before, reached)
    if before is not None:
        _keep_results(everything, before, reached)
        more = _below(everything, before, bases) - reached
        _resolve_types(everything, more)
        reached |= more
    for owner, _, _, base in bases:
        if base >= 0:
            everything.names.bases[owner].append(base)
        else:
            everything.names.open.add(owner)
    report("relations", repository, 2, 3, "passes")
    shards = []
    for number, shard in enumerate(syntax):
        same = before.unchanged(shard) if before is not None and reached.isdisjoint(everything.files(number)) else None
        shards.append(same or _make(everything, number, reached, before, parent, code))
    write_ranks(shards, paths, everything.ids, out)
    write_names(everything.names, everything.ids, out)
    write_provided(everything.names, everything.text, out)
    report("relations", repository, 3, 3, "passes")
    counts: Counter[str] = Counter()
    for made in shards:
        counts.update({n: c for n, c in made.counts.items() if n in _WAYS})
    return shards, {"resolved": len(reached), **dict(sorted(counts.items()))}


def _written(receiver: str, name: str) -> str:
    return f"{receiver}.{name}" if receiver and name else receiver or name


def _named(imports: Imports, found: Found, receiver: str, name: str, receiver_type: str = "") -> str:
    """How a relation names what it was not resolved to."""
    written = _written(receiver, name)
    if found[2] is not Resolution.EXTERNAL:
        return written
    if not is_written(receiver_type):
        receiver_type = ""
    full = imports.full(_written(receiver_type or receiver, name))
    return full if receiver_type == "" or full != _written(receiver_type, name) else written


def _resolve_types(everything: _Repository, files: set[int]) -> None:
    """What files import, extend and implement. Base classes take no part in it, so the order of files does not matter."""
    names = everything.names
    for number, rows in enumerate(everything.rows):
        mine = files.intersection(everything.files(number))
        everything.imports |= {file: Imports() for file in mine}
        for _, file, scope, module, name, alias, line, _ in everything.references(number, mine, [RelationKind.IMPORTS]):
            found = add_import(names, file, everything.imports[file], module or name, name if module else "", alias)
            rows.add(RelationKind.IMPORTS, file, scope, found, _written(module, name), line)
        for kind, file, scope, receiver, name, _, line, _ in everything.references(number, mine, TYPES):
            imports = everything.imports[file]
            found = resolve_type(names, file, imports, receiver, name)
            rows.add(kind, file, scope, found, _named(imports, found, receiver, name), line)
        for file in mine:
            _resolve_results(everything, file)


def _resolve_results(everything: _Repository, file: int) -> None:
    """The classes that are written as what the functions and members of a file give."""
    names = everything.names
    for row in range(everything.first_symbol[file], everything.first_symbol[file + 1]):
        if returns := everything.returns[row]:
            target = resolve_result(names, file, everything.imports[file], row, returns)
            if target >= 0:
                names.results[row] = target


def _keep_results(everything: _Repository, before: Before, reached: set[int]) -> None:
    """Take what files give that no change reached."""
    kept = set(everything.paths) - {everything.paths[f] for f in reached}
    row_of = everything.row_of
    for path, source, target in before.results:
        if path in kept:
            everything.names.results[row_of[source]] = row_of[target]


def _bases(everything: _Repository, before: Before | None, reached: set[int]) -> list[Base]:
    """Every class and what it extends or implements, in a fixed order: those just resolved, and those that no change reached."""
    found: set[Base] = set()
    class_of = everything.names.class_of
    for rows in everything.rows:
        for kind, written, (_, source, _, target, line, _) in zip(rows.kind, rows.written, rows.matrix().tolist(), strict=True):
            if kind not in TYPES or (target < 0 and written in BARE_BASES):
                continue
            if (owner := class_of(source)) >= 0 and owner != target:
                found.add((owner, line, kind, target))
    if before is not None:
        kept = set(everything.paths) - {everything.paths[f] for f in reached}
        row_of = everything.row_of
        for row in before.bases:
            if row["path"] in kept:
                owner, target = class_of(row_of[row["source"]]), row_of.get(row["target"], -1)
                if owner >= 0 and owner != target:
                    found.add((owner, row["line"], row["kind"], target))
    # By id, since the places of two bases on one line may change without any change of their class.
    return sorted(found, key=lambda b: (*b[:3], everything.ids[b[3]] if b[3] >= 0 else -1))


def _below(everything: _Repository, before: Before, bases: list[Base]) -> set[int]:
    """Files that name or hold a class whose bases are not those it had."""
    names = everything.names
    words, classes = reached_by_bases(bases, before, everything.row_of, everything.ids, names.name, names.class_of)
    results = {(int(everything.ids[row]), int(everything.ids[target])) for row, target in names.results.items()}
    changed = {row for s, _ in results ^ {(s, t) for _, s, t in before.results} if (row := everything.row_of.get(s, -1)) >= 0}
    changed |= {row for row, target in names.results.items() if target in classes}
    words |= {w for row in changed for w in words_of(names.name[row])}
    tokens = np.array(sorted({token(w) for w in words}), np.uint32)
    hit = naming(tokens, everything.listed)
    return set(np.flatnonzero(hit).tolist()) | {names.file[c] for c in classes}


def _make(everything: _Repository, number: int, reached: set[int], before: Before | None, parent: Path, code: str) -> Made:
    """Make a shard's relations: those of reached files as they are found now, the others as they were."""
    span, rows, names = everything.files(number), everything.rows[number], everything.names
    mine = reached.intersection(span)
    for file in mine:
        for row in range(everything.first_symbol[file], everything.first_symbol[file + 1]):
            if (owner := names.parent[row]) >= 0:
                rows.add(RelationKind.CONTAINS, file, owner, (file, row, Resolution.SPAN, 1), names.name[row], everything.lines[row])
    for kind, file, scope, receiver, name, _, line, receiver_type in everything.references(number, mine, [RelationKind.CALLS]):
        imports = everything.imports[file]
        found = resolve_call(names, file, imports, scope, receiver, name, receiver_type)
        rows.add(kind, file, scope, found, _named(imports, found, receiver, name, receiver_type), line)
    fresh = _table(everything, number).sort_by([(n, "ascending") for n in _ORDER])
    everything.rows[number] = _Rows()
    counts = np.bincount(fresh["file"].to_numpy() - span.start, minlength=len(span))
    first, fresh = np.cumsum(counts) - counts, fresh.drop_columns(["file"])
    pieces: list[tuple[Path | None, int, int]] = []  # where rows that follow each other are; None for those just found
    for i, file in enumerate(span):
        piece = (None, int(first[i]), int(counts[i])) if file in mine or before is None else before.relations_at[everything.paths[file]]
        counts[i] = piece[2]
        if pieces and pieces[-1][0] == piece[0] and sum(pieces[-1][1:]) == piece[1]:
            pieces[-1] = (piece[0], pieces[-1][1], pieces[-1][2] + piece[2])
        else:
            pieces.append(piece)
    tables = [(rows_of(folder / "relations.parquet") if folder else fresh).slice(start, count) for folder, start, count in pieces]
    files = pa.table(
        {"path": everything.paths[span.start : span.stop], "family": names.families[span.start : span.stop], "relations": counts}
    )
    # The schema of the first, not of a file, and one chunk: the same rows are the same bytes.
    relations = pa.concat_tables([schema.RELATIONS.empty_table(), *tables]).combine_chunks()
    results = results_of(names, everything.ids, range(*everything.first_symbol[[span.start, span.stop]]))
    files = files.cast(schema.RELATION_FILES)
    return make_relations(relations, files, results, everything.shards[number], parent, code, reuse=before is not None)


def _table(everything: _Repository, number: int) -> pa.Table:
    """The gathered rows of a shard, with the number of the file."""
    rows, names = everything.rows[number], everything.names
    file, source, target_file, target, line, candidates = rows.matrix().T
    ids = np.append(everything.ids, -1)  # row -1 is none
    paths, qualified = everything.paths, names.qualified
    columns = {
        "kind": rows.kind,
        "source_repo": [everything.name] * len(file),
        "source_path": [paths[f] for f in file.tolist()],
        "source": ids[source],
        "source_name": [qualified[s] if s >= 0 else "" for s in source.tolist()],
        "target_repo": [everything.name if t >= 0 else "" for t in target_file.tolist()],
        "target_path": [paths[t] if t >= 0 else "" for t in target_file.tolist()],
        "target": ids[target],
        "target_name": [qualified[t] if t >= 0 else w for t, w in zip(target.tolist(), rows.written, strict=True)],
        "line": line,
        "resolution": rows.resolution,
        "candidates": candidates,
    }
    table = pa.table({n: pa.array(v, schema.RELATIONS.field(n).type) for n, v in columns.items()}, schema.RELATIONS)
    return table.append_column("file", pa.array(file, pa.int32()))
