"""Incremental equals rebuild, over any sequence of steps: `python -m proofs.rebuild --sequences 2000`."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING
from unittest.mock import patch

import click

from index_artifacts.build import tables
from proofs.author import Author, Step, templates
from proofs.fleet import Fleet, bring_up_to_date, remove, set_model
from proofs.same import difference
from proofs.small import scratch, small_world
from proofs.trials import short_failure, try_all

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_REPOSITORIES = ("one", "two", "three")
_PATTERNS = ("core/**", "*.py", "util*", "**/base*", "pkg/")
_LIMITS = ("1000000", "200", "120")


def sequence(seed: int) -> list[Step]:
    """The steps of one sequence: a fleet, then rounds of changes that end with `index`."""
    chance = random.Random(seed)
    languages = tuple(chance.sample(sorted(templates()), chance.choice([1, 1, 2, 2, 3])))
    names = _REPOSITORIES[: chance.choice([1, 2, 2, 3])]
    author = Author(chance, languages, names)
    steps: list[Step] = [("register", name) for name in names]
    steps += [*author.begin(chance.choice([4, 8, 12, 24])), ("index",)]
    for _ in range(chance.randint(2, 4)):
        author.remember()
        for _ in range(chance.choice([1, 1, 2, 3])):
            steps += _setting(chance, names) if chance.random() < 0.15 else author.edit()
        steps.append(("full",) if chance.random() < 0.05 else ("index",))
    return steps


def _setting(chance: random.Random, names: Sequence[str]) -> list[Step]:
    """A change that is not of a file."""
    name = chance.choice(names)
    kind = chance.choice(["exclude", "limit", "model", "unregister", "register", "commit", "branch", "branch"])
    arguments: dict[str, Callable[[], Step]] = {
        "exclude": lambda: ("register", name, chance.choice(_PATTERNS)),
        "limit": lambda: ("limit", chance.choice(_LIMITS)),
        "model": lambda: ("model", str(chance.randint(0, 2))),
        "unregister": lambda: ("unregister", name),
        "register": lambda: ("register", name),
        "commit": lambda: ("commit", names[0]),
        "branch": lambda: ("branch", names[0], chance.choice(["main", "left", "right"])),
    }
    return [arguments[kind]()]


def failure_of(steps: Sequence[Step]) -> str:
    """Replay steps; returns the first difference or error, or ""."""
    set_model(0)
    try:
        with scratch() as folder:
            fleet = Fleet(folder)
            for number, step in enumerate(steps):
                if step[0] not in {"index", "full"}:
                    fleet.apply(step)
                elif fleet.registered and (what := _check(fleet, number, full=step[0] == "full")):
                    return what
    finally:
        set_model(0)
    return ""


def _check(fleet: Fleet, number: int, *, full: bool) -> str:
    try:
        kept = bring_up_to_date(fleet.home("home"), skip=number % 2 == 0, full=full)
    except Exception as error:  # a rebuild of the same fleet decides whether it should have been one
        kept = None
        what = f"{type(error).__name__}: {error}"
    home = fleet.home(f"fresh-{number}")
    fresh = bring_up_to_date(home)
    found = difference(kept, fresh) if kept is not None else what
    remove(home)
    return found


def first_failure(seeds: range) -> str:
    """A short sequence that fails, with what fails, among those of some seeds; "" for none."""
    with small_world(), patch.object(tables, "write_catalog", lambda _: None):  # its views hold no data
        for seed in seeds:
            if what := short_failure(seed, sequence(seed), failure_of, 9):
                return what
    return ""


@click.command()
@click.option("--sequences", default=2000, show_default=True)
@click.option("--seed", default=0, show_default=True)
@click.option("--keep-going", is_flag=True, help="Report every failing sequence, not only the first.")
def main(sequences: int, seed: int, keep_going: bool) -> None:
    """Try many random sequences of steps."""
    try_all(range(seed, seed + sequences), first_failure, "sequences", 100, keep_going=keep_going)


if __name__ == "__main__":
    main()
