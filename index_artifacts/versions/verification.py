"""Compare a version with its manifest: the checksum of every file, the rows of every artifact, and how its tables fit together."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from index_artifacts.errors import ArtifactError
from index_artifacts.manifest import NAME, checksum, read_manifest
from index_artifacts.versions.integrity import problems_of_tables
from index_artifacts.versions.listing import existing
from index_artifacts.versions.readers import Reading

if TYPE_CHECKING:
    from pathlib import Path

    from index_artifacts.config import Home
    from index_artifacts.manifest import Manifest

_THREADS = 4  # hashing lets go of the interpreter; more threads only wait for the disk
_Checksums = dict[tuple[int, int], str]  # by device and inode: versions share most of their files


@dataclass(frozen=True, slots=True)
class Verified:
    """What a verification found.

    Attributes:
        version: Id.
        files: How many files the manifest lists.
        bytes: Their size by the manifest.
        problems: One sentence each; none for a version that is what it says.
    """

    version: str
    files: int
    bytes: int
    problems: tuple[str, ...]


def verify(home: Home, version: str, known: _Checksums | None = None) -> Verified:
    """Check one version, reading all of it.

    Args:
        home: Whose version.
        version: Id.
        known: Checksums of files that have been read, to be shared by calls; they are added to it.

    Raises:
        UnknownNameError: There is no such version.
        ArtifactError: It is being collected.
    """
    folder = existing(home, version)
    reading = Reading(folder)
    try:
        manifest = read_manifest(folder)
        problems = [*damaged_files(folder, manifest, known), *_strays(folder, manifest)]
        # What a damaged file holds is no news, and the libraries that read it do not all survive it.
        problems = problems or problems_of_tables(folder, manifest)
    except ArtifactError as error:
        return Verified(version, 0, 0, (str(error),))
    finally:
        reading.close()
    return Verified(version, len(manifest.checksums), sum(e["bytes"] for e in manifest.checksums.values()), tuple(problems))


def damaged_files(folder: Path, manifest: Manifest, known: _Checksums | None = None) -> list[str]:
    """Files that are missing or not what the manifest says, a phrase each, in order of their names.

    Args:
        folder: Of the version.
        manifest: Of the version.
        known: As for `verify`.
    """
    seen: _Checksums = {} if known is None else known

    def problem(name: str) -> str:
        entry, path = manifest.checksums[name], folder / name
        try:
            held = path.stat()
            if held.st_size != entry["bytes"]:
                return f"{name} has {held.st_size:,} bytes instead of {entry['bytes']:,}"
            inode = held.st_dev, held.st_ino
            if inode not in seen:
                seen[inode] = checksum(path)
        except FileNotFoundError:
            return f"{name} is missing"
        except OSError as error:
            return f"{name} cannot be read ({error.strerror})"
        return "" if seen[inode] == entry["sha256"] else f"{name} does not have its checksum"

    with ThreadPoolExecutor(_THREADS) as threads:
        return [found for found in threads.map(problem, sorted(manifest.checksums)) if found]


def _strays(folder: Path, manifest: Manifest) -> list[str]:
    """Files that the manifest does not know; hidden ones are marks of libraries and of killed writers, and nobody reads them."""
    names = (p.relative_to(folder).as_posix() for p in sorted(folder.rglob("*")) if not p.name.startswith(".") and not p.is_dir())
    return [f"{name} is not in the manifest" for name in names if name != NAME and name not in manifest.checksums]
