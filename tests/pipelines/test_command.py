from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from index_artifacts import open_index
from index_artifacts.config import Home, load_config
from index_artifacts.fleet import register
from index_artifacts.store import writer_lock
from pipelines import reindex
from pipelines.command import lode
from tests.support import index_without_dagster, write_files

if TYPE_CHECKING:
    from click.testing import Result

    from index_artifacts import Index

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str | Path) -> Result:
    """The command in this process; an unexpected exception fails the test."""
    return CliRunner().invoke(lode, [str(a) for a in arguments], catch_exceptions=False)


def rows(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture
def fixtures(fixture_index: Index, monkeypatch: pytest.MonkeyPatch) -> Home:
    """The home of the fixture repositories."""
    monkeypatch.setenv("LODE_HOME", str(fixture_index.home.root))
    return fixture_index.home


@pytest.mark.parametrize("command", [["search", "x"], ["graph", "x"], ["files"], ["versions"]])
def test_without_an_index_reading_says_how_to_make_one(home: Home, command: list[str]) -> None:
    result = run(*command)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"lode: There is no index in {home.root} yet; make one with 'lode index PATH'.\n"
    assert not home.root.exists()


def test_status_without_an_index_is_no_error(home: Home) -> None:
    result = run("status")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"home      {home.root}\npublished nothing yet; make an index with 'lode index PATH'\n"
    assert not home.root.exists()


def test_index_without_a_fleet_says_how_to_add_to_it(home: Home) -> None:
    result = run("index")
    assert result.exit_code == 1
    assert result.stderr == f"lode: No repository is registered in {home.config_file}; add one with 'lode index PATH'.\n"


def test_a_path_that_is_not_there_is_one_sentence_and_registers_nothing(home: Home, tmp_path: Path) -> None:
    (tmp_path / "code").mkdir()
    result = run("index", tmp_path / "code", tmp_path / "none")
    assert result.exit_code == 1
    assert result.stderr == (
        f"lode: '{tmp_path / 'none'}' does not exist, and no repository of that name is registered; give an existing directory or a url.\n"
    )
    assert load_config(home).repositories == ()


def test_an_empty_directory_is_an_error_and_does_not_stay_registered(home: Home, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for _ in range(2):
        result = run("index", tmp_path / "empty")
        assert result.exit_code == 1
        assert (
            result.stderr == f"lode: Repository 'empty': {tmp_path / 'empty'} holds no file to index; give a directory with code or text.\n"
        )
        assert load_config(home).repositories == ()
    assert home.current() is None


def test_a_directory_with_nothing_but_skipped_files_says_why(home: Home, tmp_path: Path) -> None:
    write_files(tmp_path / "r", {"a.bin": b"\0"})
    result = run("index", tmp_path / "r")
    assert result.exit_code == 1
    assert result.stderr == (
        f"lode: Repository 'r': {tmp_path / 'r'} holds no file to index (1 skipped, first a.bin: binary); "
        "give a directory with code or text.\n"
    )


def test_a_name_goes_with_one_path(home: Home) -> None:
    result = run("index", "--name", "x")
    assert result.exit_code == 2
    assert result.stderr.endswith("Error: --name and --ref go with exactly one target\n")


def test_a_plan_writes_nothing_and_tells_what_an_index_would_do(home: Home, tmp_path: Path) -> None:
    root = write_files(tmp_path / "r", {"a.py": "def one(): ...\n", "b.py": "def two(): ...\n", "c.bin": b"\0"})
    result = run("index", root, "--plan")
    assert result.stdout == "r: 2 added, 1 skipped; 2 to parse, about 0 texts to embed, 5 s\nAbout 5 s; nothing was written.\n"
    assert not home.root.exists()
    run("index", root)
    version = home.current()
    (root / "b.py").rename(root / "moved.py")
    write_files(root, {"a.py": "def one_again(): ...\n", "copy.py": "def two(): ...\n"})
    (row,) = json.loads(run("index", "--plan", "--json").stdout)["repositories"]
    assert row["files"] == {"added": 1, "modified": 1, "deleted": 0, "renamed": 1, "unchanged": 0, "skipped": 1}
    assert row["to_parse"] == 1
    assert home.current() == version
    run("index")
    assert run("index", "--plan").stdout == "r: 3 unchanged, 1 skipped\nNothing to do; nothing was written.\n"


def test_a_full_run_makes_the_same_version_anew_and_keeps_cached_vectors(home: Home, tmp_path: Path) -> None:
    root = write_files(tmp_path / "r", {"a.py": "def one(): ...\n"})
    first = json.loads(run("index", root, "--json").stdout)
    assert first["told"]["embeddings"]["embedded"] == 2
    full = json.loads(run("index", "--full", "--json").stdout)
    assert (full["told"]["syntax"]["parsed"], full["told"]["embeddings"]["embedded"]) == (1, 0)
    bare = json.loads(run("index", "--no-cache", "--json").stdout)
    assert bare["told"]["embeddings"]["embedded"] == 2
    versions = [first["version"], full["version"], bare["version"]]
    assert sorted(set(versions)) == versions
    assert len({open_index(home.root, v).manifest.digest for v in versions}) == 1
    checksums = [open_index(home.root, v).manifest.checksums for v in versions]
    stable = {n for n in checksums[0] if n.startswith(("tables", "vectors", "file_vectors", "spans", "shards"))}
    assert all({n: c[n] for n in stable} == {n: checksums[0][n] for n in stable} for c in checksums)


def test_a_home_that_is_a_file_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("LODE_HOME", str(tmp_path / "file"))
    reading = "cannot be read (Not a directory); set LODE_HOME to another folder"
    writing = "cannot be written (File exists); set LODE_HOME to a writable folder"
    for command, reason in ((["index", str(tmp_path)], writing), (["search", "x"], reading), (["status"], reading)):
        result = run(*command)
        assert result.exit_code == 1
        assert result.stderr == f"lode: The home {tmp_path / 'file'} {reason}.\n"


def test_a_home_that_another_process_writes_is_one_sentence(home: Home, tmp_path: Path) -> None:
    write_files(tmp_path / "r", {"a.py": "x = 1\n"})
    environment = {**os.environ, "LODE_HOME": str(home.root), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pipelines.command", "index", str(tmp_path / "r")]
    with writer_lock(home):
        result = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert (
        result.stderr == f"lode: The home {home.root} is being written by process {os.getpid()}; wait until it has ended, then run again.\n"
    )
    assert load_config(home).repositories == ()


def test_unknown_names_list_the_known_ones(fixtures: Home) -> None:
    known = "agentkit, gatehouse, ledger, shopfront"
    for command in (["search", "x", "--repo", "nope"], ["files", "--repo", "nope"]):
        result = run(*command)
        assert (result.exit_code, result.stderr) == (1, f"lode: No repository named 'nope' in this index; it has: {known}.\n")
    result = run("search", "x", "--version", "nope")
    assert (result.exit_code, result.stderr) == (
        1,
        f"lode: There is no version 'nope' in {fixtures.versions}; 'lode versions' lists those there are.\n",
    )
    result = run("graph", "toolregistry")
    assert (result.exit_code, result.stderr) == (1, "lode: No symbol is named 'toolregistry'; did you mean ToolRegistry?\n")


def test_no_hit_is_no_error(fixtures: Home) -> None:
    for flags in ([], ["--json"]):
        result = run("search", "session", "--language", "cobol", *flags)
        assert (result.exit_code, result.stdout) == (0, "")
        assert result.stderr == "Nothing found for 'session'; use other words or fewer filters.\n"


def test_a_search_prints_citations_in_order(fixtures: Home, fixture_index: Index) -> None:
    result = run("search", "ToolRegistry", "-k", "3")
    hits = fixture_index.search("ToolRegistry", k=3)
    heads = [line for line in result.stdout.splitlines() if line[:2] in {"1.", "2.", "3."}]
    assert result.exit_code == 0
    assert [line.split()[1] for line in heads] == [h.citation for h in hits]


_HIT = {"citation", "repo", "path", "start_line", "end_line", "kind", "symbol", "language", "score", "text", "commit"}


def test_field_names_of_json_are_stable(fixtures: Home) -> None:
    (hit,) = rows(run("search", "ToolRegistry.dispatch", "-k", "1", "--json"))
    assert set(hit) == _HIT
    assert (hit["citation"], hit["symbol"], hit["kind"]) == ("agentkit/agentkit/tools.py:59-66", "ToolRegistry.dispatch", "method")
    (explained,) = rows(run("search", "ToolRegistry.dispatch", "-k", "1", "--json", "--explain"))
    assert set(explained) == {*_HIT, "parts"}
    relation = rows(run("graph", "ToolRegistry", "--json"))[0]
    assert set(relation) == {
        *("kind", "source", "source_repo", "source_path", "target", "target_repo", "target_path", "line", "resolution", "candidates"),
        *("depth", "source_id", "target_id"),
    }
    file = rows(run("files", "--json", "--repo", "gatehouse"))[0]
    assert set(file) == {"repo", "path", "status", "category", "language", "size", "lines", "sha256", "reason"}
    (version,) = rows(run("versions", "--json"))
    assert set(version) == {
        *("id", "created", "state", "pinned", "reason", "repositories", "counts", "quality", "bytes", "own_bytes"),
    }
    assert (version["id"], version["state"]) == (fixtures.current(), "published")
    (status,) = rows(run("status", "--json"))
    assert set(status) == {"home", "version", "created", "model", "quality", "counts", "repositories"}
    assert set(status["repositories"][0]) >= {"name", "path", "commit", "branch", "dirty", "files", "chunks", "state", "changed_files"}
    assert [(r["name"], r["state"]) for r in status["repositories"]] == [
        (n, "fresh") for n in ("agentkit", "gatehouse", "ledger", "shopfront")
    ]


def test_skipped_files_are_listed_with_their_reason(home: Home, tmp_path: Path) -> None:
    index_without_dagster(home, {"r": write_files(tmp_path / "r", {"a.py": "x = 1\n", "b\n.bin": b"\0", ".env": "A=1\n"})})
    result = run("files", "--skipped")
    assert result.stdout == "skipped  source    r/.env  looks like a secret\nskipped  source    r/b\\n.bin  binary\n"
    assert [(r["path"], r["reason"]) for r in rows(run("files", "--skipped", "--json"))] == [
        (".env", "looks like a secret"),
        ("b\n.bin", "binary"),
    ]


def test_status_tells_what_has_changed_since(home: Home, tmp_path: Path) -> None:
    root = write_files(tmp_path / "r", {"a.py": "x = 1\n", "b.py": "y = 1\n"})
    index_without_dagster(home, {"r": root})
    register(home, write_files(tmp_path / "new", {"c.py": "z = 1\n"}), None)
    write_files(root, {"a.py": "x = 2\n", "c.py": "z = 1\n"})
    (status,) = rows(run("status", "--json"))
    assert [(r["name"], r["state"], r["changed_files"]) for r in status["repositories"]] == [("new", "not indexed", 1), ("r", "behind", 2)]
    (tmp_path / "r").rename(tmp_path / "moved")
    (status,) = rows(run("status", "--json"))
    gone = f"Repository 'r': {tmp_path / 'r'} is no longer a directory; mend its path in lode.toml."
    assert [(r["state"], r["reason"]) for r in status["repositories"] if r["name"] == "r"] == [("failed", gone)]


def test_nothing_to_do_needs_no_dagster(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = index_without_dagster(home, {"r": write_files(tmp_path / "r", {"a.py": "x = 1\n"})})
    monkeypatch.setattr(reindex, "_run", lambda *_: pytest.fail("ran Dagster"))
    result = run("index")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"Up to date: version {index.manifest.id} as of r @ no commit.\n"


def lode_process(home: Home, cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LODE_HOME": str(home.root), "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"}
    return subprocess.run(
        [sys.executable, "-m", "pipelines.command", *arguments], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )


def test_indexed_code_is_never_imported(home: Home, tmp_path: Path) -> None:
    marker = tmp_path / "imported"
    evil = f"from pathlib import Path\nPath({str(marker)!r}).touch()\n"
    names = ("assets", "pipelines", "eval", "index_artifacts", "dagster", "pyarrow", "faiss", "tantivy", "jieba")
    files = {f"{n}/__init__.py": evil for n in names} | {
        n: evil for n in ("conftest.py", "sitecustomize.py", "setup.py", "json.py", "click.py")
    }
    root = write_files(
        tmp_path / "evil", {**files, "assets/resources.py": evil, "pipelines/definitions.py": evil, "mine.py": "def mine(): ...\n"}
    )
    result = lode_process(home, root, "index", ".")
    assert (result.returncode, result.stderr) == (0, "")
    assert not marker.exists()
    assert load_config(home).repositories[0].name == "evil"
    found = lode_process(home, root, "search", "mine", "--json", "-k", "1")
    assert json.loads(found.stdout)["citation"] == "evil/mine.py:1-1"
    assert not marker.exists()


def test_a_directory_that_cannot_be_indexed_costs_the_fleet_nothing(home: Home, tmp_path: Path) -> None:
    index = index_without_dagster(home, {"r": write_files(tmp_path / "r", {"a.py": "x = 1\n"})})
    (tmp_path / "empty").mkdir()
    result = run("index", tmp_path / "empty")
    assert result.exit_code == 4
    assert result.stderr == (
        f"Repository 'empty' was not added: Repository 'empty': {tmp_path / 'empty'} holds no file to index; "
        "give a directory with code or text.\n"
    )
    assert [r.name for r in load_config(home).repositories] == ["r"]
    assert home.current() == index.manifest.id


def test_a_failed_gate_ends_with_its_own_code_and_the_next_good_version_is_published(home: Home, tmp_path: Path) -> None:
    root = write_files(tmp_path / "r", {"a.py": "def login_timeout(): ...\n"})
    index = index_without_dagster(home, {"r": root})
    before = home.config_file.read_text()
    write_files(home.root, {"golden.jsonl": json.dumps({"query": "login", "relevant": [{"repo": "r", "path": "none.py"}]})})
    home.config_file.write_text('[quality]\ngolden = ["golden.jsonl"]\nndcg_at_10 = 1.1\n\n' + before)
    write_files(root, {"b.py": "def second_one(): ...\n"})
    failed = run("index", "--json")
    summary = json.loads(failed.stdout)
    assert failed.exit_code == 3
    assert summary["gate"][0] == "NDCG@10 is 0.000, below the 1.100 that lode.toml asks for"
    assert home.current() == index.manifest.id != summary["version"]
    home.config_file.write_text(before)
    good = run("index")
    assert (good.exit_code, good.stderr) == (0, "")
    assert home.current() not in {None, index.manifest.id}
    assert run("search", "second_one", "-k", "1", "--json").stdout.startswith('{"citation": "r/b.py:1-1"')
