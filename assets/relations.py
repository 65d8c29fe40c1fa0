"""Stage: resolve references into relations."""

import dagster as dg

from assets.metadata import counted_kinds, result
from assets.resources import REPOSITORIES, Lode
from assets.syntax import syntax
from index_artifacts.build.results import counts_of
from index_artifacts.build.stages import run_relations


@dg.asset(partitions_def=REPOSITORIES, group_name="repository", deps=[syntax], kinds={"numpy", "parquet"})
def relations(context: dg.AssetExecutionContext, lode: Lode) -> dg.MaterializeResult[None]:
    """Imports, extends, implements, contains and calls between symbols, with how each was resolved, and PageRank over them.

    The counts are relations by how their target was found: `span` is what a class or function holds, `external` is not in this
    repository, `ambiguous` has several candidates.
    """
    name = context.partition_key
    with lode.writing(name) as (home, config):
        stage = run_relations(home, config, name)
        kinds = counts_of(home, name, "relations", stage.key)
    return result(stage, kinds=counted_kinds(kinds), relations=kinds["relations"])
