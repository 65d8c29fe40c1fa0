from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from index_artifacts.build import git as git_module
from index_artifacts.build import mirror
from index_artifacts.build.git import RemoteError, talk
from index_artifacts.build.sources import Snapshot, prepare
from index_artifacts.config import Home
from index_artifacts.errors import SourceError
from index_artifacts.remotes import without_credentials
from tests.sources_support import of, push, snapshot
from tests.support import git, write_files

if TYPE_CHECKING:
    pass


def test_branches_tags_commit_ids_and_the_default_branch_are_refs(home: Home, work: Path, remote: str) -> None:
    first = push(work, {"a.py": "x = 1\n"})
    git(work, "tag", "light")
    git(work, "tag", "-a", "-m", "x", "v1.0")
    git(work, "push", "--tags", "origin")
    git(work, "checkout", "-b", "team/dev")
    second = push(work, {"b.py": "x = 1\n"})
    found = {ref: snapshot(home, of(remote, ref)) for ref in ("", "main", "refs/heads/main", "team/dev", "light", "v1.0", first, second)}
    assert {ref: (s.commit, s.branch) for ref, s in found.items()} == {
        "": (first, "main"),
        "main": (first, "main"),
        "refs/heads/main": (first, "main"),
        "team/dev": (second, "team/dev"),
        "light": (first, "light"),
        "v1.0": (first, "v1.0"),
        first: (first, ""),
        second: (second, ""),
    }
    assert found["team/dev"].read("b.py") == b"x = 1\n"


def test_a_branch_is_meant_where_a_tag_has_the_same_name(home: Home, work: Path, remote: str) -> None:
    push(work, {"a.py": "x = 1\n"})
    git(work, "tag", "both")
    git(work, "push", "--tags", "origin")
    git(work, "checkout", "-b", "both")
    write_files(work, {"a.py": "x = 2\n"})
    git(work, "commit", "-am", "second")
    git(work, "push", "origin", "refs/heads/both")
    assert snapshot(home, of(remote, "both")).commit == git(work, "rev-parse", "refs/heads/both")


def test_each_run_follows_the_remote_also_over_a_forced_push_and_a_renamed_default_branch(home: Home, work: Path, remote: str) -> None:
    first = push(work, {"a.py": "x = 1\n"})
    assert snapshot(home, of(remote)).commit == first
    assert snapshot(home, of(remote)).commit == first
    git(work, "commit", "--amend", "-m", "other")
    forced = push(work, {}, "--force")
    assert snapshot(home, of(remote)) == Snapshot(home.mirror("r"), forced, "main")
    git(work, "branch", "-m", "trunk")
    renamed = push(work, {"b.py": "x = 1\n"})
    remote_dir = work.parent / "remote.git"
    git(remote_dir, "symbolic-ref", "HEAD", "refs/heads/trunk")
    git(remote_dir, "branch", "-D", "main")
    assert snapshot(home, of(remote)) == Snapshot(home.mirror("r"), renamed, "trunk")
    # A branch below the name that an earlier one had.
    git(remote_dir, "update-ref", "refs/heads/main/sub", renamed)
    assert snapshot(home, of(remote, "main/sub")).branch == "main/sub"


def test_a_remote_with_a_detached_head_has_no_branch(home: Home, work: Path, remote: str) -> None:
    commit = push(work, {"a.py": "x = 1\n"})
    git(work.parent / "remote.git", "update-ref", "--no-deref", "HEAD", commit)
    assert snapshot(home, of(remote)) == Snapshot(home.mirror("r"), commit, "")


def test_only_the_newest_commit_is_fetched_from_remotes_of_any_depth(home: Home, work: Path, remote: str, tmp_path: Path) -> None:
    for i in range(3):
        commit = push(work, {"a.py": f"x = {i}\n"})
    git(tmp_path, "clone", "--bare", "--depth=1", remote, "shallow.git")
    for url in (remote, str(tmp_path / "remote.git"), (tmp_path / "shallow.git").as_uri()):
        found = snapshot(home, of(url))
        assert (found.commit, found.read("a.py")) == (commit, b"x = 2\n")
        assert git(found.git_dir, "rev-list", "--count", commit) == "1"


def test_a_remote_that_serves_no_depth_or_no_commit_ids_is_fetched_whole(
    home: Home, work: Path, remote: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = push(work, {"a.py": "x = 1\n"})
    second = push(work, {"a.py": "x = 2\n"})
    spoken = talk

    def poor(arguments: list[str], folder: Path) -> str:
        if "--depth=1" in arguments or arguments[-1].startswith(f"+{first}"):
            raise RemoteError("dumb http transport does not support shallow capabilities")
        return spoken(arguments, folder)

    monkeypatch.setattr(mirror, "talk", poor)
    assert snapshot(home, of(remote)).commit == second
    assert snapshot(home, of(remote, first)).read("a.py") == b"x = 1\n"


def test_a_commit_id_that_is_held_needs_no_remote(home: Home, work: Path, remote: str) -> None:
    commit = push(work, {"a.py": "x = 1\n"})
    snapshot(home, of(remote, commit))
    shutil.rmtree(work.parent / "remote.git")
    assert snapshot(home, of(remote, commit)).read("a.py") == b"x = 1\n"


@pytest.mark.parametrize("ref", ["release", "1" * 40])
def test_a_ref_that_is_gone_is_told_and_the_mirror_stays(home: Home, work: Path, remote: str, ref: str) -> None:
    commit = push(work, {"a.py": "x = 1\n"})
    before = snapshot(home, of(remote))
    with pytest.raises(SourceError) as caught:
        prepare(home, of(remote, ref))
    then = "give a branch, a tag or a full commit id that is, in lode.toml, or remove the repository from it."
    assert str(caught.value) == f"Repository 'r': ref '{ref}' is no longer in {remote}; {then}"
    assert (before.commit, before.read("a.py")) == (commit, b"x = 1\n")
    assert [p.name for p in home.repository("r").iterdir()] == ["mirror.git"]


def test_a_remote_without_commits_says_so(home: Home, remote: str) -> None:
    with pytest.raises(SourceError) as caught:
        prepare(home, of(remote))
    assert str(caught.value) == f"Repository 'r': {remote} has no commit at its HEAD; push one, or give a ref in lode.toml."


def test_a_ref_that_is_no_commit_says_so(home: Home, work: Path, remote: str) -> None:
    push(work, {"a.py": "x = 1\n"})
    git(work, "tag", "blob", "HEAD:a.py")
    git(work, "push", "--tags", "origin")
    with pytest.raises(SourceError, match=r"^Repository 'r': ref 'blob' of .* is no commit; give another ref\.$"):
        prepare(home, of(remote, "blob"))


def test_a_remote_that_cannot_be_reached_is_told_in_gits_words_and_costs_nothing(home: Home, work: Path, remote: str) -> None:
    push(work, {"a.py": "x = 1\n"})
    before = snapshot(home, of(remote))
    (work.parent / "remote.git").rename(work.parent / "away.git")
    with pytest.raises(SourceError) as caught:
        prepare(home, of(remote))
    path = remote.removeprefix("file://")
    assert str(caught.value) == (
        f"Repository 'r' cannot be fetched from {remote} ('{path}' does not appear to be a git repository); "
        "check the url, the network and your access, then run again."
    )
    assert before.read("a.py") == b"x = 1\n"


def test_a_fetch_that_fails_midway_leaves_the_mirror_and_nothing_beside(
    home: Home, work: Path, remote: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    push(work, {"a.py": "x = 1\n"})
    before = snapshot(home, of(remote))
    push(work, {"a.py": "x = 2\n"})

    def dropped(*_: object) -> RemoteError:
        return RemoteError("early EOF")

    with monkeypatch.context() as patch:
        patch.setattr(mirror, "_fetch", dropped)
        with pytest.raises(SourceError, match=r"cannot be fetched from .* \(early EOF\); check"):
            prepare(home, of(remote))
    assert before.read("a.py") == b"x = 1\n"
    assert [p.name for p in home.repository("r").iterdir()] == ["mirror.git"]
    assert snapshot(home, of(remote)).read("a.py") == b"x = 2\n"


def test_what_a_killed_fetch_leaves_does_not_block_the_next(home: Home, work: Path, remote: str) -> None:
    push(work, {"a.py": "x = 1\n"})
    git_dir = snapshot(home, of(remote)).git_dir
    for lock in ("shallow.lock", "config.lock", "HEAD.lock", "packed-refs.lock", "refs/lode/held.lock", "objects/pack/tmp_pack_x"):
        (git_dir / lock).touch()
    write_files(git_dir.with_name(".mirror.git.1.tmp"), {"half": "x"})
    commit = push(work, {"a.py": "x = 2\n"})
    assert snapshot(home, of(remote)).commit == commit
    assert [p.name for p in home.repository("r").iterdir()] == ["mirror.git"]
    assert not [*git_dir.rglob("*.lock"), *git_dir.rglob("tmp_*")]


@pytest.mark.parametrize("damage", ["empty", "no objects", "a file", "no head"])
def test_a_damaged_mirror_is_made_anew(home: Home, work: Path, remote: str, damage: str) -> None:
    push(work, {"a.py": "x = 1\n"})
    git_dir = snapshot(home, of(remote)).git_dir
    commit = push(work, {"a.py": "x = 2\n"})
    if damage in {"empty", "a file"}:
        shutil.rmtree(git_dir)
        git_dir.touch() if damage == "a file" else git_dir.mkdir()
    elif damage == "no objects":
        shutil.rmtree(git_dir / "objects")
    else:
        (git_dir / "HEAD").unlink()
    found = snapshot(home, of(remote))
    assert (found.commit, found.read("a.py")) == (commit, b"x = 2\n")


def test_another_url_under_the_same_name_is_another_mirror(home: Home, work: Path, remote: str, tmp_path: Path) -> None:
    commit = push(work, {"a.py": "x = 1\n"})
    snapshot(home, of(remote, commit))
    git(tmp_path, "init", "--bare", "other.git")
    with pytest.raises(SourceError, match=r"is no longer in .*other\.git; "):
        prepare(home, of((tmp_path / "other.git").as_uri(), commit))
    assert snapshot(home, of(remote, commit)).read("a.py") == b"x = 1\n"


def test_nothing_asks_for_a_password_and_no_other_transport_is_used(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = tmp_path / "asked"
    script = write_files(tmp_path, {"ask": f'#!/bin/sh\necho "$@" >> {asked}\nexit 1\n'}) / "ask"
    script.chmod(0o755)
    for name in ("GIT_ASKPASS", "SSH_ASKPASS"):
        monkeypatch.setenv(name, str(script))
    monkeypatch.setenv("GIT_SSH_COMMAND", f"{script} ssh")
    with pytest.raises(SourceError, match=r"^Repository 'r' cannot be fetched from ssh://git@localhost/x\.git \("):
        prepare(home, of("ssh://git@localhost/x.git"))
    assert asked.read_text().startswith("ssh ")
    asked.unlink()
    with pytest.raises(RemoteError, match="transport 'ext' not allowed"):
        talk(["ls-remote", "--", f"ext::{script}"], Path("/"))
    assert not asked.exists()


def test_credentials_in_what_git_tells_are_not_repeated() -> None:
    assert git_module._told("warning: x\nfatal: unable to access 'https://u:p@example.org/a?t=k': no\nadvice\n") == (
        "unable to access 'https://example.org/a': no"
    )
    assert without_credentials("see ssh://git:pw@h/x and git@h:y") == "see ssh://git@h/x and git@h:y"
