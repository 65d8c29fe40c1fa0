"""Files on disk: atomic writes, content-keyed stage results, the writer's lock.

A stage's result is a folder named by the key of what made it. It is built beside, flushed to disk and renamed, so a folder
that has its name is whole; asking for a key that is there costs nothing.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
import shutil
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from index_artifacts.errors import HomeError

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    from index_artifacts.config import Home

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_held: dict[Path, int] = {}  # lock file -> how often this process holds it


def digest_of(*parts: object) -> str:
    """SHA-256 over a canonical form of JSON-like values, in hexadecimal."""
    canonical = json.dumps(parts, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)
    return hashlib.sha256(canonical.encode("utf-8", "surrogateescape")).hexdigest()


def sync(path: Path) -> None:
    """Flush a file or folder to disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_tree(folder: Path, flushed: Container[str] = ()) -> None:
    """Flush every file and folder below a folder, and itself, to disk.

    Args:
        folder: What is flushed.
        flushed: Files, by path relative to the folder, that are on disk already.
    """
    for root, _, names in os.walk(folder):
        below = Path(root).relative_to(folder)
        for name in names:
            if (below / name).as_posix() not in flushed:
                sync(Path(root) / name)
        sync(Path(root))


def write_text(path: Path, text: str) -> None:
    """Replace a file's content atomically; a reader sees the old or the new text."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    with writing(path):
        try:
            with temporary.open("w", encoding="utf-8") as out:
                out.write(text)
                out.flush()
                os.fsync(out.fileno())
            temporary.replace(path)
            sync(path.parent)
        finally:
            temporary.unlink(missing_ok=True)


def write_json(path: Path, value: Any) -> None:  # noqa: ANN401 - whatever JSON can hold
    """Replace a JSON file atomically."""
    write_text(path, json.dumps(value, indent=1, ensure_ascii=False, sort_keys=True) + "\n")


def read_json(path: Path) -> Any:  # noqa: ANN401 - whatever JSON can hold
    """The value in a JSON file."""
    return json.loads(path.read_text("utf-8"))


@contextmanager
def writing(where: Path) -> Iterator[None]:
    """Turn the operating system's refusal to write into one sentence."""
    try:
        yield
    except (OSError, RuntimeError, ValueError) as error:
        # FAISS and Tantivy tell of a full disk in errors of their own.
        full = next((text for text in map(os.strerror, _FULL) if text in str(error)), "")
        if not isinstance(error, OSError) and not full:
            raise
        reason = full or (error.strerror if isinstance(error, OSError) else "") or error
        raise HomeError(
            f"Could not write {where}: {reason}; free space or make it writable, then run again. The published version is untouched."
        ) from error


def make_folder(final: Path, build: Callable[[Path], None]) -> None:
    """Build a folder beside, flush it to disk and give it its name, in place of what has that name.

    Args:
        final: Its name.
        build: Writes into the empty folder that it is given.
    """
    temporary = final.parent / f".{final.name}.{os.getpid()}.tmp"
    with writing(final.parent):
        final.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(temporary, ignore_errors=True)
        temporary.mkdir()
        try:
            build(temporary)
            sync_tree(temporary)
            if final.exists():
                remove_folder(final)
            temporary.rename(final)
            sync(final.parent)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)


def remove_folder(folder: Path) -> None:
    """Remove a folder; it loses its name first, so that a kill leaves no half of it under that."""
    gone = folder.with_name(f".{folder.name.lstrip('.')}.{os.getpid()}.gone.tmp")
    shutil.rmtree(gone, ignore_errors=True)
    folder.rename(gone)
    shutil.rmtree(gone, ignore_errors=True)


def remove_unfinished(parent: Path) -> None:
    """Remove what killed processes left in a folder of stage results; only under the writer's lock."""
    for stale in parent.glob(".*.tmp"):
        shutil.rmtree(stale, ignore_errors=True)


@contextmanager
def writer_lock(home: Home, wait: float = 0.0) -> Iterator[None]:
    """Be the home's only writer; nested use in one process is free.

    The lock is the operating system's, so a holder that dies has let go of it.

    Args:
        home: What is written.
        wait: Seconds to wait for another writer to end.

    Raises:
        HomeError: Another process still holds it, or the home cannot be written.
    """
    from index_artifacts.config import make_home

    path = home.lock_file
    if _held.get(path):
        _held[path] += 1
        try:
            yield
        finally:
            _held[path] -= 1
        return
    make_home(home)
    with writing(path):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        deadline = time.monotonic() + wait
        while not _locked(descriptor):
            if time.monotonic() >= deadline:
                holder = os.pread(descriptor, 100, 0).decode("utf-8", "replace").strip() or "unknown"
                raise HomeError(f"The home {home.root} is being written by process {holder}; wait until it has ended, then run again.")
            time.sleep(0.1)
        with writing(path):
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        _held[path] = 1
        try:
            yield
        finally:
            _held[path] = 0
    finally:
        os.close(descriptor)


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
