"""The Dagster instance of a home: where its runs and events are kept."""

from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING

from index_artifacts.store import write_text, writing

if TYPE_CHECKING:
    import dagster as dg

    from index_artifacts.config import Home

_SERVER_TAG = ".dagster/grpc_info"  # Dagster's launcher puts it on a run; the library has no public name for it
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
    instance = dg.DagsterInstance.from_config(str(home.dagster))
    _end_dead_runs(instance)
    return instance


def _end_dead_runs(instance: dg.DagsterInstance) -> None:
    """Let runs fail whose process was killed: Dagster would count them as running, and let all others wait, for ever."""
    import dagster as dg

    for run in instance.get_runs(dg.RunsFilter(statuses=[dg.DagsterRunStatus.STARTED])):
        if not _has_server(run):
            instance.report_run_failed(run, "The process of this run was killed; run it again, and it resumes where it was.")


def _has_server(run: dg.DagsterRun) -> bool:
    """Whether the server that a run is a child of answers; a run without one is `lode index`, which holds the writer's lock."""
    server = json.loads(run.tags.get(_SERVER_TAG, "{}"))
    if not server.get("socket"):
        return bool(server)
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            connection.connect(server["socket"])
        except OSError:
            return False
    return True
