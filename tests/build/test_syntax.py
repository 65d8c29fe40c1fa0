from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest

from index_artifacts.build import syntax
from index_artifacts.build.extraction import extract
from index_artifacts.build.reuse import Known
from index_artifacts.build.shards import cut
from index_artifacts.build.source_files import scan
from index_artifacts.build.sources import WorkingTree
from index_artifacts.build.syntax import COUNTS, LostFiles, build_syntax, reference_tokens, token, words_of
from index_artifacts.build.workers import stop_workers
from index_artifacts.column_files import read_small
from index_artifacts.config import RepositoryConfig
from index_artifacts.languages import fingerprint
from index_artifacts.types import Status
from tests.support import write_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from index_artifacts.build.shards import Made, Unit


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two processes, started for the smallest work."""
    monkeypatch.setenv("LODE_WORKERS", "2")
    monkeypatch.setattr("index_artifacts.build.syntax._INLINE_BYTES", 0)
    yield
    stop_workers()


def shards_of(root: Path) -> list[tuple[Unit, ...]]:
    files = scan(RepositoryConfig("r", root), WorkingTree(root), 1_000_000).files
    return cut(f for f in files if f.status is Status.INDEXED)


def build(
    root: Path, parent: Path, known: Known | None = None, shards: list[tuple[Unit, ...]] | None = None
) -> tuple[Made, dict[str, int]]:
    """The only shard of a small folder."""
    (made,), told = build_syntax(WorkingTree(root), "r", shards or shards_of(root), parent, known or Known(COUNTS), "code")
    return made, told


def rows(made: Made, table: str) -> list[dict[str, Any]]:
    path = made.folder / f"{table}.parquet"
    return list((pq.read_table(path) if path.exists() else read_small(made.folder / f"{table}.arrow")).to_pylist())


def parsed(root: Path) -> tuple[list[dict[str, Any]], list[tuple[str, str]]]:
    """Rows of files and, of symbols, kind and qualified name."""
    made, _ = build(root, root.with_name(f"{root.name}-shards"))
    return rows(made, "files"), [(s["kind"], s["qualified_name"]) for s in rows(made, "symbols")]


def test_what_stands_around_a_syntax_error_stays(tmp_path: Path) -> None:
    text = "class Good:\n    def run(self):\n        return 1\n\ndef broken(:\n    ]]\n\ndef last():\n    return 2\n"
    write_files(tmp_path, {"a.py": text})
    (row,), symbols = parsed(tmp_path)
    assert (row["reason"], row["broken"]) == ("", True)
    assert {("class", "Good"), ("method", "Good.run"), ("function", "last")} <= set(symbols)


def test_a_clean_file_is_not_broken(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.py": "def one():\n    return 1\n"})
    (row,), symbols = parsed(tmp_path)
    assert (row["broken"], symbols) == (False, [("function", "one")])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_spans_are_the_same_in_every_encoding_and_with_either_line_end(tmp_path: Path, encoding: str) -> None:
    text = "# größe\n\nclass A:\n    def b(self):\n        return 1\n\n\ndef c():\n    pass\n"
    write_files(tmp_path, {"lf.py": text.encode(encoding), "crlf.py": text.replace("\n", "\r\n").encode(encoding)})
    made, _ = build(tmp_path, tmp_path.with_name(f"{tmp_path.name}-shards"))
    spans = [(s["path"], s["qualified_name"], s["start_line"], s["end_line"]) for s in rows(made, "symbols")]
    assert spans == [(p, *rest) for p in ("crlf.py", "lf.py") for rest in [("A", 3, 5), ("A.b", 4, 5), ("c", 8, 9)]]


@pytest.mark.parametrize(
    ("language", "before", "unit", "after"),
    [
        ("python", "x = ", "[", "\n"),
        ("javascript", "x = ", "[", ";\n"),
        ("typescript", "const x = ", "(", ";\n"),
        ("go", "package a\nvar x = ", "(", "\n"),
        ("java", "class A { int x = ", "(", "; }\n"),
        ("c", "int x = ", "(", ";\n"),
        ("cpp", "int x = ", "(", ";\n"),
        ("rust", "const X: i32 = ", "(", ";\n"),
        ("ruby", "x = ", "[", "\n"),
        ("php", "<?php $x = ", "[", ";\n"),
        ("csharp", "class A { int x = ", "(", "; }\n"),
        ("kotlin", "val x = ", "(", "\n"),
        ("tsx", "const x = ", "[", ";\n"),
    ],
)
@pytest.mark.parametrize("closed", [True, False])
def test_deep_nesting_neither_crashes_nor_loops(language: str, before: str, unit: str, after: str, closed: bool) -> None:
    depth = 10_000
    closing = {"[": "]", "(": ")"}[unit] * depth if closed else ""
    extract(f"{before}{unit * depth}1{closing}{after}".encode(), language)


def test_a_file_whose_syntax_fails_is_indexed_as_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, {"a.py": "def one():\n    return 1\n"})
    monkeypatch.setattr("index_artifacts.build.syntax.extract", lambda data, language: 1 / 0)
    (row,), symbols = parsed(tmp_path)
    assert row["reason"] == "syntax failed (ZeroDivisionError), indexed as text"
    assert symbols == []


def test_what_happens_to_a_file_after_its_scan_is_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write_files(tmp_path / "r", {"changed.py": "x = 1\n", "gone.py": "x = 1\n", "shut.py": "x = 1\n", "stays.py": "x = 1\n"})
    shards = shards_of(root)
    write_files(root, {"changed.py": "x = 2\n"})
    (root / "gone.py").unlink()
    read = WorkingTree.read

    def denied(source: WorkingTree, path: str) -> bytes:
        if path == "shut.py":
            raise PermissionError(13, "Permission denied")
        return read(source, path)

    monkeypatch.setattr(WorkingTree, "read", denied)
    with pytest.raises(LostFiles) as lost:
        build(root, tmp_path / "shards", shards=shards)
    assert lost.value.reasons == {
        "changed.py": "changed while it was indexed; the next run takes it",
        "gone.py": "vanished while it was indexed",
        "shut.py": "unreadable: Permission denied",
    }
    assert not list((tmp_path / "shards").glob("*"))


def test_content_that_any_shard_holds_is_copied_under_its_new_path(tmp_path: Path) -> None:
    root = write_files(tmp_path / "r", {"a.py": "def one():\n    return two()\n", "b.py": "def two():\n    return 2\n"})
    parent = tmp_path / "repositories" / "r" / "shards" / "syntax"
    assert build(root, parent)[1] == {"parsed": 2, "kept": 0}
    (root / "a.py").rename(root / "c.py")
    write_files(root, {"copy.py": "def two():\n    return 2\n", "new.py": "def three(): ...\n"})
    known = Known(COUNTS)
    known.look([parent], "code")
    second, told = build(root, parent, known)
    assert told == {"parsed": 1, "kept": 3}
    fresh, _ = build(root, tmp_path / "fresh")
    assert second.key == fresh.key
    assert second.files == fresh.files
    other = Known(COUNTS)
    other.look([parent], "other code")
    assert build(root, tmp_path / "elsewhere", other)[1] == {"parsed": 4, "kept": 0}


def test_a_changed_query_makes_anew_what_holds_its_language_and_parses_only_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write_files(tmp_path / "r", {"a.py": "def one(): ...\n", "b.go": "package b\n", "c.md": "# C\n"})
    parent = tmp_path / "repositories" / "r" / "shards" / "syntax"
    before, _ = build(root, parent)
    for module in ("syntax", "shards", "reuse"):
        monkeypatch.setattr(
            f"index_artifacts.build.{module}.fingerprint", lambda name: f"new {name}" if name == "go" else fingerprint(name)
        )
    known = Known(COUNTS)
    known.look([parent], "code")
    after, told = build(root, parent, known)
    assert told == {"parsed": 1, "kept": 2}
    assert after.key != before.key
    assert [r["fingerprint"] for r in rows(after, "files")] == [fingerprint("python"), "new go", fingerprint("markdown")]


def test_a_shard_that_is_there_is_not_made_again(tmp_path: Path) -> None:
    root = write_files(tmp_path / "r", {"a.py": "def one(): ...\n"})
    made, _ = build(root, tmp_path / "shards")
    assert build(root, tmp_path / "shards") == (made, {"parsed": 0, "kept": 1})
    (made.folder / "symbols.parquet").write_bytes(b"")
    assert build(root, tmp_path / "shards")[1] == {"parsed": 1, "kept": 0}
    assert [s["name"] for s in rows(made, "symbols")] == ["one"]


def test_a_name_is_looked_up_by_its_words_and_an_operator_by_itself() -> None:
    assert words_of("pkg.mod::Type") == ["pkg", "mod", "Type"]
    assert words_of("valid?") == ["valid"]
    assert words_of("+") == ["+"]
    assert words_of("Vec::+") == ["Vec", "+"]
    assert words_of("/") == ["/"]
    assert words_of("") == []
    assert [words_of(t) for t in (".", "..", "../..", "../", "../pkg")] == [["."], ["."], ["."], ["."], ["pkg"]]
    assert reference_tokens([("run", "self.client", ""), ("run", "", "")]) == sorted(map(token, ("run", "self", "client")))


def _make_or_die(jobs: Sequence[Any]) -> list[Made | dict[str, str]]:
    """Stands for a parser that takes its process down on one file."""
    if any(u.path == "bad.py" and u.path not in job.crashing for job in jobs for u in job.units):
        os._exit(1)
    return syntax.make_syntax(jobs)


def _try_or_die(tries: Sequence[Any]) -> set[str]:
    if any(unit.path == "bad.py" for _, unit in tries):
        os._exit(1)
    return set()


def test_a_file_that_kills_its_parser_is_indexed_as_text_and_costs_no_other(
    tmp_path: Path, workers: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_files(tmp_path / "r", {"a.py": "def one(): ...\n", "bad.py": "def two(): ...\n", "c.py": "def three(): ...\n"})
    monkeypatch.setattr("index_artifacts.build.syntax.make_syntax", _make_or_die)
    monkeypatch.setattr("index_artifacts.build.syntax._try", _try_or_die)
    made, told = build(root, tmp_path / "shards")
    assert told == {"parsed": 3, "kept": 0}
    assert [(r["path"], r["reason"]) for r in rows(made, "files")] == [
        ("a.py", ""),
        ("bad.py", "its parser crashed, indexed as text"),
        ("c.py", ""),
    ]
    assert [r["text"] for r in rows(made, "texts")] == ["def one(): ...\n", "def two(): ...\n", "def three(): ...\n"]
    assert [r["name"] for r in rows(made, "symbols")] == ["one", "three"]
