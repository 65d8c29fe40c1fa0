"""Publish an earlier version and keep it published until it is released."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index_artifacts.build.published import publish
from index_artifacts.errors import ArtifactError, DamagedIndexError, LodeError, NoIndexError, UnknownNameError
from index_artifacts.manifest import damage_of, read_manifest
from index_artifacts.query.index import open_index
from index_artifacts.store import writer_lock
from index_artifacts.versions.listing import existing, version_ids
from index_artifacts.versions.pins import pin, pinned_version, unpin
from index_artifacts.versions.verification import damaged_files

if TYPE_CHECKING:
    from index_artifacts.config import Home


def rollback(home: Home, version: str | None = None) -> str:
    """Publish an earlier version and pin it: what is built from now on stays a candidate until `release`.

    Args:
        home: Whose version.
        version: Id; default the newest that passed the gate and was made before the published one.

    Returns:
        Id of the version.

    Raises:
        NoIndexError: Nothing has been published.
        UnknownNameError: There is no such version, or none before the published one.
        GateError: It did not pass the gate.
        DamagedIndexError: It is not what its manifest says.
        HomeError: Another process writes the home.
    """
    with writer_lock(home):
        chosen = existing(home, version).name if version else rollback_target(home)
        if not chosen:
            raise UnknownNameError(
                f"No version before {_current(home)} that passed the gate is whole; 'lode versions' lists those there are."
            )
        _check(home, chosen)
        before = pinned_version(home)
        # The pin counts only from when its version is published, so a kill in between changes nothing.
        pin(home, chosen)
        try:
            publish(home, chosen)
        except LodeError:
            pin(home, before) if before else unpin(home)
            raise
    return chosen


def release(home: Home) -> tuple[str, str]:
    """Undo a rollback: publish the newest version that passed the gate, and whatever is built from now on.

    Returns:
        Ids of the version that was pinned, "" if none was, and of the one that is published now.
    """
    with writer_lock(home):
        before, current = pinned_version(home), _current(home)
        unpin(home)
        newest = next((v for v in version_ids(home) if v > current and _passed(home, v)), "") if before else ""
        if newest:
            publish(home, newest)
    return before, newest or current


def rollback_target(home: Home) -> str:
    """The newest whole version that passed the gate and was made before the published one; "" if there is none."""
    current = _current(home)
    return next((v for v in version_ids(home) if v < current and _passed(home, v)), "")


def _current(home: Home) -> str:
    current = home.current()
    if current is None:
        raise NoIndexError(f"There is no index in {home.root} yet; make one with 'lode index PATH'.")
    return current


def _passed(home: Home, version: str) -> bool:
    folder = home.version(version)
    try:
        manifest = read_manifest(folder)
    except ArtifactError:
        return False
    return bool(manifest.quality.get("passed")) and not damage_of(folder, manifest)


def _check(home: Home, version: str) -> None:
    """Open a version, as a search would, and compare all of its files with their checksums."""
    folder = home.version(version)
    index = open_index(home.root, version)
    problem = next(iter(damaged_files(folder, index.manifest)), "")
    if problem:
        raise DamagedIndexError(f"Version {version} is damaged: {problem}; choose another one of 'lode versions'.")
    _ = index.embedder  # it must be one that makes query vectors for this version
