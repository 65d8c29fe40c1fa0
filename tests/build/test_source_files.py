from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from index_artifacts.build.source_files import NotText, SourceFile, decode
from index_artifacts.build.sources import WorkingTree
from index_artifacts.categories import category_of
from index_artifacts.errors import SourceError
from index_artifacts.types import Category, Status
from tests.sources_support import LIMIT, scanned, statuses
from tests.support import git, write_files

if TYPE_CHECKING:
    pass


def test_a_row_holds_language_category_size_lines_and_hash(root: Path) -> None:
    text = "def one():\n    return 1"
    write_files(root, {"tests/test_one.py": text})
    row = SourceFile("tests/test_one.py", "python", Category.TEST, 23, 2, hashlib.sha256(text.encode()).hexdigest(), Status.INDEXED, "")
    assert scanned(root).files == (row,)


def test_rows_are_in_order_of_their_path_with_folders_that_were_left_out(root: Path) -> None:
    write_files(root, {"b.py": "x", "a.py": "x", "node_modules/m/i.js": "x", ".hidden/x.py": "x", "a/z.py": "x"})
    assert statuses(root) == {".hidden/": "hidden folder", "a.py": "", "a/z.py": "", "b.py": "", "node_modules/": "dependency folder"}
    assert [f.path for f in scanned(root).files] == sorted(statuses(root))


def test_bytes_that_are_no_utf8_are_skipped_with_the_place(root: Path) -> None:
    write_files(root, {"latin.py": b"name = '\xe9t\xe9'\n"})
    assert statuses(root) == {"latin.py": "not valid UTF-8 at byte 8"}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig", "utf-16-le", "utf-16-be"])
def test_text_with_a_byte_order_mark_is_indexed(root: Path, encoding: str) -> None:
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    data = mark + "class Größe:\n    pass\n".encode(encoding)
    write_files(root, {"a.py": data})
    (row,) = scanned(root).files
    assert (row.status, row.language, row.lines, row.size) == (Status.INDEXED, "python", 2, len(data))
    assert decode(data) == "class Größe:\n    pass\n"


@pytest.mark.parametrize("data", [b"int a;\0\1\2", b"x" * 9000 + b"\0", "a\0b".encode("utf-16")])
def test_nul_bytes_mean_binary(root: Path, data: bytes) -> None:
    write_files(root, {"a.c": data})
    assert statuses(root) == {"a.c": "binary"}


def test_a_cut_utf16_file_is_no_text() -> None:
    with pytest.raises(NotText, match=r"^not valid UTF-16 at byte 2$"):
        decode(b"\xff\xfea")


def test_empty_and_blank_files_say_so(root: Path) -> None:
    write_files(root, {"a.py": b"", "b.py": " \t\r\n\n", "c.py": b"\xef\xbb\xbf", "d.py": "\ufeff\n"})
    assert statuses(root) == {"a.py": "empty", "b.py": "only white space", "c.py": "only white space", "d.py": "only white space"}


def test_a_file_over_the_limit_is_skipped_and_one_at_the_limit_is_not(root: Path) -> None:
    write_files(root, {"at.py": b"x" * LIMIT, "over.py": b"x" * (LIMIT + 1)})
    rows = {f.path: (f.size, f.reason) for f in scanned(root).files}
    assert rows == {"at.py": (LIMIT, ""), "over.py": (LIMIT + 1, "larger than 1,000,000 bytes")}


@pytest.mark.parametrize("name", [".env", ".env.local", "server.pem", "id_rsa", "credentials.json", "deploy/.npmrc", "config/secrets.yml"])
def test_a_name_that_looks_like_a_secret_is_never_read(root: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(root, {name: "TOKEN=abc\n"})
    monkeypatch.setattr(WorkingTree, "read", lambda _, path: pytest.fail(f"read {path}"))
    assert statuses(root) == {name: "looks like a secret"}


def test_a_private_key_is_a_secret_under_any_name_and_a_template_is_not(root: Path) -> None:
    write_files(root, {"notes.txt": "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n", ".env.example": "TOKEN=\n"})
    assert statuses(root) == {".env.example": "", "notes.txt": "looks like a secret"}


@pytest.mark.parametrize("versioned", [False, True])
def test_odd_names_are_indexed_as_they_are(root: Path, versioned: bool) -> None:
    names = ["a b.py", "it's.py", 'say "hi".py', "new\nline.py", "größe.py", "说明.py", "tab\t.py", "-rf.py", "back\\slash.py", "%s.py"]
    write_files(root, dict.fromkeys(names, "x = 1\n"))
    if versioned:
        git(root, "init")
        git(root, "add", "--all")
    assert statuses(root) == dict.fromkeys(names, "")


@pytest.mark.parametrize("versioned", [False, True])
def test_a_name_that_is_no_utf8_gets_a_row_with_escapes(root: Path, versioned: bool) -> None:
    Path(os.fsdecode(os.fsencode(root) + b"/caf\xe9.py")).write_text("x = 1\n")
    if versioned:
        git(root, "init")
    assert statuses(root) == {"caf\\xe9.py": "file name is not valid UTF-8"}


@pytest.mark.parametrize("versioned", [False, True])
def test_a_folder_whose_name_is_no_utf8_does_not_end_the_scan(root: Path, versioned: bool) -> None:
    folder = Path(os.fsdecode(os.fsencode(root) + b"/d\xff"))
    folder.mkdir()
    (folder / "a.py").write_text("x = 1\n")
    write_files(root, {"b.py": "x = 1\n"})
    if versioned:
        git(root, "init")
    assert statuses(root) == {"b.py": "", "d\\xff/a.py": "file name is not valid UTF-8"}


@pytest.mark.parametrize("versioned", [False, True])
def test_symbolic_links_are_not_followed(root: Path, versioned: bool) -> None:
    write_files(root, {"a.py": "x = 1\n", "sub/b.py": "x = 1\n"})
    (root / "link.py").symlink_to("a.py")
    (root / "sub" / "loop").symlink_to("..")
    (root / "out.py").symlink_to("/etc/passwd")
    (root / "gone.py").symlink_to("nowhere")
    if versioned:
        git(root, "init")
        git(root, "add", "--all")
    links = dict.fromkeys(["gone.py", "link.py", "out.py", "sub/loop"], "symbolic link")
    assert statuses(root) == {"a.py": "", "sub/b.py": "", **links}


def test_a_fifo_is_not_opened(root: Path) -> None:
    os.mkfifo(root / "pipe.py")
    assert statuses(root) == {"pipe.py": "not a regular file"}


def test_a_folder_with_a_files_name_is_a_folder(root: Path) -> None:
    write_files(root, {"foo.py/bar.py": "x = 1\n"})
    assert statuses(root) == {"foo.py/bar.py": ""}


def test_an_unreadable_file_says_why(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(root, {"a.py": "x = 1\n", "b.py": "x = 1\n"})
    read = WorkingTree.read

    def denied(tree: WorkingTree, path: str) -> bytes:
        if path == "a.py":
            raise PermissionError(13, "Permission denied")
        return read(tree, path)

    monkeypatch.setattr(WorkingTree, "read", denied)
    assert statuses(root) == {"a.py": "unreadable: Permission denied", "b.py": ""}


def test_a_file_that_vanishes_during_the_scan_says_so(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(root, {"a.py": "x = 1\n"})

    def gone(_: WorkingTree, path: str) -> bytes:
        raise FileNotFoundError(2, "No such file or directory", path)

    monkeypatch.setattr(WorkingTree, "read", gone)
    assert statuses(root) == {"a.py": "vanished while it was read"}


def test_an_unreadable_folder_is_a_row_and_an_unreadable_root_is_an_error(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(root, {"a.py": "x = 1\n", "shut/b.py": "x = 1\n"})
    listing, shut = os.scandir, {root / "shut"}

    def denied(folder: Path) -> object:
        if folder in shut:
            raise PermissionError(13, "Permission denied")
        return listing(folder)

    monkeypatch.setattr(os, "scandir", denied)
    assert statuses(root) == {"a.py": "", "shut/": "unreadable: Permission denied"}
    shut.add(root / "")
    with pytest.raises(SourceError) as caught:
        scanned(root)
    assert str(caught.value) == f"{root} cannot be listed (Permission denied); make it readable, then run again."


@pytest.mark.parametrize("versioned", [False, True])
def test_a_git_lfs_pointer_is_skipped_and_the_file_itself_is_not(root: Path, versioned: bool) -> None:
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"
    write_files(root, {"model.json": pointer, "data.json": '{"a": 1}\n', "about.md": f"A pointer is:\n{pointer}"})
    if versioned:
        git(root, "init")
        git(root, "add", "--all")
    assert statuses(root) == {"about.md": "", "data.json": "", "model.json": "Git LFS pointer"}


_IGNORING = {
    ".gitignore": "*.log.py\n/top.py\nbuilt/\n!keep.log.py\n",
    "top.py": "x = 1\n",
    "a.log.py": "x = 1\n",
    "keep.log.py": "x = 1\n",
    "built/x.py": "x = 1\n",
    "sub/top.py": "x = 1\n",
    "sub/.gitignore": "local.py\n!b.log.py\n",
    "sub/local.py": "x = 1\n",
    "sub/b.log.py": "x = 1\n",
    "local.py": "x = 1\n",
}
_KEPT = {".gitignore", "keep.log.py", "sub/top.py", "sub/.gitignore", "sub/b.log.py", "local.py"}


@pytest.mark.parametrize(("versioned", "by"), [(False, "ignored by .gitignore"), (True, "ignored by git")])
def test_nested_gitignore_files_are_honoured_with_and_without_git(root: Path, versioned: bool, by: str) -> None:
    write_files(root, _IGNORING)
    if versioned:
        git(root, "init")
    found = statuses(root)
    assert {p for p, reason in found.items() if not reason} == _KEPT
    assert {p: r for p, r in found.items() if r} == dict.fromkeys(["a.log.py", "built/", "sub/local.py", "top.py"], by)


def test_a_tracked_file_that_matches_gitignore_is_indexed(root: Path) -> None:
    write_files(root, {"a.log.py": "x = 1\n"})
    git(root, "init")
    git(root, "add", "--all")
    write_files(root, {".gitignore": "*.log.py\n", "b.log.py": "x = 1\n"})
    assert statuses(root) == {".gitignore": "", "a.log.py": "", "b.log.py": "ignored by git"}


@pytest.mark.parametrize("versioned", [False, True])
def test_lodeignore_and_exclude_leave_out_what_git_keeps(root: Path, versioned: bool) -> None:
    files = ["a.py", "gen/b.py", "docs/c.md", "sub/d.py", "sub/e.py"]
    write_files(root, {**dict.fromkeys(files, "x = 1\n"), ".lodeignore": "gen/\n", "sub/.lodeignore": "d.py\n"})
    if versioned:
        git(root, "init")
        git(root, "add", "--all")
    assert statuses(root, "docs/**") == {
        ".lodeignore": "",
        "a.py": "",
        "docs/c.md": "excluded in lode.toml",
        "gen/b.py": "ignored by .lodeignore",
        "sub/.lodeignore": "",
        "sub/d.py": "ignored by .lodeignore",
        "sub/e.py": "",
    }


def test_build_folders_are_left_out_only_outside_of_git_and_beside_their_tools_file(root: Path) -> None:
    write_files(root, {"Cargo.toml": "[package]\n", "target/x.rs": "fn a() {}\n", "other/target/y.rs": "fn a() {}\n"})
    assert statuses(root) == {"Cargo.toml": "", "other/target/y.rs": "", "target/": "build folder"}
    git(root, "init")
    assert statuses(root)["target/x.rs"] == ""


def test_same_tree_gives_the_same_digest_wherever_it_lies_and_whatever_its_times(root: Path, tmp_path: Path) -> None:
    files = {"a.py": "x = 1\n", "b/c.go": "package b\n"}
    write_files(root, files)
    write_files(tmp_path / "other", files)
    os.utime(root / "a.py", (0, 0))
    assert scanned(root).digest == scanned(tmp_path / "other").digest
    write_files(root, {"a.py": "x = 2\n"})
    assert scanned(root).digest != scanned(tmp_path / "other").digest


def test_java_packages_named_example_are_no_examples() -> None:
    paths = ["src/main/java/com/example/ledger/Account.java", "examples/src/com/example/Account.java", "example/a.go", "x/example/b.go"]
    assert [category_of(p, "java", "x", 1) for p in paths] == [Category.SOURCE, Category.EXAMPLE, Category.EXAMPLE, Category.EXAMPLE]
