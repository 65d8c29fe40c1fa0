from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from index_artifacts.manifest import read_manifest
from index_artifacts.versions.readers import Reading
from pipelines import reindex
from pipelines.command import lode
from tests.support import git, write_files
from tests.versions_support import FIRST, fail_the_gate, make_version, tick

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

    from index_artifacts.config import Home


def run(*arguments: str | Path) -> Result:
    """The command in this process; an unexpected exception fails the test."""
    return CliRunner().invoke(lode, [str(a) for a in arguments], catch_exceptions=False)


def rows(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository that becomes a working tree of git."""
    write_files(tmp_path / "shop", FIRST)
    git(tmp_path / "shop", "init", "-q")
    return tmp_path / "shop"


def committed(root: Path) -> str:
    git(root, "add", ".")
    git(root, "commit", "-qm", "all")
    return git(root, "rev-parse", "HEAD")[:12]


@pytest.fixture
def two(home: Home, root: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[tuple[str, str], tuple[str, str]]:
    """Id and commit of two versions that were published one after the other."""
    tick(monkeypatch)
    commit = committed(root)
    first = make_version(home, root, {}), commit
    write_files(root, {"login.py": "def login_timeout():\n    return 60\n", "extra.py": "def extra_one():\n    return 1\n"})
    commit = committed(root)
    return first, (make_version(home, root, {}), commit)


Two = tuple[tuple[str, str], tuple[str, str]]


def test_without_an_index_every_command_says_how_to_make_one(home: Home) -> None:
    for command in (["versions"], ["rollback"], ["rollback", "--release"], ["diff"], ["verify"], ["verify", "--all"]):
        result = run(*command)
        assert (result.exit_code, result.stdout) == (1, ""), command
        assert result.stderr == f"lode: There is no index in {home.root} yet; make one with 'lode index PATH'.\n"
    result = run("gc")
    assert result.stderr == (
        f"lode: No repository is registered in {home.config_file}; add one with 'lode index PATH', or remove {home.root}.\n"
    )


def test_reading_commands_leave_a_home_that_is_not_there_alone(home: Home) -> None:
    for command in ("versions", "diff", "verify"):
        run(command)
    assert not home.root.exists()


def test_versions_are_listed_newest_first(home: Home, root: Path, two: Two) -> None:
    (first, old), (second, new) = two
    before = fail_the_gate(home)
    third = make_version(home, root, {"third.py": "def third_one(): ...\n"})
    home.config_file.write_text(before)
    assert run("rollback").exit_code == 0
    (home.version(second) / "manifest.json").unlink()
    sizes = {r["id"]: (r["bytes"] / 1e6, r["own_bytes"] / 1e6) for r in rows(run("versions", "--json"))}
    result = run("versions")
    assert result.exit_code == 0
    head, commit, reason, damaged, last, of = result.stdout.splitlines()
    failed = read_manifest(home.version(third)).counts
    assert head == (
        f"{third}  failed     2026-01-01 00:03:00  {failed['files']} files, {failed['chunks']} chunks, "
        f"{sizes[third][0]:.1f} MB ({sizes[third][1]:.1f} MB own), NDCG@10 0.000, self-check 100%"
    )
    assert (commit, reason) == (f"    shop @ {new}+", "    NDCG@10 is 0.000, below the 1.100 that lode.toml asks for")
    assert damaged.startswith(f"{second}  damaged  Version {second} has no readable manifest.json (")
    assert last.startswith(f"{first}  published, pinned  2026-01-01 00:01:00  3 files, ")
    assert of == f"    shop @ {old}"


def test_a_rollback_tells_what_it_published_until_when(home: Home, two: Two) -> None:
    (first, old), (second, new) = two
    result = run("rollback")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        f"Published version {first} in place of {second} as of shop @ {old}; it stays until 'lode rollback --release'.\n"
    )
    again = run("rollback", first)
    assert again.stdout == f"Published version {first} as of shop @ {old}; it stays until 'lode rollback --release'.\n"
    released = run("rollback", "--release")
    assert released.stdout == f"Published version {second} in place of {first} as of shop @ {new}.\n"
    assert run("rollback", "--release").stdout == f"No version was pinned; {second} stays published.\n"
    run("rollback", second)
    assert run("rollback", "--release").stdout == f"Released version {second}; it stays published until a newer one passes the gate.\n"


def test_an_index_run_after_a_rollback_publishes_nothing_until_the_release(
    home: Home, root: Path, two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    (first, _), (second, new) = two
    run("rollback")
    stays = f"{first} stays published until 'lode rollback --release'."
    with monkeypatch.context() as patch:
        patch.setattr(reindex, "_run", lambda *_: pytest.fail("ran Dagster"))
        assert run("index").stdout == f"Up to date: version {second} as of shop @ {new}. {stays}\n"
    write_files(root, {"third.py": "def third_one(): ...\n"})
    result = run("index")
    third = max(p.name for p in home.versions.iterdir())
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines()[-1] == f"Made version {third} (self-check 100%) as of shop @ {new}+. {stays}"
    assert home.current() == first
    (summary,) = rows(run("index", "--json"))
    assert (summary["version"], summary["pinned"], summary["changed"]) == (third, first, False)
    assert run("rollback", "--release").stdout == f"Published version {third} in place of {first} as of shop @ {new}+.\n"
    assert run("index").stdout == f"Up to date: version {third} as of shop @ {new}+.\n"
    run("rollback")
    (home.version(second) / "spans.arrow").write_bytes(b"")
    run("index")
    assert home.current() == third


def test_a_version_that_must_not_be_published_is_one_sentence(home: Home, root: Path, two: Two) -> None:
    fail_the_gate(home)
    failed = make_version(home, root, {"third.py": "def third_one(): ...\n"})
    result = run("rollback", failed)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"lode: Version {failed} did not pass the gate: NDCG@10 is 0.000, below the 1.100 that lode.toml asks for. It stays a candidate "
        f"(report: {home.version(failed) / 'report.html'}); the published version is unchanged.\n"
    )
    assert run("rollback", failed, "--release").exit_code == 2
    assert home.current() == two[1][0]


def test_a_comparison_is_a_table_and_names(home: Home, two: Two) -> None:
    (first, old), (second, new) = two
    result = run("diff")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        f"{first} -> {second}",
        "             added   removed   changed",
        "files            1         0         1",
        "symbols          1         0         1",
        "chunks           1         0         1",
        f"shop @ {old} -> {new}",
        "+ shop/extra.py",
        "~ shop/login.py",
        "+ function extra_one  shop/extra.py:1-2",
        "~ function login_timeout  shop/login.py:1-2",
    ]
    (found,) = rows(run("diff", first, second, "--json"))
    assert set(found) == {"before", "after", "repositories", "files", "symbols", "chunks", "counts", "quality"}
    assert found["files"] == {"added": ["shop/extra.py"], "removed": [], "changed": ["shop/login.py"]}
    assert {k: v[:12] for k, v in found["repositories"]["shop"].items()} == {"before": old, "after": new}
    (back,) = rows(run("diff", second, first, "--json"))
    assert back["files"] == {"added": [], "removed": ["shop/extra.py"], "changed": ["shop/login.py"]}


def test_people_are_shown_the_first_names_only(home: Home, root: Path, two: Two) -> None:
    make_version(home, root, {f"many/n{i:02}.py": f"def many_{i}():\n    return {i}\n" for i in range(25)})
    lines = run("diff").stdout.splitlines()
    assert [line for line in lines if "…" in line] == ["… 5 more files; --json lists all", "… 5 more symbols; --json lists all"]
    assert f"shop @ {two[1][1]} -> {two[1][1]}+" in lines


def test_a_measure_that_moved_is_told(home: Home, root: Path, two: Two) -> None:
    target = {"query": "login_timeout", "relevant": [{"repo": "shop", "path": "login.py"}]}
    write_files(home.root, {"golden.jsonl": json.dumps(target)})
    home.config_file.write_text('[quality]\ngolden = ["golden.jsonl"]\nndcg_at_10 = 0.1\n\n' + home.config_file.read_text())
    make_version(home, root, {"third.py": "def third_one(): ...\n"})
    lines = run("diff").stdout.splitlines()
    assert [line for line in lines if "none ->" in line] == [
        "NDCG@10 none -> 1.000",
        "MRR@10 none -> 1.000",
        "recall@10 none -> 1.000",
        "hit@1 none -> 1.000",
    ]


def test_a_collection_tells_what_it_frees(home: Home, two: Two) -> None:
    (first, _), (second, _) = two
    (told,) = rows(run("gc", "--keep", "0", "--dry-run", "--json"))
    assert told == {
        **{"removed": [first], "kept": [second], "read": [], "garbage": {"shards": 5}, "vectors": 0},
        **{"bytes": told["bytes"], "dry_run": True},
    }
    shown = f"versions 1, shards 5; {told['bytes'] / 1e6:.1f} MB freed.\n- {first}\n"
    assert run("gc", "--keep", "0", "--dry-run").stdout == f"Would remove: {shown}"
    reading = Reading(home.version(first))
    assert run("gc", "--keep", "0", "--dry-run").stdout.splitlines()[-1] == f"Being read, so they stay for now: {first}."
    reading.close()
    result = run("gc", "--keep", "0")
    assert (result.exit_code, result.stdout) == (0, f"Removed: {shown}")
    assert run("gc").stdout == "Nothing to remove.\n"
    assert run("gc", "--keep", "-1").exit_code == 2


def test_a_verification_ends_with_its_own_code_and_a_line_a_problem(home: Home, two: Two) -> None:
    (first, _), (second, _) = two
    sizes = {r["id"]: r["bytes"] / 1e6 for r in rows(run("versions", "--json"))}
    files = {v: len(read_manifest(home.version(v)).checksums) for v in (first, second)}
    fine = {v: f"{v}: {files[v]} files, {sizes[v]:.1f} MB, all as the manifest says" for v in (first, second)}
    result = run("verify")
    assert (result.exit_code, result.stdout) == (0, f"{fine[second]}\n")
    (home.version(second) / "extra.txt").write_text("x")
    (home.version(second) / "spans.arrow").unlink()
    result = run("verify", "--all")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        f"{second}: spans.arrow is missing",
        f"{second}: extra.txt is not in the manifest",
        fine[first],
    ]
    assert run("verify", first).exit_code == 0
    (found,) = rows(run("verify", "--json"))
    assert set(found) == {"version", "files", "bytes", "problems"}
    assert found["problems"] == ["spans.arrow is missing", "extra.txt is not in the manifest"]
    assert run("verify", first, "--all").exit_code == 2
    unknown = run("verify", "nope")
    assert (unknown.exit_code, unknown.stderr) == (
        1,
        f"lode: There is no version 'nope' in {home.versions}; 'lode versions' lists those there are.\n",
    )
