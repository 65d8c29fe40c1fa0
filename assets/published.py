"""Stage: publish the version."""

import dagster as dg

from assets.quality import quality
from assets.resources import Lode
from index_artifacts.build.published import publish
from index_artifacts.build.stages import run_index_version
from index_artifacts.versions.pins import pinned_version


@dg.asset(group_name="fleet", deps=[quality])
def published(lode: Lode) -> dg.MaterializeResult[None]:
    """`current` points at the version, if the verdict that is stored with it allows it and no rollback keeps another one there."""
    with lode.writing() as (home, config):
        version = run_index_version(home, config).told["version"]
        pinned = pinned_version(home)
        already = bool(pinned) or publish(home, version)
    metadata = {"version": pinned or version, "reused": already, **({"held back": version} if pinned and pinned != version else {})}
    return dg.MaterializeResult(metadata=metadata, data_version=dg.DataVersion(pinned or version))
