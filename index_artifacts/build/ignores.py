"""What a scan leaves out: folders that are never entered, and what ignore files and `exclude` name."""

from __future__ import annotations

from fnmatch import fnmatch
from typing import TYPE_CHECKING

from index_artifacts.categories import rules
from index_artifacts.patterns import Patterns

if TYPE_CHECKING:
    from collections.abc import Collection

LODEIGNORE, GITIGNORE = ".lodeignore", ".gitignore"


class Ignores:
    """Nested ignore files of one name, the deepest rule first, and the fleet's own exclude patterns.

    Args:
        name: Of the ignore files.
        exclude: Patterns as in .gitignore.
    """

    def __init__(self, name: str, exclude: tuple[str, ...] = ()) -> None:
        self._name = name
        self._exclude = Patterns(exclude) if exclude else None
        self._own: dict[str, Patterns] = {}
        self._chains: dict[str, tuple[tuple[str, Patterns], ...]] = {}

    def add(self, folder: str, data: bytes) -> None:
        """Take in the ignore file of a folder, "" for the root; before any path below it is asked for."""
        self._own[folder] = Patterns(data.decode("utf-8", "replace").splitlines())

    def reason(self, path: str) -> str:
        """Why a path (a folder's ends in "/") is ignored, or ""."""
        if self._exclude is not None and self._exclude.verdict(path):
            return "excluded in lode.toml"
        if not self._own:
            return ""
        for above, patterns in self._chain(path.rstrip("/").rpartition("/")[0]):
            verdict = patterns.verdict(path[len(above) + 1 :] if above else path)
            if verdict is not None:
                return f"ignored by {self._name}" if verdict else ""
        return ""

    def _chain(self, folder: str) -> tuple[tuple[str, Patterns], ...]:
        """The ignore files that hold for a folder, its own first; most folders have none."""
        if folder not in self._chains:
            own = ((folder, self._own[folder]),) if folder in self._own else ()
            self._chains[folder] = own + (self._chain(folder.rpartition("/")[0]) if folder else ())
        return self._chains[folder]


class Folders:
    """Which folder on a path is never entered; files share folders, so each is looked at once."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, str] | None] = {"": None}

    def left_out(self, path: str) -> tuple[str, str] | None:
        """The outermost folder above a path that is never entered, ending in "/", with the reason."""
        folder = path.rpartition("/")[0]
        if folder not in self._known:
            reason = never_entered(folder.rpartition("/")[2])
            self._known[folder] = self.left_out(folder) or ((f"{folder}/", reason) if reason else None)
        return self._known[folder]


def never_entered(name: str) -> str:
    """Why a folder of this name is never entered, or ""."""
    if name in rules().folders:
        return "dependency folder"
    return "hidden folder" if name.startswith(".") else ""


def made_by_a_build(name: str, siblings: Collection[str]) -> str:
    """Why a folder of this name, beside these, is not entered outside of git, or ""."""
    makers = rules().built.get(name, ())
    return "build folder" if any(fnmatch(s, m) for m in makers for s in siblings) else ""
