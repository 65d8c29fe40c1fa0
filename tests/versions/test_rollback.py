from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from index_artifacts import open_index
from index_artifacts.errors import DamagedIndexError, GateError, HomeError, NoIndexError, UnknownNameError
from index_artifacts.versions import rollback as module
from index_artifacts.versions.pins import pinned_version
from index_artifacts.versions.rollback import release, rollback
from tests.versions_support import fail_the_gate, make_version

if TYPE_CHECKING:
    from index_artifacts.config import Home


def test_the_version_before_is_published_and_pinned(home: Home, two: tuple[str, str]) -> None:
    assert rollback(home) == two[0]
    assert (home.current(), pinned_version(home)) == two[:1] * 2
    assert [h.text for h in open_index(home.root).search("login_timeout", k=1)] == ["def login_timeout():\n    return 30"]
    with pytest.raises(UnknownNameError) as none:
        rollback(home)
    assert str(none.value) == f"No version before {two[0]} that passed the gate is whole; 'lode versions' lists those there are."
    assert home.current() == two[0]


def test_a_released_home_publishes_the_newest_good_version(home: Home, root: Path, two: tuple[str, str]) -> None:
    before = fail_the_gate(home)
    make_version(home, root, {"third.py": "def third_one(): ...\n"})
    home.config_file.write_text(before)
    rollback(home)
    assert release(home) == two
    assert (home.current(), pinned_version(home)) == (two[1], "")
    assert release(home) == ("", two[1])


def test_what_failed_the_gate_is_refused(home: Home, root: Path, two: tuple[str, str]) -> None:
    before = fail_the_gate(home)
    failed = make_version(home, root, {"third.py": "def third_one(): ...\n"})
    home.config_file.write_text(before)
    with pytest.raises(GateError) as refused:
        rollback(home, failed)
    assert str(refused.value).startswith(f"Version {failed} did not pass the gate: NDCG@10 is 0.000, below the 1.100")
    assert (home.current(), pinned_version(home)) == (two[1], "")
    rollback(home)
    with pytest.raises(GateError):
        rollback(home, failed)
    assert (home.current(), pinned_version(home)) == (two[0], two[0])


def test_a_damaged_or_unknown_version_is_refused(home: Home, root: Path, two: tuple[str, str]) -> None:
    path = next((home.version(two[0]) / "tables" / "chunks.parquet").iterdir())
    content = path.read_bytes()
    path.unlink()
    path.write_bytes(content[:-50] + b"?" + content[-49:])
    with pytest.raises(DamagedIndexError) as damaged:
        rollback(home)
    assert str(damaged.value) == (
        f"Version {two[0]} is damaged: tables/chunks.parquet/{path.name} does not have its checksum; choose another one of 'lode versions'."
    )
    for name in ("nope", "../versions", ".building"):
        with pytest.raises(UnknownNameError) as unknown:
            rollback(home, name)
        assert str(unknown.value) == f"There is no version '{name}' in {home.versions}; 'lode versions' lists those there are."
    assert (home.current(), pinned_version(home)) == (two[1], "")
    third = make_version(home, root, {"third.py": "def third_one(): ...\n"})
    assert third != two[1] and rollback(home) == two[1]


def test_a_kill_before_the_version_is_published_changes_nothing(home: Home, two: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "publish", killed)
    with pytest.raises(KeyboardInterrupt):
        rollback(home)
    assert (home.current(), pinned_version(home)) == (two[1], "")


def test_a_pin_ends_when_its_version_is_damaged(home: Home, two: tuple[str, str]) -> None:
    rollback(home)
    (home.version(two[0]) / "spans.arrow").write_bytes(b"")
    assert pinned_version(home) == ""


def test_without_an_index_there_is_nothing_to_roll_back(home: Home, root: Path) -> None:
    sentence = f"There is no index in {home.root} yet; make one with 'lode index PATH'."
    for action in (rollback, release):
        with pytest.raises(NoIndexError) as none:
            action(home)
        assert str(none.value) == sentence


def test_a_rollback_needs_the_writers_lock(home: Home, two: tuple[str, str]) -> None:
    code = (
        "import sys; from index_artifacts.config import Home; from index_artifacts.store import writer_lock; from pathlib import Path\n"
        f"with writer_lock(Home(Path({str(home.root)!r}))): print('held', flush=True); sys.stdin.read()"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(HomeError) as busy:
            rollback(home)
        assert str(busy.value) == (
            f"The home {home.root} is being written by process {holder.pid}; wait until it has ended, then run again."
        )
        holder.communicate()
    assert home.current() == two[1]
