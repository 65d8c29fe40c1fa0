"""Stage: judge the candidate version."""

import dagster as dg

from assets.index_version import index_version
from assets.metadata import markdown_table
from assets.resources import Lode
from eval.quality import judge_version
from index_artifacts.build.stages import run_index_version
from index_artifacts.store import read_json


@dg.asset(group_name="fleet", deps=[index_version])
def quality(lode: Lode) -> dg.MaterializeResult[None]:
    """Golden sets and a self-check run on the candidate, compared with the published version; the gate blocks what is worse."""
    with lode.writing() as (home, config):
        version = run_index_version(home, config).told["version"]
        report = judge_version(home, config, version)
        folder = home.version(version)
    groups = [{"category": name, **row} for name, row in report["by_category"].items()]
    metadata = {
        "version": version,
        **report["overall"],
        "queries": report["queries"],
        "self_recall_at_10": report["self_check"].get("recall_at_10", 1.0),
        **({"by_category": dg.MetadataValue.md(markdown_table(groups))} if groups else {}),
        "report": dg.MetadataValue.path(str(folder / "report.html")),
    }
    return dg.MaterializeResult(metadata=metadata)


@dg.asset_check(asset=quality, blocking=True)
def gate(lode: Lode) -> dg.AssetCheckResult:
    """Whether the candidate reaches the thresholds of lode.toml; a failed check keeps it from being published."""
    with lode.writing() as (home, config):
        version = run_index_version(home, config).told["version"]
        verdict = read_json(home.version(version) / "quality.json")["verdict"]
    return dg.AssetCheckResult(
        passed=verdict["passed"],
        severity=dg.AssetCheckSeverity.ERROR,
        description="; ".join(verdict["reasons"]) or "all thresholds reached",
    )
