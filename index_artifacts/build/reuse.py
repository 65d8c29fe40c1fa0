"""Rows that an earlier shard already holds for the same content, copied instead of made again."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from index_artifacts.build.shards import load_shard
from index_artifacts.column_files import read_small
from index_artifacts.languages import fingerprint

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

Content = tuple[str, str]  # sha256 and language: all that rows without a path depend on


@dataclass(frozen=True, slots=True)
class Place:
    """Where a shard holds the rows of one content.

    Attributes:
        folder: The shard's.
        path: Under which the rows are there.
        row: The file's, among the shard's files.
        first: First row in each table that has a column of counts.
        counts: Rows in each of them.
    """

    folder: Path
    path: str
    row: int
    first: tuple[int, ...]
    counts: tuple[int, ...]

    @property
    def repository(self) -> str:
        """Whose shard it is."""
        return owner_of(self.folder)


@dataclass(frozen=True, slots=True)
class Run:
    """Files whose rows follow each other in one shard, all under the path that is wanted, or one file under another path."""

    places: list[Place]
    paths: list[str]

    def of(self, table: int) -> tuple[int, int]:
        """First row and number of rows in a table."""
        return self.places[0].first[table], sum(p.counts[table] for p in self.places)


def runs_of(files: Iterable[tuple[str, Place | None]], repository: str) -> Iterator[Run | str]:
    """Join files that can be copied at once; a file whose rows are nowhere comes as its path."""
    run: Run | None = None
    for path, place in files:
        if run is not None and place is not None and _follows(run, path, place, repository):
            run.places.append(place)
            run.paths.append(path)
            continue
        if run is not None:
            yield run
        run = Run([place], [path]) if place is not None else None
        if place is None:
            yield path
    if run is not None:
        yield run


def _follows(run: Run, path: str, place: Place, repository: str) -> bool:
    last = run.places[-1]
    same = place.path == path and last.path == run.paths[-1] and place.repository == repository
    return same and place.folder == last.folder and place.row == last.row + 1


class _Listed:
    """The files of one shard, their places worked out when one is asked for."""

    def __init__(self, folder: Path, table: pa.Table, counts: Sequence[str]) -> None:
        self.folder, self._table, self._counts = folder, table, counts

    @cached_property
    def _rows(self) -> tuple[np.ndarray, np.ndarray]:
        """First row of each file in each table, and how many there are."""
        counts = np.stack([self._table[n].to_numpy() for n in self._counts], axis=1)
        return np.cumsum(counts, axis=0) - counts, counts

    @cached_property
    def whole(self) -> bool:
        """Whether all files of the shard are there."""
        return load_shard(self.folder) is not None

    def place(self, row: int, language: str) -> Place | None:
        """Where the rows of a file are, if it was read as this language is declared now, and the shard is still whole."""
        path, read_as, declared = (self._table[n][row].as_py() for n in ("path", "language", "fingerprint"))
        if read_as != language or declared != fingerprint(language) or not self.whole or not self.folder.is_dir():
            return None
        first, counts = self._rows
        return Place(self.folder, path, row, tuple(first[row].tolist()), tuple(counts[row].tolist()))


class Known:
    """Where the shards of a stage, of every repository, hold the rows of each content."""

    def __init__(self, counts: tuple[str, ...]) -> None:
        self._counts = counts
        self._seen: set[Path] = set()
        self._files: dict[str, dict[str, tuple[_Listed, int]]] = defaultdict(dict)  # by SHA-256, then by repository and path

    def look(self, parents: Iterable[Path], code: str) -> None:
        """Take in what lies below the folders of a stage and was made by the same code."""
        for parent in parents:
            for folder in sorted(parent.glob("[!.]*")):
                if folder not in self._seen:
                    self._seen.add(folder)
                    self._take(folder, code)

    def _take(self, folder: Path, code: str) -> None:
        try:
            table = read_small(folder / "files.arrow", ["path", "sha256", "language", "fingerprint", *self._counts])
        except (OSError, pa.ArrowException):
            return
        if (table.schema.metadata or {}).get(b"code") == code.encode():
            listed, repository = _Listed(folder, table, self._counts), owner_of(folder)
            for row, (sha256, path) in enumerate(zip(table["sha256"].to_pylist(), table["path"].to_pylist(), strict=True)):
                self._files[sha256][f"{repository}/{path}"] = listed, row

    def place(self, content: Content, repository: str, path: str) -> Place | None:
        """Where the rows of a content are, under the same path if possible; or None."""
        sha256, language = content
        found = self._files.get(sha256, {})
        wanted = found.get(f"{repository}/{path}")
        candidates = chain((wanted,) if wanted else (), found.values())
        return next((p for listed, row in candidates if (p := listed.place(row, language)) is not None), None)


def owner_of(folder: Path) -> str:
    """The repository of a shard's folder: repositories/<name>/shards/<stage>/<key>."""
    return folder.parents[2].name
