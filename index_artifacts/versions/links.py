"""Bytes of files that have several names: only the last name that goes frees them."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def own_bytes(paths: Iterable[Path]) -> int:
    """Bytes of the files at and below some paths that have no name anywhere else; what removing all of the paths frees."""
    names: Counter[tuple[int, int]] = Counter()
    sizes: dict[tuple[int, int], tuple[int, int]] = {}
    for path in paths:
        for held in _stats(path):
            inode = held.st_dev, held.st_ino
            names[inode] += 1
            sizes[inode] = held.st_nlink, held.st_size
    return sum(size for inode, (links, size) in sizes.items() if links <= names[inode])


def _stats(path: Path) -> Iterator[os.stat_result]:
    """The files at and below a path; what vanishes meanwhile is left out."""
    try:
        if path.is_symlink() or not path.is_dir():
            yield path.lstat()
            return
    except FileNotFoundError:
        return
    for root, _, names in os.walk(path):
        for name in names:
            try:
                yield os.lstat(f"{root}/{name}")
            except FileNotFoundError:
                continue
