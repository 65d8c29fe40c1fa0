from __future__ import annotations

import os
import pickle
import signal
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from index_artifacts.build import objects
from index_artifacts.build.source_files import Revision, Scan, scan
from index_artifacts.build.sources import Snapshot, Source, WorkingTree, prepare, source_at
from index_artifacts.config import Home, RepositoryConfig
from index_artifacts.errors import SourceError
from tests.sources_support import LIMIT, of, push, snapshot
from tests.support import git, write_files

if TYPE_CHECKING:
    pass


def scanned(home: Home, repository: RepositoryConfig) -> Scan:
    return scan(repository, prepare(home, repository), LIMIT)


def reasons(found: Scan) -> dict[str, str]:
    return {f.path: f.reason for f in found.files}


def test_a_snapshot_has_the_rows_of_a_clean_working_tree(home: Home, work: Path, remote: str) -> None:
    commit = push(
        work,
        {
            "a.py": "def one():\n    return 1\n",
            "tests/test_a.py": "x = 1",
            "docs/größe 说明.md": "# x\n",
            "new\nline.py": "x = 1\n",
            "-rf.py": "x = 1\n",
            b"caf\xe9.py".decode("utf-8", "surrogateescape"): "x = 1\n",
            "empty.py": "",
            "blank.py": " \n",
            "binary.c": b"a\0b",
            "latin.py": b"\xe9",
            "utf16.py": "x = 1\n".encode("utf-16"),
            ".env": "TOKEN=1\n",
            "key.txt": "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n",
            "large.py": b"x" * (LIMIT + 1),
            "model.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 1\n",
            "node_modules/x.js": "x\n",
            ".hidden/x.py": "x\n",
            ".lodeignore": "gen/\n",
            "gen/a.py": "x\n",
            "sub/.lodeignore": "no.py\n",
            "sub/no.py": "x\n",
            "skip/a.py": "x\n",
            "ignored.log": "x\n",
            ".gitignore": "*.log\n",
        },
    )
    (work / "link.py").symlink_to("/etc/passwd")
    commit = push(work, {})
    here = RepositoryConfig("r", work, ("skip/",))
    there = scanned(home, of(remote, "", "skip/"))
    assert there.files == scan(here, WorkingTree(work), LIMIT).files
    assert there.revision == Revision(commit, "main", False)
    assert reasons(there)["link.py"] == "symbolic link"
    assert there.digest == scan(here, WorkingTree(work), LIMIT).digest


def test_a_submodule_is_one_row(home: Home, work: Path, remote: str, tmp_path: Path) -> None:
    write_files(tmp_path / "library", {"lib.py": "x = 1\n"})
    git(tmp_path / "library", "init")
    git(tmp_path / "library", "add", "--all")
    git(tmp_path / "library", "commit", "-m", "first")
    git(work, "submodule", "add", str(tmp_path / "library"), "lib")
    push(work, {"a.py": "x = 1\n"})
    assert reasons(scanned(home, of(remote))) == {".gitmodules": "", "a.py": "", "lib": "submodule"}


def test_a_source_can_be_sent_to_another_process_and_reads_what_the_scan_saw(home: Home, work: Path, remote: str) -> None:
    commit = push(work, {"a.py": "x = 1\n", "new\nline.py": "y = 1\n"})
    repository = of(remote)
    snapshot(home, repository)
    push(work, {"a.py": "x = 2\n"})
    assert snapshot(home, repository).commit != commit
    earlier: Source = pickle.loads(pickle.dumps(source_at(home, repository, Revision(commit, "main"))))
    assert (earlier.read("a.py"), earlier.read("new\nline.py")) == (b"x = 1\n", b"y = 1\n")
    assert source_at(home, RepositoryConfig("w", work), Revision()) == WorkingTree(work)


@pytest.mark.parametrize("path", ["none.py", "../remote.git/HEAD", "/etc/passwd", "sub", "link.py", "", "a.py\n"])
def test_only_files_of_the_commit_are_read(home: Home, work: Path, remote: str, path: str) -> None:
    (work / "link.py").symlink_to("/etc/passwd")
    push(work, {"a.py": "x = 1\n", "sub/b.py": "x = 1\n"})
    with pytest.raises(FileNotFoundError):
        snapshot(home, of(remote)).read(path)


def test_a_tree_with_paths_that_lead_out_is_harmless(home: Home, work: Path, remote: str) -> None:
    blob = subprocess.run(
        ["git", "hash-object", "-w", "--stdin"], cwd=work, input=b"x = 1\n", capture_output=True, check=True
    ).stdout.strip()
    entry = bytes.fromhex(blob.decode())
    tree = b"100644 ..\0" + entry + b"100644 ok.py\0" + entry
    command = ["git", "hash-object", "-t", "tree", "-w", "--stdin", "--literally"]
    made = subprocess.run(command, cwd=work, input=tree, capture_output=True, check=True).stdout.decode().strip()
    outer = b"40000 ..\0" + bytes.fromhex(made) + b"100644 a.py\0" + entry
    made = subprocess.run(command, cwd=work, input=outer, capture_output=True, check=True).stdout.decode().strip()
    commit = git(work, "commit-tree", made, "-m", "evil")
    git(work, "push", "origin", f"{commit}:refs/heads/main")
    assert reasons(scanned(home, of(remote))) == {"../": "hidden folder", "a.py": ""}


def test_reading_goes_on_when_git_is_killed(home: Home, work: Path, remote: str) -> None:
    push(work, {f"f{i:03}.py": f"x = {i}\n" for i in range(450)})
    source = snapshot(home, of(remote))
    paths = [f"f{i:03}.py" for i in range(450)]
    for i, data in enumerate(source.contents(paths)):
        assert data == f"x = {i}\n".encode()
        if i == 230:
            assert objects._reader is not None
            os.kill(objects._reader._process.pid, signal.SIGKILL)
    for data in source.contents(paths):
        assert data == b"x = 0\n"
        break
    assert source.read("f300.py") == b"x = 300\n"


def test_a_blob_that_is_lost_is_a_row_with_the_reason(home: Home, work: Path, remote: str) -> None:
    push(work, {"a.py": "x = 1\n", "b.py": "x = 2\n"})
    source = snapshot(home, of(remote))
    with pytest.raises(FileNotFoundError, match="git has lost object 0"):
        list(objects.read_blobs(source.git_dir, [b"0" * 40]))
    with pytest.raises(SourceError) as caught:
        Snapshot(source.git_dir, "0" * 40).listing()
    then = "remove that folder, then run again to fetch it anew."
    assert str(caught.value) == f"{source.git_dir} does not hold commit {'0' * 40}; {then}"


def test_without_git_a_url_is_an_error_and_a_working_tree_is_walked(
    home: Home, work: Path, remote: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    push(work, {"a.py": "x = 1\n"})
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(SourceError) as caught:
        prepare(home, of(remote))
    assert str(caught.value) == f"Repository 'r': git is not installed, and {remote} cannot be fetched without; install git."
    assert reasons(scanned(home, RepositoryConfig("r", work))) == {".git/": "hidden folder", "a.py": ""}


def test_a_repository_of_sha256_ids_is_read(home: Home, tmp_path: Path) -> None:
    work = write_files(tmp_path / "sha256", {"a.py": "x = 1\n"})
    git(work, "init", "--object-format=sha256")
    git(work, "add", "--all")
    git(work, "commit", "-m", "first")
    found = snapshot(home, of(work.as_uri()))
    assert (len(found.commit), found.read("a.py")) == (64, b"x = 1\n")
