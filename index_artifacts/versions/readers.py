"""Keep a version's folder as long as someone reads it.

A reader holds a shared lock on the folder itself, so a home that it cannot write is no hindrance; the collector asks for an
exclusive one. The operating system lets go of the lock of a reader that dies.
"""

from __future__ import annotations

import fcntl
import os
import weakref
from contextlib import contextmanager
from typing import TYPE_CHECKING

from index_artifacts.errors import ArtifactError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Reading:
    """Keeps a version from being collected until `close`, or until nothing refers to this any more."""

    def __init__(self, folder: Path) -> None:
        """Start reading.

        Args:
            folder: Of the version; where it is missing there is nothing to keep.

        Raises:
            ArtifactError: It is being collected.
        """
        descriptor = _opened(folder)
        self.close = weakref.finalize(self, os.close, descriptor) if descriptor >= 0 else lambda: None
        if not _locked(descriptor, fcntl.LOCK_SH):
            self.close()
            raise ArtifactError(f"Version {folder.name} is being removed by 'lode gc'; open another one.")


@contextmanager
def collecting(folder: Path) -> Iterator[bool]:
    """Keep new readers away from a version; gives whether nobody reads it."""
    descriptor = _opened(folder)
    try:
        yield _locked(descriptor, fcntl.LOCK_EX)
    finally:
        if descriptor >= 0:
            os.close(descriptor)


def _opened(folder: Path) -> int:
    try:
        return os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return -1


def _locked(descriptor: int, kind: int) -> bool:
    if descriptor < 0:
        return True
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks on folders: neither side can tell of the other
        return True
    return True
