"""When things run by themselves: every repository nightly, the fleet when a repository's state has changed."""

from collections.abc import Iterator

import dagster as dg

from assets.resources import REPOSITORIES, Lode
from index_artifacts.build.plan import find_version
from index_artifacts.build.stages import model_of, plan_of
from index_artifacts.errors import NoIndexError
from index_artifacts.versions.pins import pinned_version
from pipelines.freshness import published_digest
from pipelines.jobs import fleet_job, repository_job

_UNFINISHED = [dg.DagsterRunStatus.QUEUED, dg.DagsterRunStatus.NOT_STARTED, dg.DagsterRunStatus.STARTING, dg.DagsterRunStatus.STARTED]


@dg.schedule(job=repository_job, cron_schedule="0 2 * * *", default_status=dg.DefaultScheduleStatus.STOPPED)
def nightly(context: dg.ScheduleEvaluationContext, lode: Lode) -> Iterator[dg.RunRequest]:
    """Reindex every registered repository at two in the morning; `fleet_changed` then publishes what came of it."""
    names = [r.name for r in lode.config.repositories]
    context.instance.add_dynamic_partitions(str(REPOSITORIES.name), names)
    for name in names:
        # Dagster refuses several requests of one tick without a key each.
        yield dg.RunRequest(run_key=f"{name}@{context.scheduled_execution_time.isoformat()}", partition_key=name)


@dg.sensor(job=fleet_job, minimum_interval_seconds=60, default_status=dg.DefaultSensorStatus.RUNNING)
def fleet_changed(context: dg.SensorEvaluationContext, lode: Lode) -> dg.SensorResult:
    """Keep the partitions equal to lode.toml, and build a version once all repository runs have ended and something changed."""
    registered = [r.name for r in lode.config.repositories]
    known = context.instance.get_dynamic_partitions(str(REPOSITORIES.name))
    new, gone = sorted(set(registered) - set(known)), sorted(set(known) - set(registered))
    requests = [REPOSITORIES.build_add_request(new)] * bool(new) + [REPOSITORIES.build_delete_request(gone)] * bool(gone)
    running = context.instance.get_runs_count(dg.RunsFilter(statuses=_UNFINISHED))
    try:
        plan = plan_of(lode.home, lode.config)
    except NoIndexError as error:
        return dg.SensorResult(skip_reason=str(error), dynamic_partitions_requests=requests)
    digest = plan.digest
    # A run key would hold for ever, and keep a fleet that went back to an earlier content from being published again; the
    # cursor holds until something changes, so that a version that failed its gate is not tried again before.
    wanted = f"{digest} after {lode.home.current()}"
    held = bool(pinned_version(lode.home)) and find_version(lode.home, digest) is not None
    mixture = plan.mixture(model_of(lode.home, lode.config))
    if running or held or mixture or digest == published_digest(lode.home) or wanted == context.cursor:
        reason = "Runs have not ended yet." if running else "A rollback holds it back." if held else mixture or "The fleet has not changed."
        return dg.SensorResult(skip_reason=reason, dynamic_partitions_requests=requests)
    return dg.SensorResult(run_requests=[dg.RunRequest()], cursor=wanted, dynamic_partitions_requests=requests)
