from __future__ import annotations

import shutil
from pathlib import Path
from subprocess import CalledProcessError
from typing import TYPE_CHECKING

import pytest

from index_artifacts.build.source_files import Revision
from index_artifacts.build.sources import WorkingTree
from index_artifacts.errors import SourceError
from tests.sources_support import repository_of, scanned, statuses
from tests.support import git, write_files

if TYPE_CHECKING:
    pass


def test_a_root_that_is_gone_is_an_error(root: Path) -> None:
    root.rmdir()
    with pytest.raises(SourceError) as caught:
        scanned(root)
    assert str(caught.value) == f"Repository 'r': {root} is no longer a directory; mend its path in lode.toml."


def test_a_repository_without_commits_is_listed_and_dirty(root: Path) -> None:
    write_files(root, {"a.py": "x = 1\n"})
    git(root, "init")
    found = scanned(root)
    assert {f.path: f.reason for f in found.files} == {"a.py": ""}
    assert found.revision == Revision("", "main", True)


def test_the_revision_is_commit_branch_and_whether_the_tree_was_changed(root: Path) -> None:
    repository_of(root, {"a.py": "x = 1\n"})
    commit = git(root, "rev-parse", "HEAD")
    assert scanned(root).revision == Revision(commit, "main", False)
    write_files(root, {"new.py": "x = 1\n"})
    assert scanned(root).revision == Revision(commit, "main", True)
    (root / "new.py").unlink()
    git(root, "checkout", "--detach")
    assert scanned(root).revision == Revision(commit, "", False)


def test_files_in_the_work_tree_count_not_those_in_the_index(root: Path) -> None:
    repository_of(root, {"a.py": "x = 1\n", "b.py": "x = 1\n"})
    (root / "a.py").unlink()
    write_files(root, {"untracked.py": "x = 1\n"})
    assert statuses(root) == {"b.py": "", "untracked.py": ""}


def test_a_submodule_is_one_row(root: Path, tmp_path: Path) -> None:
    repository_of(tmp_path / "library", {"lib.py": "x = 1\n"})
    repository_of(root, {"a.py": "x = 1\n"})
    git(root, "submodule", "add", str(tmp_path / "library"), "lib")
    assert statuses(root) == {".gitmodules": "", "a.py": "", "lib": "submodule"}


@pytest.mark.parametrize("versioned", [False, True])
def test_a_nested_repository_is_not_entered(root: Path, versioned: bool) -> None:
    write_files(root, {"a.py": "x = 1\n"})
    repository_of(root / "inner", {"b.py": "x = 1\n"})
    if versioned:
        git(root, "init")
    assert statuses(root) == {"a.py": "", "inner/": "nested repository"}


def test_a_folder_of_a_repository_is_listed_alone(root: Path) -> None:
    repository_of(root, {"a.py": "x = 1\n", "sub/b.py": "x = 1\n"})
    found = scanned(root / "sub")
    assert {f.path: f.reason for f in found.files} == {"b.py": ""}
    assert found.revision == Revision(git(root, "rev-parse", "HEAD"), "main", False)


def test_detached_unborn_and_switched_branches_tell_what_is_checked_out(root: Path) -> None:
    repository_of(root, {"a.py": "x = 1\n"})
    first = git(root, "rev-parse", "HEAD")
    git(root, "checkout", "-b", "topic/one")
    write_files(root, {"b.py": "x = 1\n"})
    git(root, "add", "--all")
    git(root, "commit", "-m", "second")
    assert scanned(root).revision == Revision(git(root, "rev-parse", "HEAD"), "topic/one", False)
    git(root, "checkout", "main")
    assert (statuses(root), scanned(root).revision) == ({"a.py": ""}, Revision(first, "main", False))
    git(root, "checkout", "--orphan", "new")
    assert scanned(root).revision == Revision("", "new", True)


def test_a_shallow_clone_and_a_linked_work_tree_are_as_the_first(root: Path, tmp_path: Path) -> None:
    repository_of(root, {"a.py": "x = 1\n", ".gitignore": "*.log\n"})
    git(tmp_path, "clone", "--depth=1", root.as_uri(), "shallow")
    git(root, "worktree", "add", "../linked", "-b", "other")
    assert (tmp_path / "linked" / ".git").is_file()
    commit = git(root, "rev-parse", "HEAD")
    for place, branch in (("shallow", "main"), ("linked", "other")):
        write_files(tmp_path / place, {"b.log": "x"})
        found = scanned(tmp_path / place)
        assert {f.path: f.reason for f in found.files} == {".gitignore": "", "a.py": "", "b.log": "ignored by git"}
        assert found.revision == Revision(commit, branch, False)


def test_a_sparse_checkout_has_the_files_that_are_checked_out(root: Path) -> None:
    repository_of(root, {"in/a.py": "x = 1\n", "out/b.py": "x = 1\n", "top.py": "x = 1\n"})
    git(root, "sparse-checkout", "set", "--cone", "in")
    assert statuses(root) == {"in/a.py": "", "top.py": ""}
    assert not scanned(root).revision.dirty


def test_a_file_in_conflict_is_one_row_with_the_markers_in_it(root: Path) -> None:
    repository_of(root, {"a.py": "x = 1\n"})
    for branch, text in (("left", "x = 2\n"), ("right", "x = 3\n")):
        git(root, "checkout", "-b", branch, "main")
        write_files(root, {"a.py": text})
        git(root, "commit", "-am", branch)
    with pytest.raises(CalledProcessError):
        git(root, "merge", "left")
    found = scanned(root)
    assert [(f.path, f.reason, f.lines) for f in found.files] == [("a.py", "", 5)]
    assert found.revision.dirty


def test_a_submodule_counts_whether_or_not_it_is_checked_out(root: Path, tmp_path: Path) -> None:
    repository_of(tmp_path / "library", {"lib.py": "x = 1\n"})
    repository_of(root, {"a.py": "x = 1\n"})
    git(root, "submodule", "add", str(tmp_path / "library"), "lib")
    git(root, "commit", "-m", "second")
    git(tmp_path, "clone", str(root), "clone")
    assert statuses(tmp_path / "clone") == statuses(root) == {".gitmodules": "", "a.py": "", "lib": "submodule"}


def test_a_tracked_file_that_became_a_folder_is_that_folders_files(root: Path) -> None:
    repository_of(root, {"a": "x = 1\n"})
    (root / "a").unlink()
    write_files(root, {"a/b.py": "x = 1\n"})
    assert statuses(root) == {"a/b.py": ""}


def test_tracked_files_beyond_a_symbolic_link_are_not_read(root: Path, tmp_path: Path) -> None:
    write_files(tmp_path / "outside", {"b.py": "secret = 1\n", "deep/c.py": "secret = 1\n"})
    repository_of(root, {"a.py": "x = 1\n", "sub/b.py": "x = 1\n", "sub/deep/c.py": "x = 1\n"})
    shutil.rmtree(root / "sub")
    (root / "sub").symlink_to(tmp_path / "outside")
    assert statuses(root) == {"a.py": "", "sub": "symbolic link"}


def test_a_file_that_becomes_a_link_after_the_listing_is_not_followed(root: Path, tmp_path: Path) -> None:
    (root / "a.py").symlink_to(write_files(tmp_path / "outside", {"b.py": "secret = 1\n"}) / "b.py")
    with pytest.raises(OSError, match="symbolic link"):
        WorkingTree(root).read("a.py")


def test_a_hook_that_lode_runs_in_does_not_point_git_elsewhere(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository_of(root, {"a.py": "x = 1\n"})
    repository_of(tmp_path / "other", {"b.py": "x = 1\n"})
    expected = scanned(root)
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other" / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "other" / ".git" / "index"))
    assert scanned(root) == expected


def test_git_settings_of_a_repository_start_no_program(root: Path, tmp_path: Path) -> None:
    repository_of(root, {"a.py": "x = 1\n", ".gitattributes": "*.py filter=evil\n"})
    script = tmp_path / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch {tmp_path / 'ran'}\ncat\n")
    script.chmod(0o755)
    for key in ("core.fsmonitor", "core.pager", "core.editor", "diff.external", "filter.evil.clean", "filter.evil.process"):
        git(root, "config", key, str(script))
    git(root, "config", "filter.evil.required", "true")
    write_files(root / ".git" / "hooks", {"post-index-change": script.read_text()})
    (root / ".git" / "hooks" / "post-index-change").chmod(0o755)
    write_files(root, {"a.py": "x = 2\n"})
    (tmp_path / "ran").unlink(missing_ok=True)
    assert scanned(root).revision.dirty
    assert not (tmp_path / "ran").exists()


def test_git_settings_of_a_submodule_start_no_program(root: Path, tmp_path: Path) -> None:
    repository_of(tmp_path / "library", {"lib.py": "x = 1\n"})
    repository_of(root, {"a.py": "x = 1\n"})
    git(root, "submodule", "add", str(tmp_path / "library"), "lib")
    git(root, "commit", "-m", "second")
    script = tmp_path / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch {tmp_path / 'ran'}\n")
    script.chmod(0o755)
    git(root / "lib", "config", "core.fsmonitor", str(script))
    assert scanned(root).revision.dirty is False
    assert not (tmp_path / "ran").exists()
