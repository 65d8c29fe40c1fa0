"""Stage: close the candidate version."""

from typing import Any

import dagster as dg

from assets.metadata import result
from assets.relation_graph import relation_graph
from assets.resources import Lode
from assets.tables import tables
from assets.text_index import text_index
from assets.vector_index import vector_index
from index_artifacts.build.stages import run_index_version
from index_artifacts.manifest import read_manifest


@dg.asset(group_name="fleet", deps=[relation_graph, tables, vector_index, text_index])
def index_version(lode: Lode) -> dg.MaterializeResult[None]:
    """An immutable folder with its manifest: counts cross-checked, every file with its checksum, flushed to disk, renamed."""
    with lode.writing() as (home, config):
        stage = run_index_version(home, config)
        manifest = read_manifest(home.version(stage.told["version"]))
    rows = [
        {"repository": r.name, "state": r.state, "files": r.files, "chunks": r.chunks, "commit": r.commit[:12]}
        for r in sorted(manifest.repositories, key=lambda r: r.state == "fresh")  # those that failed are worth seeing
    ]
    counts: dict[str, Any] = dict(manifest.counts)
    return result(stage, rows, **counts, model=manifest.model_id, parent=manifest.parent or "none")
