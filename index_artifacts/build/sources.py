"""Where a repository's files are read from: a working tree, or a commit in the mirror of a remote.

Both list their files as entries and read them by path. What of that is indexed, `source_files` decides.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from index_artifacts.build import mirror
from index_artifacts.build.git import output
from index_artifacts.build.ignores import GITIGNORE, Ignores, made_by_a_build, never_entered
from index_artifacts.build.objects import read_blobs, tree
from index_artifacts.build.source_files import Revision
from index_artifacts.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from index_artifacts.config import Home, RepositoryConfig

_LINK, _SUBMODULE, _NESTED = "symbolic link", "submodule", "nested repository"
_SPECIAL = {b"120000": _LINK, b"160000": _SUBMODULE}


class Entry(NamedTuple):
    """A file that was listed.

    Attributes:
        path: Relative to the repository, with "/".
        size: Bytes.
        special: What it is instead of a file with content, or "".
    """

    path: str
    size: int
    special: str


@dataclass(frozen=True, slots=True)
class Listing:
    """All files of a source.

    Attributes:
        entries: In any order.
        left_out: What was not entered or is ignored by git, with the reason; folders end in "/".
        versioned: Whether git manages them.
    """

    entries: list[Entry]
    left_out: dict[str, str] = field(default_factory=dict)
    versioned: bool = True


class Source(Protocol):
    """Files that can be listed and read; picklable."""

    def read(self, path: str) -> bytes:
        """The content of one file.

        Raises:
            OSError: It is not there, or cannot be read.
        """

    def listing(self) -> Listing:
        """All files, without their content.

        Raises:
            SourceError: There is nothing to list.
        """

    def contents(self, paths: Sequence[str]) -> Iterator[bytes | OSError]:
        """The content of listed files, in the order of their paths, or why it cannot be read."""

    def revision(self) -> Revision:
        """What the files are as of."""


def prepare(home: Home, repository: RepositoryConfig) -> Source:
    """The source of a repository as it is now; fetches where it has a url. The caller holds the home's writer lock.

    Raises:
        SourceError: The working tree is gone, the remote cannot be reached, or it does not have the ref.
    """
    if repository.path is None:
        git_dir = home.mirror(repository.name)
        found = mirror.update(git_dir, repository)
        return Snapshot(git_dir, found.commit, found.branch)
    if not repository.path.is_dir():
        raise SourceError(f"Repository '{repository.name}': {repository.path} is no longer a directory; mend its path in lode.toml.")
    return WorkingTree(repository.path)


def source_at(home: Home, repository: RepositoryConfig, revision: Revision) -> Source:
    """The source that an earlier scan read, for the stages after it; reaches no network and changes nothing."""
    if repository.path is None:
        return Snapshot(home.mirror(repository.name), revision.commit, revision.branch)
    return WorkingTree(repository.path)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A commit in a bare repository."""

    git_dir: Path
    commit: str
    branch: str = ""

    def read(self, path: str) -> bytes:
        """The content of one file of the commit."""
        found = tree(self.git_dir, self.commit).get(os.fsencode(path))
        if found is None or found.mode in _SPECIAL:
            raise FileNotFoundError(2, os.strerror(2), path)
        return b"".join(read_blobs(self.git_dir, [found.blob]))

    def listing(self) -> Listing:
        """All files of the commit."""
        objects = tree(self.git_dir, self.commit).items()
        special = ((path, found, _SPECIAL.get(found.mode, "")) for path, found in objects)
        return Listing([Entry(os.fsdecode(path), 0 if what else found.size, what) for path, found, what in special])

    def contents(self, paths: Sequence[str]) -> Iterator[bytes]:
        """The content of listed files, streamed."""
        objects = tree(self.git_dir, self.commit)
        return read_blobs(self.git_dir, [objects[os.fsencode(path)].blob for path in paths])

    def revision(self) -> Revision:
        """The commit; never dirty."""
        return Revision(self.commit, self.branch)


@dataclass(frozen=True, slots=True)
class WorkingTree:
    """A folder of files, managed by git or not."""

    root: Path

    def read(self, path: str) -> bytes:
        """The content of one file; no symbolic link is followed to it, and no pipe waited for."""
        # Strings, and the system's own calls: with tens of thousands of files, Path and open() cost more than the reading.
        descriptor = os.open(f"{self.root}/{path}", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            parts = []
            size = os.fstat(descriptor).st_size
            while part := os.read(descriptor, max(size + 1, 65_536)):
                parts.append(part)
                if len(part) == size and len(parts) == 1:
                    return part
            return b"".join(parts)
        finally:
            os.close(descriptor)

    def listing(self) -> Listing:
        """Files that git tracks or does not ignore; outside of git, all that no .gitignore names."""
        return _listed_by_git(self.root) or _walked(self.root)

    def contents(self, paths: Sequence[str]) -> Iterator[bytes | OSError]:
        """The content of listed files."""
        for path in paths:
            try:
                yield self.read(path)
            except OSError as error:
                yield error

    def revision(self) -> Revision:
        """The commit and branch that are checked out, and whether the files differ from it."""
        commit = (output(self.root, "rev-parse", "--verify", "-q", "HEAD") or b"").decode().strip()
        branch = (output(self.root, "symbolic-ref", "-q", "--short", "HEAD") or b"").decode("utf-8", "replace").strip()
        # A submodule's own settings would hold for its status, and none of its content is indexed.
        status = output(self.root, *_no_filters(self.root), "status", "--porcelain", "-z", "--ignore-submodules=dirty", "--", ".")
        return Revision(commit, branch, bool(status))


def _no_filters(root: Path) -> list[str]:
    """Options that keep git from running the content filters that its settings name; an empty command is none."""
    told = output(root, "config", "-z", "--name-only", "--get-regexp", r"^filter\..*\.(clean|process|required)$") or b""
    names = [os.fsdecode(name) for name in told.split(b"\0") if name]
    return [word for name in names for word in ("-c", name + ("=false" if name.endswith(".required") else "="))]


def _listed_by_git(root: Path) -> Listing | None:
    """Tracked and untracked files that are there, and what git ignores; None where git does not manage the folder."""
    if output(root, "rev-parse", "--is-inside-work-tree") != b"true\n":
        return None
    if not os.path.lexists(root / ".git") and output(root, "check-ignore", "-q", ".") is not None:
        return None
    files = output(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    ignored = output(root, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory")
    if files is None:
        return None
    # Of a file in conflict, git lists every version.
    paths = [os.fsdecode(path) for path in dict.fromkeys(files.split(b"\0")) if path]
    left_out = {path: _NESTED for path in paths if path.endswith("/")}
    left_out |= {os.fsdecode(path): "ignored by git" for path in (ignored or b"").split(b"\0") if path}
    return Listing(list(_present(root, (path for path in paths if path not in left_out))), left_out)


def _present(root: Path, paths: Iterable[str]) -> Iterator[Entry]:
    """Entries of the paths that are in the working tree: git lists tracked files also when they are gone, or beyond a link."""
    folders: dict[str, bool] = {"": True}

    def entered(folder: str) -> bool:
        if folder not in folders:
            try:
                folders[folder] = entered(folder.rpartition("/")[0]) and stat.S_ISDIR(os.lstat(f"{root}/{folder}").st_mode)
            except OSError:
                folders[folder] = False
        return folders[folder]

    found = [entry for path in paths if entered(path.rpartition("/")[0]) and (entry := _entry(root, path)) is not None]
    # A folder in the place of a tracked file is no submodule.
    return (entry for entry in found if not (entry.special == _SUBMODULE and entry.path in folders))


def _entry(root: Path, path: str) -> Entry | None:
    try:
        info = os.lstat(f"{root}/{path}")
    except FileNotFoundError:
        return None
    except OSError as error:
        return Entry(path, 0, f"unreadable: {error.strerror}")
    if stat.S_ISREG(info.st_mode):
        return Entry(path, info.st_size, "")
    return Entry(path, 0, _LINK if stat.S_ISLNK(info.st_mode) else _SUBMODULE if stat.S_ISDIR(info.st_mode) else "not a regular file")


def _walked(root: Path) -> Listing:
    """Files below a folder that git does not manage, honouring nested .gitignore files; folders not entered carry a reason."""
    ignores = Ignores(GITIGNORE)
    listing = Listing([], versioned=False)
    stack = [""]
    while stack:
        folder = stack.pop()
        try:
            with os.scandir(root / folder) as found:
                entries = {e.name: e for e in found}
            if GITIGNORE in entries and entries[GITIGNORE].is_file(follow_symlinks=False):
                ignores.add(folder, WorkingTree(root).read(f"{folder}/{GITIGNORE}"))
        except OSError as error:
            if not folder:
                raise SourceError(f"{root} cannot be listed ({error.strerror}); make it readable, then run again.") from error
            listing.left_out[f"{folder}/"] = f"unreadable: {error.strerror}"
            continue
        for name, entry in entries.items():
            path = f"{folder}/{name}" if folder else name
            if not entry.is_dir(follow_symlinks=False):
                if reason := ignores.reason(path):
                    listing.left_out[path] = reason
                elif there := _entry(root, path):
                    listing.entries.append(there)
                continue
            reason = _NESTED if os.path.lexists(f"{root}/{path}/.git") else ""
            reason = reason or made_by_a_build(name, entries) or ignores.reason(f"{path}/") or never_entered(name)
            if reason:
                listing.left_out[f"{path}/"] = reason
            else:
                stack.append(path)
    return listing
