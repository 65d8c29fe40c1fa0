"""Stage: write the version's tables."""

import dagster as dg

from assets.metadata import result
from assets.relation_graph import relation_graph
from assets.resources import Lode
from index_artifacts.build.stages import run_fleet_stage


@dg.asset(group_name="fleet", deps=[relation_graph], kinds={"duckdb", "parquet"})
def tables(lode: Lode) -> dg.MaterializeResult[None]:
    """Files and chunks of the fleet as Parquet, and a DuckDB catalog over all tables."""
    with lode.writing() as (home, config):
        return result(run_fleet_stage(home, config, "tables"), rate="chunks")
