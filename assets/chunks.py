"""Stage: cut texts into chunks."""

import dagster as dg

from assets.metadata import counted_kinds, result
from assets.resources import REPOSITORIES, Lode
from assets.syntax import syntax
from index_artifacts.build.results import counts_of, sample_of
from index_artifacts.build.stages import run_chunks


@dg.asset(partitions_def=REPOSITORIES, group_name="repository", deps=[syntax], kinds={"parquet"})
def chunks(context: dg.AssetExecutionContext, lode: Lode) -> dg.MaterializeResult[None]:
    """A class, a method or function, or a section between them; every non-blank line of an indexed file is in one."""
    name = context.partition_key
    with lode.writing(name) as (home, config):
        stage = run_chunks(home, config, name)
        rows = sample_of(home, name, "chunks", stage.key, "chunks.parquet", ["path", "kind", "symbol", "start_line", "end_line"])
        kinds = counts_of(home, name, "chunks", stage.key)
    return result(stage, rows, rate="chunks", kinds=counted_kinds(kinds))
