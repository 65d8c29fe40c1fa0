"""Stage: compare a scan with the last state."""

import dagster as dg

from assets.metadata import result
from assets.resources import REPOSITORIES, Lode
from assets.source_files import source_files
from index_artifacts.build.stages import run_file_changes
from index_artifacts.types import Change


@dg.asset(partitions_def=REPOSITORIES, group_name="repository", deps=[source_files], kinds={"parquet"})
def file_changes(context: dg.AssetExecutionContext, lode: Lode) -> dg.MaterializeResult[None]:
    """Files added, modified, deleted, renamed or unchanged since the last state, by content hash and never by time."""
    name = context.partition_key
    with lode.writing(name) as (home, _):
        stage, changes = run_file_changes(home, name)
    changed = [c for c in changes if c.change is not Change.UNCHANGED]
    return result(stage, [{"path": c.path, "change": c.change, "previous path": c.previous_path} for c in changed])
