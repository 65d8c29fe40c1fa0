"""What `lode index` would do, without doing it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from index_artifacts.build.file_changes import file_changes
from index_artifacts.build.mirror import look_up as look_up_remote
from index_artifacts.build.results import is_damaged
from index_artifacts.build.scans import last_files, unknown_files
from index_artifacts.build.source_files import scan
from index_artifacts.build.sources import prepare
from index_artifacts.build.stages import expected_state, model_of
from index_artifacts.config import load_config
from index_artifacts.errors import ConfigError, LodeError
from index_artifacts.fleet import look_up
from index_artifacts.state import load_state
from index_artifacts.types import Change, Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index_artifacts.build.source_files import Scan
    from index_artifacts.config import Config, Home, RepositoryConfig

# Chosen so that the sums meet `python -m benchmarks` on two cores and 5 million lines: of a run that does anything, of each repository
# that is indexed, of each million bytes parsed, of each million bytes of a repository that is indexed, and of the fleet.
_SECONDS_RUN, _SECONDS_REPOSITORY, _SECONDS_PARSED, _SECONDS_HELD, _SECONDS_FLEET = 4.0, 0.6, 0.75, 0.1, 0.05
_BYTES_A_TEXT = 500  # of a chunk, on the average of 330,000


@dataclass(slots=True)
class Forecast:
    """What would happen to one repository.

    Attributes:
        name: The repository.
        place: Its path or url.
        as_of: Commit that it is at now.
        files: How many there are of each kind of change, and how many are skipped.
        bytes: Of the indexed files.
        to_parse: Files whose content no result holds.
        to_embed: About so many texts.
        seconds: About so long.
        note: Why nothing is known, or "".
    """

    name: str
    place: str
    as_of: str = ""
    files: dict[str, int] = field(default_factory=dict)
    bytes: int = 0
    to_parse: int = 0
    to_embed: int = 0
    seconds: float = 0.0
    note: str = ""


def forecast(home: Home, targets: Sequence[str], name: str | None, ref: str, full: bool) -> list[Forecast]:
    """Tell what `lode index` with the same arguments would do; nothing is written.

    Raises:
        ConfigError: Nothing is registered and no target is given, or a target is wrong.
    """
    config = load_config(home)
    known = {r.name: r for r in config.repositories}
    chosen = [known[t] if t in known and name is None and not ref else look_up(config, t, name, ref) for t in targets]
    if not chosen and not known:
        raise ConfigError(f"No repository is registered in {home.config_file}; add one with 'lode index PATH'.")
    rows = [_of(home, config, repository, full) for repository in chosen or config.repositories]
    changing = next((r for r in rows if r.seconds), None)
    if changing is not None:
        changing.seconds += _SECONDS_RUN + _SECONDS_FLEET * sum(r.bytes for r in rows) / 1e6
    return rows


def _of(home: Home, config: Config, repository: RepositoryConfig, full: bool) -> Forecast:
    found = Forecast(repository.name, repository.place)
    try:
        if repository.path is None:
            return _of_remote(home, repository, found)
        return _of_scan(home, config, scan(repository, prepare(home, repository), config.max_file_bytes), full, found)
    except LodeError as error:
        found.note = str(error)
    return found


def _of_remote(home: Home, repository: RepositoryConfig, found: Forecast) -> Forecast:
    """Files of a remote are known once they are fetched, which would write."""
    state = load_state(home, repository.name)
    found.as_of = look_up_remote(repository).commit
    same = state is not None and state.commit == found.as_of
    found.note = "" if same else f"would be fetched; last indexed {state.commit[:12] if state else 'never'}"
    return found


def _of_scan(home: Home, config: Config, result: Scan, full: bool, found: Forecast) -> Forecast:
    changes = file_changes(last_files(home, found.name), result.files)
    found.as_of = result.revision.commit
    found.files = {str(kind): sum(c.change is kind for c in changes) for kind in Change}
    found.files["skipped"] = sum(f.status is Status.SKIPPED for f in result.files)
    found.bytes = sum(f.size for f in result.files if f.status is Status.INDEXED)
    fresh = [f for f in result.files if f.status is Status.INDEXED] if full else unknown_files(home, result.files)
    size = sum(f.size for f in fresh)
    found.to_parse, found.to_embed = len(fresh), round(size / _BYTES_A_TEXT)
    model_id = model_of(home, config)
    if full or load_state(home, found.name) != expected_state(result, model_id) or is_damaged(home, found.name):
        found.seconds = _SECONDS_REPOSITORY + _SECONDS_PARSED * size / 1e6 + _SECONDS_HELD * found.bytes / 1e6
    return found
