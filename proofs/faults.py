"""Let each write of a run fail once: one clear sentence, nothing published is lost. `python -m proofs.faults`."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from index_artifacts import open_index
from index_artifacts.errors import LodeError
from proofs.fleet import Fleet, bring_up_to_date, remove
from proofs.kills import found
from proofs.same import difference
from proofs.small import scratch, small_sizes, small_world
from proofs.writes import ERRORS, at_each_write
from tests.support import FIXTURES, write_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from index_artifacts.config import Home

_DISPENSABLE = {"shutil.rmtree", "os.link"}  # what is not removed or linked now is removed later, or copied
_NEW = {
    "added.py": "class Added(Base):\n    def added_name(self):\n        return self.run()\n",
    "b/base.py": "class Base:\n    def run(self): ...\n",
}


class Fault:
    """Raises at the n-th write."""

    def __init__(self, number: int, code: int) -> None:
        self._left, self._code = number, code
        self.where = ""

    def __call__(self, point: str) -> None:
        """Count a write."""
        self._left -= 1
        if self._left == 0:
            self.where = point
            raise OSError(self._code, os.strerror(self._code))


def prepare(root: Path) -> Fleet:
    """A published version of two repositories that have changed since."""
    fleet = Fleet(root)
    for name, count in (("one", 2), ("two", 0)):
        source = FIXTURES / "agentkit" / "agentkit"
        write_files(fleet.repository(name), {f"{name}/{p.name}": p.read_bytes() for p in sorted(source.glob("[a-e]*.py"))[:count]})
        fleet.apply(("register", name))
    bring_up_to_date(fleet.home("home"))
    write_files(fleet.repository("one"), _NEW)
    write_files(fleet.repository("two"), {"two/agent.py": "def agent(): ...\n"})
    return fleet


def check(fleet: Fleet, name: str, number: int, code: int) -> tuple[str, list[str]]:
    """Let the n-th write of a run fail, then run again.

    Returns:
        Where it failed, "" if the run has fewer writes; and what is wrong.
    """
    home = fleet.home(name)
    shutil.rmtree(home.root)
    shutil.copytree(fleet.root / "home", home.root)
    before, fault, wrong = open_index(home.root), Fault(number, code), list[str]()
    hits, failed = found(before), True
    try:
        with at_each_write(fault):
            bring_up_to_date(home)
        failed = False
    except LodeError as error:
        wrong += [f"more than one line: {error}"] * ("\n" in str(error))
    except Exception as error:  # a user would see a traceback
        wrong.append(f"{type(error).__name__} instead of a sentence: {error}")
    if not failed and fault.where and fault.where not in _DISPENSABLE:
        wrong.append("no error at all")
    if fault.where:
        wrong += _consequences(fleet, home, hits, before.manifest.id if failed else "")
    remove(home)
    return fault.where, wrong


def _consequences(fleet: Fleet, home: Home, hits: list[object], before: str) -> list[str]:
    """What is wrong after a run that failed, "" for `before` if it did not, and after the next one."""
    wrong = []
    try:
        index = open_index(home.root)
        if before and index.manifest.id != before:
            wrong.append("an error, but `current` has moved")
        elif before and found(index) != hits:
            wrong.append("the published version finds something else")
        what = difference(bring_up_to_date(home), open_index(fleet.root / "fresh"))
    except Exception as error:  # this must not happen
        what = f"afterwards {type(error).__name__}: {error}"
    return [*wrong, what] if what else wrong


def writes_of(fleet: Fleet) -> list[str]:
    """The points at which a run on a copy of the home writes, in order."""
    points: list[str] = []
    home = fleet.home("counted")
    shutil.rmtree(home.root)
    shutil.copytree(fleet.root / "home", home.root)
    with at_each_write(points.append):
        bring_up_to_date(home)
    remove(home)
    return points


def one_of_each(points: list[str]) -> list[int]:
    """For each kind of point, the number of one in the middle of the run."""
    places: dict[str, list[int]] = {}
    for number, point in enumerate(points, 1):
        places.setdefault(point, []).append(number)
    return [numbers[len(numbers) // 2] for numbers in places.values()]


def sweep(errors: dict[str, int], choose: Callable[[list[str]], Iterable[int]]) -> tuple[Counter[str], list[str]]:
    """Let chosen writes of a run fail, each with each error; returns how often each point failed, and what went wrong."""
    failed: Counter[str] = Counter()
    problems: list[str] = []
    with scratch() as root, small_world():
        fleet = prepare(root)
        bring_up_to_date(fleet.home("fresh"))
        for number in choose(writes_of(fleet)):
            for name, code in errors.items():
                where, wrong = check(fleet, f"{name}-{number}", number, code)
                failed[where] += 1
                if failed.total() % 50 == 0:
                    click.echo(f"{failed.total()} faults, {len(problems)} did harm", err=True)
                if wrong:
                    problems.append(f"{name} at write {number}, {where}: {'; '.join(wrong)[:300]}")
    return failed, problems


@contextmanager
def small_disk(root: Path, megabytes: int) -> Iterator[Path]:
    """A file system of its own, which needs the rights of root."""
    root.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(root)], check=True)
    try:
        yield root
    finally:
        subprocess.run(["umount", "--lazy", str(root)], check=True)  # tables of it are still mapped into memory


def fill(megabytes: int = 32, step: int = 8192) -> tuple[int, list[str]]:
    """Run on a disk with ever more free bytes until a run gets through; returns how often it was full, and what went wrong."""
    problems: list[str] = []
    with scratch() as outside, small_sizes(), small_disk(outside / "disk", megabytes) as root:
        fleet = prepare(root)
        home = fleet.home("home")
        ballast = root / "ballast"
        before = open_index(home.root).manifest.id
        free = 0
        while True:
            ballast.write_bytes(b"\0" * max(0, shutil.disk_usage(root).free - free * step))
            try:
                bring_up_to_date(home)
            except LodeError:
                free += 1
            except Exception as error:  # a user would see a traceback
                problems.append(f"{free * step:,} bytes free: {type(error).__name__}: {error}")
                free += 1
            else:
                break
            if open_index(home.root).manifest.id != before:
                problems.append(f"{free * step:,} bytes free: `current` has moved")
            ballast.unlink()
        ballast.unlink(missing_ok=True)
        if what := difference(bring_up_to_date(home), bring_up_to_date(fleet.home("fresh"))):
            problems.append(what)
    return free, problems


@click.command()
@click.option("--step", default=1, show_default=True, help="Only every so manieth write.")
@click.option("--disk", is_flag=True, help="Also fill a real disk; needs the rights of root.")
def main(step: int, disk: bool) -> None:
    """Let each write of a run fail with each error."""
    began = time.perf_counter()
    points, problems = sweep(ERRORS, lambda points: range(1, len(points) + 1, step))
    for name, count in sorted(points.items()):
        click.echo(f"{count:5} {name}")
    click.echo(f"{points.total()} faults, {len(problems)} did harm, {time.perf_counter() - began:.0f} seconds")
    if disk:
        full, more = fill()
        click.echo(f"{full} full disks, {len(more)} did harm")
        problems += more
    click.echo("\n".join(problems))
    raise SystemExit(bool(problems))


if __name__ == "__main__":
    main()
