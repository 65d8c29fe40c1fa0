"""Scan: one row for every file of a repository, indexed or skipped with the reason."""

from __future__ import annotations

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from index_artifacts.build.ignores import LODEIGNORE, Folders, Ignores
from index_artifacts.categories import category_of, has_secret_name, holds_private_key
from index_artifacts.languages import language_of
from index_artifacts.progress import report
from index_artifacts.store import digest_of
from index_artifacts.types import Category, Status

if TYPE_CHECKING:
    from index_artifacts.build.sources import Entry, Listing, Source
    from index_artifacts.config import RepositoryConfig

_HEAD = 8192
# https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md: the first line of what stands in the place of a large file.
_LFS_POINTER = b"version https://git-lfs.github.com/spec/v1"
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
    """What the files are as of; empty outside of git. A commit that is read from a mirror is never dirty."""

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


def scan(repository: RepositoryConfig, source: Source, max_file_bytes: int) -> Scan:
    """List and hash every file of a repository.

    Args:
        repository: Gives name and exclude patterns.
        source: Where its files are, as `sources.prepare` tells; nothing in it is executed.
        max_file_bytes: Larger files are skipped, unread.

    Raises:
        SourceError: The source cannot be listed.
    """
    listing = source.listing()
    # git compares while the files are read here.
    with ThreadPoolExecutor(1) as beside:
        revision = beside.submit(source.revision if listing.versioned else Revision)
        kept, left_out = _sieve(listing, source, repository.exclude)
        rows = [_skipped(_shown(path), 0, reason) for path, reason in left_out.items()]
        unread = [(entry, _unread(entry, max_file_bytes)) for entry in kept]
        rows += [_skipped(_shown(e.path), e.size, reason) for e, reason in unread if reason]
        paths = [e.path for e, reason in unread if not reason]
        for done, (path, data) in enumerate(zip(paths, source.contents(paths), strict=True), 1):
            rows.append(_row(path, data))
            if done % 500 == 0 or done == len(paths):
                report("source_files", repository.name, done, len(paths), "files")
        rows.sort(key=lambda f: f.path)
        return Scan(tuple(rows), revision.result())


def _sieve(listing: Listing, source: Source, exclude: tuple[str, ...]) -> tuple[list[Entry], dict[str, str]]:
    """The entries that no folder, ignore file or exclude pattern leaves out, and the reasons for the others."""
    ignores, folders = Ignores(LODEIGNORE, exclude), Folders()
    for path in [e.path for e in listing.entries if not e.special] + list(listing.left_out):
        folder, _, name = path.rpartition("/")
        if name == LODEIGNORE:
            with suppress(OSError):
                ignores.add(folder, source.read(path))
    kept: list[Entry] = []
    left_out = dict(listing.left_out)
    for entry in listing.entries:
        if left := folders.left_out(entry.path):
            left_out.update([left])
        elif reason := ignores.reason(entry.path):
            left_out[entry.path] = reason
        else:
            kept.append(entry)
    return kept, left_out


def _skipped(path: str, size: int, reason: str, language: str = "") -> SourceFile:
    return SourceFile(path, language, Category.SOURCE, size, 0, "", Status.SKIPPED, reason)


def _shown(path: str) -> str:
    """A path with bytes that are no UTF-8 written as escapes."""
    return path if path.isascii() else os.fsencode(path).decode("utf-8", "backslashreplace")


def _unread(entry: Entry, max_file_bytes: int) -> str:
    """Why a file is not even read, or ""."""
    name = entry.path.rpartition("/")[2]
    if _shown(entry.path) != entry.path:
        return "file name is not valid UTF-8"
    if entry.special:
        return entry.special
    if name in {".", ".."}:
        return "not a regular file"
    if has_secret_name(name):
        return "looks like a secret"
    return f"larger than {max_file_bytes:,} bytes" if entry.size > max_file_bytes else ""


def _row(path: str, data: bytes | OSError) -> SourceFile:
    """The row of a file that was read; whatever went wrong becomes its reason."""
    if isinstance(data, FileNotFoundError):
        return _skipped(path, 0, "vanished while it was read")
    if isinstance(data, OSError):
        return _skipped(path, 0, f"unreadable: {data.strerror}")
    head = data[:_HEAD]
    if holds_private_key(head):
        return _skipped(path, len(data), "looks like a secret")
    if data.startswith(_LFS_POINTER):
        return _skipped(path, len(data), "Git LFS pointer")
    try:
        text = decode(data)
    except NotText as reason:
        return _skipped(path, len(data), str(reason))
    lines = text.count("\n") + (not text.endswith("\n") and bool(text))
    language = language_of(path.rpartition("/")[2], head)
    if not text or text.isspace():
        return _skipped(path, len(data), "empty" if not data else "only white space", language)
    category = category_of(path, language, text, lines)
    digest = hashlib.sha256(data).hexdigest()
    return SourceFile(path, language, category, len(data), lines, digest, Status.INDEXED, "")
