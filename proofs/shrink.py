"""Make a failing sequence of steps short: leave out steps, then lines of what they write, as long as it still fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from proofs.author import Step

Item = TypeVar("Item")


def without_needless(items: Sequence[Item], fails: Callable[[list[Item]], bool]) -> list[Item]:
    """The items that a failure needs, by leaving out ever shorter runs of them (Zeller's delta debugging, one-sided)."""
    kept = list(items)
    size = max(1, len(kept) // 2)
    while True:
        at, found = 0, False
        while at < len(kept):
            shorter = kept[:at] + kept[at + size :]
            if fails(shorter):
                kept, found = shorter, True
            else:
                at += size
        if size == 1 and not found:
            return kept
        size = max(1, size // 2)


def shortest(steps: Sequence[Step], fails: Callable[[list[Step]], bool]) -> list[Step]:
    """A short sequence of steps that still fails."""
    kept = without_needless(steps, fails)
    for at, step in enumerate(kept):
        if step[0] == "write":

            def fails_with(lines: list[str], at: int = at) -> bool:
                return fails([*kept[:at], (*kept[at][:3], "".join(lines)), *kept[at + 1 :]])

            kept[at] = (*step[:3], "".join(without_needless(step[3].splitlines(keepends=True), fails_with)))
    return without_needless(kept, fails)


def shown(steps: Sequence[Step]) -> str:
    """Steps as Python, to be replayed."""
    return "\n".join(f"    {step!r}," for step in steps)
