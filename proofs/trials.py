"""Try many random cases, make what fails short, and say so: the outer loop of a proof."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from proofs.shrink import shortest, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from proofs.author import Step


def short_failure(seed: int, steps: Sequence[Step], failure_of: Callable[[Sequence[Step]], str], alike: int) -> str:
    """A short form of steps that fails like them, with what fails; "" if they do not fail.

    Args:
        seed: That made the steps.
        steps: To replay.
        failure_of: Replays steps and returns what fails.
        alike: How many first characters tell one kind of failure from another.
    """
    if not (what := failure_of(steps)):
        return ""
    short = shortest(steps, lambda tried: failure_of(tried)[:alike] == what[:alike])
    return f"seed {seed}:\n{shown(short)}\n{failure_of(short)}"


def try_all(seeds: range, first_failure: Callable[[range], str], what: str, every: int, *, keep_going: bool) -> None:
    """Try seeds one by one and end the process; exit code 1 if one fails.

    Args:
        seeds: To try.
        first_failure: Of some seeds, or "".
        what: Name of a case, in the plural.
        every: After how many the count is shown.
        keep_going: Report every failing case, not only the first.
    """
    began, failed, done = time.perf_counter(), 0, 0
    for done, seed in enumerate(seeds, 1):
        if failure := first_failure(range(seed, seed + 1)):
            failed += 1
            click.echo(failure)
            if not keep_going:
                break
        if done % every == 0:
            click.echo(f"{done} {what}, {failed} failed, {(time.perf_counter() - began) / done:.2f} s each", err=True)
    click.echo(f"{done} {what}, {failed} failed, {time.perf_counter() - began:.0f} seconds")
    raise SystemExit(failed > 0)
