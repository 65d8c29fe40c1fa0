"""Stage: resolve references into relations."""

import dagster as dg

from assets.metadata import result
from assets.resources import REPOSITORIES, Lode
from assets.syntax import syntax
from index_artifacts.build.stages import run_relations


@dg.asset(partitions_def=REPOSITORIES, group_name="repository", deps=[syntax], kinds={"networkx", "parquet"})
def relations(context: dg.AssetExecutionContext, lode: Lode) -> dg.MaterializeResult[None]:
    """Imports, extends, implements, contains and calls between symbols, with how each was resolved, and PageRank over them."""
    name = context.partition_key
    with lode.writing(name) as (home, config):
        return result(run_relations(home, config, name))
