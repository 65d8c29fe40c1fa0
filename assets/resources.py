"""What the assets share: the partitions, and the home that they write."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import dagster as dg

from index_artifacts.config import Config, Home, find_home, load_config
from index_artifacts.errors import LodeError, ServerError
from index_artifacts.state import note_failure
from index_artifacts.store import writer_lock

if TYPE_CHECKING:
    from collections.abc import Iterator

REPOSITORIES = dg.DynamicPartitionsDefinition(name="repository")
_LOCK_WAIT = 3600.0  # runs queue up behind each other rather than fail


class Lode(dg.ConfigurableResource):  # type: ignore[type-arg]
    """The home of an index.

    Attributes:
        home_path: Its folder; "" for `$LODE_HOME`, else the user's data folder for codelode.
        full: Make everything anew, but for cached vectors.
        no_cache: With `full`, make the vectors anew too.
        retry: Whether a run may try again later what an embedding server does not answer now.
    """

    home_path: str = ""
    full: bool = False
    no_cache: bool = False
    retry: bool = True

    @property
    def home(self) -> Home:
        """The home's places."""
        return find_home(self.home_path or None)

    @property
    def config(self) -> Config:
        """`lode.toml` as it is now."""
        return replace(load_config(self.home), full=self.full, no_cache=self.no_cache)

    @contextmanager
    def writing(self, repository: str | None = None) -> Iterator[tuple[Home, Config]]:
        """Hold the writer's lock; an expected error becomes a run's failure with its one sentence.

        Args:
            repository: Whose last good state stays, with the reason, when its stage fails.
        """
        try:
            with writer_lock(self.home, wait=_LOCK_WAIT):
                yield self.home, self.config
        except Exception as error:
            if repository is not None:
                note_failure(self.home, repository, str(error))
            told = str(error) if isinstance(error, LodeError) else f"{type(error).__name__}: {error}"
            raise dg.Failure(description=told, allow_retries=self.retry and isinstance(error, ServerError)) from error
