"""Put the terms of all chunks and files into Tantivy indexes.

BM25F sums the weighted frequencies of a term over a document's fields before it saturates the sum. Tantivy scores field by
field, so the sum is made here: the field `all` holds each term as often as its weighted frequency says. Files have two more
fields, their bodies alone and their paths alone.

Each shard has segments of its own. A query's time grows with the number of segments, so runs of shards are merged into one
segment each; where a run ends depends on the names of its shards alone, so a push merges few of them anew.
"""

from __future__ import annotations

import hashlib
import posixpath
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import tantivy

from index_artifacts.build.segments import INDEXES, close_segments, compose_indexes, merge_segments
from index_artifacts.build.shards import Made, find_shard, make_shard
from index_artifacts.build.workers import run_batches
from index_artifacts.column_files import read_small
from index_artifacts.progress import report
from index_artifacts.store import digest_of
from index_artifacts.text import lexical_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from index_artifacts.build.plan import Plan
    from index_artifacts.build.version_parts import Checksums

# Weights of the fields of a chunk and of a file. Heavier names ranked no better on the development questions, and cost time.
BODY, SYMBOLS, SCOPES, PATH = 1, 3, 1, 2
FILE_SYMBOLS, FILE_SCOPES, FILE_PATH = 3, 1, 8
_HEAP = 100_000_000  # bytes of one writer before it starts another segment
_INLINE_CHUNKS = 2000  # fewer are indexed before processes have started
# A run has so many shards at least, since Tantivy merges no fewer, and about so many more.
_LEAST_RUN, _MEAN_MORE, _MOST_RUN = 8, 12, 64


@dataclass(frozen=True, slots=True)
class _Job:
    """A shard to index."""

    repository: str
    chunks: Path
    parent: Path
    key: str
    code: str


def build_text_index(plan: Plan, merged: Path, code: str, out: Path) -> tuple[dict[str, int], Checksums]:
    """Make `text/chunks` and `text/files`.

    Args:
        plan: What the version is made of.
        merged: Folder of merged segments, which versions share.
        code: Digest of the code that makes the terms.
        out: Candidate folder.

    Returns:
        Documents of both indexes; checksums of what is linked.
    """
    runs = _merged(plan, _runs(_shards(plan, code)), merged, code)
    checksums = compose_indexes(out / "text", runs)
    counts = {name: sum(m.counts[name] for m in runs) for name in ("documents", "file_documents")}
    return counts, {f"text/{name}": entry for name, entry in checksums.items()}


def leaf_id(chunks_key: str) -> int:
    """The number that stands in a document for its shard: 62 bits of the key of its chunks."""
    return int(chunks_key[:16], 16) >> 2


def text_key(chunks_key: str, repository: str, code: str) -> str:
    """Key of a shard's own segments."""
    return digest_of(chunks_key, repository, code)


def _shards(plan: Plan, code: str) -> list[tuple[str, Made]]:
    """Every shard's own segments, with a name that edits of its files do not change."""
    jobs: list[_Job] = []
    found: dict[str, Made] = {}
    listed: list[tuple[str, str]] = []
    for part in plan.parts:
        parent = part.shards / "text"
        for chunks in part.chunks:
            key = text_key(chunks.key, part.name, code)
            first = read_small(chunks.folder / "files.arrow", ["path"])["path"][0].as_py()
            listed.append((f"{part.name}/{first}", key))
            if not plan.full and (made := find_shard(parent, key)) is not None:
                found[key] = made
            else:
                jobs.append(_Job(part.name, chunks.folder, parent, key, code))
    sizes = {c.folder: c.counts["chunks"] for part in plan.parts for c in part.chunks}
    inline = sum(sizes[j.chunks] for j in jobs) < _INLINE_CHUNKS
    for position, result in run_batches(make_text, [[j] for j in jobs], _gave_up, inline):
        found |= {made.key: made for made in result}
        report("text_index", jobs[position].repository, position + 1, len(jobs), "shards")
    return [(name, found[key]) for name, key in listed]


def _runs(shards: Sequence[tuple[str, Made]]) -> list[list[Made]]:
    """Cut the fleet's shards into runs; a name starts a run with a probability of one in `_MEAN_MORE`."""
    runs: list[list[Made]] = []
    for name, made in shards:
        chance = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest()) / 2**64
        size = len(runs[-1]) if runs else _MOST_RUN
        if size >= _MOST_RUN or (size >= _LEAST_RUN and chance < 1 / _MEAN_MORE):
            runs.append([])
        runs[-1].append(made)
    return runs


def _merged(plan: Plan, runs: Sequence[list[Made]], parent: Path, code: str) -> list[Made]:
    """The segments of each run: merged, or those of its shards where there are too few to merge."""
    keys = [digest_of([m.key for m in run], code) for run in runs]
    found = {} if plan.full else {key: made for key in keys if (made := find_shard(parent, key)) is not None}
    jobs = [[(key, run, parent, code)] for key, run in zip(keys, runs, strict=True) if len(run) >= _LEAST_RUN and key not in found]
    for position, result in run_batches(_merge, jobs, _gave_up_merging, inline=len(jobs) < 2):
        found |= {made.key: made for made in result}
        report("text_index", plan.parts[-1].name, position + 1, len(jobs), "merges")
    return [made for key, run in zip(keys, runs, strict=True) for made in ([found[key]] if key in found else run)]


_Merge = tuple[str, list[Made], "Path", str]


def _merge(jobs: Sequence[_Merge]) -> list[Made]:
    """Merge runs of shards. Runs in a worker process."""
    return [make_shard(parent, key, code, partial(merge_segments, run, key)) for key, run, parent, code in jobs]


def _gave_up_merging(job: _Merge) -> list[Made]:
    raise MemoryError(f"The process that merged {job[1][0].folder} and others was killed; free memory and run again.")


def _gave_up(job: _Job) -> list[Made]:
    raise MemoryError(f"The process that indexed {job.chunks} was killed; free memory and run again.")


def make_text(jobs: Sequence[_Job]) -> list[Made]:
    """Index shards. Runs in a worker process."""
    return [make_shard(job.parent, job.key, job.code, partial(_write, job)) for job in jobs]


def chunk_schema() -> tantivy.Schema:
    """Fields of a chunk: which shard and row it is, its terms, and what filters ask for."""
    builder = _schema().add_text_field("defines", tokenizer_name="whitespace", index_option="basic")
    return builder.add_text_field("kind", tokenizer_name="raw", index_option="basic").build()


def file_schema() -> tantivy.Schema:
    """Fields of a file."""
    builder = _schema().add_text_field("body", tokenizer_name="whitespace", index_option="freq")
    return builder.add_text_field("path", tokenizer_name="whitespace", index_option="freq").build()


def _schema() -> tantivy.SchemaBuilder:
    builder = tantivy.SchemaBuilder().add_integer_field("leaf", fast=True).add_integer_field("row", fast=True)
    builder = builder.add_text_field("all", tokenizer_name="whitespace", index_option="freq")
    for name in ("repo", "language", "file"):
        builder = builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    return builder


def _write(job: _Job, out: Path) -> dict[str, int]:
    """Write the segments of one shard."""
    files = read_small(job.chunks / "files.arrow").to_pydict()
    rows = pq.read_table(job.chunks / "chunks.parquet", columns=["text", "symbols", "scopes", "kind"]).to_pylist()
    writers = [_writer(out / name, schema) for name, schema in zip(INDEXES, (chunk_schema(), file_schema()), strict=True)]
    leaf, at = leaf_id(job.chunks.name), 0
    for number, (path, language, count) in enumerate(zip(files["path"], files["language"], files["chunks"], strict=True)):
        where = {"leaf": leaf, "repo": job.repository, "language": language, "file": path}
        chunks, file = terms_of_file(path, rows[at : at + count])
        for row, fields in enumerate(chunks, at):
            writers[0].add_document(tantivy.Document(row=row, **fields, **where))
        writers[1].add_document(tantivy.Document(row=number, **file, **where))
        at += count
    for writer in writers:
        writer.commit()
        writer.wait_merging_threads()
    close_segments(out, job.key)
    return {"documents": at, "file_documents": len(files["path"])}


def _writer(folder: Path, schema: tantivy.Schema) -> tantivy.IndexWriter:
    folder.mkdir(parents=True)
    # One thread: documents keep their order, so the same input gives the same segments.
    return tantivy.Index(schema, path=str(folder)).writer(heap_size=_HEAP, num_threads=1)


def terms_of_file(path: str, rows: Sequence[dict[str, Any]]) -> tuple[list[dict[str, str]], dict[str, str]]:
    """The fields of a file's chunks and of the file. A term repeated weighs as often as it is repeated."""
    of_path = lexical_text(posixpath.splitext(path)[0])
    chunks: list[dict[str, str]] = []
    bodies, names, scopes = [], [], []
    for chunk in rows:
        body, name, scope = lexical_text(chunk["text"]), lexical_text(" ".join(chunk["symbols"])), lexical_text(" ".join(chunk["scopes"]))
        # A name as it is written, and in lower case with a mark that no name has.
        defines = " ".join([*chunk["symbols"], *(f"{s.lower()}~" for s in chunk["symbols"])])
        chunks.append({"all": body * BODY + name * SYMBOLS + scope * SCOPES + of_path * PATH, "defines": defines, "kind": chunk["kind"]})
        bodies.append(body)
        names.append(name)
        scopes.append(scope)
    everything = "".join([*bodies, "".join(names) * FILE_SYMBOLS, "".join(scopes) * FILE_SCOPES, of_path * FILE_PATH])
    return chunks, {"all": everything, "body": "".join(bodies), "path": of_path}
