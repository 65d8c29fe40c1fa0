"""Every stage as a call: find the inputs, make the result under its key or find it there, remember the key.

A repository's run leaves the keys of its stages in `run.json`; when all of them follow from one scan they become its state.
The fleet's stages work on a plan of the repositories' states.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.build.chunks import build_chunks
from index_artifacts.build.embeddings import build_embeddings
from index_artifacts.build.file_changes import FileChange, file_changes
from index_artifacts.build.index_version import build_index_version
from index_artifacts.build.plan import Plan, fleet_stage, make_plan
from index_artifacts.build.reuse import PARQUET
from index_artifacts.build.source_files import Revision, Scan, SourceFile, scan
from index_artifacts.build.syntax import build_syntax
from index_artifacts.embedders import make_embedder
from index_artifacts.errors import ArtifactError, SourceError
from index_artifacts.query.weights import DEFAULT
from index_artifacts.state import (
    RepositoryState,
    code_mark,
    keys_after,
    keys_from_syntax,
    load_state,
    prune_stages,
    save_state,
    stage_path,
)
from index_artifacts.store import digest_of, read_json, stage_folder, write_json, writer_lock, writing
from index_artifacts.types import Category, Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from index_artifacts.config import Config, Home


@dataclass(frozen=True, slots=True)
class StageResult:
    """What a stage made.

    Attributes:
        key: Digest of its inputs and code.
        reused: Whether it was there already.
        told: Counts for people.
        seconds: How long it took.
        folder: Where the result lies.
    """

    key: str
    reused: bool
    told: dict[str, Any]
    seconds: float
    folder: Path | None = field(default=None)


# Scans that the command has just made and the source_files stage of the same process takes over instead of scanning again.
prepared_scans: dict[tuple[Path, str], Scan] = {}


def settings_of(config: Config) -> dict[str, Any]:
    """What besides content and code shapes a version."""
    return {"ranking": DEFAULT, "max_file_bytes": config.max_file_bytes}


def _run_file(home: Home, name: str) -> Path:
    return home.repository(name) / "run.json"


def _run(home: Home, name: str, needed: str) -> dict[str, Any]:
    path = _run_file(home, name)
    run = read_json(path) if path.exists() else {}
    if needed not in run:
        raise ArtifactError(f"Repository '{name}' has no {needed} yet; materialise {needed} first, or run 'lode index {name}'.")
    return dict(run)


def _kept(
    home: Home,
    name: str,
    stage: str,
    key: str,
    build: Callable[[Path], dict[str, Any]],
    run: dict[str, Any],
) -> StageResult:
    """Build or find a stage's result and remember its key in the run."""
    began = time.perf_counter()
    told: dict[str, Any] = {}

    def build_and_tell(folder: Path) -> None:
        told.update(build(folder))
        write_json(folder / "told.json", told)
        (folder / "code.txt").write_text(code_mark(stage), "utf-8")

    folder, reused = stage_folder(home.repository(name) / stage, key, build_and_tell)
    write_json(_run_file(home, name), {**run, stage: key})
    return StageResult(key, reused, told or read_json(folder / "told.json"), time.perf_counter() - began, folder)


def scan_repository(config: Config, name: str) -> Scan:
    """Scan a registered repository.

    Raises:
        SourceError: The root is gone or cannot be listed, or nothing in it can be indexed: the last good state stays.
    """
    repository = config.repository(name)
    result = scan(repository, config.max_file_bytes)
    if not any(f.status is Status.INDEXED for f in result.files):
        skipped = f" ({len(result.files):,} skipped, first {result.files[0].path}: {result.files[0].reason})" if result.files else ""
        raise SourceError(f"Repository '{name}': {repository.path} holds no file to index{skipped}; give a directory with code or text.")
    return result


def run_source_files(home: Home, config: Config, name: str) -> tuple[StageResult, Scan]:
    """Scan a repository and keep the rows."""
    began = time.perf_counter()
    with writer_lock(home):
        result = prepared_scans.pop((home.root, name), None) or scan_repository(config, name)

        def build(folder: Path) -> dict[str, Any]:
            pq.write_table(_scan_table(result), folder / "files.parquet", **PARQUET)
            write_json(folder / "revision.json", asdict(result.revision))
            indexed = [f for f in result.files if f.status is Status.INDEXED]
            return {"files": len(indexed), "skipped": len(result.files) - len(indexed), "lines": sum(f.lines for f in indexed)}

        key = keys_after(result.digest, "").source_files
        run = {"scan_digest": result.digest}
        made = _kept(home, name, "source_files", key, build, run)
    return StageResult(key, made.reused, made.told, time.perf_counter() - began, made.folder), result


def _scan_table(result: Scan) -> pa.Table:
    return pa.table({n: [getattr(f, n) for f in result.files] for n in schema.SOURCE_FILES.names}, schema.SOURCE_FILES)


def load_scan(folder: Path) -> Scan:
    """The scan that `run_source_files` kept."""
    rows = pq.read_table(folder / "files.parquet").to_pylist()
    files = tuple(SourceFile(**{**r, "category": Category(r["category"]), "status": Status(r["status"])}) for r in rows)
    return Scan(files, Revision(**read_json(folder / "revision.json")))


def last_files(home: Home, name: str) -> dict[str, str]:
    """SHA-256 by path of the files in the repository's last whole state."""
    state = load_state(home, name)
    path = stage_path(home, name, "source_files", state.keys.source_files) / "files.parquet" if state else None
    if path is None or not path.exists():
        return {}
    table = pq.read_table(path, columns=["path", "sha256", "status"]).to_pylist()
    return {r["path"]: r["sha256"] for r in table if r["status"] == Status.INDEXED}


def run_file_changes(home: Home, name: str) -> tuple[StageResult, list[FileChange]]:
    """Compare the run's scan with the last whole state."""
    began = time.perf_counter()
    run = _run(home, name, "source_files")
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
    """Parse what the run's scan has that the last whole state has not."""
    with writer_lock(home):
        run = _run(home, name, "source_files")
        scanned = load_scan(stage_path(home, name, "source_files", run["source_files"]))
        key = keys_after(run["scan_digest"], "").syntax
        state = load_state(home, name)
        earlier = _same_code(home, name, "syntax", state)
        root = config.repository(name).path

        def build(folder: Path) -> dict[str, int]:
            return build_syntax(scanned.files, root, earlier, folder, name)

        made = _kept(home, name, "syntax", key, build, run)
        if made.told.get("lost"):
            # A file vanished underway: this result must not answer for the same scan again.
            key = digest_of(key, time.time_ns())
            stage_path(home, name, "syntax", made.key).rename(stage_path(home, name, "syntax", key))
            write_json(_run_file(home, name), {**_run(home, name, "syntax"), "syntax": key})
    return StageResult(key, made.reused, made.told, made.seconds, stage_path(home, name, "syntax", key))


def _same_code(home: Home, name: str, stage: str, state: RepositoryState | None) -> Path | None:
    """Folder of the last whole result of a stage, if the same code made it."""
    if state is None:
        return None
    folder = stage_path(home, name, stage, getattr(state.keys, stage))
    mark = folder / "code.txt"
    return folder if mark.exists() and mark.read_text("utf-8") == code_mark(stage) else None


def run_chunks(home: Home, name: str) -> StageResult:
    """Cut the texts of the run's syntax into chunks."""
    with writer_lock(home):
        run = _run(home, name, "syntax")
        keys = keys_from_syntax(run["source_files"], run["syntax"], "")
        earlier = _same_code(home, name, "chunks", load_state(home, name))
        syntax = stage_path(home, name, "syntax", run["syntax"])
        return _kept(home, name, "chunks", keys.chunks, lambda folder: build_chunks(syntax, earlier, folder, name), run)


def run_embeddings(home: Home, config: Config, name: str) -> StageResult:
    """Embed what the cache lacks of the run's chunks."""
    with writer_lock(home):
        run = _run(home, name, "chunks")
        embedder = make_embedder(config.provider)
        keys = keys_from_syntax(run["source_files"], run["syntax"], embedder.model_id)
        chunks = stage_path(home, name, "chunks", run["chunks"])
        cache = home.embeddings(embedder.model_id)
        made = _kept(
            home, name, "embeddings", keys.embeddings, lambda folder: build_embeddings(chunks, config.provider, cache, folder, name), run
        )
        _make_whole(home, name, embedder.model_id)
    return made


def run_relations(home: Home, config: Config, name: str) -> StageResult:
    """Resolve the references of the run's syntax."""
    from index_artifacts.build.relations import build_relations

    with writer_lock(home):
        run = _run(home, name, "syntax")
        keys = keys_from_syntax(run["source_files"], run["syntax"], "")
        syntax = stage_path(home, name, "syntax", run["syntax"])
        made = _kept(home, name, "relations", keys.relations, lambda folder: build_relations(syntax, folder, name), run)
        _make_whole(home, name, make_embedder(config.provider).model_id)
    return made


def _make_whole(home: Home, name: str, model_id: str) -> None:
    """Make the run the repository's state, once all its stages follow from one scan."""
    run = read_json(_run_file(home, name))
    keys = keys_from_syntax(run["source_files"], run["syntax"], model_id)
    if any(run.get(stage) != key for stage, key in asdict(keys).items()):
        return
    revision = read_json(stage_path(home, name, "source_files", keys.source_files) / "revision.json")
    save_state(home, name, RepositoryState(keys, model_id, **revision))
    prune_stages(home, name)


def expected_state(result: Scan, model_id: str) -> RepositoryState:
    """The state that a scan leads to; equal to the last whole one when nothing changed."""
    r = result.revision
    return RepositoryState(keys_after(result.digest, model_id), model_id, r.commit, r.branch, r.dirty)


def plan_of(home: Home, config: Config) -> Plan:
    """The plan of the next version."""
    return make_plan(home, config, settings_of(config))


def run_fleet_stage(home: Home, config: Config, stage: str) -> StageResult:
    """Run one of the stages that write into the candidate folder."""
    from index_artifacts.build.relation_graph import build_relation_graph
    from index_artifacts.build.tables import build_tables
    from index_artifacts.build.text_index import build_text_index
    from index_artifacts.build.vector_index import build_vector_index

    began = time.perf_counter()
    with writer_lock(home):
        plan = plan_of(home, config)
        embedder = make_embedder(config.provider)
        cache = home.embeddings(embedder.model_id)
        builders = {
            "relation_graph": lambda out: build_relation_graph(plan, out),
            "tables": lambda out: build_tables(plan, out),
            "vector_index": lambda out: build_vector_index(plan, cache, embedder.dimension, out),
            "text_index": lambda out: build_text_index(plan, out),
        }
        told, reused = fleet_stage(home, plan, stage, builders[stage])
    return StageResult(plan.digest, reused, told, time.perf_counter() - began)


def run_index_version(home: Home, config: Config) -> StageResult:
    """Close the candidate."""
    began = time.perf_counter()
    with writer_lock(home):
        plan = plan_of(home, config)
        embedder = make_embedder(config.provider)
        version, reused = build_index_version(home, plan, embedder.model_id, embedder.dimension, settings_of(config))
    return StageResult(plan.digest, reused, {"version": version}, time.perf_counter() - began, home.version(version))
