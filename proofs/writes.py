"""Every point where the product writes, wrapped: to count them, to let one fail, or to die at one."""

from __future__ import annotations

import errno
import functools
import os
import shutil
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pyarrow.feather as feather
import pyarrow.parquet as pq

from index_artifacts.build import segments, tables, text_index

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Object, name of its function, and which argument is the file that it writes, if one is.
_POINTS: tuple[tuple[Any, str, int | None], ...] = (
    (os, "link", None),
    (os, "fsync", None),
    (os, "ftruncate", None),
    (os, "pwrite", None),
    (shutil, "copyfile", 1),
    (Path, "mkdir", None),
    (Path, "rename", None),
    (Path, "replace", None),
    (Path, "write_bytes", 0),
    (Path, "write_text", 0),
    (pq, "write_table", 1),
    (feather, "write_feather", 1),
    (tables, "write_catalog", None),
    (segments, "_merge", None),
    (text_index, "_writer", None),
)


class Commit:
    """A Tantivy writer whose commit can fail; the class itself cannot be changed."""

    def __init__(self, writer: Any, at: Callable[[str], None]) -> None:  # noqa: ANN401 - Tantivy's writer has no public type
        self._writer, self._at = writer, at

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the writer has
        return getattr(self._writer, name)

    def commit(self) -> object:
        """Commit."""
        self._at("IndexWriter.commit")
        return self._writer.commit()


@contextmanager
def at_each_write(at: Callable[[str], None]) -> Iterator[None]:
    """Call a function with the name of each point where this process is about to write.

    What it raises, the point raises, with half a file written where the point writes one.
    """
    with ExitStack() as stack:
        for holder, name, file in _POINTS:
            stack.enter_context(patch.object(holder, name, _wrapped(holder, name, file, at)))
        for name in ("open", "unlink", "rmtree"):
            stack.enter_context(_special(name, at))
        yield


def _wrapped(holder: Any, name: str, file: int | None, at: Callable[[str], None]) -> Callable[..., Any]:  # noqa: ANN401
    original = getattr(holder, name)
    label = f"{holder.__name__}.{name}"

    @functools.wraps(original)
    def write(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401 - stands for any writer
        if file is not None and not isinstance(arguments[file], str | Path):
            return original(*arguments, **named)  # into memory
        try:
            at(label)
        except OSError as error:
            if file is not None:
                with open(arguments[file], "wb") as half:  # noqa: PTH123 - `Path.open` is wrapped
                    half.write(b"half")
            raise _native(label, error) from None
        made = original(*arguments, **named)
        return Commit(made, at) if name == "_writer" else made

    return write


def _native(label: str, error: OSError) -> Exception:
    """The error as the library behind a point tells it."""
    if "segments" in label or "text_index" in label or "IndexWriter" in label:
        return ValueError(f"An IO error occurred: '{os.strerror(error.errno or 0)} (os error {error.errno})'")
    return error


def _special(name: str, at: Callable[[str], None]) -> Any:  # noqa: ANN401 - a patch
    """Points that write only now and then: opening a file for it, removing what is there."""
    if name == "open":
        open_path = Path.open

        def opened(self: Path, mode: str = "r", *arguments: Any, **named: Any) -> Any:  # noqa: ANN401 - as `Path.open`
            if set(mode) & set("wax+"):
                at("Path.open")
            return open_path(self, mode, *arguments, **named)

        return patch.object(Path, "open", opened)
    if name == "unlink":
        unlink = Path.unlink

        def unlinked(self: Path, missing_ok: bool = False) -> None:
            if self.exists():
                at("Path.unlink")
            unlink(self, missing_ok)

        return patch.object(Path, "unlink", unlinked)
    rmtree = shutil.rmtree

    def removed(path: Any, ignore_errors: bool = False, **named: Any) -> None:  # noqa: ANN401 - as `shutil.rmtree`
        try:
            if os.path.exists(path):  # noqa: PTH110 - a path of any kind
                at("shutil.rmtree")
        except OSError:
            if not ignore_errors:
                raise
            return
        rmtree(path, ignore_errors, **named)

    return patch.object(shutil, "rmtree", removed)


ERRORS = {name: getattr(errno, name) for name in ("ENOSPC", "EACCES", "EIO")}
