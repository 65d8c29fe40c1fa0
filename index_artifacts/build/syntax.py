"""Parse the files of a repository into symbols, references and texts, shard by shard, each distinct content once."""

from __future__ import annotations

import hashlib
import re
import zlib
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.build.extraction import extract
from index_artifacts.build.reuse import Known, Place, Run, runs_of
from index_artifacts.build.shards import Made, Unit, find_shard, make_shard, shard_key
from index_artifacts.build.source_files import NotText, decode
from index_artifacts.build.workers import run_batches
from index_artifacts.column_files import PARQUET, read_small, rows_of, write_small
from index_artifacts.languages import fingerprint, languages
from index_artifacts.progress import report
from index_artifacts.types import Extraction

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from index_artifacts.build.sources import Source

COUNTS = ("symbols", "references")
TABLES = ("symbols", "references", "texts")
_SCHEMAS = {"files": schema.SYNTAX_FILES, "symbols": schema.SYMBOLS, "references": schema.REFERENCES, "texts": schema.TEXTS}
_EXTRACTED = {"symbols": [n for n in schema.SYMBOLS.names if n not in {"repo", "path", "id"}], "references": schema.REFERENCES.names}
_INLINE_BYTES = 1_500_000  # less than this parses faster than processes start
_NOTHING = Extraction("", (), (), False)
_WORDS = re.compile(r"\w+")
_LAST = re.compile(r"[^.:\\/]*$")
_CRASHED = "its parser crashed, indexed as text"


class LostFiles(Exception):
    """Raised when files changed or vanished since the scan; `reasons` tells why, by path."""

    def __init__(self, reasons: dict[str, str]) -> None:
        super().__init__(f"{len(reasons)} files changed while they were indexed")
        self.reasons = reasons


@dataclass(frozen=True, slots=True)
class _Job:
    """A shard to make: its files, and where the rows of some contents are already."""

    source: Source
    repository: str
    parent: Path
    key: str
    code: str
    units: tuple[Unit, ...]
    known: dict[str, Place]
    crashing: frozenset[str] = frozenset()  # files that no parser may touch


@dataclass(slots=True)
class _Columns:
    """Rows being gathered by table, and those of files parsed in a row, which become tables together."""

    tables: dict[str, list[pa.Table]] = field(default_factory=lambda: {t: [] for t in ("files", *TABLES)})
    parsed: dict[str, dict[str, list[Any]]] = field(default_factory=lambda: _empty_columns())

    def close(self) -> None:
        """Make tables of the files parsed since the last time."""
        for name, columns in self.parsed.items():
            if columns[next(iter(columns))]:
                self.tables[name].append(pa.table(columns, _SCHEMAS[name]))
        self.parsed = _empty_columns()


def _empty_columns() -> dict[str, dict[str, list[Any]]]:
    return {t: {n: [] for n in s.names} for t, s in _SCHEMAS.items()}


def build_syntax(
    source: Source, repository: str, shards: Sequence[tuple[Unit, ...]], parent: Path, known: Known, code: str, *, anew: bool = False
) -> tuple[list[Made], dict[str, int]]:
    """Make files, symbols, references and texts of every shard that is not there.

    Args:
        source: Where the files are read.
        repository: Its name.
        shards: The indexed files of the scan, as `shards.cut` gives them.
        parent: Folder of the shards of this stage.
        known: Where rows of the same content are.
        code: Digest of the code that makes the rows.
        anew: Make every shard, even one that is there.

    Returns:
        The shards in order, and how many files were `parsed` and `kept`.

    Raises:
        LostFiles: Files are no longer what was scanned; the other shards are made.
    """
    keys = [shard_key(repository, units, code) for units in shards]
    found = [None if anew else find_shard(parent, key) for key in keys]
    jobs = []
    for key, units, made in zip(keys, shards, found, strict=True):
        if made is None:
            places = (
                {} if anew else {u.path: p for u in units if (p := known.place((u.sha256, u.language), repository, u.path)) is not None}
            )
            jobs.append(_Job(source, repository, parent, key, code, units, places))
    fresh = [u for job in jobs for u in job.units if u.path not in job.known]
    new: dict[str, Made] = {}
    lost: dict[str, str] = {}
    total = sum(map(len, shards))
    done = total - sum(len(j.units) for j in jobs)
    inline = sum(u.size for u in fresh) < _INLINE_BYTES
    for position, result in run_batches(make_syntax, [[j] for j in jobs], _make_carefully, inline):
        for one in result:
            if isinstance(one, Made):
                new[one.key] = one
            else:
                lost |= one
        done += len(jobs[position].units)
        report("syntax", repository, done, total, "files")
    if lost:
        raise LostFiles(lost)
    return [made or new[key] for key, made in zip(keys, found, strict=True)], {"parsed": len(fresh), "kept": total - len(fresh)}


def make_syntax(jobs: Sequence[_Job]) -> list[Made | dict[str, str]]:
    """Make shards; a shard with lost files gives their reasons instead. Runs in a worker process."""
    return [_make(job) for job in jobs]


def _make(job: _Job) -> Made | dict[str, str]:
    columns = _Columns()
    lost: dict[str, str] = {}
    units = {u.path: u for u in job.units}
    for run in runs_of(((u.path, job.known.get(u.path)) for u in job.units), job.repository):
        if isinstance(run, Run):
            _copy(job, run, columns)
            continue
        try:
            _parse(job, units[run], columns)
        except NotText as reason:
            lost[run] = str(reason)
    columns.close()
    return lost or make_shard(job.parent, job.key, job.code, lambda out: _write(columns, job.code, out))


def _write(columns: _Columns, code: str, out: Path) -> dict[str, int]:
    # Columns that were read from a file carry metadata of it, which must not make the same rows another file.
    tables = {n: pa.concat_tables([*t, _SCHEMAS[n].empty_table()]).combine_chunks().cast(_SCHEMAS[n]) for n, t in columns.tables.items()}
    write_small(out / "files.arrow", tables["files"], code)
    for name in TABLES:
        pq.write_table(tables[name], out / f"{name}.parquet", **PARQUET)
    counts = {"files": len(tables["files"]), "broken": sum(tables["files"]["broken"].to_pylist()), **{n: len(tables[n]) for n in COUNTS}}
    return counts | count_kinds(tables["symbols"])


def count_kinds(table: pa.Table) -> dict[str, int]:
    """Rows of each kind, under "kind ..."."""
    return {f"kind {r['values']}": r["counts"] for r in pc.value_counts(table["kind"]).to_pylist()}


def _copy(job: _Job, run: Run, columns: _Columns) -> None:
    """Append the rows of files that a shard has already."""
    columns.close()
    place = run.places[0]
    rows = {n: run.of(i) for i, n in enumerate(COUNTS)} | {"texts": (place.row, len(run.paths))}
    tables = {n: rows_of(place.folder / f"{n}.parquet").slice(*rows[n]) for n in TABLES}
    files = read_small(place.folder / "files.arrow").slice(place.row, len(run.paths))
    if place.repository != job.repository or place.path != run.paths[0]:
        files = files.set_column(0, schema.SYNTAX_FILES.field(0), pa.array(run.paths))
        tables["symbols"] = _owned(tables["symbols"], job.repository, run.paths[0])
    columns.tables["files"].append(files.replace_schema_metadata(None))
    for name, table in tables.items():
        columns.tables[name].append(table)


def _parse(job: _Job, unit: Unit, columns: _Columns) -> None:
    """Append the rows of a file that is parsed now.

    Raises:
        NotText: It is not what was scanned; the message is the reason.
    """
    row, text, found = _parsed(job, unit)
    into = columns.parsed
    for name, value in row.items():
        into["files"][name].append(value)
    into["texts"]["text"].append(text)
    for table, values in (("symbols", found.symbols), ("references", found.references)):
        for name in _EXTRACTED[table]:
            into[table][name].extend([getattr(v, name) for v in values])
    into["symbols"]["repo"].extend([job.repository] * len(found.symbols))
    into["symbols"]["path"].extend([unit.path] * len(found.symbols))
    into["symbols"]["id"].extend(symbol_ids(job.repository, unit.path, ((s.kind, s.qualified_name) for s in found.symbols)))


def _owned(symbols: pa.Table, repository: str, path: str) -> pa.Table:
    """Symbols of a file with repository, path and ids."""
    ids = symbol_ids(repository, path, zip(symbols["kind"].to_pylist(), symbols["qualified_name"].to_pylist(), strict=True))
    for name, values in (("repo", [repository] * len(ids)), ("path", [path] * len(ids)), ("id", ids)):
        at = symbols.schema.get_field_index(name)
        symbols = symbols.set_column(at, schema.SYMBOLS.field(at), pa.array(values, schema.SYMBOLS.field(at).type))
    return symbols


def symbol_ids(repository: str, path: str, names: Iterable[tuple[str, str]]) -> list[int]:
    """An id for each symbol of a file, given kind and qualified name: 63 bits of a hash that lines do not enter.

    Symbols of one kind and name are told apart by their order.
    """
    seen: Counter[tuple[str, str]] = Counter()
    ids = []
    for name in names:
        text = f"{repository}\0{path}\0{name[0]}\0{name[1]}\0{seen[name]}"
        seen[name] += 1
        ids.append(int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()) >> 1)
    return ids


def _parsed(job: _Job, unit: Unit) -> tuple[dict[str, Any], str, Extraction]:
    """Read and parse one file: its row, its text, and what was found in it."""
    text = _read(job.source, unit)
    found, reason = _NOTHING, ""
    if unit.path in job.crashing:
        reason = _CRASHED
    elif unit.language in languages():
        try:
            found = extract(text.encode("utf-8", "replace"), unit.language)
        except Exception as error:  # one file must not end its repository, and its text is still of use
            reason = f"syntax failed ({type(error).__name__}), indexed as text"
    row = {
        "path": unit.path,
        "language": unit.language,
        "sha256": unit.sha256,
        "fingerprint": fingerprint(unit.language),
        "reason": reason,
        "package": found.package,
        "broken": found.broken,
        "symbols": len(found.symbols),
        "references": len(found.references),
        "tokens": reference_tokens(
            [*((r.name, r.receiver, r.alias, r.receiver_type) for r in found.references), *((s.return_type,) for s in found.symbols)]
        ),
    }
    return row, text, found


def _read(source: Source, unit: Unit) -> str:
    try:
        data = source.read(unit.path)
    except FileNotFoundError:
        raise NotText("vanished while it was indexed") from None
    except OSError as error:
        raise NotText(f"unreadable: {error.strerror}") from None
    if hashlib.sha256(data).hexdigest() != unit.sha256:
        raise NotText("changed while it was indexed; the next run takes it")
    return decode(data)


def words_of(text: str) -> list[str]:
    """The words by which a written name can be looked up.

    A name without any, as an operator's, stands for itself; a path that ends in dots means a folder by where it stands: ".".
    """
    words = _WORDS.findall(text)
    last = _LAST.search(text)
    if last is not None and last[0] and not _WORDS.search(last[0]):
        words.append(last[0])
    if text.rstrip("/").endswith("."):
        words.append(".")
    return words or ([text] if text else [])


def token(word: str) -> int:
    """CRC-32 of a word: a collision only makes more references be looked at again."""
    return zlib.crc32(word.encode("utf-8", "surrogatepass"))


def reference_tokens(written: Iterable[tuple[str, ...]]) -> list[int]:
    """Tokens of everything that references of a file name, sorted."""
    return sorted({token(w) for text in {t for names in written for t in names} for w in words_of(text)})


def _make_carefully(job: _Job) -> list[Made | dict[str, str]]:
    """Make a shard that killed its process: find the files that do so, and index those as text."""
    crashing: set[str] = set()
    fresh = [[(job, unit)] for unit in job.units if unit.path not in job.known]
    for _, killers in run_batches(_try, fresh, _killer, inline=False):
        crashing |= killers
    safe = _Job(job.source, job.repository, job.parent, job.key, job.code, job.units, job.known, frozenset(crashing))
    return [_make(safe)]


def _try(tries: Sequence[tuple[_Job, Unit]]) -> set[str]:
    for job, unit in tries:
        try:
            _parsed(job, unit)
        except NotText:
            continue
    return set()


def _killer(attempt: tuple[_Job, Unit]) -> set[str]:
    return {attempt[1].path}
