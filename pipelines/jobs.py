"""What can be run: the stages of one repository, and the stages of the fleet."""

import dagster as dg

repository_job = dg.define_asset_job(
    "repository",
    selection=dg.AssetSelection.groups("repository"),
    description="Bring one repository up to date: scan, changes, syntax, chunks, embeddings, relations.",
)
fleet_job = dg.define_asset_job(
    "fleet",
    selection=dg.AssetSelection.groups("fleet"),
    description="Build, judge and publish a version from the last good state of every repository.",
)
