"""Stage: write the vector index."""

import dagster as dg

from assets.metadata import result
from assets.relation_graph import relation_graph
from assets.resources import Lode
from index_artifacts.build.stages import run_fleet_stage


@dg.asset(group_name="fleet", deps=[relation_graph], kinds={"faiss"})
def vector_index(lode: Lode) -> dg.MaterializeResult[None]:
    """FAISS indexes of all chunks and files, row by row as the tables have them."""
    with lode.writing() as (home, config):
        return result(run_fleet_stage(home, config, "vector_index"), rate="vectors")
