"""Stage: join the relations of the fleet."""

import dagster as dg

from assets.embeddings import embeddings
from assets.metadata import result
from assets.relations import relations
from assets.resources import Lode
from index_artifacts.build.stages import run_fleet_stage


@dg.asset(group_name="fleet", deps=[embeddings, relations], kinds={"parquet"})
def relation_graph(lode: Lode) -> dg.MaterializeResult[None]:
    """The relations of all repositories, resolved across them, and the fleet's numbered symbols with their ranks.

    Besides symbols and relations, the counts are relations by how their target was found, as in `relations`.
    """
    with lode.writing() as (home, config):
        return result(run_fleet_stage(home, config, "relation_graph"), rate="relations")
