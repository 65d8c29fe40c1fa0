"""Stage: cut texts into chunks."""

import dagster as dg
import pyarrow.parquet as pq

from assets.metadata import counted, result
from assets.resources import REPOSITORIES, Lode
from assets.syntax import syntax
from index_artifacts.build.stages import run_chunks


@dg.asset(partitions_def=REPOSITORIES, group_name="repository", deps=[syntax], kinds={"parquet"})
def chunks(context: dg.AssetExecutionContext, lode: Lode) -> dg.MaterializeResult[None]:
    """A class, a method or function, or a section between them; every non-blank line of an indexed file is in one."""
    name = context.partition_key
    with lode.writing(name) as (home, _):
        stage = run_chunks(home, name)
        assert stage.folder is not None
        rows = pq.read_table(stage.folder / "chunks.parquet", columns=["path", "kind", "symbol", "start_line", "end_line"])
    return result(stage, rows.slice(0, 10).to_pylist(), rate="chunks", kinds=counted(rows["kind"].to_pylist()))
