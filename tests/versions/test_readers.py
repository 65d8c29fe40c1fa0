from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

from index_artifacts.errors import ArtifactError
from index_artifacts.versions.readers import Reading, collecting

if TYPE_CHECKING:
    from pathlib import Path


def test_a_version_is_free_once_all_its_readers_are_gone(tmp_path: Path) -> None:
    first, second = Reading(tmp_path), Reading(tmp_path)
    first.close()
    with collecting(tmp_path) as free:
        assert not free
    del second
    gc.collect()
    with collecting(tmp_path) as free:
        assert free


def test_a_version_that_is_being_collected_cannot_be_opened(tmp_path: Path) -> None:
    with collecting(tmp_path), pytest.raises(ArtifactError) as refused:
        Reading(tmp_path)
    assert str(refused.value) == f"Version {tmp_path.name} is being removed by 'lode gc'; open another one."
    Reading(tmp_path).close()


def test_a_folder_that_is_not_there_needs_no_lock(tmp_path: Path) -> None:
    Reading(tmp_path / "none").close()
    with collecting(tmp_path / "none") as free:
        assert free


def test_a_reader_writes_nothing(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    reading = Reading(tmp_path)
    tmp_path.chmod(0o700)
    assert list(tmp_path.iterdir()) == []
    reading.close()
