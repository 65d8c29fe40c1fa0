"""Short runs of `python -m proofs.faults`, `proofs.kills` and `proofs.readers`."""

from __future__ import annotations

import errno
from contextlib import suppress
from pathlib import Path

import pytest

from index_artifacts import store
from index_artifacts.build import plan
from index_artifacts.errors import LodeError
from proofs import kills, readers
from proofs.faults import one_of_each, prepare, sweep
from proofs.fleet import FLEET_STAGES, bring_up_to_date
from proofs.same import difference
from proofs.small import scratch, small_world


def test_each_way_of_writing_that_fails_is_one_sentence_and_the_next_run_ends_well() -> None:
    failed, problems = sweep({"ENOSPC": errno.ENOSPC}, one_of_each)
    assert failed.keys() >= {"os.link", "os.fsync", "Path.rename", "Path.replace", "IndexWriter.commit"}
    assert failed.keys() >= {"pyarrow.parquet.write_table", "pyarrow.feather.write_feather", "shutil.rmtree", "os.pwrite"}
    assert not problems


class Killed(BaseException):
    """Stands for the end of the process: nothing but `finally` runs after it."""


@pytest.mark.parametrize("stage", FLEET_STAGES)
def test_a_run_that_ends_between_a_stage_and_its_mark_is_taken_up(monkeypatch: pytest.MonkeyPatch, stage: str) -> None:
    def mark(path: Path, value: dict[str, object]) -> None:
        if stage in value:
            raise Killed
        store.write_json(path, value)

    with scratch() as root, small_world():
        fleet = prepare(root)
        with monkeypatch.context() as patch:
            patch.setattr(plan, "write_json", mark)
            with pytest.raises(Killed):
                bring_up_to_date(fleet.home("home"))
        assert not difference(bring_up_to_date(fleet.home("home")), bring_up_to_date(fleet.home("fresh")))


def test_a_past_result_that_cannot_be_removed_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(folder: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(folder))

    with scratch() as root, small_world():
        fleet = prepare(root)
        with monkeypatch.context() as patch:
            patch.setattr(store, "remove_folder", refused)
            with suppress(LodeError):
                bring_up_to_date(fleet.home("home"))
        assert not difference(bring_up_to_date(fleet.home("home")), bring_up_to_date(fleet.home("fresh")))


def test_killed_runs_lose_nothing_that_was_published_or_embedded() -> None:
    assert kills.run(kills=2, seed=1, most=2, resume_here=True).total() >= 2


def test_readers_see_no_error_and_no_mixture_while_versions_are_published_and_collected() -> None:
    for told in readers.run(versions=4, keep=0):
        assert told["wrong"] == []
        assert int(str(told["searches"])) > 0
