"""Cut the texts of a repository into chunks, each distinct content once."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.build.chunking import chunk_file
from index_artifacts.build.reuse import PARQUET, Known, Rows, batches_of
from index_artifacts.build.workers import run_batches
from index_artifacts.progress import report
from index_artifacts.types import Symbol, SymbolKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_BATCH_BYTES, _BATCH_FILES = 2_000_000, 128
_INLINE_BYTES = 4_000_000

Cut = tuple[dict[str, int], pa.Table]  # chunks by path, and their rows in that order


@dataclass(frozen=True, slots=True)
class _Job:
    """Where a worker finds the texts and symbols of a run of files."""

    syntax: Path
    paths: tuple[str, ...]
    texts: tuple[int, ...]  # row of each file's text
    symbols: tuple[tuple[int, int], ...]  # first row and count


def build_chunks(syntax: Path, earlier: Path | None, out: Path, repository: str) -> dict[str, int]:
    """Write the chunks of one repository, in order of path and line, and how many each file has.

    Args:
        syntax: Result of the syntax stage.
        earlier: Folder of an earlier result of the same code, whose rows are reused by content; or None.
        out: Empty folder for the result.
        repository: Its name, for progress.

    Returns:
        How many `chunks` there are and how many files were `kept` from the earlier result.
    """
    known = Known(earlier, ("chunks",))
    files = [f for f in _located(pq.read_table(syntax / "files.parquet")) if f["texts"]]
    runs = list(batches_of((f["size"] for f in files), _BATCH_BYTES, _BATCH_FILES))
    fresh = [[f for f in files[r.start : r.stop] if (f["sha256"], f["language"]) not in known] for r in runs]
    inline = sum(f["size"] for batch in fresh for f in batch) < _INLINE_BYTES
    cut = run_batches(_cut_files, [[_job(syntax, batch)] if batch else [] for batch in fresh], _gave_up, inline)
    total = done = 0
    with ExitStack() as stack:
        writer = stack.enter_context(pq.ParquetWriter(out / "chunks.parquet", schema.CHUNKS, **PARQUET))
        listed = stack.enter_context(pq.ParquetWriter(out / "files.parquet", schema.CHUNK_FILES, **PARQUET))
        pending = next(cut, None)
        for position, run in enumerate(runs):
            ready: dict[str, pa.Table] = {}
            while pending is not None and pending[0] == position:
                ready.update(_by_path(pending[1]))
                pending = next(cut, None)
            batch = files[run.start : run.stop]
            tables = [ready[f["path"]] if f["path"] in ready else known.rows((f["sha256"], f["language"]), f["path"])[0] for f in batch]
            rows = [
                {"path": f["path"], "sha256": f["sha256"], "language": f["language"], "chunks": len(t)}
                for f, t in zip(batch, tables, strict=True)
            ]
            writer.write_table(pa.concat_tables(tables).combine_chunks())
            listed.write_table(pa.Table.from_pylist(rows, schema.CHUNK_FILES))
            total += sum(len(t) for t in tables)
            done += len(batch)
            report("chunks", repository, done, len(files), "files")
    return {"chunks": total, "kept": len(files) - sum(map(len, fresh))}


def _located(files: pa.Table) -> Iterator[dict[str, Any]]:
    """Rows of the syntax stage's files with the first row of each in the other tables."""
    text = symbol = 0
    for row in files.to_pylist():
        yield {**row, "first_text": text, "first_symbol": symbol}
        text, symbol = text + row["texts"], symbol + row["symbols"]


def _job(syntax: Path, batch: Sequence[dict[str, Any]]) -> _Job:
    return _Job(
        syntax,
        tuple(f["path"] for f in batch),
        tuple(f["first_text"] for f in batch),
        tuple((f["first_symbol"], f["symbols"]) for f in batch),
    )


def _by_path(cut: list[Cut]) -> Iterator[tuple[str, pa.Table]]:
    for counts, table in cut:
        start = 0
        for path, count in counts.items():
            yield path, table.slice(start, count)
            start += count


def _gave_up(job: _Job) -> list[Cut]:
    """Cutting only handles text and cannot kill its process; if it did, the memory ran out."""
    raise MemoryError(f"The process that cut {len(job.paths)} files from {job.paths[0]} on was killed; free memory and run again.")


def _cut_files(jobs: Sequence[_Job]) -> list[Cut]:
    """Chunks of some files. Runs in a worker process."""
    return [_cut_job(job) for job in jobs]


def _cut_job(job: _Job) -> Cut:
    # Whole tables go back to the parent: a pickled slice would carry the rows of all others with it.
    texts, symbols = Rows(job.syntax / "texts.parquet"), Rows(job.syntax / "symbols.parquet")
    columns: dict[str, list[Any]] = {name: [] for name in schema.CHUNKS.names}
    counts: dict[str, int] = {}
    for path, row, (first, count) in zip(job.paths, job.texts, job.symbols, strict=True):
        text = texts.slice(row, 1).column("text")[0].as_py()
        found = chunk_file(text, to_symbols(symbols.slice(first, count)))
        counts[path] = len(found)
        columns["path"].extend([path] * len(found))
        for name in schema.CHUNKS.names[1:]:
            columns[name].extend([getattr(c, name) for c in found])
    return counts, pa.table(columns, schema.CHUNKS)


def to_symbols(table: pa.Table) -> list[Symbol]:
    """Rows of `schema.SYMBOLS` as symbols."""
    rows = table.drop_columns(["path"]).to_pylist()
    return [Symbol(**{**row, "kind": SymbolKind(row["kind"]), "annotations": tuple(row["annotations"])}) for row in rows]
