from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from index_artifacts.build import workers
from index_artifacts.build.workers import run_batches, stop_workers, worker_count
from index_artifacts.errors import WorkerError
from tests.support import write_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@pytest.fixture
def two_workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LODE_WORKERS", "2")
    yield
    stop_workers()


def _doubled(items: Sequence[int]) -> list[int]:
    """Doubles; 13 kills the process as the system does when memory runs out."""
    if 13 in items:
        os.kill(os.getpid(), signal.SIGKILL)
    return [2 * i for i in items]


def _gave_up(item: int) -> list[int]:
    return [-item]


def _refused(items: Sequence[int]) -> list[int]:
    raise ValueError(f"no {items[0]}")


def test_results_come_in_the_order_of_the_batches(two_workers: None) -> None:
    batches = [[100 + i, 200 + i] for i in range(20)]
    assert list(run_batches(_doubled, batches, _gave_up, inline=False)) == [(i, [200 + 2 * i, 400 + 2 * i]) for i in range(20)]


def test_batches_that_wait_while_a_process_is_killed_are_done_all_the_same(two_workers: None) -> None:
    batches = [[i, i + 1] for i in range(0, 40, 2)]
    found: dict[int, list[int]] = {}
    for position, result in run_batches(_doubled, batches, _gave_up, inline=False):
        found.setdefault(position, []).extend(result)
    assert found == {i: [4 * i, 4 * i + 2] if i != 6 else [24, -13] for i in range(20)}


def test_inline_gives_the_same_results() -> None:
    batches = [[1, 2], [], [3]]
    assert list(run_batches(_doubled, batches, _gave_up, inline=True)) == [(0, [2, 4]), (1, []), (2, [6])]


def test_an_item_that_kills_its_process_is_found_and_costs_no_other(two_workers: None) -> None:
    batches = [[1, 2], [12, 13, 14], [3], [4], [5], [6], [7]]
    results = list(run_batches(_doubled, batches, _gave_up, inline=False))
    found: dict[int, list[int]] = {}
    for position, result in results:
        found.setdefault(position, []).extend(result)
    assert found == {0: [2, 4], 1: [24, -13, 28], 2: [6], 3: [8], 4: [10], 5: [12], 6: [14]}
    assert [p for p, _ in results] == sorted(p for p, _ in results)


def _dies() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_no_item_is_blamed_where_processes_die_without_work(two_workers: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_nothing", _dies)
    with pytest.raises(WorkerError) as caught:
        list(run_batches(_doubled, [[13]], _gave_up, inline=False))
    assert str(caught.value) == "Worker processes end as soon as they start; free memory, or set LODE_WORKERS=1 to do without them."


def test_an_error_of_the_work_reaches_the_caller(two_workers: None) -> None:
    with pytest.raises(ValueError, match="no 1"):
        list(run_batches(_refused, [[1]], _gave_up, inline=False))


_SCRIPT = """
from index_artifacts.build.workers import run_batches, stop_workers
if __name__ == "__main__":
    print(list(run_batches(sum, [[1, 2], [3]], sum, inline=False)))
    stop_workers()
"""


def test_processes_import_nothing_from_the_working_directory(tmp_path: Path) -> None:
    marker = tmp_path / "imported"
    evil = f"open({str(marker)!r}, 'w').close()\n"
    names = ("multiprocessing/__init__", "struct", "pickle", "signal", "assets/__init__", "index_artifacts/__init__", "concurrent/__init__")
    cwd = write_files(tmp_path / "evil", {f"{n}.py": evil for n in names})
    script = write_files(tmp_path / "bin", {"lode.py": _SCRIPT}) / "lode.py"
    environment = {**os.environ, "LODE_WORKERS": "2", "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run([sys.executable, str(script)], cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[(0, 3), (1, 3)]\n", "")
    assert not marker.exists()


def test_the_number_of_workers_is_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LODE_WORKERS", "5")
    assert worker_count() == 5
    monkeypatch.setenv("LODE_WORKERS", "0")
    assert worker_count() == 1


def _in_a_child() -> None:
    os.environ["LODE_WORKERS"] = "2"
    assert [r for _, r in run_batches(sum, [[1, 2], [3]], int, inline=False)] == [3, 3]


def test_a_process_that_multiprocessing_started_ends_after_it_used_workers() -> None:
    # Dagster runs its runs so. Without the pool's own end this process would wait for its workers for ever.
    for _ in range(3):
        child = multiprocessing.get_context("spawn").Process(target=_in_a_child)
        child.start()
        child.join(60)
        hung = child.is_alive()
        child.kill()
        assert not hung
        assert child.exitcode == 0
