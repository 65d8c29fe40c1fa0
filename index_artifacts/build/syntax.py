"""Parse the files of a repository into symbols, references and texts, each distinct content once."""

from __future__ import annotations

import hashlib
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.build.extraction import extract
from index_artifacts.build.reuse import PARQUET, Known, Unit, batches_of
from index_artifacts.build.source_files import NotText, SourceFile, decode
from index_artifacts.build.workers import run_batches
from index_artifacts.languages import languages
from index_artifacts.progress import report
from index_artifacts.types import Extraction, Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TABLES = ("symbols", "references", "texts")
_SCHEMAS = {"symbols": schema.SYMBOLS, "references": schema.REFERENCES, "texts": schema.TEXTS}
_BATCH_BYTES, _BATCH_FILES = 1_000_000, 96
_INLINE_BYTES = 1_500_000  # less than this parses faster than processes start
_NOTHING = Extraction("", (), (), False)


@dataclass(slots=True)
class Parsed:
    """What a worker makes of a batch: a row a file, and the tables with their rows in the same order."""

    files: list[dict[str, Any]]
    tables: dict[str, pa.Table]


def build_syntax(files: Sequence[SourceFile], root: Path, earlier: Path | None, out: Path, repository: str) -> dict[str, int]:
    """Write files, symbols, references and texts of one repository.

    Args:
        files: The scan, in order of path.
        root: Working tree of the repository.
        earlier: Folder of an earlier result of the same code, whose rows are reused by content; or None.
        out: Empty folder for the result.
        repository: Its name, for progress.

    Returns:
        How many files were `parsed`, `kept` from the earlier result, and `lost` since the scan.
    """
    known = Known(earlier, TABLES)
    runs = list(batches_of((f.size for f in files), _BATCH_BYTES, _BATCH_FILES))
    fresh = [[f for f in files[r.start : r.stop] if _is_fresh(f, known)] for r in runs]
    size = sum(f.size for batch in fresh for f in batch)
    parsed = run_batches(partial(parse_files, str(root)), fresh, partial(_gave_up, str(root)), inline=size < _INLINE_BYTES)
    done = kept = lost = 0
    with ExitStack() as stack:
        writers = {t: stack.enter_context(pq.ParquetWriter(out / f"{t}.parquet", s, **PARQUET)) for t, s in _SCHEMAS.items()}
        listed = stack.enter_context(pq.ParquetWriter(out / "files.parquet", schema.SYNTAX_FILES, **PARQUET))
        pending = next(parsed, None)
        for position, run in enumerate(runs):
            ready: dict[str, tuple[dict[str, Any], list[pa.Table]]] = {}
            while pending is not None and pending[0] == position:
                ready.update(_by_path(pending[1]))
                pending = next(parsed, None)
            rows, tables = zip(*(_of_file(f, ready, known) for f in files[run.start : run.stop]), strict=True)
            for i, name in enumerate(TABLES):
                writers[name].write_table(pa.concat_tables([t[i] for t in tables]).combine_chunks())
            listed.write_table(pa.Table.from_pylist(rows, schema.SYNTAX_FILES))
            done += len(run)
            kept += sum(row["texts"] for row in rows) - sum(row["texts"] for row, _ in ready.values())
            lost += sum(not row["texts"] for row, _ in ready.values())
            report("syntax", repository, done, len(files), "files")
    return {"parsed": sum(map(len, fresh)), "kept": kept, "lost": lost}


def _is_fresh(file: SourceFile, known: Known) -> bool:
    return file.status is Status.INDEXED and (file.sha256, file.language) not in known


def _by_path(parsed: Parsed) -> Iterator[tuple[str, tuple[dict[str, Any], list[pa.Table]]]]:
    starts = [0] * len(TABLES)
    for row in parsed.files:
        yield row["path"], (row, [parsed.tables[t].slice(s, row[t]) for t, s in zip(TABLES, starts, strict=True)])
        starts = [s + row[t] for s, t in zip(starts, TABLES, strict=True)]


def _of_file(
    file: SourceFile, ready: dict[str, tuple[dict[str, Any], list[pa.Table]]], known: Known
) -> tuple[dict[str, Any], list[pa.Table]]:
    """Row and tables of one file: parsed just now, copied, or without any."""
    if file.path in ready:
        return ready[file.path]
    if file.status is Status.INDEXED:
        unit: Unit = (file.sha256, file.language)
        row = known.row(unit)
        found = {name: row[name] for name in ("reason", "package", "broken", *TABLES)}
        return {**asdict(file), **found}, known.rows(unit, file.path)
    return _row(file, _NOTHING, 0), [s.empty_table() for s in _SCHEMAS.values()]


def parse_files(root: str, files: Sequence[SourceFile]) -> Parsed:
    """Read and parse files; what fails becomes a reason. Runs in a worker process."""
    rows: list[dict[str, Any]] = []
    columns: dict[str, dict[str, list[Any]]] = {t: {name: [] for name in s.names} for t, s in _SCHEMAS.items()}
    for asked in files:
        file, text, found = _parse(root, asked)
        rows.append(_row(file, found, 1 if file.status is Status.INDEXED else 0))
        if file.status is Status.INDEXED:
            columns["texts"]["path"].append(file.path)
            columns["texts"]["text"].append(text)
        for table, values in (("symbols", found.symbols), ("references", found.references)):
            into = columns[table]
            into["path"].extend([file.path] * len(values))
            for name in _SCHEMAS[table].names[1:]:
                into[name].extend([getattr(v, name) for v in values])
    return Parsed(rows, {t: pa.table(columns[t], s) for t, s in _SCHEMAS.items()})


def _parse(root: str, file: SourceFile) -> tuple[SourceFile, str, Extraction]:
    """A file with its final status, its text, and what syntax finds in it."""
    try:
        data = (Path(root) / file.path).read_bytes()
        if hashlib.sha256(data).hexdigest() != file.sha256:
            raise NotText("changed while it was indexed; the next run takes it")
        text = decode(data)
    except FileNotFoundError:
        return replace(file, status=Status.SKIPPED, reason="vanished while it was indexed"), "", _NOTHING
    except OSError as error:
        return replace(file, status=Status.SKIPPED, reason=f"unreadable: {error.strerror}"), "", _NOTHING
    except NotText as reason:
        return replace(file, status=Status.SKIPPED, reason=str(reason)), "", _NOTHING
    if file.language not in languages():
        return file, text, _NOTHING
    try:
        return file, text, extract(text.encode("utf-8", "replace"), file.language)
    except Exception as error:  # one file must not end its repository, and its text is still of use
        return replace(file, reason=f"syntax failed ({type(error).__name__}), indexed as text"), text, _NOTHING


def _gave_up(root: str, file: SourceFile) -> Parsed:
    """A file whose parser killed its process, as text: in a language without a parser."""
    parsed = parse_files(root, [replace(file, language="")])
    read, text_only = parsed.files[0], "its parser crashed, indexed as text"
    return replace(parsed, files=[{**read, "language": file.language, "reason": read["reason"] or text_only}])


def _row(file: SourceFile, found: Extraction, texts: int) -> dict[str, Any]:
    counts = {"symbols": len(found.symbols), "references": len(found.references), "texts": texts}
    return {**asdict(file), "package": found.package, "broken": found.broken, **counts}
