"""Put the terms of all chunks and files into Tantivy indexes.

BM25F sums the weighted frequencies of a term over a document's fields before it saturates the sum. Tantivy scores field by
field, so the sum is made here: the field `all` holds each term as often as its weighted frequency says. Files have two more
fields, their bodies alone and their paths alone.
"""

from __future__ import annotations

import posixpath
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import tantivy

from index_artifacts.build.reuse import Rows
from index_artifacts.build.workers import run_batches
from index_artifacts.progress import report
from index_artifacts.text import lexical_text

if TYPE_CHECKING:
    from index_artifacts.build.plan import Plan

# Weights of the fields of a chunk and of a file. Heavier names ranked no better on the development questions, and cost time.
BODY, SYMBOLS, SCOPES, PATH = 1, 3, 1, 2
FILE_SYMBOLS, FILE_SCOPES, FILE_PATH = 3, 1, 8
_HEAP = 200_000_000  # bytes of one writer before it starts another segment
_FILES = 64  # files a batch
_INLINE_JOBS = 2  # fewer are done before processes have started

Job = tuple[Path, int, list[tuple[int, str, str, int]]]  # chunks stage, first chunk; row, path, language, chunks of each file
Document = tuple[str, str, str, int, str]  # all, body, path, row of the file, language
ChunkDocument = tuple[str, str, str, int, str]  # all, defines, kind, row of the file, language
Analyzed = tuple[list[ChunkDocument], list[Document]]


def chunk_schema() -> tantivy.Schema:
    """Fields of a chunk."""
    return (
        tantivy.SchemaBuilder()
        .add_integer_field("row", fast=True)
        .add_text_field("all", tokenizer_name="whitespace", index_option="freq")
        .add_text_field("defines", tokenizer_name="whitespace", index_option="basic")
        .add_text_field("repo", tokenizer_name="raw", index_option="basic")
        .add_text_field("language", tokenizer_name="raw", index_option="basic")
        .add_text_field("kind", tokenizer_name="raw", index_option="basic")
        .add_integer_field("file", indexed=True)
        .build()
    )


def file_schema() -> tantivy.Schema:
    """Fields of a file."""
    return (
        tantivy.SchemaBuilder()
        .add_integer_field("row", fast=True, indexed=True)
        .add_text_field("all", tokenizer_name="whitespace", index_option="freq")
        .add_text_field("body", tokenizer_name="whitespace", index_option="freq")
        .add_text_field("path", tokenizer_name="whitespace", index_option="freq")
        .add_text_field("repo", tokenizer_name="raw", index_option="basic")
        .add_text_field("language", tokenizer_name="raw", index_option="basic")
        .build()
    )


def build_text_index(plan: Plan, out: Path) -> dict[str, int]:
    """Write `text/chunks` and `text/files`.

    Args:
        plan: What the version is made of.
        out: Candidate folder.

    Returns:
        Documents of both indexes.
    """
    # Tantivy does not start where a killed run left something.
    shutil.rmtree(out / "text", ignore_errors=True)
    chunk_writer, file_writer = (_writer(out / "text" / n, s) for n, s in (("chunks", chunk_schema()), ("files", file_schema())))
    chunks = first_file = files = 0
    for part in plan.parts:
        rows = {p: i for i, p in enumerate(pq.read_table(part.syntax / "files.parquet", columns=["path"])["path"].to_pylist())}
        jobs = list(_jobs(part.chunks, rows))
        done = 0
        for _, (chunk_rows, file_rows) in run_batches(_analyze, jobs, _gave_up, inline=len(jobs) <= _INLINE_JOBS):
            for terms, defines, kind, file, language in chunk_rows:
                where = {"repo": part.name, "language": language, "kind": kind, "file": first_file + file}
                chunk_writer.add_document(tantivy.Document(row=chunks, all=terms, defines=defines, **where))
                chunks += 1
            for terms, body, path, file, language in file_rows:
                where = {"repo": part.name, "language": language}
                file_writer.add_document(tantivy.Document(row=first_file + file, all=terms, body=body, path=path, **where))
            done += len(file_rows)
            report("text_index", part.name, done, len(rows), "files")
        first_file, files = first_file + len(rows), files + done
    for writer in (chunk_writer, file_writer):
        writer.commit()
        writer.wait_merging_threads()
    return {"documents": chunks, "file_documents": files}


def _jobs(folder: Path, rows: dict[str, int]) -> Iterator[list[Job]]:
    """Batches of the files that have chunks; one job each."""
    listed = pq.read_table(folder / "files.parquet").to_pylist()
    start = 0
    for at in range(0, len(listed), _FILES):
        batch = listed[at : at + _FILES]
        yield [(folder, start, [(rows[f["path"]], f["path"], f["language"], f["chunks"]) for f in batch])]
        start += sum(f["chunks"] for f in batch)


def _writer(folder: Path, schema: tantivy.Schema) -> tantivy.IndexWriter:
    folder.mkdir(parents=True)
    # One thread: documents keep their order, so the same input gives the same segments.
    return tantivy.Index(schema, path=str(folder)).writer(heap_size=_HEAP, num_threads=1)


def _gave_up(job: Job) -> Analyzed:
    raise MemoryError(f"The process that analyzed {job[2][0][1]} was killed; free memory and run again.")


def _analyze(jobs: Sequence[Job]) -> Analyzed:
    """Terms of the chunks and files of a batch. Runs in a worker process."""
    chunks: list[ChunkDocument] = []
    files: list[Document] = []
    for folder, start, listed in jobs:
        table = Rows(folder / "chunks.parquet")
        for row, path, language, count in listed:
            rows = table.slice(start, count).select(["text", "symbols", "scopes", "kind"]).to_pylist()
            start += count
            files.append(_file_terms(row, path, language, rows, chunks))
    return chunks, files


def _file_terms(row: int, path: str, language: str, rows: list[dict[str, Any]], chunks: list[ChunkDocument]) -> Document:
    """Append the fields of a file's chunks; returns those of the file. A term repeated weighs as often as it is repeated."""
    of_path = lexical_text(posixpath.splitext(path)[0])
    bodies, names, scopes = [], [], []
    for chunk in rows:
        body, name, scope = lexical_text(chunk["text"]), lexical_text(" ".join(chunk["symbols"])), lexical_text(" ".join(chunk["scopes"]))
        # A name as it is written, and in lower case with a mark that no name has.
        defines = " ".join([*chunk["symbols"], *(f"{s.lower()}~" for s in chunk["symbols"])])
        chunks.append((body * BODY + name * SYMBOLS + scope * SCOPES + of_path * PATH, defines, chunk["kind"], row, language))
        bodies.append(body)
        names.append(name)
        scopes.append(scope)
    everything = "".join([*bodies, "".join(names) * FILE_SYMBOLS, "".join(scopes) * FILE_SCOPES, of_path * FILE_PATH])
    return everything, "".join(bodies), of_path, row, language
