"""Repositories as sources: a remote to push to, and what a scan of a working tree says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index_artifacts.build.source_files import Scan, scan
from index_artifacts.build.sources import Snapshot, prepare
from index_artifacts.config import Home, RepositoryConfig
from tests.support import git, write_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

LIMIT = 1_000_000


def push(work: Path, files: Mapping[str, str | bytes], *options: str) -> str:
    """Commit files and push the branch; returns the commit."""
    write_files(work, files)
    git(work, "add", "--all", "--force")
    git(work, "commit", "--allow-empty", "-m", "next")
    git(work, "push", *options, "origin", "HEAD")
    return git(work, "rev-parse", "HEAD")


def of(url: str, ref: str = "", *exclude: str) -> RepositoryConfig:
    """A repository by url."""
    return RepositoryConfig("r", None, exclude, url, ref)


def snapshot(home: Home, repository: RepositoryConfig) -> Snapshot:
    """What `prepare` makes of a repository by url."""
    source = prepare(home, repository)
    assert isinstance(source, Snapshot)
    return source


def scanned(root: Path, *exclude: str) -> Scan:
    """The scan of a working tree."""
    repository = RepositoryConfig("r", root, exclude)
    return scan(repository, prepare(Home(root / "no-home"), repository), LIMIT)


def statuses(root: Path, *exclude: str) -> dict[str, str]:
    """Reason by path; "" for an indexed file."""
    return {f.path: f.reason for f in scanned(root, *exclude).files}


def repository_of(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """A repository with one commit of all files that git does not ignore."""
    write_files(root, files)
    git(root, "init")
    git(root, "add", "--all")
    git(root, "commit", "-m", "first")
    return root
