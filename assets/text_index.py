"""Stage: write the text index."""

import dagster as dg

from assets.metadata import result
from assets.relation_graph import relation_graph
from assets.resources import Lode
from index_artifacts.build.stages import run_fleet_stage


@dg.asset(group_name="fleet", deps=[relation_graph], kinds={"tantivy"})
def text_index(lode: Lode) -> dg.MaterializeResult[None]:
    """Tantivy indexes of all chunks and files, with weighted fields, in every script."""
    with lode.writing() as (home, config):
        return result(run_fleet_stage(home, config, "text_index"), rate="documents")
