"""Where long work tells how far it is. The command draws it; everywhere else it goes nowhere."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a stage is; `unit` says what `done` and `total` count."""

    stage: str
    repository: str
    done: int
    total: int
    unit: str


_listeners: list[Callable[[Progress], None]] = []


def report(stage: str, repository: str, done: int, total: int, unit: str) -> None:
    """Tell whoever listens how far a stage is."""
    for listener in _listeners:
        listener(Progress(stage, repository, done, total, unit))


@contextmanager
def listening(listener: Callable[[Progress], None]) -> Iterator[None]:
    """Have every report of this process while the context lasts."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)
