"""Relations resolved as far as changes reach are those resolved from nothing: `python -m proofs.relations --cases 5000`."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, cast
from unittest.mock import patch

import click
import pyarrow as pa
import pyarrow.parquet as pq

from index_artifacts.build import relations
from index_artifacts.build.reach import Before
from index_artifacts.build.relations import build_relations
from index_artifacts.build.reuse import Known
from index_artifacts.build.shards import cut
from index_artifacts.build.source_files import SourceFile
from index_artifacts.build.syntax import COUNTS, build_syntax
from index_artifacts.column_files import read_small
from index_artifacts.languages import language_of
from index_artifacts.types import Category, Status
from proofs.author import Author, Step, templates
from proofs.same import unequal
from proofs.small import scratch, small_world
from proofs.trials import short_failure, try_all

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from index_artifacts.build.shards import Made
    from index_artifacts.build.sources import Source

CHECK: Step = ("index",)
_REPOSITORY, _CODE = "r", "code"


@dataclass
class Texts:
    """Files in memory; of a source, parsing needs no more."""

    files: dict[str, bytes] = field(default_factory=dict)

    def read(self, path: str) -> bytes:
        """The content of a file."""
        return self.files[path]

    def apply(self, step: Step) -> None:
        """Write, delete, rename or copy; what is not there stays so."""
        kind, _, path, *rest = step
        if kind == "write":
            self.files[path] = rest[0].encode()
        elif path in self.files and kind == "delete":
            del self.files[path]
        elif path in self.files:
            self.files[rest[1]] = self.files[path]
            if kind == "rename" and rest[1] != path:
                del self.files[path]

    def scanned(self) -> list[SourceFile]:
        """Its files as a scan gives them."""
        return [
            SourceFile(
                path,
                language_of(path.rpartition("/")[2], data),
                Category.SOURCE,
                len(data),
                1,
                hashlib.sha256(data).hexdigest(),
                Status.INDEXED,
                "",
            )
            for path, data in sorted(self.files.items())
            if data
        ]


@dataclass
class Repository:
    """The relations of one repository, kept up to date from change to change."""

    folder: Path
    texts: Texts = field(default_factory=Texts)
    before: Before | None = None
    rounds: int = 0
    known: Known = field(default_factory=lambda: Known(COUNTS))

    def check(self) -> str:
        """Bring the relations up to date and compare them with those made from nothing; returns the first difference, or ""."""
        parent = self.folder / "repositories" / _REPOSITORY / "shards" / "syntax"
        parent.mkdir(parents=True, exist_ok=True)
        self.known.look([parent], _CODE)
        syntax, _ = build_syntax(cast("Source", self.texts), _REPOSITORY, cut(self.texts.scanned()), parent, self.known, _CODE)
        made = self._resolved(syntax, self.before, "kept")
        fresh = self._resolved(syntax, None, f"fresh-{self.rounds}")
        self.before = Before(syntax, made[0])
        self.rounds += 1
        return difference(made, fresh)

    def _resolved(self, syntax: Sequence[Made], before: Before | None, name: str) -> tuple[list[Made], Path]:
        out = self.folder / f"{name}-out-{self.rounds}"
        out.mkdir()
        shards, _ = build_relations(syntax, before, _REPOSITORY, self.folder / name, _CODE, out)
        return shards, out


def difference(made: tuple[list[Made], Path], fresh: tuple[list[Made], Path]) -> str:
    """The first difference between what two builds of relations wrote; "" if there is none."""
    if what := unequal("names.arrow", *(_read(out / "names.arrow") for _, out in (made, fresh))):
        return what
    for number, (one, other) in enumerate(zip(made[0], fresh[0], strict=True)):
        if (one.key, one.counts, one.files) == (other.key, other.counts, other.files):
            continue  # the key holds the hash of the rows
        for name in ("relations.parquet", "files.arrow", "bases.arrow", "results.arrow", "external.arrow"):
            if what := unequal(f"{name} of shard {number}", _read(one.folder / name), _read(other.folder / name)):
                return what
        return f"shard {number} has the same rows, but another key, counts or bytes: {one} / {other}"
    return ""


def _read(path: Path) -> pa.Table:
    return pq.read_table(path) if path.suffix == ".parquet" else read_small(path)


def case(seed: int) -> list[Step]:
    """The steps of a case: a repository, and some rounds of changes."""
    chance = random.Random(seed)
    languages = tuple(chance.sample(sorted(templates()), chance.choice([1, 1, 1, 2, 3])))
    author = Author(chance, languages, (_REPOSITORY,))
    steps = [*author.begin(chance.randint(3, 14)), CHECK]
    for _ in range(chance.randint(2, 6)):
        author.remember()
        steps += [s for _ in range(chance.choice([1, 1, 1, 2, 4])) for s in author.edit()]
        steps.append(CHECK)
    return steps


def failure_of(steps: Sequence[Step]) -> str:
    """Replay steps; returns the first difference or error, or ""."""
    with scratch() as folder:
        repository = Repository(folder)
        for step in steps:
            if step != CHECK:
                repository.texts.apply(step)
                continue
            try:
                if what := repository.check():
                    return what
            except Exception as error:  # whatever it is, it is what a rebuild would not have met
                return f"{type(error).__name__}: {error}"
    return ""


def first_failure(seeds: range) -> str:
    """A short case that fails, with what fails, among those of some seeds; "" for none."""
    # Ranks are made of all relations every time, whatever changed; `proofs.rebuild` compares them.
    read_table = pq.read_table

    @lru_cache(maxsize=5000)
    def read(path: Path, columns: tuple[str, ...] | None) -> pa.Table:
        return read_table(path, columns=list(columns) if columns else None)

    def read_once(path: Path, columns: Sequence[str] | None = None) -> pa.Table:
        return read(path, tuple(columns) if columns else None)

    with small_world(), patch.object(relations, "write_ranks", lambda *_: None), patch.object(pq, "read_table", read_once):
        for seed in seeds:
            if what := short_failure(seed, case(seed), failure_of, 20):
                return what
    return ""


@click.command()
@click.option("--cases", default=5000, show_default=True)
@click.option("--seed", default=0, show_default=True)
@click.option("--keep-going", is_flag=True, help="Report every failing case, not only the first.")
def main(cases: int, seed: int, keep_going: bool) -> None:
    """Try many random repositories and edits."""
    try_all(range(seed, seed + cases), first_failure, "cases", 500, keep_going=keep_going)


if __name__ == "__main__":
    main()
