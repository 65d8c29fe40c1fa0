"""Short runs of `python -m proofs.rebuild`."""

from __future__ import annotations

from collections import Counter

import pytest

from proofs.fleet import Fleet, bring_up_to_date
from proofs.rebuild import failure_of, first_failure, sequence
from proofs.same import difference
from proofs.small import SHARD_BYTES, scratch, small_world
from tests.support import write_files


@pytest.mark.parametrize("seed", [1, 2])
def test_any_sequence_of_steps_ends_in_the_version_that_a_rebuild_makes(seed: int) -> None:
    assert not first_failure(range(seed, seed + 1))


def test_two_rebuilds_cut_off_the_same_among_equals() -> None:
    with small_world(), scratch() as root:
        fleet = Fleet(root)
        fleet.apply(("register", "one"))
        write_files(fleet.repository("one"), {f"f{i}.py": f"def run():\n    return 1\n\n\n# {'x' * SHARD_BYTES}\n" for i in range(16)})
        first, *others = (bring_up_to_date(fleet.home(f"home-{i}")) for i in range(3))
        for other in others:
            assert not difference(first, other)


def test_sequences_hold_every_kind_of_step() -> None:
    kinds = Counter(step[0] for seed in range(200) for step in sequence(seed))
    wanted = {"write", "delete", "rename", "copy", "register", "unregister", "limit", "model", "commit", "branch", "index", "full"}
    assert kinds.keys() == wanted


def test_a_change_of_everything_at_once_ends_in_the_version_that_a_rebuild_makes() -> None:
    base = "class Base:\n    def run(self):\n        return self.stop()\n"
    with small_world():
        assert not failure_of(
            [
                ("register", "one"),
                ("register", "two"),
                ("write", "one", "core/base.py", base),
                ("write", "two", "util.py", "class Child(Base):\n    def stop(self):\n        self.run()\n"),
                ("index",),
                ("branch", "one", "left"),
                ("rename", "one", "core/base.py", "two", "pkg/base.py"),
                ("register", "two", "util*"),
                ("model", "1"),
                ("index",),
                ("branch", "one", "main"),
                ("limit", "60"),
                ("unregister", "two"),
                ("full",),
                ("register", "two"),
                ("limit", "1000000"),
                ("model", "0"),
                ("index",),
            ]
        )
