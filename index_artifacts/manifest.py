"""The manifest of a version: what it was made from, what it holds, and the checksum of every file."""

from __future__ import annotations

import hashlib
import os
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from index_artifacts.errors import DamagedIndexError, FormatError
from index_artifacts.schema import FORMAT_VERSION
from index_artifacts.store import read_json, write_json

if TYPE_CHECKING:
    from pathlib import Path

NAME = "manifest.json"


@dataclass(frozen=True, slots=True)
class RepositoryEntry:
    """What a version says of one repository; `state` is "fresh", or "failed: ..." with an older content."""

    name: str
    path: str
    commit: str
    branch: str
    dirty: bool
    state: str
    files: int
    chunks: int
    symbols: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """`manifest.json` of a version.

    Attributes:
        format_version: Of the folder's layout and tables.
        id: The folder's name.
        digest: Of all inputs: same digest, same version.
        created: ISO 8601 time, UTC.
        repositories: By name.
        model_id: Whose vectors these are.
        provider: Which embedder makes query vectors.
        dimension: Length of a vector.
        embedding: How that embedder was configured, but for its key.
        analyzer: Digest of the text analysis.
        settings: What else shaped the version: ranking weights, size limit.
        counts: Rows of each artifact.
        checksums: `sha256` and `bytes` by file, relative to the folder.
        quality: Summary of quality.json; empty until the gate has run.
        parent: Id of the version that was published when this one was made, or "".
    """

    format_version: int
    id: str
    digest: str
    created: str
    repositories: tuple[RepositoryEntry, ...]
    model_id: str
    provider: str
    dimension: int
    analyzer: str
    settings: dict[str, Any]
    counts: dict[str, int]
    checksums: dict[str, dict[str, Any]]
    quality: dict[str, Any] = field(default_factory=dict)
    parent: str = ""
    embedding: dict[str, Any] = field(default_factory=dict)

    def repository(self, name: str) -> RepositoryEntry:
        """The entry of a repository."""
        return next(r for r in self.repositories if r.name == name)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write or replace the manifest of a version, atomically."""
    write_json(folder / NAME, asdict(manifest))


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a version.

    Raises:
        FormatError: It is of a newer format.
        DamagedIndexError: It is missing or cannot be understood.
    """
    try:
        row = read_json(folder / NAME)
        version = int(row["format_version"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DamagedIndexError(
            f"Version {folder.name} has no readable {NAME} ({error}); run 'lode index' to make a new version."
        ) from error
    if version > FORMAT_VERSION:
        raise FormatError(
            f"Version {folder.name} has format {version}, but this codelode reads up to {FORMAT_VERSION}; upgrade codelode to open it."
        )
    if version < FORMAT_VERSION:
        raise DamagedIndexError(
            f"Version {folder.name} has format {version}, which this codelode no longer reads; run 'lode index' to make a new version."
        )
    try:
        return Manifest(**{**row, "repositories": tuple(RepositoryEntry(**r) for r in row["repositories"])})
    except (TypeError, KeyError) as error:
        raise DamagedIndexError(
            f"The manifest of version {folder.name} is incomplete ({error}); run 'lode index' to make a new version."
        ) from error


def checksum(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()


def checksums_of(folder: Path, known: dict[str, dict[str, Any]] | None = None) -> dict[str, dict[str, Any]]:
    """Checksum and size of every file below a folder but the manifest and hidden ones, by path relative to the folder.

    Args:
        folder: Of a version or a shard.
        known: Those of files that need not be read again.
    """
    files = {
        p.relative_to(folder).as_posix(): p
        for p in sorted(folder.rglob("*"))
        if p.name != NAME and not p.name.startswith(".") and p.is_file()
    }
    known = known or {}
    return {name: known.get(name) or {"sha256": checksum(p), "bytes": p.stat().st_size} for name, p in files.items()}


def damage_of(folder: Path, manifest: Manifest) -> str:
    """The first file of a version that is missing or not of its size, as a phrase; "" if there is none."""
    for name, entry in manifest.checksums.items():
        try:
            size = os.stat(f"{folder}/{name}").st_size  # noqa: PTH116 - thousands of them at each opening
        except OSError:
            return f"{name} is missing"
        if size != entry["bytes"]:
            return f"{name} has {size:,} bytes instead of {entry['bytes']:,}"
    return ""
