"""Short runs of `python -m proofs.faults`, `proofs.kills` and `proofs.readers`."""

from __future__ import annotations

import errno

from proofs import kills, readers
from proofs.faults import one_of_each, sweep


def test_each_way_of_writing_that_fails_is_one_sentence_and_the_next_run_ends_well() -> None:
    failed, problems = sweep({"ENOSPC": errno.ENOSPC}, one_of_each)
    assert failed.keys() >= {"os.link", "os.fsync", "Path.rename", "Path.replace", "IndexWriter.commit"}
    assert failed.keys() >= {"pyarrow.parquet.write_table", "pyarrow.feather.write_feather", "shutil.rmtree", "os.pwrite"}
    assert not problems


def test_killed_runs_lose_nothing_that_was_published_or_embedded() -> None:
    assert kills.run(kills=2, seed=1, most=2, resume_here=True).total() >= 2


def test_readers_see_no_error_and_no_mixture_while_versions_are_published_and_collected() -> None:
    for told in readers.run(versions=4, keep=0):
        assert told["wrong"] == []
        assert int(str(told["searches"])) > 0
