"""Scan: one row for every file of a repository, indexed or skipped with the reason."""

from __future__ import annotations

import hashlib
import os
import stat
import subprocess
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

from pathspec import GitIgnoreSpec

from index_artifacts.categories import category_of, has_secret_name, holds_private_key, rules
from index_artifacts.errors import SourceError
from index_artifacts.languages import language_of
from index_artifacts.progress import report
from index_artifacts.store import digest_of
from index_artifacts.types import Category, Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index_artifacts.config import RepositoryConfig

_HEAD = 8192
# Repository settings must not start programs: https://git-scm.com/docs/git-config on fsmonitor and hooksPath.
_GIT = ("git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "safe.directory=*", "--no-optional-locks")
_BOMS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One row of the scan; a folder that was not entered has one row too, its path ending in "/".

    Attributes:
        path: Relative to the repository, with "/".
        language: As `languages.language_of` tells, or "".
        category: What it is for.
        size: Bytes.
        lines: Lines of decoded text; 0 where it was not read.
        sha256: Of its bytes; "" where it was not read.
        status: Whether it goes into the index.
        reason: Why it does not, or "".
    """

    path: str
    language: str
    category: Category
    size: int
    lines: int
    sha256: str
    status: Status
    reason: str


@dataclass(frozen=True, slots=True)
class Revision:
    """What a working tree is as of; empty outside of git."""

    commit: str = ""
    branch: str = ""
    dirty: bool = False


@dataclass(frozen=True, slots=True)
class Scan:
    """All rows, in order of their path, and the revision."""

    files: tuple[SourceFile, ...]
    revision: Revision

    @property
    def digest(self) -> str:
        """What later stages depend on: same digest, same result."""
        rows = [(f.path, f.language, f.category, f.size, f.lines, f.sha256, f.status, f.reason) for f in self.files]
        r = self.revision
        return digest_of(rows, r.commit, r.branch, r.dirty)


class NotText(Exception):
    """Raised by `decode`; the message is the reason for skipping the file."""


def decode(data: bytes) -> str:
    """Text of a file: UTF-8, or UTF-16 and UTF-32 with a byte-order mark; the mark is removed.

    Raises:
        NotText: The bytes are binary or of another encoding.
    """
    encoding = next((name for bom, name in _BOMS if data.startswith(bom)), "utf-8")
    if encoding == "utf-8" and b"\0" in data[:_HEAD]:
        raise NotText("binary")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise NotText(f"not valid {encoding.removesuffix('-sig').upper()} at byte {error.start}") from None
    if "\0" in text:
        raise NotText("binary")
    return text


def scan(repository: RepositoryConfig, max_file_bytes: int) -> Scan:
    """List and hash every file of a repository.

    Args:
        repository: Whose working tree is read; nothing in it is executed.
        max_file_bytes: Larger files are skipped.

    Raises:
        SourceError: The root is gone or cannot be listed.
    """
    root = repository.path
    if not root.is_dir():
        raise SourceError(f"Repository '{repository.name}': {root} is no longer a directory; mend its path in lode.toml.")
    listed = _git_listing(root)
    entries = listed if listed is not None else _walk(root)
    ignores = _Ignores(root, repository.exclude)
    wanted: list[str] = []
    left_out: dict[str, str] = {}
    for path, reason in entries:
        left = (path, reason) if reason else _folder_left_out(path)
        reason = "" if left else ignores.reason(path)
        if left or reason:
            left_out.update([left or (path, reason)])
        else:
            wanted.append(path)
    rows = [_skipped(_shown(path), 0, reason) for path, reason in left_out.items()]
    for done, path in enumerate(wanted, 1):
        rows.append(_read(root, path, max_file_bytes))
        if done % 500 == 0 or done == len(wanted):
            report("source_files", repository.name, done, len(wanted), "files")
    rows.sort(key=lambda f: f.path)
    return Scan(tuple(rows), _revision(root) if listed is not None else Revision())


def _skipped(path: str, size: int, reason: str, language: str = "") -> SourceFile:
    return SourceFile(path, language, Category.SOURCE, size, 0, "", Status.SKIPPED, reason)


def _shown(path: str) -> str:
    """A path with bytes that are no UTF-8 written as escapes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _read(root: Path, path: str, max_file_bytes: int) -> SourceFile:
    """The row of one file; whatever goes wrong becomes its reason."""
    if (shown := _shown(path)) != path:
        return _skipped(shown, 0, "file name is not valid UTF-8")
    full = root / path
    try:
        info = full.lstat()
        if stat.S_ISLNK(info.st_mode):
            return _skipped(path, 0, "symbolic link")
        if stat.S_ISDIR(info.st_mode):
            return _skipped(path, 0, "submodule")
        if not stat.S_ISREG(info.st_mode):
            return _skipped(path, 0, "not a regular file")
        if has_secret_name(full.name):
            return _skipped(path, info.st_size, "looks like a secret")
        if info.st_size > max_file_bytes:
            return _skipped(path, info.st_size, f"larger than {max_file_bytes:,} bytes")
        data = full.read_bytes()
    except FileNotFoundError:
        return _skipped(path, 0, "vanished while it was read")
    except OSError as error:
        return _skipped(path, 0, f"unreadable: {error.strerror}")
    head = data[:_HEAD]
    if holds_private_key(head):
        return _skipped(path, len(data), "looks like a secret")
    try:
        text = decode(data)
    except NotText as reason:
        return _skipped(path, len(data), str(reason))
    lines = text.count("\n") + (not text.endswith("\n") and bool(text))
    language = language_of(full.name, head)
    if not text.strip():
        return _skipped(path, len(data), "empty" if not data else "only white space", language)
    category = category_of(path, language, text, lines)
    digest = hashlib.sha256(data).hexdigest()
    return SourceFile(path, language, category, len(data), lines, digest, Status.INDEXED, "")


def _git(root: Path, *arguments: str) -> bytes | None:
    try:
        done = subprocess.run([*_GIT, *arguments], cwd=root, capture_output=True, check=False)
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None


def _git_listing(root: Path) -> list[tuple[str, str]] | None:
    """Tracked and untracked files, and what git ignores, with reasons; None where git does not manage the folder."""
    if _git(root, "rev-parse", "--is-inside-work-tree") != b"true\n":
        return None
    if not (root / ".git").exists() and _git(root, "check-ignore", "-q", ".") is not None:
        return None
    files = _git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
    ignored = _git(root, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory")
    if files is None:
        return None
    entries = [(os.fsdecode(p), "nested repository" if p.endswith(b"/") else "") for p in files.split(b"\0") if p]
    entries += [(os.fsdecode(p), "ignored by git") for p in (ignored or b"").split(b"\0") if p]
    # git lists a tracked file also when it is no longer in the working tree.
    return [(p, r) for p, r in entries if r or os.path.lexists(root / p)]


def _revision(root: Path) -> Revision:
    commit = (_git(root, "rev-parse", "--verify", "-q", "HEAD") or b"").decode().strip()
    branch = (_git(root, "symbolic-ref", "-q", "--short", "HEAD") or b"").decode("utf-8", "replace").strip()
    # A submodule's own settings would hold for its status, and none of its content is indexed.
    status = _git(root, *_no_filters(root), "status", "--porcelain", "-z", "--ignore-submodules=dirty", "--", ".")
    return Revision(commit, branch, bool(status))


def _no_filters(root: Path) -> list[str]:
    """Options that keep git from running the content filters that its settings name; an empty command is none."""
    names = (_git(root, "config", "-z", "--name-only", "--get-regexp", r"^filter\..*\.(clean|process|required)$") or b"").split(b"\0")
    return [word for name in names if name for word in ("-c", os.fsdecode(name) + ("=false" if name.endswith(b".required") else "="))]


def _walk(root: Path) -> Iterator[tuple[str, str]]:
    """Files below a folder that git does not manage, honouring nested .gitignore files; folders not entered carry a reason."""
    ignores = _Ignores(root, (), name=".gitignore")
    stack = [""]
    while stack:
        folder = stack.pop()
        try:
            with os.scandir(root / folder) as found:
                entries = sorted(found, key=lambda e: e.name)
        except OSError as error:
            if not folder:
                raise SourceError(f"{root} cannot be listed ({error.strerror}); make it readable, then run again.") from error
            yield f"{folder}/", f"unreadable: {error.strerror}"
            continue
        names = {e.name for e in entries}
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if not entry.is_dir(follow_symlinks=False):
                yield path, ignores.reason(path)
                continue
            reason = "nested repository" if os.path.lexists(root / path / ".git") else ""
            reason = reason or _built(entry.name, names) or ignores.reason(f"{path}/") or _hidden(entry.name)
            if reason:
                yield f"{path}/", reason
            else:
                stack.append(path)


def _hidden(name: str) -> str:
    """Why a folder of this name is never entered, or ""."""
    if name in rules().folders:
        return "dependency folder"
    return "hidden folder" if name.startswith(".") else ""


def _built(name: str, siblings: set[str]) -> str:
    makers = rules().built.get(name, ())
    return "build folder" if any(fnmatch(s, m) for m in makers for s in siblings) else ""


def _folder_left_out(path: str) -> tuple[str, str] | None:
    """The outermost folder of a path that is never entered, with the reason."""
    parts = path.rstrip("/").split("/")
    for i, part in enumerate(parts[:-1]):
        if reason := _hidden(part):
            return "/".join(parts[: i + 1]) + "/", reason
    return None


class _Ignores:
    """Nested ignore files below a root, the deepest rule first, and the fleet's own exclude patterns."""

    def __init__(self, root: Path, exclude: tuple[str, ...], name: str = ".lodeignore") -> None:
        self._root, self._name = root, name
        self._exclude = GitIgnoreSpec.from_lines(exclude)
        self._chains: dict[str, tuple[tuple[str, GitIgnoreSpec], ...]] = {}

    def reason(self, path: str) -> str:
        """Why a path (a folder's ends in "/") is ignored, or ""."""
        if len(self._exclude) and self._exclude.match_file(path):
            return "excluded in lode.toml"
        folder, _, _ = path.rstrip("/").rpartition("/")
        for above, spec in self._chain(folder):
            verdict = spec.check_file(path[len(above) + 1 :] if above else path).include
            if verdict is not None:
                return f"ignored by {self._name}" if verdict else ""
        return ""

    def _chain(self, folder: str) -> tuple[tuple[str, GitIgnoreSpec], ...]:
        """The ignore files that hold for a folder, its own first; most folders have none."""
        if folder not in self._chains:
            try:
                text = (self._root / folder / self._name).read_text("utf-8", "replace")
            except (OSError, ValueError):
                own: tuple[tuple[str, GitIgnoreSpec], ...] = ()
            else:
                own = ((folder, GitIgnoreSpec.from_lines(text.splitlines())),)
            self._chains[folder] = own + (self._chain(folder.rpartition("/")[0]) if folder else ())
        return self._chains[folder]
