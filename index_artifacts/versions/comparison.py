"""What differs between two versions. Shards that both have are not read, so a comparison costs what differs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.errors import NoIndexError, UnknownNameError
from index_artifacts.manifest import RepositoryEntry, read_manifest
from index_artifacts.types import Status
from index_artifacts.versions.listing import existing
from index_artifacts.versions.readers import Reading

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

    from index_artifacts.config import Home
    from index_artifacts.manifest import Manifest

_COLUMNS = {
    "symbols": schema.SYMBOLS.names,
    "chunks": ["repo", "path", "kind", "symbol", "text", "start_line", "end_line"],
}
_MEASURES = ("ndcg_at_10", "mrr_at_10", "recall_at_10", "hit_at_1", "self_recall_at_10", "queries", "passed")
_FILES = """
SELECT repo, path, CASE WHEN a.sha256 IS NULL THEN 'added' WHEN b.sha256 IS NULL THEN 'removed' ELSE 'changed' END
FROM files_a a FULL JOIN files_b b USING (repo, path) WHERE a.sha256 IS DISTINCT FROM b.sha256 ORDER BY repo, path
"""
# A symbol without its lines, and the texts of the chunks that stand for it.
_SYMBOL_ROWS = """
CREATE TABLE rows_{side} AS
SELECT s.*, hash(kind, signature, parameters, return_type, annotations, doc, texts) AS content
FROM symbols_{side} s LEFT JOIN (
    SELECT s.id, list(hash(c.text) ORDER BY c.start_line, c.text) AS texts
    FROM symbols_{side} s JOIN chunks_{side} c
    ON s.repo = c.repo AND s.path = c.path AND s.qualified_name = c.symbol AND c.start_line BETWEEN s.start_line AND s.end_line
    GROUP BY s.id
) USING (id)
"""
_SYMBOLS = """
SELECT coalesce(b.repo, a.repo) AS repo, coalesce(b.path, a.path) AS path, coalesce(b.qualified_name, a.qualified_name),
    coalesce(b.kind, a.kind), coalesce(b.start_line, a.start_line) AS line, coalesce(b.end_line, a.end_line),
    CASE WHEN a.id IS NULL THEN 'added' WHEN b.id IS NULL THEN 'removed' ELSE 'changed' END
FROM rows_a a FULL JOIN rows_b b USING (id) WHERE a.content IS DISTINCT FROM b.content ORDER BY ALL
"""
# Equal texts cancel out; of what is left, as many as both sides have of one symbol (or of the rest of a file) have changed.
_CHUNKS = """
WITH sides AS (
    SELECT repo, path, kind, symbol, hash(text) AS text, 1 AS a, 0 AS b FROM chunks_a
    UNION ALL SELECT repo, path, kind, symbol, hash(text), 0, 1 FROM chunks_b
), texts AS (
    SELECT repo, path, kind, symbol, sum(a) - least(sum(a), sum(b)) AS a, sum(b) - least(sum(a), sum(b)) AS b
    FROM sides GROUP BY repo, path, kind, symbol, text
), places AS (SELECT sum(a) AS a, sum(b) AS b FROM texts GROUP BY repo, path, kind, symbol)
SELECT coalesce(sum(b - least(a, b)), 0), coalesce(sum(a - least(a, b)), 0), coalesce(sum(least(a, b)), 0) FROM places
"""


@dataclass(frozen=True, slots=True)
class Changes:
    """Rows that only the later version has, only the earlier one has, or both have with another content.

    Attributes:
        added: `repo/path` of a file, or the columns of a symbol: kind, name, repo, path, start_line, end_line.
        removed: Likewise, as the earlier version has them.
        changed: Likewise, as the later version has them.
    """

    added: list[Any] = field(default_factory=list)
    removed: list[Any] = field(default_factory=list)
    changed: list[Any] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The way from one version to another.

    Attributes:
        before: Id of the one.
        after: Id of the other.
        repositories: What each repository is as of in both, by name; None where a version does not have it.
        files: Indexed files.
        symbols: Told apart by file, kind and qualified name; a moved symbol is the same, one with another text is changed.
        chunks: How many were added, removed and changed.
        counts: Rows of each artifact, before and after.
        quality: Measures, before and after; None where there is none.
    """

    before: str
    after: str
    repositories: dict[str, dict[str, str | None]]
    files: Changes
    symbols: Changes
    chunks: dict[str, int]
    counts: dict[str, list[int]]
    quality: dict[str, list[float | None]]


def compare(home: Home, before: str | None = None, after: str | None = None) -> Comparison:
    """Compare two versions.

    Args:
        home: Whose versions.
        before: Id; default the version that was published when the other one was made.
        after: Id; default the published version.

    Raises:
        NoIndexError: Nothing has been published.
        UnknownNameError: There is no such version, or none to compare with.
        ArtifactError: One of them cannot be read.
    """
    later = after or home.current()
    if later is None:
        raise NoIndexError(f"There is no index in {home.root} yet; make one with 'lode index PATH'.")
    new = read_manifest(existing(home, later))
    earlier = before or new.parent
    if not before and not (earlier and home.version(earlier).is_dir()):
        why = f"its parent {earlier} is no longer there" if earlier else "it is the first one"
        raise UnknownNameError(f"There is no version to compare {later} with, since {why}; name two of those that 'lode versions' lists.")
    holds = [Reading(existing(home, v)) for v in (earlier, later)]
    try:
        return _compare(home.version(earlier), home.version(later), read_manifest(home.version(earlier)), new)
    finally:
        for hold in holds:
            hold.close()


def _compare(before: Path, after: Path, old: Manifest, new: Manifest) -> Comparison:
    import duckdb

    with duckdb.connect() as tables:
        for side, folder, own, other in (("a", before, old, new), ("b", after, new, old)):
            tables.register(f"files_{side}", _files(folder))
            for name in _COLUMNS:
                tables.register(f"{name}_{side}", _unshared(folder, own, other, name))
            tables.execute(_SYMBOL_ROWS.format(side=side))
        files, symbols = Changes(), Changes()
        for repo, path, change in tables.execute(_FILES).fetchall():
            getattr(files, change).append(f"{repo}/{path}")
        for row in tables.execute(_SYMBOLS).fetchall():
            getattr(symbols, row[-1]).append(dict(zip(("repo", "path", "name", "kind", "start_line", "end_line"), row[:-1], strict=True)))
        chunks = _counted(tables)
    names = sorted({r.name for r in (*old.repositories, *new.repositories)})
    return Comparison(
        before=old.id,
        after=new.id,
        repositories={name: {"before": _as_of(old, name), "after": _as_of(new, name)} for name in names},
        files=files,
        symbols=symbols,
        chunks=chunks,
        counts={name: [old.counts.get(name, 0), new.counts.get(name, 0)] for name in new.counts},
        quality={m: [old.quality.get(m), new.quality.get(m)] for m in _MEASURES if m in old.quality or m in new.quality},
    )


def _files(folder: Path) -> pa.Table:
    table = pq.read_table(folder / "tables" / "files.parquet", columns=["repo", "path", "sha256", "status"])
    return table.filter(pc.equal(table["status"], str(Status.INDEXED)))


def _unshared(folder: Path, own: Manifest, other: Manifest, name: str) -> pa.Table:
    """Rows of a table in shards that the other version does not have.

    A file's rows lie in one shard, so they can only differ where both versions have other shards. Shards are told by their key, which
    the texts enter: symbols whose bodies differ may well be equal row for row.
    """
    prefix = f"tables/{name}.parquet/"
    shared = {_key_of(path) for path in other.checksums if path.startswith(prefix)}
    paths = [path for path in own.checksums if path.startswith(prefix) and _key_of(path) not in shared]
    read = [pq.read_table(folder / path, columns=_COLUMNS[name]) for path in sorted(paths)]
    return pa.concat_tables(read) if read else getattr(schema, name.upper()).empty_table().select(_COLUMNS[name])


def _key_of(path: str) -> str:
    """What `link_shards` puts of a shard's key into the name of its file, behind its place."""
    return path.rpartition("-")[2]


def _counted(tables: duckdb.DuckDBPyConnection) -> dict[str, int]:
    row = tables.execute(_CHUNKS).fetchall()[0]
    return {name: int(count) for name, count in zip(("added", "removed", "changed"), row, strict=True)}


def _as_of(manifest: Manifest, name: str) -> str | None:
    """Commit of a repository, with "+" for uncommitted changes; "" outside of git."""
    entry: RepositoryEntry | None = next((r for r in manifest.repositories if r.name == name), None)
    return entry.commit + "+" * entry.dirty if entry is not None else None
