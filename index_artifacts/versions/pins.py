"""The version that a rollback keeps published: `pinned` in the home, one line with its id.

It holds only while that version is published and whole: nobody is better served by a version that does not open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from index_artifacts.errors import ArtifactError
from index_artifacts.manifest import damage_of, read_manifest
from index_artifacts.store import write_text

if TYPE_CHECKING:
    from pathlib import Path

    from index_artifacts.config import Home


def pinned_version(home: Home) -> str:
    """Id of the version that stays published whatever is built; "" where the newest good one is to be published."""
    version = _read(home)
    if not version or version != home.current():
        return ""
    try:
        damage = damage_of(home.version(version), read_manifest(home.version(version)))
    except ArtifactError:
        return ""
    return "" if damage else version


def pin(home: Home, version: str) -> None:
    """Keep a version published; it counts from when that version is."""
    write_text(_file(home), f"{version}\n")


def unpin(home: Home) -> None:
    """Let the newest good version be published again."""
    _file(home).unlink(missing_ok=True)


def _file(home: Home) -> Path:
    return home.root / "pinned"


def _read(home: Home) -> str:
    try:
        return _file(home).read_text("utf-8").strip()
    except OSError:
        return ""
