"""Cut the texts of a repository into chunks, shard by shard, each distinct content once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.build.chunking import chunk_file
from index_artifacts.build.reuse import Known, Place, Run, runs_of
from index_artifacts.build.shards import Made, find_shard, make_shard
from index_artifacts.build.syntax import count_kinds
from index_artifacts.build.workers import run_batches
from index_artifacts.column_files import PARQUET, Rows, read_small, rows_of, write_small
from index_artifacts.progress import report
from index_artifacts.store import digest_of
from index_artifacts.types import Chunk, ChunkKind, Symbol, SymbolKind

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

COUNTS = ("chunks",)
_INLINE_FILES = 300  # fewer are cut faster than processes start
_GROUP = 128  # chunks a row group: what is decoded to show one hit


@dataclass(frozen=True, slots=True)
class _Job:
    """A shard to make, and where the chunks of some of its files are already."""

    syntax: Path
    repository: str
    parent: Path
    key: str
    code: str
    known: dict[str, Place]


def build_chunks(
    syntax: Sequence[Made], repository: str, parent: Path, known: Known, code: str, *, anew: bool = False
) -> tuple[list[Made], dict[str, int]]:
    """Make the chunks of every shard that is not there, in order of path and line.

    Args:
        syntax: The shards of the syntax stage.
        repository: Its name.
        parent: Folder of the shards of this stage.
        known: Where chunks of the same content are.
        code: Digest of the code that makes the chunks.
        anew: Make every shard, even one that is there.

    Returns:
        The shards in order; how many `chunks` there are, and how many files were `kept`.
    """
    keys = [digest_of(made.key, code) for made in syntax]
    found = [None if anew else find_shard(parent, key) for key in keys]
    jobs = []
    for key, shard, made in zip(keys, syntax, found, strict=True):
        if made is None:
            jobs.append(_Job(shard.folder, repository, parent, key, code, {} if anew else _places(shard, repository, known)))
    fresh = sum(m.counts["files"] for m, f in zip(syntax, found, strict=True) if f is None) - sum(len(j.known) for j in jobs)
    new: dict[str, Made] = {}
    for position, result in run_batches(make_chunks, [[j] for j in jobs], _gave_up, fresh < _INLINE_FILES):
        new |= {made.key: made for made in result}
        report("chunks", repository, position + 1, len(jobs), "shards")
    shards = [made or new[key] for key, made in zip(keys, found, strict=True)]
    files = sum(m.counts["files"] for m in syntax)
    return shards, {"chunks": sum(m.counts["chunks"] for m in shards), "kept": files - fresh}


def _places(shard: Made, repository: str, known: Known) -> dict[str, Place]:
    files = read_small(shard.folder / "files.arrow", ["path", "sha256", "language"]).to_pydict()
    rows = zip(files["path"], files["sha256"], files["language"], strict=True)
    return {path: place for path, *content in rows if (place := known.place((content[0], content[1]), repository, path)) is not None}


def _gave_up(job: _Job) -> list[Made]:
    """Cutting only handles text and cannot kill its process; if it did, the memory ran out."""
    raise MemoryError(f"The process that cut {job.syntax} was killed; free memory and run again.")


def make_chunks(jobs: Sequence[_Job]) -> list[Made]:
    """Make shards. Runs in a worker process."""
    return [make_shard(job.parent, job.key, job.code, lambda out, job=job: _write(job, out)) for job in jobs]  # type: ignore[misc]


def _write(job: _Job, out: Path) -> dict[str, int]:
    """Write `chunks.parquet` and `spans.arrow`, whose rows are the chunks, and `files.arrow` with how many each file has."""
    files = read_small(job.syntax / "files.arrow", ["path", "sha256", "language", "fingerprint", "symbols"])
    texts = pq.read_table(job.syntax / "texts.parquet")["text"]
    symbols = Rows(job.syntax / "symbols.parquet")
    paths, held = files["path"].to_pylist(), files["symbols"].to_numpy()
    first = np.cumsum(held) - held
    number = {path: i for i, path in enumerate(paths)}
    tables: list[pa.Table] = []
    counts: list[int] = []
    fresh: dict[str, list[Any]] = {n: [] for n in schema.CHUNKS.names}
    for run in runs_of(((p, job.known.get(p)) for p in paths), job.repository):
        if isinstance(run, Run):
            fresh = _closed(fresh, tables)
            tables.append(_copied(job, run))
            counts += [p.counts[0] for p in run.places]
        else:
            i = number[run]
            found = chunk_file(texts[i].as_py(), to_symbols(symbols.slice(int(first[i]), int(held[i]))))
            _add(fresh, job.repository, run, found)
            counts.append(len(found))
    _closed(fresh, tables)
    chunks = pa.concat_tables(tables).combine_chunks().cast(schema.CHUNKS)
    pq.write_table(chunks, out / "chunks.parquet", row_group_size=_GROUP, use_dictionary=False, **PARQUET)
    listed = files.drop_columns(["symbols"]).replace_schema_metadata(None).append_column("chunks", pa.array(counts))
    write_small(out / "files.arrow", listed.cast(schema.CHUNK_FILES), job.code)
    kind = pc.index_in(chunks["kind"], pa.array([str(k) for k in ChunkKind])).cast(pa.int8())
    file = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    spans = {"file": file, "start_line": chunks["start_line"], "end_line": chunks["end_line"], "kind": kind}
    write_small(out / "spans.arrow", pa.table(spans, schema.CHUNK_SPANS))
    return {"files": len(paths), "chunks": len(chunks), **count_kinds(chunks)}


def _copied(job: _Job, run: Run) -> pa.Table:
    """Chunks of files that a shard has already, with this repository and path."""
    place = run.places[0]
    chunks = rows_of(place.folder / "chunks.parquet").slice(*run.of(0))
    if place.repository != job.repository or place.path != run.paths[0]:
        for at, value in enumerate((job.repository, run.paths[0])):
            chunks = chunks.set_column(at, schema.CHUNKS.field(at), pa.array([value] * len(chunks), pa.string()))
    return chunks


def _add(columns: dict[str, list[Any]], repository: str, path: str, found: Sequence[Chunk]) -> None:
    columns["repo"].extend([repository] * len(found))
    columns["path"].extend([path] * len(found))
    for name in schema.CHUNKS.names[2:]:
        columns[name].extend([getattr(c, name) for c in found])


def _closed(columns: dict[str, list[Any]], tables: list[pa.Table]) -> dict[str, list[Any]]:
    """Make a table of the chunks cut since the last time; returns columns for the next."""
    if columns["path"]:
        tables.append(pa.table(columns, schema.CHUNKS))
    return {n: [] for n in schema.CHUNKS.names}


def to_symbols(table: pa.Table) -> list[Symbol]:
    """Rows of `schema.SYMBOLS` as symbols."""
    rows = table.drop_columns(["repo", "path", "id"]).to_pylist()
    return [Symbol(**{**row, "kind": SymbolKind(row["kind"]), "annotations": tuple(row["annotations"])}) for row in rows]
