"""What tests share: a home of their own, and an index of the fixture repositories."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from hypothesis.configuration import set_hypothesis_home_dir

from index_artifacts.config import Home
from tests.support import FIXTURES, index_without_dagster, write_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from index_artifacts import Index


set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "codelode-hypothesis")  # the working tree stays as it is
settings.register_profile("tests", max_examples=25, deadline=None)
settings.load_profile("tests")


@pytest.fixture(autouse=True)
def own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in this process, on no settings but the test's own."""
    for name in [n for n in os.environ if n.startswith(("LODE_", "EMBEDDING_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("LODE_WORKERS", "1")


@pytest.fixture(autouse=True, scope="session")
def no_flushing() -> Iterator[None]:
    """Flushing to disk is a third of a small build's time, and no test cuts the power."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """An empty home, also for whatever reads `$LODE_HOME`."""
    monkeypatch.setenv("LODE_HOME", str(tmp_path / "home"))
    return Home(tmp_path / "home")


@pytest.fixture
def repository(tmp_path: Path) -> Callable[[Mapping[str, str | bytes]], Path]:
    """Writes files into `tmp_path / "repo"`, a folder outside of git."""
    return lambda files: write_files(tmp_path / "repo", files)


@pytest.fixture(scope="session")
def fixture_repositories(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The four fixture repositories by name, outside of git: this project's own commits must not reach them."""
    copied = tmp_path_factory.mktemp("repositories") / "copied"
    return {p.name: p for p in sorted(shutil.copytree(FIXTURES, copied).iterdir())}


@pytest.fixture(scope="session")
def fixture_index(tmp_path_factory: pytest.TempPathFactory, fixture_repositories: dict[str, Path]) -> Index:
    """The four fixture repositories, published in one home. Tests only read it."""
    os.environ["LODE_WORKERS"] = "1"
    home = Home(tmp_path_factory.mktemp("fixtures") / "home")
    return index_without_dagster(home, fixture_repositories)
