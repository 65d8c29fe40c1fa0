from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from index_artifacts import open_index
from index_artifacts.build import stages
from index_artifacts.build.published import publish
from index_artifacts.config import Home, load_config
from index_artifacts.errors import LodeError
from index_artifacts.state import load_state, stage_path
from index_artifacts.store import read_json
from tests.support import build_candidate, git, index_without_dagster, run_repository, write_files

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from index_artifacts import Index

    Repository = Callable[[Mapping[str, str | bytes]], Path]

SAMPLES = sorted((Path(__file__).parent.parent / "samples").iterdir())


def tables(index: Index) -> dict[str, list[dict[str, Any]]]:
    """Every table of a version, row by row."""
    names = ("files", "symbols", "chunks", "relations")
    return {n: pq.read_table(index.folder / "tables" / f"{n}.parquet").to_pylist() for n in names}


def files(index: Index) -> dict[str, tuple[str, str]]:
    """Status and reason by path."""
    return {r["path"]: (r["status"], r["reason"]) for r in tables(index)["files"]}


def versions(home: Home) -> list[str]:
    return sorted(p.name for p in home.versions.iterdir())


def test_an_indexed_file_is_found_wherever_its_words_stand(home: Home, repository: Repository) -> None:
    long = " ".join(f"word{i}" for i in range(100_000)) + " haystackneedle\n"
    content: dict[str, str | bytes] = {
        "long.txt": long[:900_000],
        "utf16.py": "def wide_character():\n    pass\n".encode("utf-16"),
        "mark.py": "def after_the_mark():\n    pass\n".encode("utf-8-sig"),
        "broken.py": "def kept_symbol():\n    return 1\n\n\ndef (((: nothing_that_closes_here_at_all\n",
        "new\nline.py": "def in_a_strange_name(): ...\n",
        "深.py": "def 中文函数(): ...\n",
        "nested.js": "x = " + "[" * 10_000 + "]" * 10_000 + ";\nfunction behindBrackets() {}\n",
        "latin.py": b"caf\xe9\n",
        "nul.c": b"int a;\0",
        "empty.py": b"",
    }
    index = index_without_dagster(home, {"r": repository(content)})
    assert files(index) == {
        **dict.fromkeys(content, ("indexed", "")),
        "latin.py": ("skipped", "not valid UTF-8 at byte 3"),
        "nul.c": ("skipped", "binary"),
        "empty.py": ("skipped", "empty"),
    }
    assert {r["path"]: r["broken"] for r in tables(index)["files"]}["broken.py"] is True
    for query, path, lines in [
        ("wide_character", "utf16.py", (1, 2)),
        ("after_the_mark", "mark.py", (1, 2)),
        ("kept_symbol", "broken.py", (1, 2)),
        ("in_a_strange_name", "new\nline.py", (1, 1)),
        ("中文函数", "深.py", (1, 1)),
        ("word4711", "long.txt", (1, 1)),
        ("behindBrackets", "nested.js", (2, 2)),
    ]:
        hit = index.search(query, k=1)[0]
        assert (hit.path, hit.start_line, hit.end_line) == (path, *lines)
        assert hit.citation == f"r/{path}:{lines[0]}-{lines[1]}"


def test_one_line_of_900_kilobytes_is_one_chunk(home: Home, repository: Repository) -> None:
    text = "needle" + " x" * 450_000
    index = index_without_dagster(home, {"r": repository({"one.txt": text})})
    (chunk,) = tables(index)["chunks"]
    assert (chunk["text"], chunk["start_line"], chunk["end_line"]) == (text, 1, 1)
    assert index.search("needle")[0].text == text


def test_the_same_inputs_give_the_same_version_and_no_second_one(home: Home, tmp_path: Path, repository: Repository) -> None:
    root = repository({"a.py": "def one():\n    return two()\n\ndef two(): ...\n"})
    first = index_without_dagster(home, {"r": root})
    again = index_without_dagster(home, {"r": root})
    assert again.manifest == first.manifest
    assert versions(home) == [first.manifest.id]
    os.utime(root / "a.py", (1, 1))
    assert index_without_dagster(home, {"r": root}).manifest.id == first.manifest.id
    elsewhere = index_without_dagster(Home(tmp_path / "elsewhere"), {"r": root})
    assert elsewhere.manifest.digest == first.manifest.digest
    assert tables(elsewhere) == tables(first)
    assert elsewhere.search("two") == first.search("two")


def test_every_input_changes_the_digest(home: Home, repository: Repository) -> None:
    root = repository({"a.py": "def one(): ...\n"})
    digests = [index_without_dagster(home, {"r": root}).manifest.digest]
    write_files(root, {"b.py": "def two(): ...\n"})
    digests.append(index_without_dagster(home, {}).manifest.digest)
    home.config_file.write_text(home.config_file.read_text() + "\n[index]\nmax_file_bytes = 999\n")
    digests.append(index_without_dagster(home, {}).manifest.digest)
    git(root, "init")
    git(root, "add", "--all")
    git(root, "commit", "-m", "first")
    digests.append(index_without_dagster(home, {}).manifest.digest)
    assert len(set(digests)) == 4


def test_a_file_that_vanishes_underway_is_a_reason_and_the_next_run_takes_it(home: Home, repository: Repository) -> None:
    root = repository({"a.py": "def one(): ...\n", "b.py": "def two(): ...\n"})
    index_without_dagster(home, {"r": root})
    write_files(root, {"a.py": "def one_again(): ...\n"})
    config = load_config(home)
    stages.run_source_files(home, config, "r")
    (root / "a.py").unlink()
    stages.run_file_changes(home, "r")
    stages.run_syntax(home, config, "r")
    stages.run_chunks(home, config, "r")
    stages.run_embeddings(home, config, "r")
    stages.run_relations(home, config, "r")
    for stage in ("relation_graph", "tables", "vector_index", "text_index"):
        stages.run_fleet_stage(home, config, stage)
    version = stages.run_index_version(home, config).told["version"]
    found = {r["path"]: (r["status"], r["reason"]) for r in pq.read_table(home.version(version) / "tables" / "files.parquet").to_pylist()}
    assert found == {"a.py": ("skipped", "vanished while it was indexed"), "b.py": ("indexed", "")}
    write_files(root, {"a.py": "def one_again(): ...\n"})
    index = index_without_dagster(home, {})
    assert files(index) == {"a.py": ("indexed", ""), "b.py": ("indexed", "")}
    assert index.manifest.id != version
    fresh = index_without_dagster(Home(home.root.parent / "fresh"), {"r": root})
    assert tables(index) == tables(fresh)


def test_a_file_that_changes_between_scan_and_read_waits_for_the_next_run(home: Home, repository: Repository) -> None:
    root = repository({"a.py": "def one(): ...\n", "b.py": "def stays(): ...\n"})
    index_without_dagster(home, {"r": root})
    config = load_config(home)
    write_files(root, {"a.py": "def two(): ...\n"})
    stages.run_source_files(home, config, "r")
    write_files(root, {"a.py": "def three(): ...\n"})
    made = stages.run_syntax(home, config, "r")
    assert made.folder is not None
    rows = pq.read_table(made.folder / "files.parquet").to_pylist()
    assert [(r["path"], r["status"], r["reason"]) for r in rows] == [
        ("a.py", "skipped", "changed while it was indexed; the next run takes it"),
        ("b.py", "indexed", ""),
    ]
    index = index_without_dagster(home, {})
    assert [s["name"] for s in tables(index)["symbols"]] == ["three", "stays"]


def test_a_repository_whose_only_file_changes_underway_keeps_its_last_state(home: Home, repository: Repository) -> None:
    root = repository({"a.py": "def one(): ...\n"})
    index_without_dagster(home, {"r": root})
    config, before = load_config(home), load_state(home, "r")
    write_files(root, {"a.py": "def two(): ...\n"})
    stages.run_source_files(home, config, "r")
    write_files(root, {"a.py": "def three(): ...\n"})
    with pytest.raises(LodeError, match=r"first a\.py: changed while it was indexed; the next run takes it"):
        stages.run_syntax(home, config, "r")
    assert load_state(home, "r") == before


def test_a_killed_run_loses_nothing_that_was_made(home: Home, repository: Repository) -> None:
    root = repository({p.name: p.read_text("utf-8") for p in SAMPLES})
    index = index_without_dagster(home, {"r": root})
    before = load_state(home, "r")
    write_files(root, {"new.py": "def fresh_one(): ...\n"})
    config = load_config(home)
    stages.run_source_files(home, config, "r")
    stages.run_syntax(home, config, "r")
    stages.run_chunks(home, config, "r")
    assert stages.run_embeddings(home, config, "r").told["embedded"] == 2  # the chunk and the file's outline
    assert load_state(home, "r") == before
    assert open_index(home.root).manifest.id == index.manifest.id
    shutil.rmtree(home.repository("r"))
    run_repository(home, "r")
    assert read_json(stage_path(home, "r", "embeddings", load_state(home, "r").keys.embeddings) / "told.json")["embedded"] == 0  # type: ignore[union-attr]


_NAMES = st.sampled_from(["a.py", "b.py", "pkg/a.py", "pkg/c.go", "d.ts", "tests/test_a.py", "README.md", "x.h"])
_BODIES = st.sampled_from(
    [
        "class Base:\n    def run(self):\n        return helper()\n\n\ndef helper():\n    return 1\n",
        "from a import Base\n\n\nclass Child(Base):\n    def go(self):\n        return self.run()\n",
        "def helper():\n    return 2\n",
        "package pkg\n\ntype Server struct{}\n\nfunc (s *Server) Run() { helper() }\n",
        "export class Panel {\n  draw(): void { render(); }\n}\nexport function render() {}\n",
        "# Title\n\nSome words about the helper.\n",
        "",
        "class Box { public: int size(); };\n",
    ]
)
_EDITS = st.lists(
    st.one_of(
        st.tuples(st.just("write"), _NAMES, _BODIES),
        st.tuples(st.just("delete"), _NAMES, st.just("")),
        st.tuples(st.just("rename"), _NAMES, _NAMES),
        st.tuples(st.just("copy"), _NAMES, _NAMES),
    ),
    min_size=1,
    max_size=5,
)


def edit(root: Path, kind: str, name: str, other: str) -> None:
    path = root / name
    if kind == "write":
        write_files(root, {name: other})
    elif path.exists() and kind == "delete":
        path.unlink()
    elif path.exists() and name != other:
        write_files(root, {other: path.read_bytes()})
        if kind == "rename":
            path.unlink()


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(_EDITS, min_size=1, max_size=2))
def test_incremental_equals_rebuild(rounds: list[list[tuple[str, str, str]]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = write_files(Path(folder) / "r", {"main.py": "from a import Base\n\n\ndef main():\n    Base().run()\n"})
        index = index_without_dagster(Home(Path(folder) / "home"), {"r": root})
        for edits in rounds:
            for change in edits:
                edit(root, *change)
            index = index_without_dagster(Home(Path(folder) / "home"), {})
        fresh = index_without_dagster(Home(Path(folder) / "fresh"), {"r": root})
        assert tables(index) == tables(fresh)
        assert index.manifest.digest == fresh.manifest.digest
        for query in ("helper", "Base.run", "where is the panel drawn", "函数"):
            assert index.search(query, explain=True) == fresh.search(query, explain=True)


def test_a_deleted_repository_leaves_the_version(home: Home, tmp_path: Path) -> None:
    one, two = (write_files(tmp_path / n, {f"{n}.py": f"def {n}_function(): ...\n"}) for n in ("one", "two"))
    assert index_without_dagster(home, {"one": one, "two": two}).search("two_function", k=1)[0].repo == "two"
    from index_artifacts.fleet import unregister

    unregister(home, "two")
    index = index_without_dagster(home, {})
    assert [r.name for r in index.manifest.repositories] == ["one"]
    assert {h.repo for h in index.search("two_function")} <= {"one"}


def test_a_version_that_is_open_stays_as_it_was_while_another_is_published(home: Home, repository: Repository) -> None:
    root = repository({"a.py": "def old_name(): ...\n"})
    first = index_without_dagster(home, {"r": root})
    before = first.search("old_name")
    write_files(root, {"a.py": "def new_name(): ...\n"})
    second = index_without_dagster(home, {})
    assert first.search("old_name") == before
    assert [s["qualified_name"] for s in first.symbols("old_name")] == ["old_name"]
    assert second.manifest.parent == first.manifest.id
    assert open_index(home.root, first.manifest.id).search("old_name") == before
    assert open_index(home.root).search("new_name")[0].symbol == "new_name"


def test_publishing_needs_a_verdict(home: Home, repository: Repository) -> None:
    from index_artifacts.errors import GateError

    version = build_candidate_without_verdict(home, repository({"a.py": "def one(): ...\n"}))
    with pytest.raises(GateError) as caught:
        publish(home, version)
    assert str(caught.value) == f"Version {version} has not been judged; materialise quality first, or run 'lode index'."
    assert home.current() is None


def build_candidate_without_verdict(home: Home, root: Path) -> str:
    from index_artifacts.fleet import register

    register(home, root, "r")
    version = build_candidate(home)
    (home.version(version) / "quality.json").unlink()
    return version
