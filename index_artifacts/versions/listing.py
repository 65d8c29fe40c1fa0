"""The versions of a home: what each is made of, how it was judged, and what it takes on disk."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from index_artifacts.errors import ArtifactError, UnknownNameError
from index_artifacts.manifest import damage_of, read_manifest
from index_artifacts.versions.links import own_bytes
from index_artifacts.versions.pins import pinned_version

if TYPE_CHECKING:
    from pathlib import Path

    from index_artifacts.config import Home
    from index_artifacts.manifest import Manifest


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a home.

    Attributes:
        id: Its name.
        created: ISO 8601 time, UTC; "" where its manifest cannot be read.
        state: "published", "passed", "failed", "candidate" (not judged) or "damaged".
        pinned: Whether a rollback keeps it published.
        reason: Why it failed or what is damaged, or "".
        repositories: First 12 digits of the commit that each is as of, with "+" for uncommitted changes; "" outside of git.
        counts: Rows of each artifact.
        quality: Summary of its judgement.
        bytes: Size of all its files.
        own_bytes: Size of those of its files that nothing else has: no other version, no stored result of a repository.
    """

    id: str
    created: str = ""
    state: str = "damaged"
    pinned: bool = False
    reason: str = ""
    repositories: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    quality: dict[str, Any] = field(default_factory=dict)
    bytes: int = 0
    own_bytes: int = 0


def version_ids(home: Home) -> list[str]:
    """Ids of all versions, damaged ones and a published one that is missing among them, newest first."""
    folders = {path.name for path in home.versions.glob("[!.]*") if path.is_dir()}
    return sorted(folders | {current} if (current := home.current()) else folders, reverse=True)


def list_versions(home: Home) -> list[Version]:
    """All versions, newest first; a damaged one does not hide the others."""
    current, pinned = home.current(), pinned_version(home)
    return [_version(home.version(name), current, pinned) for name in version_ids(home)]


def _version(folder: Path, current: str | None, pinned: str) -> Version:
    published = folder.name == current
    try:
        manifest = read_manifest(folder)
        damage = damage_of(folder, manifest)
    except ArtifactError as error:
        return Version(folder.name, reason=f"{'published, but: ' * published}{error}", own_bytes=own_bytes([folder]))
    failed = manifest.quality and not manifest.quality.get("passed")
    return Version(
        id=folder.name,
        created=manifest.created,
        state="damaged" if damage else "published" if published else _judged(manifest),
        pinned=folder.name == pinned,
        reason=f"{'published, but ' * published}{damage}" if damage else "; ".join(manifest.quality.get("reasons", ())) if failed else "",
        repositories={r.name: r.commit[:12] + "+" * r.dirty for r in manifest.repositories},
        counts=manifest.counts,
        quality=manifest.quality,
        bytes=sum(entry["bytes"] for entry in manifest.checksums.values()),
        own_bytes=own_bytes([folder]),
    )


def _judged(manifest: Manifest) -> str:
    if not manifest.quality:
        return "candidate"
    return "passed" if manifest.quality.get("passed") else "failed"


def existing(home: Home, version: str) -> Path:
    """Folder of a version.

    Raises:
        UnknownNameError: There is no such version.
    """
    folder = home.version(version)
    if "/" in version or version.startswith(".") or not folder.is_dir():
        raise UnknownNameError(f"There is no version '{version}' in {home.versions}; 'lode versions' lists those there are.")
    return folder
