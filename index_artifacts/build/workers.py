"""Spawned processes for the work that Python cannot do on two cores at once. Never forked: polars and FAISS break after it."""

from __future__ import annotations

import multiprocessing
import multiprocessing.util
import os
import threading
from collections import deque
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, TypeVar

from index_artifacts.errors import WorkerError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Item = TypeVar("Item")
Result = TypeVar("Result")

_pool: ProcessPoolExecutor | None = None


def worker_count() -> int:
    """How many processes share the work: one a core, or `LODE_WORKERS`."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, int(os.environ.get("LODE_WORKERS") or cores or 1))


def _shared_pool() -> ProcessPoolExecutor:
    global _pool
    if _pool is None:
        # A new process would look for modules in the working directory first, which may be a folder that someone indexes.
        os.environ["PYTHONSAFEPATH"] = "1"
        _pool = ProcessPoolExecutor(worker_count(), mp_context=multiprocessing.get_context("spawn"), initializer=_end_with_parent)
        # Not atexit: a process that multiprocessing itself started, as Dagster's runs are, joins its children before atexit runs.
        multiprocessing.util.Finalize(None, stop_workers, exitpriority=100)
    return _pool


def _end_with_parent() -> None:
    """End this worker when the process that started it is killed, which it would otherwise wait for, for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def stop_workers() -> None:
    """End the processes; the next use starts new ones."""
    global _pool
    if _pool is not None:
        _pool.shutdown(cancel_futures=True)
        _pool = None


def run_batches(
    work: Callable[[Sequence[Item]], Result],
    batches: Sequence[Sequence[Item]],
    give_up: Callable[[Item], Result],
    inline: bool,
) -> Iterator[tuple[int, Result]]:
    """Run a module-level function over batches, several at once, results in the order of the batches.

    Args:
        work: Called with one batch; must not raise for one bad item.
        batches: What to do; at most a few of them are in flight, so memory does not grow with their number.
        give_up: Makes the result of an item that killed its process.
        inline: Do it here unless processes have started already: for work smaller than starting them.

    Yields:
        Position of the batch and a result; a batch that killed its process yields one result an item.
    """
    if worker_count() == 1 or (inline and (_pool is None or len(batches) == 1)):
        for i, batch in enumerate(batches):
            yield i, work(batch)
        return
    waiting: deque[tuple[int, Future[Result]]] = deque()
    ahead = 2 * worker_count() + 1
    for i in range(len(batches) + ahead):
        if i < len(batches):
            waiting.append((i, _submit(work, batches[i])))
        if i >= ahead or i >= len(batches):
            if not waiting:
                return
            position, future = waiting.popleft()
            for result in _results(work, batches[position], future, give_up):
                yield position, result


def _results(
    work: Callable[[Sequence[Item]], Result], batch: Sequence[Item], future: Future[Result], give_up: Callable[[Item], Result]
) -> list[Result]:
    """The result of a batch; one an item if the batch was at work, or may have been, when a process was killed."""
    while True:
        try:
            return [future.result()]
        except CancelledError:
            future = _submit(work, batch)  # it had not begun when the processes were ended for another batch
        except BrokenProcessPool:
            stop_workers()
            return [_alone(work, item, give_up) for item in batch]


def _submit(work: Callable[[Sequence[Item]], Result], batch: Sequence[Item]) -> Future[Result]:
    try:
        return _shared_pool().submit(work, batch)
    except BrokenProcessPool:
        stop_workers()
        return _shared_pool().submit(work, batch)


def _alone(work: Callable[[Sequence[Item]], Result], item: Item, give_up: Callable[[Item], Result]) -> Result:
    """Find the item of a batch that kills its process by giving each a run of its own.

    Raises:
        WorkerError: Processes die without any work, so no item is to blame.
    """
    try:
        return _shared_pool().submit(work, [item]).result()
    except BrokenProcessPool:
        stop_workers()
    try:
        _shared_pool().submit(_nothing).result()
    except BrokenProcessPool:
        stop_workers()
        raise WorkerError("Worker processes end as soon as they start; free memory, or set LODE_WORKERS=1 to do without them.") from None
    return give_up(item)


def _nothing() -> None:
    """Work that cannot fail."""
