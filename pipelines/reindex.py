"""Bring the fleet up to date in this process, through the same assets that Dagster's UI runs."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from index_artifacts.build.plan import find_version
from index_artifacts.build.results import is_damaged
from index_artifacts.build.scans import prepared_scans, scan_repositories
from index_artifacts.build.stages import expected_state, move_to_model, plan_of
from index_artifacts.config import Config, Home, load_config
from index_artifacts.embedders import open_embedder
from index_artifacts.errors import ConfigError, LodeError, SourceError
from index_artifacts.fleet import register, unregister
from index_artifacts.manifest import read_manifest
from index_artifacts.state import load_state, note_failure
from index_artifacts.store import read_json, writer_lock
from index_artifacts.versions.pins import pinned_version
from pipelines.freshness import published_digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    import dagster as dg


@dataclass(slots=True)
class Summary:
    """What a reindex did.

    Attributes:
        version: Id of the published version; of the candidate where the gate failed; "" where nothing could be built.
        changed: Whether a version was built or published.
        repositories: Names of those that ran.
        failures: Sentence by repository whose last good state stays.
        told: Counts by stage, summed over repositories.
        seconds: By stage.
        gate: Reasons of a failed gate.
        pinned: Id of the version that a rollback keeps published in place of `version`, or "".
    """

    version: str = ""
    changed: bool = False
    repositories: list[str] = field(default_factory=list)
    failures: dict[str, str] = field(default_factory=dict)
    told: dict[str, dict[str, int]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    gate: list[str] = field(default_factory=list)
    pinned: str = ""


def add_and_reindex(
    home: Home, targets: Sequence[str], name: str | None = None, ref: str = "", *, full: bool = False, no_cache: bool = False
) -> Summary:
    """Register what is new among targets and reindex them; what cannot be indexed at all is not left behind in the fleet.

    Args:
        home: Whose fleet.
        targets: Directories or urls, or names of registered repositories; none for the whole fleet.
        name: Of the only target, if it is new.
        ref: Of the only target, if it is a url.
        full: As for `reindex`.
        no_cache: As for `reindex`.
    """
    registered = {r.name for r in load_config(home).repositories}
    names: list[str] = []
    try:
        for target in targets:
            known = target in registered and name is None and not ref
            names.append(target if known else register(home, target, name, ref).name)
        summary = reindex(home, names or None, full=full, no_cache=no_cache)
    except LodeError:
        for new in set(names) - registered:
            unregister(home, new)
        raise
    for new in set(names) - registered:
        if new in summary.failures:
            unregister(home, new)
    return summary


def reindex(home: Home, names: list[str] | None = None, *, full: bool = False, no_cache: bool = False) -> Summary:
    """Scan repositories, rebuild what changed, publish a version if it passes the gate.

    Args:
        home: Whose fleet.
        names: Only these repositories; default all.
        full: Make them and the version anew, but for cached vectors.
        no_cache: With `full`, make the vectors anew too.

    Raises:
        ConfigError: No repository is registered.
        UnknownNameError: A name is not registered.
        HomeError: Another process is writing the home.
        LodeError: Nothing could be built or published.
    """
    with writer_lock(home):
        config = replace(load_config(home), full=full, no_cache=no_cache)
        if not config.repositories:
            raise ConfigError(f"No repository is registered in {home.config_file}; add one with 'lode index PATH'.")
        summary = Summary()
        began = time.perf_counter()
        changed, unread = _changed(
            home, config, [config.repository(n).name for n in names or [r.name for r in config.repositories]], summary
        )
        summary.seconds["scan"] = time.perf_counter() - began
        if not changed and all(load_state(home, r.name) is None for r in config.repositories):
            raise _nothing_to_build(summary)
        if not changed and not unread and _is_published(home, config, summary):
            return summary
        _move(home, config, unread, summary)
        _run(home, config, changed, summary)
    return summary


def _changed(home: Home, config: Config, names: list[str], summary: Summary) -> tuple[list[str], list[str]]:
    """Repositories whose scan leads to another state than the last whole one, and those that only need the vectors of another model.

    A version is of one model, so that after a change of it every repository has a part in the run.
    """
    model_id = open_embedder(home, config.embedding, anew=config.no_cache).model_id
    states = {r.name: state for r in config.repositories if (state := load_state(home, r.name)) is not None}
    moving = [name for name, state in states.items() if state.model_id != model_id]
    names = list(dict.fromkeys([*names, *moving]))
    changed: set[str] = set()
    for name, result in scan_repositories(home, config, names):
        if isinstance(result, LodeError):
            summary.failures[name] = str(result)
            note_failure(home, name, str(result))
        elif config.full or load_state(home, name) != expected_state(result, model_id) or is_damaged(home, name):
            prepared_scans[home.root, name] = result
            changed.add(name)
    return [n for n in names if n in changed], [n for n in moving if n not in changed]


def _move(home: Home, config: Config, names: list[str], summary: Summary) -> None:
    """Give repositories that cannot be read now the vectors of the model that is configured now, of their last good state."""
    for name in names:
        try:
            move_to_model(home, config, name)
        except LodeError as error:
            summary.failures[name] = f"{summary.failures[name]} {error}"


def _nothing_to_build(summary: Summary) -> SourceError:
    """No repository has a good state: why, each reason once."""
    return SourceError(" ".join(dict.fromkeys(summary.failures.values())))


def _is_published(home: Home, config: Config, summary: Summary) -> bool:
    """Whether the published version is whole and made of the states as they are, or a rollback holds such a version back."""
    digest, pinned = plan_of(home, config).digest, pinned_version(home)
    if published_digest(home) == digest:
        summary.version = home.current() or ""
        return True
    held = find_version(home, digest) if pinned else None
    if held is None or not read_manifest(home.version(held)).quality.get("passed"):
        return False
    summary.version, summary.pinned = held, pinned
    return True


def _run(home: Home, config: Config, changed: list[str], summary: Summary) -> None:
    """Run the repository job for each changed repository, then the fleet job."""
    os.environ["LODE_HOME"] = str(home.root)  # the definitions' resource finds its home there
    from assets.resources import REPOSITORIES
    from pipelines.definitions import definitions
    from pipelines.instance import open_instance

    with open_instance(home) as instance:
        instance.add_dynamic_partitions(str(REPOSITORIES.name), [r.name for r in config.repositories])
        for name in changed:
            result = _execute(definitions, "repository", instance, name, config)
            summary.repositories.append(name)
            _take(result, summary)
            if not result.success:
                summary.failures[name] = _reason(result)
        if all(load_state(home, r.name) is None for r in config.repositories):
            raise _nothing_to_build(summary)
        before = home.current()
        plan = plan_of(home, config)
        result = _execute(definitions, "fleet", instance, None, config)
        _take(result, summary)
    version = find_version(home, plan.digest)
    verdict = home.version(version) / "quality.json" if version else None
    if version and verdict is not None and verdict.exists() and not read_json(verdict)["verdict"]["passed"]:
        summary.version, summary.gate = version, read_json(verdict)["verdict"]["reasons"]
        summary.changed = True
        return
    if not result.success:
        raise LodeError(" ".join(dict.fromkeys([*summary.failures.values(), _reason(result)])))
    pinned = pinned_version(home)
    summary.pinned = pinned if version != pinned else ""
    summary.version = version if version and summary.pinned else home.current() or ""
    summary.changed = summary.version != before


def _execute(
    definitions: dg.Definitions, job: str, instance: dg.DagsterInstance, partition: str | None, config: Config
) -> dg.ExecuteInProcessResult:
    run_config = {
        "loggers": {"console": {"config": {"log_level": "CRITICAL"}}},
        "resources": {"lode": {"config": {"full": config.full, "no_cache": config.no_cache, "retry": False}}},
    }
    return definitions.resolve_job_def(job).execute_in_process(
        run_config=run_config, instance=instance, partition_key=partition, raise_on_error=False
    )


def _take(result: dg.ExecuteInProcessResult, summary: Summary) -> None:
    """Add the counts and seconds of a run's materialisations to the summary."""
    for event in result.get_asset_materialization_events():
        stage = event.asset_key.to_user_string() if event.asset_key else ""
        values: dict[str, Any] = {k: v.value for k, v in event.step_materialization_data.materialization.metadata.items()}
        counts = summary.told.setdefault(stage, {})
        for name, value in values.items():
            if isinstance(value, int) and not isinstance(value, bool):
                counts[name] = counts.get(name, 0) + value
    for step in result.all_events:
        if step.is_step_success and step.step_key:
            seconds = step.event_specific_data.duration_ms / 1000  # type: ignore[union-attr]
            summary.seconds[step.step_key] = summary.seconds.get(step.step_key, 0.0) + seconds


def _reason(result: dg.ExecuteInProcessResult) -> str:
    """The sentence of the step that failed."""
    for event in result.all_events:
        if event.is_step_failure:
            data = event.step_failure_data
            if data.user_failure_data is not None and data.user_failure_data.description:
                return str(data.user_failure_data.description)
            error = data.error
            while error is not None and error.cause is not None:
                error = error.cause
            return error.message.strip() if error is not None else f"{event.step_key} failed"
    return "the run failed before its first stage"
