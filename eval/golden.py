"""Golden sets: queries with the places that should be found, as JSON Lines."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from index_artifacts.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from index_artifacts.types import Hit


@dataclass(frozen=True, slots=True)
class Target:
    """A place that a query should find; without lines, anywhere in the file."""

    repo: str
    path: str
    start_line: int | None = None
    end_line: int | None = None
    grade: float = 1.0

    def matches(self, hit: Hit) -> bool:
        """Whether a hit is in the target's file and, where it has lines, overlaps them."""
        if (hit.repo, hit.path) != (self.repo, self.path):
            return False
        if self.start_line is None or self.end_line is None:
            return True
        return hit.start_line <= self.end_line and hit.end_line >= self.start_line


@dataclass(frozen=True, slots=True)
class GoldenQuery:
    """One line of a golden set."""

    query: str
    relevant: tuple[Target, ...]
    category: str
    language: str

    @property
    def repos(self) -> set[str]:
        """Repositories that its targets lie in."""
        return {t.repo for t in self.relevant}


def load_golden(paths: Iterable[Path]) -> list[GoldenQuery]:
    """Read golden sets.

    Raises:
        ConfigError: A file is missing or a line is not of the form in the README.
    """
    queries: list[GoldenQuery] = []
    for path in paths:
        try:
            lines = path.read_text("utf-8").splitlines()
        except OSError as error:
            raise ConfigError(f"The golden set {path} cannot be read ({error.strerror}); mend [quality] golden in lode.toml.") from error
        except UnicodeDecodeError as error:
            raise ConfigError(f"The golden set {path} is not valid UTF-8 at byte {error.start}; save it as UTF-8.") from error
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    queries.append(_query(json.loads(line)))
                except (ValueError, KeyError, TypeError) as error:
                    raise ConfigError(f"Line {number} of the golden set {path} is wrong ({error}); mend or remove it.") from error
    return queries


def _query(row: dict[str, Any]) -> GoldenQuery:
    targets = tuple(Target(**t) for t in row["relevant"])
    if not targets:
        raise ValueError("no relevant places")
    return GoldenQuery(row["query"], targets, row.get("category", ""), row.get("language", "en"))
