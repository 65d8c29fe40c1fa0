"""What the tests of sources share: a remote, and a folder for a repository."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from index_artifacts.build import objects
from tests.support import git

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def work(tmp_path: Path) -> Iterator[Path]:
    """A working tree whose commits `push` brings to the remote."""
    (tmp_path / "work").mkdir()
    git(tmp_path, "init", "--bare", "remote.git")
    git(tmp_path / "work", "init")
    git(tmp_path / "work", "remote", "add", "origin", str(tmp_path / "remote.git"))
    yield tmp_path / "work"
    objects.close_reader()


@pytest.fixture
def remote(tmp_path: Path, work: Path) -> str:
    """The url of the remote."""
    return (tmp_path / "remote.git").as_uri()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An empty folder."""
    (tmp_path / "repo").mkdir()
    return tmp_path / "repo"
