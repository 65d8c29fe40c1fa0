"""The code location: every asset, job, schedule, sensor and resource, by name."""

import dagster as dg

from assets.chunks import chunks
from assets.embeddings import embeddings
from assets.file_changes import file_changes
from assets.index_version import index_version
from assets.published import published
from assets.quality import gate, quality
from assets.relation_graph import relation_graph
from assets.relations import relations
from assets.resources import Lode
from assets.source_files import source_files
from assets.syntax import syntax
from assets.tables import tables
from assets.text_index import text_index
from assets.vector_index import vector_index
from pipelines.automation import fleet_changed, nightly
from pipelines.jobs import fleet_job, repository_job

definitions = dg.Definitions(
    assets=[
        source_files,
        file_changes,
        syntax,
        chunks,
        embeddings,
        relations,
        relation_graph,
        tables,
        vector_index,
        text_index,
        index_version,
        quality,
        published,
    ],
    asset_checks=[gate],
    jobs=[repository_job, fleet_job],
    schedules=[nightly],
    sensors=[fleet_changed],
    resources={"lode": Lode()},
    # A process a step would cost seconds of imports each; the work inside a stage uses all cores itself.
    executor=dg.in_process_executor,
)
