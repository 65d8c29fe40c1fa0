"""Stage: publish the version."""

import dagster as dg

from assets.quality import quality
from assets.resources import Lode
from index_artifacts.build.published import publish
from index_artifacts.build.stages import run_index_version


@dg.asset(group_name="fleet", deps=[quality])
def published(lode: Lode) -> dg.MaterializeResult[None]:
    """`current` points at the version, if the verdict that is stored with it allows it."""
    with lode.writing() as (home, config):
        version = run_index_version(home, config).told["version"]
        already = publish(home, version)
    return dg.MaterializeResult(metadata={"version": version, "reused": already}, data_version=dg.DataVersion(version))
