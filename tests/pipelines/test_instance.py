"""The instance of a home outlives whoever was killed while it ran something."""

from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING

import dagster as dg

from pipelines.definitions import definitions
from pipelines.instance import open_instance

if TYPE_CHECKING:
    from pathlib import Path

    from index_artifacts.config import Home


def test_a_run_whose_process_was_killed_has_failed_and_holds_up_no_other(home: Home, tmp_path: Path) -> None:
    job, started = definitions.resolve_job_def("fleet"), dg.DagsterRunStatus.STARTED
    alive, dead = tmp_path / "alive", tmp_path / "dead"
    with socket.socket(socket.AF_UNIX) as server, open_instance(home) as instance:
        server.bind(str(alive))
        server.listen()
        tags = {"alive": json.dumps({"host": "localhost", "socket": str(alive)}), "dead": json.dumps({"socket": str(dead)})}
        runs = {name: instance.create_run_for_job(job, status=started, tags={".dagster/grpc_info": tag}) for name, tag in tags.items()}
        runs["elsewhere"] = instance.create_run_for_job(job, status=started, tags={".dagster/grpc_info": '{"host": "far", "port": 1}'})
        runs["lode index"] = instance.create_run_for_job(job, status=started)
        with open_instance(home) as again:
            status = {name: again.get_run_by_id(run.run_id).status.value for name, run in runs.items()}
    assert status == {"alive": "STARTED", "dead": "FAILURE", "elsewhere": "STARTED", "lode index": "FAILURE"}
