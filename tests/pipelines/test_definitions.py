"""The code location: what is in it, and what its schedule and sensor ask for."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import dagster as dg
import yaml

from assets.resources import REPOSITORIES, Lode
from index_artifacts.build.published import publish
from index_artifacts.config import Home
from index_artifacts.fleet import register
from index_artifacts.versions.rollback import rollback
from pipelines.automation import fleet_changed, nightly
from pipelines.definitions import definitions
from pipelines.instance import prepare_dagster_home
from tests.support import build_candidate, index_without_dagster, run_repository, write_files

if TYPE_CHECKING:
    from pathlib import Path

REPOSITORY_STAGES = {"source_files", "file_changes", "syntax", "chunks", "embeddings", "relations"}
FLEET_STAGES = {"relation_graph", "tables", "vector_index", "text_index", "index_version", "quality", "published"}


def stages_of(job: str) -> set[str]:
    return {key.to_user_string() for key in definitions.resolve_job_def(job).asset_layer.executable_asset_keys}


def tick(home: Home, instance: dg.DagsterInstance, cursor: str | None = None) -> dg.SensorResult:
    context = dg.build_sensor_context(instance=instance, cursor=cursor)
    result = fleet_changed(context, lode=Lode(home_path=str(home.root)))
    assert isinstance(result, dg.SensorResult)
    return result


def test_the_code_location_loads_with_every_stage_described_and_in_one_job() -> None:
    dg.Definitions.validate_loadable(definitions)
    assert stages_of("repository") == REPOSITORY_STAGES
    assert stages_of("fleet") == FLEET_STAGES
    graph = definitions.resolve_asset_graph()
    assert all(graph.get(key).description for key in graph.get_all_asset_keys())
    for name in REPOSITORY_STAGES | FLEET_STAGES:
        partitions = graph.get(dg.AssetKey(name)).partitions_def
        assert partitions == (REPOSITORIES if name in REPOSITORY_STAGES else None)


def test_runs_stay_in_their_process() -> None:
    assert definitions.resolve_job_def("repository").executor_def is dg.in_process_executor


def test_dagster_sends_nothing_and_runs_one_at_a_time(home: Home) -> None:
    prepare_dagster_home(home)
    settings = yaml.safe_load((home.dagster / "dagster.yaml").read_text("utf-8"))
    assert settings["telemetry"] == {"enabled": False}
    assert settings["nux"] == {"enabled": False}
    assert settings["concurrency"]["runs"]["max_concurrent_runs"] == 1


def test_the_night_asks_for_every_repository(home: Home, tmp_path: Path) -> None:
    for name in ("one", "two"):
        register(home, write_files(tmp_path / name, {"a.py": "a = 1\n"}), name)
    when = datetime(2026, 1, 2, 2, tzinfo=UTC)
    with dg.instance_for_test() as instance:
        context = dg.build_schedule_context(instance=instance, scheduled_execution_time=when)
        requests = list(nightly(context, lode=Lode(home_path=str(home.root))))
        assert set(instance.get_dynamic_partitions("repository")) == {"one", "two"}
    assert [(r.partition_key, r.run_key) for r in requests] == [(n, f"{n}@2026-01-02T02:00:00+00:00") for n in ("one", "two")]


def test_the_sensor_follows_the_fleet_and_asks_once_for_each_change(home: Home, tmp_path: Path) -> None:
    root = write_files(tmp_path / "repo", {"a.py": "def first():\n    return 1\n"})
    with dg.instance_for_test() as instance:
        assert not tick(home, instance).run_requests  # nothing is indexed yet
        index_without_dagster(home, {"repo": root})
        instance.add_dynamic_partitions("repository", ["gone"])
        result = tick(home, instance)
        assert not result.run_requests
        asked = [(type(r).__name__, r.partition_keys) for r in result.dynamic_partitions_requests or ()]
        assert asked == [("AddDynamicPartitionsRequest", ["repo"]), ("DeleteDynamicPartitionsRequest", ["gone"])]
        write_files(root, {"b.py": "def second():\n    return 2\n"})
        build_candidate(home)  # a state that is not published
        changed = tick(home, instance)
        assert len(changed.run_requests or ()) == 1
        assert not tick(home, instance, cursor=changed.cursor).run_requests


def test_the_sensor_waits_for_runs_and_says_why_it_skips(home: Home, tmp_path: Path) -> None:
    root = write_files(tmp_path / "repo", {"a.py": "def first():\n    return 1\n"})
    with dg.instance_for_test() as instance:
        empty = tick(home, instance)
        assert empty.skip_reason is not None and "lode index PATH" in str(empty.skip_reason.skip_message)
        index_without_dagster(home, {"repo": root})
        instance.add_dynamic_partitions("repository", ["repo"])
        same = tick(home, instance)
        assert same.skip_reason == dg.SkipReason("The fleet has not changed.")
        assert not same.dynamic_partitions_requests
        write_files(root, {"b.py": "def second():\n    return 2\n"})
        build_candidate(home)
        running = instance.create_run_for_job(definitions.resolve_job_def("repository"), status=dg.DagsterRunStatus.STARTED)
        waiting = tick(home, instance)
        assert (waiting.run_requests, waiting.skip_reason) == ([], dg.SkipReason("Runs have not ended yet."))
        assert waiting.cursor is None  # the change is still to be asked for
        instance.delete_run(running.run_id)
        assert len(tick(home, instance).run_requests or ()) == 1


def test_the_sensor_leaves_a_rollback_alone_until_the_fleet_changes(home: Home, tmp_path: Path) -> None:
    root = write_files(tmp_path / "repo", {"a.py": "def first():\n    return 1\n"})
    first = index_without_dagster(home, {"repo": root}).manifest.id
    write_files(root, {"b.py": "def second():\n    return 2\n"})
    second = build_candidate(home)
    publish(home, second)
    rollback(home, first)
    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions(str(REPOSITORIES.name), ["repo"])
        waiting = tick(home, instance)
        assert waiting.skip_reason == dg.SkipReason("A rollback holds it back.")
        write_files(root, {"c.py": "def third():\n    return 3\n"})
        run_repository(home, "repo")
        assert len(tick(home, instance).run_requests or []) == 1
    assert home.current() == first


def test_a_damaged_published_version_is_built_again(home: Home, tmp_path: Path) -> None:
    index = index_without_dagster(home, {"repo": write_files(tmp_path / "repo", {"a.py": "a = 1\n"})})
    next((index.folder / "tables" / "chunks.parquet").iterdir()).write_bytes(b"")
    with dg.instance_for_test() as instance:
        assert len(tick(home, instance).run_requests or ()) == 1


def test_the_night_of_an_empty_fleet_asks_for_nothing(home: Home) -> None:
    with dg.instance_for_test() as instance:
        context = dg.build_schedule_context(instance=instance, scheduled_execution_time=datetime(2026, 1, 2, 2, tzinfo=UTC))
        assert list(nightly(context, lode=Lode(home_path=str(home.root)))) == []
