"""Remove what nothing needs: versions beyond the newest ones, results and shards of the past, dead vectors.

A folder is renamed before it is emptied, so a kill leaves no half of anything under its name. A version that someone reads stays.
"""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from index_artifacts.build.plan import find_version
from index_artifacts.build.stages import plan_of
from index_artifacts.config import load_config
from index_artifacts.errors import ConfigError, DamagedIndexError, FormatError, NoIndexError
from index_artifacts.manifest import damage_of, read_manifest
from index_artifacts.store import read_json, remove_folder, writer_lock, writing
from index_artifacts.versions.links import own_bytes
from index_artifacts.versions.listing import version_ids
from index_artifacts.versions.needed import garbage, live_keys
from index_artifacts.versions.pins import pinned_version
from index_artifacts.versions.readers import collecting
from index_artifacts.versions.rollback import rollback_target
from index_artifacts.versions.vector_parts import NO_KEYS, Rewrite, find_rewrites, rewrite_parts

if TYPE_CHECKING:
    from pathlib import Path

    from index_artifacts.config import Config, Home


@dataclass(frozen=True, slots=True)
class Collected:
    """What a collection removed, or would.

    Attributes:
        removed: Ids of versions, newest first.
        kept: Ids of the others, newest first.
        read: Those of them that stay only because someone reads them.
        garbage: How many of each kind of thing went besides versions.
        vectors: How many dead vectors went.
        bytes: How many become free: those of files that no kept version, nor anything else, has under another name.
        dry_run: Whether nothing was removed.
    """

    removed: list[str]
    kept: list[str]
    read: list[str]
    garbage: dict[str, int]
    vectors: int
    bytes: int
    dry_run: bool


def collect(home: Home, keep: int, *, dry_run: bool = False) -> Collected:
    """Remove what nothing needs.

    The published version stays, and one that is pinned, the one that a rollback would publish, and the one that the next run would make
    if it was not there; so do versions of a newer format. Of each registered repository stays what the next run reuses.

    Args:
        home: Whose.
        keep: How many other versions stay, the newest ones.
        dry_run: Only tell.

    Raises:
        ConfigError: No repository is registered: then `lode.toml` is more likely to be lost than the whole fleet.
        DamagedIndexError: A part of a vector cache cannot be read.
        HomeError: Another process writes the home.
    """
    with writer_lock(home), ExitStack() as locks:
        config = load_config(home)
        if not config.repositories:
            raise ConfigError(f"No repository is registered in {home.config_file}; add one with 'lode index PATH', or remove {home.root}.")
        digest = _digest(home, config)
        wanted, ids = _wanted(home, keep, digest), version_ids(home)
        going = [v for v in ids if v not in wanted and home.version(v).is_dir()]
        free = [v for v in going if locks.enter_context(collecting(home.version(v)))]
        kept = [v for v in ids if v not in free]
        building = [home.building] if _is_of(home.building, digest) else []
        found = list(garbage(home, config, [*map(home.version, kept), *building]))
        if home.building.is_dir() and not building:
            found.append(("unfinished files", home.building))
        rewrites = _rewrites(home, config)
        paths = [*map(home.version, free), *(path for _, path in found)]
        size = own_bytes(paths) + sum(r.freed for r in rewrites)
        if not dry_run:
            _remove(home, paths, rewrites)
        counts = dict(sorted(Counter(kind for kind, _ in found).items()))
        return Collected(free, kept, [v for v in going if v not in free], counts, sum(r.dead for r in rewrites), size, dry_run)


def _digest(home: Home, config: Config) -> str:
    """Digest of the version that the next run would make of the states as they are; "" if it could make none."""
    try:
        return plan_of(home, config).digest
    except NoIndexError:
        return ""


def _is_of(building: Path, digest: str) -> bool:
    """Whether an unfinished version is of the states as they are, so that the next run goes on with it."""
    try:
        return bool(digest) and read_json(building / "stages.json").get("digest") == digest
    except (OSError, ValueError):
        return False


def _wanted(home: Home, keep: int, digest: str) -> set[str]:
    """Ids of the versions that must stay."""
    current = home.current()
    always = {current, pinned_version(home), find_version(home, digest), rollback_target(home) if current and keep else ""}
    others: list[str] = []
    for version in version_ids(home):
        try:
            damaged = bool(damage_of(home.version(version), read_manifest(home.version(version))))
        except FormatError:
            always.add(version)
            continue
        except DamagedIndexError:
            damaged = True
        if not damaged and version != current:
            others.append(version)
    return {v for v in always if v} | set(others[:keep])


def _rewrites(home: Home, config: Config) -> list[Rewrite]:
    """Parts of the vector caches to rewrite; none while a run may have embedded what no shard lists yet."""
    live = live_keys(home, [r.name for r in config.repositories])
    if live is None:
        return []
    folders = sorted((home.root / "embeddings").glob("[!.]*"))
    return [rewrite for folder in folders for rewrite in find_rewrites(folder, live.get(folder, NO_KEYS))]


def _remove(home: Home, paths: list[Path], rewrites: list[Rewrite]) -> None:
    with writing(home.root):
        for path in paths:
            if path.is_dir() and not path.is_symlink():
                remove_folder(path)
            else:
                path.unlink(missing_ok=True)
        rewrite_parts(rewrites)
