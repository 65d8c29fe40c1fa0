from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest

from index_artifacts.build.extraction import extract
from index_artifacts.build.source_files import scan
from index_artifacts.build.syntax import build_syntax, parse_files
from index_artifacts.build.workers import stop_workers
from index_artifacts.config import RepositoryConfig
from tests.support import write_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from index_artifacts.build.source_files import SourceFile
    from index_artifacts.build.syntax import Parsed


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two processes, started for the smallest work."""
    monkeypatch.setenv("LODE_WORKERS", "2")
    monkeypatch.setattr("index_artifacts.build.syntax._INLINE_BYTES", 0)
    yield
    stop_workers()


def files_of(root: Path) -> tuple[SourceFile, ...]:
    return scan(RepositoryConfig("r", root), 1_000_000).files


def parsed(root: Path) -> tuple[list[dict[str, object]], list[tuple[str, str]]]:
    """Rows of files and, of symbols, kind and qualified name."""
    result = parse_files(str(root), files_of(root))
    symbols = result.tables["symbols"].to_pylist()
    return result.files, [(s["kind"], s["qualified_name"]) for s in symbols]


def test_what_stands_around_a_syntax_error_stays(tmp_path: Path) -> None:
    text = "class Good:\n    def run(self):\n        return 1\n\ndef broken(:\n    ]]\n\ndef last():\n    return 2\n"
    write_files(tmp_path, {"a.py": text})
    (row,), symbols = parsed(tmp_path)
    assert (row["status"], row["reason"], row["broken"], row["texts"]) == ("indexed", "", True, 1)
    assert {("class", "Good"), ("method", "Good.run"), ("function", "last")} <= set(symbols)


def test_a_clean_file_is_not_broken(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.py": "def one():\n    return 1\n"})
    (row,), symbols = parsed(tmp_path)
    assert (row["broken"], symbols) == (False, [("function", "one")])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_spans_are_the_same_in_every_encoding_and_with_either_line_end(tmp_path: Path, encoding: str) -> None:
    text = "# größe\n\nclass A:\n    def b(self):\n        return 1\n\n\ndef c():\n    pass\n"
    write_files(tmp_path, {"lf.py": text.encode(encoding), "crlf.py": text.replace("\n", "\r\n").encode(encoding)})
    result = parse_files(str(tmp_path), files_of(tmp_path))
    spans = [(s["path"], s["qualified_name"], s["start_line"], s["end_line"]) for s in result.tables["symbols"].to_pylist()]
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
    assert (row["status"], row["reason"], row["texts"]) == ("indexed", "syntax failed (ZeroDivisionError), indexed as text", 1)
    assert symbols == []


def test_what_happens_to_a_file_after_its_scan_is_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, {"changed.py": "x = 1\n", "gone.py": "x = 1\n", "shut.py": "x = 1\n", "stays.py": "x = 1\n"})
    files = files_of(tmp_path)
    write_files(tmp_path, {"changed.py": "x = 2\n"})
    (tmp_path / "gone.py").unlink()
    read = Path.read_bytes

    def denied(path: Path) -> bytes:
        if path.name == "shut.py":
            raise PermissionError(13, "Permission denied")
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", denied)
    rows = parse_files(str(tmp_path), files).files
    assert {str(r["path"]): (r["status"], r["reason"]) for r in rows} == {
        "changed.py": ("skipped", "changed while it was indexed; the next run takes it"),
        "gone.py": ("skipped", "vanished while it was indexed"),
        "shut.py": ("skipped", "unreadable: Permission denied"),
        "stays.py": ("indexed", ""),
    }


def test_content_that_an_earlier_result_holds_is_copied_under_its_new_path(tmp_path: Path) -> None:
    root = write_files(tmp_path / "r", {"a.py": "def one():\n    return two()\n", "b.py": "def two():\n    return 2\n"})
    first, second, fresh = (tmp_path / n for n in ("first", "second", "fresh"))
    for folder in (first, second, fresh):
        folder.mkdir()
    assert build_syntax(files_of(root), root, None, first, "r") == {"parsed": 2, "kept": 0, "lost": 0}
    (root / "a.py").rename(root / "c.py")
    write_files(root, {"copy.py": "def two():\n    return 2\n", "new.py": "def three(): ...\n"})
    assert build_syntax(files_of(root), root, first, second, "r") == {"parsed": 1, "kept": 3, "lost": 0}
    build_syntax(files_of(root), root, None, fresh, "r")
    for table in ("files", "symbols", "references", "texts"):
        assert pq.read_table(second / f"{table}.parquet").equals(pq.read_table(fresh / f"{table}.parquet"))


def _parse_or_die(root: str, files: Sequence[SourceFile]) -> Parsed:
    """Stands for a parser that takes its process down on one file."""
    if any(f.path == "bad.py" and f.language for f in files):
        os._exit(1)
    return parse_files(root, files)


def test_a_file_that_kills_its_parser_is_indexed_as_text_and_costs_no_other(
    tmp_path: Path, workers: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_files(tmp_path / "r", {"a.py": "def one(): ...\n", "bad.py": "def two(): ...\n", "c.py": "def three(): ...\n"})
    out = tmp_path / "out"
    out.mkdir()
    monkeypatch.setattr("index_artifacts.build.syntax.parse_files", _parse_or_die)
    assert build_syntax(files_of(root), root, None, out, "r") == {"parsed": 3, "kept": 0, "lost": 0}
    rows = pq.read_table(out / "files.parquet").to_pylist()
    assert [(r["path"], r["status"], r["reason"], r["texts"]) for r in rows] == [
        ("a.py", "indexed", "", 1),
        ("bad.py", "indexed", "its parser crashed, indexed as text", 1),
        ("c.py", "indexed", "", 1),
    ]
    assert pq.read_table(out / "texts.parquet")["text"].to_pylist() == ["def one(): ...\n", "def two(): ...\n", "def three(): ...\n"]
    assert pq.read_table(out / "symbols.parquet")["name"].to_pylist() == ["one", "three"]
