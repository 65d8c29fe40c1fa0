"""Every stage as a call: find the inputs, make the result under its key or find it there, remember the key.

A repository's run leaves the keys of its stages in `run.json`; when all of them follow from one scan they become its state.
The fleet's stages work on a plan of the repositories' states.
"""

from __future__ import annotations

import time
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.build.chunks import COUNTS as chunk_counts
from index_artifacts.build.chunks import build_chunks
from index_artifacts.build.embeddings import build_embeddings
from index_artifacts.build.file_changes import FileChange, file_changes
from index_artifacts.build.index_version import build_index_version
from index_artifacts.build.plan import Plan, fleet_stage, make_plan
from index_artifacts.build.reach import Before
from index_artifacts.build.relations import build_relations
from index_artifacts.build.results import StageResult, is_whole, kept, known_rows, run_file, run_of
from index_artifacts.build.scans import check_not_empty, last_files, load_scan, prepared_scans, scan_repository, scan_table
from index_artifacts.build.shards import cut
from index_artifacts.build.source_files import Scan, SourceFile
from index_artifacts.build.sources import source_at
from index_artifacts.build.syntax import COUNTS as syntax_counts
from index_artifacts.build.syntax import LostFiles, build_syntax
from index_artifacts.build.vector_cache import VectorCache
from index_artifacts.column_files import PARQUET
from index_artifacts.embedders import known_embedder, open_embedder
from index_artifacts.errors import EmbeddingError
from index_artifacts.languages import fingerprints
from index_artifacts.query.weights import DEFAULT
from index_artifacts.state import (
    RepositoryState,
    code_mark,
    code_of,
    keys_after,
    keys_from_syntax,
    load_shards,
    load_state,
    prune_stages,
    save_state,
    shards_path,
    stage_path,
)
from index_artifacts.store import digest_of, read_json, write_json, writer_lock, writing
from index_artifacts.types import Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from index_artifacts.build.shards import Made
    from index_artifacts.build.version_parts import Checksums
    from index_artifacts.config import Config, Home

    Built = tuple[list[Made], dict[str, int]]


def settings_of(config: Config) -> dict[str, Any]:
    """What besides content and code shapes a version."""
    return {"ranking": DEFAULT, "max_file_bytes": config.max_file_bytes}


def run_source_files(home: Home, config: Config, name: str) -> tuple[StageResult, Scan]:
    """Scan a repository and keep the rows."""
    began = time.perf_counter()
    with writer_lock(home):
        result = prepared_scans.pop((home.root, name), None) or scan_repository(home, config, name)

        def build(folder: Path) -> Built:
            pq.write_table(scan_table(result.files), folder / "files.parquet", **PARQUET)
            write_json(folder / "revision.json", asdict(result.revision))
            indexed = [f for f in result.files if f.status is Status.INDEXED]
            return [], {"files": len(indexed), "skipped": len(result.files) - len(indexed), "lines": sum(f.lines for f in indexed)}

        key = keys_after(result.digest, "").source_files
        made = kept(home, name, "source_files", key, build, {"scan_digest": result.digest}, full=config.full)
    return StageResult(key, made.reused, made.told, time.perf_counter() - began, made.folder), result


def run_file_changes(home: Home, name: str) -> tuple[StageResult, list[FileChange]]:
    """Compare the run's scan with the last whole state."""
    began = time.perf_counter()
    run = run_of(home, name, "source_files")
    folder = stage_path(home, name, "source_files", run["source_files"])
    changes = file_changes(last_files(home, name), load_scan(folder).files)
    table = pa.table({n: [getattr(c, n) for c in changes] for n in schema.FILE_CHANGES.names}, schema.FILE_CHANGES)
    with writer_lock(home):
        path = home.repository(name) / "file_changes.parquet"
        with writing(path):
            pq.write_table(table, path.with_suffix(".tmp"), **PARQUET)
            path.with_suffix(".tmp").replace(path)
    counts = {str(kind): sum(c.change == kind for c in changes) for kind in sorted({c.change for c in changes})}
    return StageResult(digest_of(counts, run["source_files"]), False, counts, time.perf_counter() - began), changes


def run_syntax(home: Home, config: Config, name: str) -> StageResult:
    """Parse what the run's scan has that no shard has; a file that is no longer what was scanned is skipped with the reason."""
    with writer_lock(home):
        run = run_of(home, name, "source_files")
        scanned = load_scan(stage_path(home, name, "source_files", run["source_files"]))
        source = source_at(home, config.repository(name), scanned.revision)
        parent, code = shards_path(home, name, "syntax"), code_mark("syntax")
        files, key = scanned.files, keys_after(run["scan_digest"], "").syntax
        while True:
            check_not_empty(name, config.repository(name).place, files)

            def build(out: Path, files: tuple[SourceFile, ...] = files) -> Built:
                pq.write_table(scan_table(files), out / "files.parquet", **PARQUET)
                shards = cut(f for f in files if f.status is Status.INDEXED)
                return build_syntax(source, name, shards, parent, known_rows(home, "syntax", syntax_counts), code, anew=config.full)

            try:
                return kept(home, name, "syntax", key, build, run, full=config.full)
            except LostFiles as lost:
                # This result must not answer for the same scan again: the next run takes these files.
                files = tuple(_without(f, lost.reasons.get(f.path, "")) for f in files)
                key = digest_of(key, sorted(lost.reasons.items()))


def _without(file: SourceFile, reason: str) -> SourceFile:
    return replace(file, status=Status.SKIPPED, reason=reason) if reason else file


def run_chunks(home: Home, config: Config, name: str) -> StageResult:
    """Cut the texts of the run's syntax into chunks."""
    with writer_lock(home):
        run = run_of(home, name, "syntax")
        key = keys_from_syntax(run["source_files"], run["syntax"], "").chunks
        syntax = load_shards(home, name, "syntax", run["syntax"])
        parent, code = shards_path(home, name, "chunks"), code_mark("chunks")

        def build(_: Path) -> Built:
            return build_chunks(syntax, name, parent, known_rows(home, "chunks", chunk_counts), code, anew=config.full)

        return kept(home, name, "chunks", key, build, run, full=config.full)


def run_embeddings(home: Home, config: Config, name: str) -> StageResult:
    """Embed what the cache lacks of the run's chunks."""
    with writer_lock(home):
        run = run_of(home, name, "chunks")
        embedder = open_embedder(home, config.embedding)
        key = keys_from_syntax(run["source_files"], run["syntax"], embedder.model_id).embeddings
        chunks = load_shards(home, name, "chunks", run["chunks"])
        parent, code = shards_path(home, name, "embeddings"), code_of("embeddings")

        def build(_: Path) -> Built:
            cache = VectorCache(home.embeddings(embedder.model_id), embedder.dimension, empty=config.no_cache)
            return build_embeddings(chunks, name, embedder, config.embedding, cache, parent, code, anew=config.full)

        made = kept(home, name, "embeddings", key, build, run, full=config.full)
        _make_whole(home, name, embedder.model_id)
    return made


def move_to_model(home: Home, config: Config, name: str) -> None:
    """Embed the last whole state of a repository that cannot be read now with the model that is configured now."""
    with writer_lock(home):
        state = load_state(home, name)
        if state is None:
            return
        write_json(run_file(home, name), {stage: key for stage, key in asdict(state.keys).items() if stage != "embeddings"})
        run_embeddings(home, config, name)
        moved = load_state(home, name)
        if moved is not None:
            save_state(home, name, replace(moved, failure=state.failure, failed_since=state.failed_since))


def run_relations(home: Home, config: Config, name: str) -> StageResult:
    """Resolve the references of the run's syntax, as far as what changed reaches."""
    with writer_lock(home):
        run = run_of(home, name, "syntax")
        key = keys_from_syntax(run["source_files"], run["syntax"], "").relations
        syntax = load_shards(home, name, "syntax", run["syntax"])
        parent, code = shards_path(home, name, "relations"), digest_of(code_mark("relations"), fingerprints())
        before = None if config.full else _before(home, name, code)
        made = kept(
            home,
            name,
            "relations",
            key,
            lambda out: build_relations(syntax, before, name, parent, code, out),
            run,
            full=config.full,
        )
        _make_whole(home, name, model_of(home, config))
    return made


def _before(home: Home, name: str, code: str) -> Before | None:
    """Relations of the last whole state, if the same code made them and all of it is there."""
    state = load_state(home, name)
    if state is None or not all(is_whole(home, name, s, getattr(state.keys, s)) for s in ("syntax", "relations")):
        return None
    syntax, relations = (load_shards(home, name, s, getattr(state.keys, s)) for s in ("syntax", "relations"))
    return Before(syntax, relations) if all(made.code == code for made in relations) else None


def _make_whole(home: Home, name: str, model_id: str) -> None:
    """Make the run the repository's state, once all its stages follow from one scan."""
    run = read_json(run_file(home, name))
    keys = keys_from_syntax(run["source_files"], run["syntax"], model_id)
    if any(run.get(stage) != key for stage, key in asdict(keys).items()):
        return
    revision = read_json(stage_path(home, name, "source_files", keys.source_files) / "revision.json")
    save_state(home, name, RepositoryState(keys, model_id, **revision))
    prune_stages(home, name)


def model_of(home: Home, config: Config) -> str:
    """Id of the model that makes the vectors; "" as long as its server has never been asked."""
    embedder = known_embedder(home, config.embedding)
    return embedder.model_id if embedder is not None else ""


def expected_state(result: Scan, model_id: str) -> RepositoryState:
    """The state that a scan leads to; equal to the last whole one when nothing changed."""
    r = result.revision
    return RepositoryState(keys_after(result.digest, model_id), model_id, r.commit, r.branch, r.dirty)


def plan_of(home: Home, config: Config) -> Plan:
    """The plan of the next version."""
    return make_plan(home, config, settings_of(config))


def _checked_plan(home: Home, config: Config) -> Plan:
    """The plan of the next version, if it is of one model."""
    plan = plan_of(home, config)
    if mixture := plan.mixture(model_of(home, config)):
        raise EmbeddingError(mixture)
    return plan


def run_fleet_stage(home: Home, config: Config, stage: str) -> StageResult:
    """Run one of the stages that write into the candidate folder."""
    from index_artifacts.build.relation_graph import build_relation_graph
    from index_artifacts.build.tables import build_tables
    from index_artifacts.build.text_index import build_text_index
    from index_artifacts.build.vector_index import build_vector_index

    began = time.perf_counter()
    with writer_lock(home):
        plan = _checked_plan(home, config)
        builders: dict[str, Callable[[Path], tuple[dict[str, int], Checksums]]] = {
            "relation_graph": lambda out: build_relation_graph(plan, digest_of(code_of("joined"), fingerprints()), out),
            "tables": lambda out: build_tables(plan, out),
            "vector_index": lambda out: build_vector_index(plan, out),
            "text_index": lambda out: build_text_index(plan, home.text, code_of("text"), out),
        }
        told, reused = fleet_stage(home, plan, stage, builders[stage])
    return StageResult(plan.digest, reused, told, time.perf_counter() - began)


def run_index_version(home: Home, config: Config) -> StageResult:
    """Close the candidate."""
    began = time.perf_counter()
    with writer_lock(home):
        plan = _checked_plan(home, config)
        embedder = open_embedder(home, config.embedding)
        version, reused = build_index_version(home, plan, embedder, config.embedding.recorded(), settings_of(config))
    return StageResult(plan.digest, reused, {"version": version}, time.perf_counter() - began, home.version(version))
