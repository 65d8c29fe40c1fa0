"""Stage: embed chunks."""

import dagster as dg

from assets.chunks import chunks
from assets.metadata import result
from assets.resources import REPOSITORIES, Lode
from index_artifacts.build.stages import run_embeddings


@dg.asset(partitions_def=REPOSITORIES, group_name="repository", deps=[chunks], kinds={"numpy", "parquet"})
def embeddings(context: dg.AssetExecutionContext, lode: Lode) -> dg.MaterializeResult[None]:
    """One vector a distinct text and model, in a cache that repositories, branches and versions share."""
    name = context.partition_key
    with lode.writing(name) as (home, config):
        return result(run_embeddings(home, config, name), rate="embedded")
