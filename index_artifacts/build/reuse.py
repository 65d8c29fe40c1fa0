"""Rows that an earlier shard already holds for the same content, copied instead of made again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from index_artifacts.build.shards import load_shard
from index_artifacts.column_files import read_small
from index_artifacts.languages import fingerprint

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
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
        """Whose shard it is: repositories/<name>/shards/<stage>/<key>."""
        return self.folder.parents[2].name


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


class Known:
    """Where the shards of a stage, of every repository, hold the rows of each content."""

    def __init__(self, counts: tuple[str, ...]) -> None:
        self._counts = counts
        self._seen: set[Path] = set()
        self._whole: dict[Path, bool] = {}
        self._places: dict[Content, dict[str, Place]] = {}

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
        if (table.schema.metadata or {}).get(b"code") != code.encode():
            return
        counts = np.stack([table[n].to_numpy() for n in self._counts], axis=1)
        first = np.cumsum(counts, axis=0) - counts
        columns = [table[n].to_pylist() for n in ("path", "sha256", "language", "fingerprint")]
        for row, (path, sha256, language, declared) in enumerate(zip(*columns, strict=True)):
            if declared != fingerprint(language):
                continue
            place = Place(folder, path, row, tuple(first[row].tolist()), tuple(counts[row].tolist()))
            self._places.setdefault((sha256, language), {})[f"{place.repository}/{path}"] = place

    def place(self, content: Content, repository: str, path: str) -> Place | None:
        """Where the rows of a content are, under the same path if possible; or None."""
        found = self._places.get(content, {})
        wanted = found.get(f"{repository}/{path}")
        return next((p for p in ((wanted,) if wanted else ()) + tuple(found.values()) if self._is_whole(p.folder)), None)

    def _is_whole(self, folder: Path) -> bool:
        if folder not in self._whole or not folder.is_dir():
            self._whole[folder] = load_shard(folder) is not None
        return self._whole[folder]
