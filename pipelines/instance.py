"""The Dagster instance of a home: where its runs and events are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index_artifacts.store import write_text, writing

if TYPE_CHECKING:
    import dagster as dg

    from index_artifacts.config import Home

_CONFIG = """\
# Nothing leaves the machine.
telemetry:
  enabled: false
nux:
  enabled: false
# The home has one writer: further runs wait in the queue.
concurrency:
  runs:
    max_concurrent_runs: 1
# A run that was cancelled or killed gives its place back.
run_monitoring:
  enabled: true
  free_slots_after_run_end_seconds: 60
# Ticks of sensors are kept for a week.
retention:
  sensor:
    purge_after_days: 7
"""


def prepare_dagster_home(home: Home) -> None:
    """Write the instance's settings, once."""
    path = home.dagster / "dagster.yaml"
    if not path.exists():
        with writing(home.dagster):
            home.dagster.mkdir(parents=True, exist_ok=True)
        write_text(path, _CONFIG)


def open_instance(home: Home) -> dg.DagsterInstance:
    """The persistent instance; made under the writer's lock, since two processes that make it at once corrupt it."""
    import dagster as dg

    prepare_dagster_home(home)
    return dg.DagsterInstance.from_config(str(home.dagster))
