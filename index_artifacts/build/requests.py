"""Texts to a server: cut into requests, several of them at once, whatever has come back kept when one fails."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator


Batch = TypeVar("Batch")
Result = TypeVar("Result")
Text = tuple[bytes, str]  # cache key and what is embedded

_TICK_SECONDS = 5.0
_REQUEST_CHARACTERS = 100_000  # most in one request, where long texts are allowed


def cut_requests(texts: Iterable[Text], most: int) -> Iterator[list[Text]]:
    """Cut texts into requests of at most so many texts, and so many characters unless one text has more."""
    batch: list[Text] = []
    held = 0
    for key, text in texts:
        if batch and (len(batch) == most or held + len(text) > _REQUEST_CHARACTERS):
            yield batch
            batch, held = [], 0
        batch.append((key, text))
        held += len(text)
    if batch:
        yield batch


def in_flight(
    work: Callable[[Batch], Result], batches: Iterable[Batch], limit: int, stop: Callable[[], None], tick: Callable[[], None]
) -> Generator[tuple[Batch, Result]]:
    """Run work over batches in threads, as many at once as the limit says.

    Args:
        work: What is done.
        batches: Taken one by one, so memory does not grow with their number.
        limit: Most at once.
        stop: Called when one has failed, so that the others do not go on trying.
        tick: Called every few seconds.

    Yields:
        Batches with their results, as they end. When one fails, those underway are waited for and come before its error.
    """
    source = iter(batches)
    running: dict[Future[Result], Batch] = {}
    error: Exception | None = None
    with ThreadPoolExecutor(limit, "embed") as pool:
        try:
            while True:
                while error is None and len(running) < limit and (batch := next(source, None)) is not None:
                    running[pool.submit(work, batch)] = batch
                if not running:
                    break
                done, _ = wait(running, _TICK_SECONDS, FIRST_COMPLETED)
                tick()
                for future in done:
                    batch = running.pop(future)
                    failed = future.exception()
                    if failed is None:
                        yield batch, future.result()
                    elif not isinstance(failed, Exception):
                        raise failed
                    elif error is None:
                        error = failed
                        stop()
        except BaseException:
            stop()
            raise
    if error is not None:
        raise error
