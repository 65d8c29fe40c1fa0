from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from index_artifacts.config import Home
from tests.versions_support import FIRST, make_version, tick

if TYPE_CHECKING:
    from pathlib import Path

_CHANGED = {"login.py": "def login_timeout():\n    return 60\n", "extra.py": "def extra_one():\n    return 1\n"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "shop"


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A folder with a home and its repository, and ids of the two versions that were published. Tests only copy it."""
    os.environ["LODE_WORKERS"] = "1"
    place = tmp_path_factory.mktemp("two")
    with pytest.MonkeyPatch.context() as patch:
        tick(patch)
        first, second = (make_version(Home(place / "home"), place / "shop", files) for files in (FIRST, _CHANGED))
    return place, first, second


@pytest.fixture
def two(built: tuple[Path, str, str], home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Ids of two versions that were published one after the other."""
    place, *versions = built
    subprocess.run(["cp", "-a", f"{place}/.", str(tmp_path)], check=True)  # files keep their several names
    home.config_file.write_text(home.config_file.read_text("utf-8").replace(str(place), str(tmp_path)), "utf-8")
    tick(monkeypatch, len(versions))
    return versions[0], versions[1]
