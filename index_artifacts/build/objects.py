"""Files of a commit, read from git's object store; no working tree is involved."""

from __future__ import annotations

import atexit
import subprocess
from functools import lru_cache
from typing import IO, TYPE_CHECKING, NamedTuple

from index_artifacts.build.git import GIT, bare, environment
from index_artifacts.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

# Requests that are written before an answer is read must fit into a pipe, which takes 16 KiB where it takes least.
_AHEAD = 200


class Object(NamedTuple):
    """A file of a commit: git's mode, the blob's id, and its size in bytes."""

    mode: bytes
    blob: bytes
    size: int


@lru_cache(maxsize=2)
def tree(git_dir: Path, commit: str) -> dict[bytes, Object]:
    """Every file of a commit by its path.

    Raises:
        SourceError: The mirror does not hold the commit.
    """
    listed = bare(git_dir, "ls-tree", "-r", "-z", "--long", "--full-tree", commit)
    if listed is None:
        raise SourceError(f"{git_dir} does not hold commit {commit}; remove that folder, then run again to fetch it anew.")
    found: dict[bytes, Object] = {}
    for row in listed.split(b"\0")[:-1]:
        about, _, path = row.partition(b"\t")
        mode, _, blob, size = about.split()
        found[path] = Object(mode, blob, 0 if size == b"-" else int(size))
    return found


class _Broken(Exception):
    """Raised when a `git cat-file` process has ended or answers out of order."""


class _Reader:
    """One `git cat-file --batch` process."""

    def __init__(self, git_dir: Path) -> None:
        self.git_dir = git_dir
        self._process = subprocess.Popen(
            [*GIT, "--git-dir=.", "cat-file", "--batch"],
            cwd=git_dir,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def ask(self, blobs: Sequence[bytes]) -> Iterator[bytes]:
        """The content of a few blobs, in their order; the answers must be read to their end."""
        requests, answers = self._pipes()
        try:
            requests.write(b"".join(blob + b"\n" for blob in blobs))
            requests.flush()
        except OSError as error:
            raise _Broken from error
        for blob in blobs:
            told = answers.readline().split()
            if told == [blob, b"missing"]:
                raise FileNotFoundError(2, f"git has lost object {blob.decode()}")
            if len(told) != 3 or told[0] != blob:
                raise _Broken
            size = int(told[2])
            data = answers.read(size + 1)
            if len(data) != size + 1:
                raise _Broken
            yield data[:-1]

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        if self._process.stdin is None or self._process.stdout is None:
            raise _Broken
        return self._process.stdin, self._process.stdout

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


_reader: _Reader | None = None


@atexit.register
def close_reader() -> None:
    """End this process's reader; the next read starts another."""
    global _reader
    if _reader is not None:
        _reader.close()
        _reader = None


def _reader_of(git_dir: Path) -> _Reader:
    global _reader
    if _reader is None or _reader.git_dir != git_dir:
        close_reader()
        _reader = _Reader(git_dir)
    return _reader


def read_blobs(git_dir: Path, blobs: Sequence[bytes]) -> Iterator[bytes]:
    """The content of blobs, in their order, through one process that stays for the next call.

    Raises:
        FileNotFoundError: The mirror has lost one, or there is no git.
        BrokenPipeError: git ended, and ended again when it was started anew.
    """
    done, failed_at = 0, -1
    while done < len(blobs):
        ended = False
        try:
            for data in _reader_of(git_dir).ask(blobs[done : done + _AHEAD]):
                done += 1
                yield data
            ended = True
        except _Broken:
            if failed_at == done:
                raise BrokenPipeError(32, "git cat-file ended") from None
            failed_at = done
        finally:
            # Answers that nobody has read would be taken for those to the next question.
            if not ended:
                close_reader()
