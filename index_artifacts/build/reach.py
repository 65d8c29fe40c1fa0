"""How far a change reaches: which files of a repository may mean something else by what they name."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from index_artifacts.build.names import FOLDER_STEMS
from index_artifacts.build.syntax import token, words_of
from index_artifacts.column_files import read_small, rows_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from index_artifacts.build.shards import Made

_WHERE_IT_STANDS = frozenset({"crate", "self", "super"})  # so paths of Rust name a file by where the naming one stands
Span = tuple["Path", int, int]  # folder of a shard, first row, count
Base = tuple[int, int, str, int]  # class, line, kind, base class; classes as rows of the repository


@dataclass(frozen=True, slots=True)
class SyntaxFile:
    """A file of the syntax stage: what it was made of, where its symbols are, what its references name."""

    content: tuple[str, str, str, str]  # sha256, language, reason, package
    symbols: Span
    tokens: pa.ListScalar


def syntax_files(shards: Iterable[Made]) -> dict[str, SyntaxFile]:
    """The files of shards by path."""
    files: dict[str, SyntaxFile] = {}
    for shard in shards:
        table = read_small(shard.folder / "files.arrow")
        counts = table["symbols"].to_numpy()
        first = np.cumsum(counts) - counts
        columns = [table[n].to_pylist() for n in ("path", "sha256", "language", "reason", "package")]
        tokens = table["tokens"].chunk(0) if len(table) else ()
        for row, (path, *content) in enumerate(zip(*columns, strict=True)):
            span = shard.folder, int(first[row]), int(counts[row])
            files[path] = SyntaxFile((content[0], content[1], content[2], content[3]), span, tokens[row])
    return files


@dataclass
class Before:
    """The last whole state of a repository: its syntax shards and the relations made of them, in the same order."""

    syntax: Sequence[Made]
    relations: Sequence[Made]
    _of_syntax: dict[str, Made] = field(init=False)

    def __post_init__(self) -> None:
        self._of_syntax = {s.key: r for s, r in zip(self.syntax, self.relations, strict=True)}

    def unchanged(self, shard: Made) -> Made | None:
        """The relations of a syntax shard that was there."""
        return self._of_syntax.get(shard.key)

    @cached_property
    def files(self) -> dict[str, SyntaxFile]:
        """Its files by path."""
        return syntax_files(self.syntax)

    @cached_property
    def relations_at(self) -> dict[str, Span]:
        """Where the relations of each file are."""
        places: dict[str, Span] = {}
        for made in self.relations:
            table = read_small(made.folder / "files.arrow").to_pydict()
            at = 0
            for path, count in zip(table["path"], table["relations"], strict=True):
                places[path] = made.folder, at, count
                at += count
        return places

    @cached_property
    def bases(self) -> list[dict[str, Any]]:
        """Resolved base classes of all files."""
        rows: list[dict[str, Any]] = []
        for made in self.relations:
            rows += read_small(made.folder / "bases.arrow").to_pylist()
        return rows

    @cached_property
    def results(self) -> list[tuple[str, int, int]]:
        """Path, symbol and the class that is written as what it gives, of all files."""
        rows: list[tuple[str, int, int]] = []
        for made in self.relations:
            table = read_small(made.folder / "results.arrow").to_pydict()
            rows += zip(table["path"], table["source"], table["target"], strict=True)
        return rows


def reached_by_definitions(now: Mapping[str, SyntaxFile], before: Before) -> set[int]:
    """Files, by their place, that changed or name something whose definition or path changed."""
    old = before.files
    changed = {p for p in old.keys() | now.keys() if p not in old or p not in now or old[p].content != now[p].content}
    words: set[str] = set()
    for path in sorted(changed):  # in the order in which shards hold them, each of which is then decoded once
        words |= _changed_definitions(old.get(path), now.get(path))
    words |= _changed_paths(old.keys(), now.keys())
    tokens = np.array(sorted({token(w) for word in words for w in words_of(word)}), np.uint32)
    hit = naming(tokens, now)
    if any(path.endswith(".rs") for path in old.keys() ^ now.keys()):
        rust = np.array([f.content[1] == "rust" for f in now.values()], bool)  # elsewhere, `self` is no path
        hit |= rust & naming(np.array(sorted(token(w) for w in _WHERE_IT_STANDS), np.uint32), now)
    packages = any(posixpath.basename(path) == "pubspec.yaml" for path in changed)  # which packages Dart files are of, and import
    return {f for f, path in enumerate(now) if path in changed or hit[f] or (packages and now[path].content[1] == "dart")}


def naming(tokens: np.ndarray, files: Mapping[str, SyntaxFile]) -> np.ndarray:
    """Which files, by their place, hold one of some tokens in their references."""
    if not len(tokens) or not files:
        return np.zeros(len(files), bool)
    values = [f.tokens.values.to_numpy() for f in files.values()]
    counts = np.array([len(v) for v in values])
    file = np.repeat(np.arange(len(values)), counts)
    hit = np.zeros(len(values), bool)
    hit[file[np.isin(np.concatenate(values), tokens)]] = True
    return hit


def _changed_definitions(old: SyntaxFile | None, now: SyntaxFile | None) -> set[str]:
    """Names whose definitions in one file are no longer the same, in the same order, in the same places."""
    before, after = (_definitions(f) if f is not None else {} for f in (old, now))
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


def _definitions(file: SyntaxFile) -> dict[str, list[tuple[Any, ...]]]:
    folder, first, count = file.symbols
    rows = rows_of(folder / "symbols.parquet").slice(first, count).select(["id", "kind", "name", "parent"]).to_pylist()
    found: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    _, language, _, package = file.content
    for row in rows:
        parent = rows[row["parent"]]["id"] if row["parent"] >= 0 else -1
        found[row["name"]].append((row["id"], parent, language, package))
    return found


def _changed_paths(old: Iterable[str], now: Iterable[str]) -> set[str]:
    """The last words by which files that came or went, and folders with them, can be named."""
    before, after = set(old), set(now)
    folders = {posixpath.dirname(p) for p in before} ^ {posixpath.dirname(p) for p in after}
    words = {posixpath.basename(f) for f in folders}
    for path in before ^ after:
        stem = posixpath.splitext(posixpath.basename(path))[0]
        # A path of dots means a folder, or a file with the name of one, by where it stands.
        words |= {stem, "."}
        if stem in FOLDER_STEMS or stem == "package":
            outer, folder = posixpath.split(posixpath.dirname(path))
            words |= {folder, *_package_names(outer if folder == "src" else "")}
    return words


def _package_names(folder: str) -> set[str]:
    """What a package is imported by whose sources a folder holds."""
    name = posixpath.basename(folder)
    return {name, name.replace("-", "_")} - {""}


def reached_by_bases(
    bases: Sequence[Base],
    before: Before,
    row_of: dict[int, int],
    ids: np.ndarray,
    names: Sequence[str],
    class_of: Callable[[int], int],
) -> tuple[set[str], set[int]]:
    """Classes whose inherited members may have changed: those with other bases than before, and all below them.

    Args:
        bases: As they are now.
        before: The last state.
        row_of: Row of a symbol's id.
        ids: Id of each symbol.
        names: Name of each symbol.
        class_of: Row of the class around a symbol, or -1.

    Returns:
        Words by which files name such classes, and the rows of the classes.
    """
    words: set[str] = set()
    old: dict[int, list[tuple[int, str, int]]] = defaultdict(list)
    now: dict[int, list[tuple[int, str, int]]] = defaultdict(list)
    below: dict[int, set[int]] = defaultdict(set)
    for owner, line, kind, base in bases:
        now[owner].append((line, kind, int(ids[base]) if base >= 0 else -1))
        below[base].add(owner)
    for row in before.bases:
        source = row_of.get(row["source"], -1)
        if source < 0:
            words |= set(words_of(row["source_name"]))
            continue
        owner = class_of(source)
        if owner < 0:
            continue
        if ids[owner] != row["target"]:
            old[owner].append((row["line"], row["kind"], row["target"]))
            if (base := row_of.get(row["target"], -1)) >= 0:
                below[base].add(owner)
    queue = [owner for owner in now.keys() | old.keys() if _in_order(now[owner]) != _in_order(old[owner])]
    classes = set(queue)
    while queue:
        for owner in below[queue.pop()] - classes:
            classes.add(owner)
            queue.append(owner)
    return words | {w for c in classes for w in words_of(names[c])}, classes


def _in_order(bases: list[tuple[int, str, int]]) -> list[tuple[str, int]]:
    """Kinds and ids of a class's bases in the order of their lines, which members are looked up in."""
    return [(kind, target) for _, kind, target in sorted(set(bases))]
