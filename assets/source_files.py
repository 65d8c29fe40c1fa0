"""Stage: list and hash every file of a repository."""

import dagster as dg

from assets.metadata import counted, result
from assets.resources import REPOSITORIES, Lode
from index_artifacts.build.stages import run_source_files
from index_artifacts.types import Status


@dg.asset(partitions_def=REPOSITORIES, group_name="repository", kinds={"git", "parquet"})
def source_files(context: dg.AssetExecutionContext, lode: Lode) -> dg.MaterializeResult[None]:
    """One row a file seen: path, language, category, size, lines, sha256, status, and the reason where it is skipped."""
    name = context.partition_key
    with lode.writing(name) as (home, config):
        stage, scan = run_source_files(home, config, name)
    indexed = [f for f in scan.files if f.status is Status.INDEXED]
    return result(
        stage,
        [{"path": f.path, "language": f.language, "category": f.category, "lines": f.lines} for f in indexed],
        rate="lines",
        languages=counted(f.language for f in indexed),
        categories=counted(f.category for f in indexed),
        skipped_by_reason=counted(f.reason for f in scan.files if f.status is Status.SKIPPED),
        commit=scan.revision.commit or "none",
        branch=scan.revision.branch or "none",
        dirty=scan.revision.dirty,
    )
