"""Kill `lode index` at random moments: nothing that was published or embedded is lost. `python -m proofs.kills --kills 200`."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pyarrow.feather as feather

from index_artifacts import open_index
from proofs.fleet import Fleet, bring_up_to_date, remove
from proofs.same import difference
from proofs.small import scratch, small_sizes, small_world
from tests.support import FIXTURES

if TYPE_CHECKING:
    from index_artifacts import Index
    from index_artifacts.config import Home

_QUERIES = ("retry", "where is the session kept", "run")
_CHECKOUT = Path(__file__).parent.parent
_AT_A_WRITE, _WRITES = 0.6, 700  # how many kills are at a write, and about how many writes a run has
_LONGEST = 120.0  # seconds that a run may take on a busy machine
_ORPHAN_SECONDS = 15.0  # in which the workers of a killed run must end


@dataclass
class Fleeting:
    """A home whose runs are killed.

    Attributes:
        fleet: The repositories.
        chance: Where all choices come from.
        seconds: How long the last undisturbed run took.
        told: How often each thing happened.
    """

    fleet: Fleet
    chance: random.Random
    seconds: float = 5.0
    told: Counter[str] = field(default_factory=Counter)

    @property
    def home(self) -> Home:
        """The home, with `lode.toml` as it is now."""
        return self.fleet.home("home")

    @property
    def errors(self) -> Path:
        """What the last run printed to standard error."""
        return self.fleet.root / "errors.txt"

    def start(self, workers: bool, die_at: int = 0) -> subprocess.Popen[bytes]:
        """Start `lode index` in a process group of its own."""
        settings = {"LODE_HOME": str(self.home.root), "LODE_WORKERS": "2", "PYTHONPATH": str(_CHECKOUT), "PROOF_DIE_AT": str(die_at)}
        environment = {**os.environ, **settings, **({"PROOF_WORKERS": "1"} if workers else {})}
        command = [sys.executable, "-m", "proofs.lode", "index", "--json"]
        with self.errors.open("w") as errors:
            return subprocess.Popen(
                command, cwd=_CHECKOUT, env=environment, stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True
            )

    def finish(self, workers: bool) -> None:
        """Let a run end; raises if it does not end well."""
        began = time.perf_counter()
        process = self.start(workers)
        process.wait(_LONGEST)
        assert process.returncode == 0, f"code {process.returncode}: {self.errors.read_text()}"
        self.seconds = time.perf_counter() - began

    def edit(self) -> None:
        """Change a few files, so that the next run has something to do."""
        for name in self.fleet.registered:
            files = sorted(p for p in self.fleet.repository(name).rglob("*") if p.is_file() and p.suffix != ".md")
            for path in self.chance.sample(files, min(3, len(files))):
                data = path.read_bytes()
                path.write_bytes(data + b"\n" + (b"// " if path.suffix != ".py" else b"# ") + b"note %d\n" % self.chance.randrange(10**9))

    def kill(self, workers: bool) -> None:
        """Kill a run at some moment or write; what was published is as it was."""
        before = self.home.current()
        hits = found(open_index(self.home.root))
        at_a_write = self.chance.random() < _AT_A_WRITE
        process = self.start(workers, self.chance.randint(1, _WRITES) if at_a_write else 0)
        try:
            process.wait(_LONGEST if at_a_write else self.chance.uniform(0.4, 1.0) * self.seconds)
        except subprocess.TimeoutExpired:
            # Now and then its process alone, not those that it started.
            (os.killpg if self.chance.random() < 0.5 else os.kill)(process.pid, signal.SIGKILL)
            process.wait()
        self.told["killed" if process.returncode == -signal.SIGKILL else "ended before the kill"] += 1
        self.told["left a candidate"] += self.home.building.is_dir()
        self._outlived(process.pid)
        index = open_index(self.home.root)
        if index.manifest.id == before:
            assert found(index) == hits, f"version {before} finds something else after a kill"
        else:
            self.told["published before the kill"] += 1

    def _outlived(self, group: int) -> None:
        """Wait until no process of a killed run is left."""
        deadline = time.monotonic() + _ORPHAN_SECONDS
        while left := _alive(group):
            if time.monotonic() > deadline:
                os.killpg(group, signal.SIGKILL)
                raise AssertionError(f"processes outlive a killed run: {left}")
            time.sleep(0.05)

    def check(self, resume_here: bool) -> None:
        """The next run ends well, equal to a rebuild, and nothing was embedded twice."""
        if resume_here:
            with small_sizes():
                bring_up_to_date(self.home)
        else:
            self.finish(workers=self.chance.random() < 0.3)
        keys: Counter[bytes] = Counter()
        for part in self.home.root.glob("embeddings/*/part-*.arrow"):
            keys.update(feather.read_table(part)["key"].to_pylist())
        twice = [k.hex() for k, count in keys.items() if count > 1]
        assert not twice, f"{len(twice)} texts were embedded twice"
        with small_world():
            home = self.fleet.home("fresh")
            what = difference(open_index(self.home.root), bring_up_to_date(home))
            remove(home)
        assert not what, what


def _alive(group: int) -> list[str]:
    """Processes of a group that have not ended; one that only waits to be collected has."""
    listed = subprocess.run(["ps", "-A", "-o", "pgid=,stat=,args="], capture_output=True, text=True, check=True).stdout
    rows = (line.split(maxsplit=2) for line in listed.splitlines())
    return [row[-1] for row in rows if row[0] == str(group) and not row[1].startswith("Z")]


def found(index: Index) -> list[object]:
    """What some searches find."""
    return [index.search(query, explain=True) for query in _QUERIES]


def run(kills: int, seed: int, most: int = 3, resume_here: bool = False) -> Counter[str]:
    """Kill so many runs; after one or a few kills a run ends undisturbed and is checked.

    Args:
        kills: How many.
        seed: Of all choices.
        most: Kills before an undisturbed run.
        resume_here: Let that one run in this process, without Dagster, which is faster.

    Returns:
        How often each thing happened.
    """
    with scratch() as folder:
        home = Fleeting(Fleet(folder), random.Random(seed))
        for name in ("agentkit", "shopfront"):
            shutil.copytree(FIXTURES / name, home.fleet.repository(name), dirs_exist_ok=True)
            home.fleet.apply(("register", name))
        with small_sizes():
            bring_up_to_date(home.home)
        done = 0
        while done < kills:
            home.edit()
            for _ in range(min(home.chance.randint(1, most), kills - done)):
                home.kill(workers=home.chance.random() < 0.5)
                done += 1
            home.check(resume_here)
            if done % 10 < most:
                click.echo(f"{done} kills: {dict(home.told)}", err=True)
    return home.told


@click.command()
@click.option("--kills", default=200, show_default=True)
@click.option("--seed", default=0, show_default=True)
def main(kills: int, seed: int) -> None:
    """Kill many runs."""
    began = time.perf_counter()
    told = run(kills, seed)
    click.echo(f"{kills} kills, none did harm, {time.perf_counter() - began:.0f} seconds: {dict(told)}")


if __name__ == "__main__":
    main()
