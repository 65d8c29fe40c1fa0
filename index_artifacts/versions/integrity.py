"""How the tables, vectors and texts of a version fit together: counts, row by row, and by reference.

Files are told by their place among the indexed ones, symbols by their row: what follows each other in one artifact must do so in all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import faiss
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.feather as feather
import pyarrow.parquet as pq
import tantivy

from index_artifacts.types import ChunkKind, Status

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from index_artifacts.manifest import Manifest

_COLUMNS = {
    "chunks": ["repo", "path", "kind", "start_line", "end_line"],
    "symbols": ["repo", "path", "id", "start_line", "end_line", "parent"],
    "relations": ["source_repo", "source_path", "source", "target_repo", "target_path", "target", "line"],
    "symbol_ranks": ["id"],
}
_PLACE = "source_repo || '/' || source_path || ':' || line"
# What is wrong with some rows, what they are, and the query of their places.
_REFERENCES = (
    (
        "relations",
        "have a source that is no symbol of their file",
        f"SELECT {_PLACE} FROM relations r ANTI JOIN symbols s ON r.source = s.id AND r.source_repo = s.repo AND r.source_path = s.path "
        "WHERE r.source <> -1",
    ),
    (
        "relations",
        "have a target that is no symbol of its file",
        f"SELECT {_PLACE} FROM relations r ANTI JOIN symbols s ON r.target = s.id AND r.target_repo = s.repo AND r.target_path = s.path "
        "WHERE r.target <> -1",
    ),
    (
        "relations",
        "have a target path that is no indexed file",
        f"SELECT {_PLACE} FROM relations r ANTI JOIN files f ON r.target_repo = f.repo AND r.target_path = f.path "
        "WHERE r.target_path <> '' OR r.target_repo <> ''",
    ),
    (
        "relations",
        "are in no indexed file",
        f"SELECT {_PLACE} FROM relations r ANTI JOIN files f ON r.source_repo = f.repo AND r.source_path = f.path",
    ),
    (
        "relations",
        "are on a line that their file does not have",
        f"SELECT {_PLACE} FROM relations r JOIN files f ON r.source_repo = f.repo AND r.source_path = f.path "
        "WHERE r.line NOT BETWEEN 1 AND f.lines",
    ),
    ("symbols", "have an id that another one has", "SELECT min(repo || '/' || path) FROM symbols GROUP BY id HAVING count(*) > 1"),
    ("symbols", "have no rank", "SELECT repo || '/' || path FROM symbols ANTI JOIN symbol_ranks USING (id)"),
    ("ranks", "are of no symbol", "SELECT 'id ' || id FROM symbol_ranks ANTI JOIN symbols USING (id)"),
    ("files", "are listed twice", "SELECT repo || '/' || path FROM all_files GROUP BY repo, path HAVING count(*) > 1"),
)


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a version holds, without its texts; `files` are the indexed ones, `all_files` the skipped ones too."""

    all_files: pa.Table
    files: pa.Table
    chunks: list[pa.Table]
    symbols: pa.Table
    relations: pa.Table
    symbol_ranks: pa.Table
    spans: pa.Table
    shards: pa.Table
    vectors: list[int]
    file_vectors: list[int]
    documents: pa.Table
    file_documents: pa.Table


def problems_of_tables(folder: Path, manifest: Manifest) -> list[str]:
    """All ways in which the parts of a version contradict each other, one sentence each.

    Args:
        folder: Of a version whose files have their checksums.
        manifest: Of the version.
    """
    try:
        parts = _read(folder, manifest.dimension)
    except (OSError, ValueError, KeyError, RuntimeError, pa.ArrowException) as error:
        return [f"its parts cannot be read ({' '.join(str(error).split())})"]
    # Rows can be compared one by one only where there are as many as there should be.
    problems = [*_counts(parts, manifest), *_shards(parts)]
    return problems or [*_repositories(parts, manifest), *_rows(parts), *_documents(parts), *_references(parts)]


def _read(folder: Path, dimension: int) -> _Parts:
    def tables(name: str) -> list[pa.Table]:
        return [pq.read_table(p, columns=_COLUMNS[name]) for p in sorted((folder / "tables" / f"{name}.parquet").iterdir())]

    files = pq.read_table(folder / "tables" / "files.parquet").combine_chunks()
    return _Parts(
        all_files=files,
        files=files.filter(pc.equal(files["status"], str(Status.INDEXED))).combine_chunks(),
        chunks=tables("chunks"),
        symbols=pa.concat_tables(tables("symbols")).combine_chunks(),
        relations=pa.concat_tables(tables("relations")),
        symbol_ranks=pa.concat_tables(tables("symbol_ranks")),
        spans=feather.read_table(str(folder / "spans.arrow")).combine_chunks(),
        shards=feather.read_table(str(folder / "shards.arrow")).combine_chunks(),
        vectors=_vectors(folder / "vectors.faiss", dimension),
        file_vectors=_vectors(folder / "file_vectors.faiss", dimension),
        documents=_texts(folder / "text" / "chunks"),
        file_documents=_texts(folder / "text" / "files"),
    )


def _vectors(folder: Path, dimension: int) -> list[int]:
    """Rows of each shard's vectors."""
    counts = []
    for path in sorted(folder.iterdir()):
        index = faiss.read_index(str(path))
        if index.d != dimension:
            raise ValueError(f"{folder.name}/{path.name} has vectors of length {index.d} where the manifest says {dimension}")
        counts.append(int(index.ntotal))
    return counts


def _texts(folder: Path) -> pa.Table:
    """Shard and row of every document."""
    searcher = tantivy.Index.open(str(folder)).searcher()
    count = int(searcher.num_docs)
    hits = searcher.search(tantivy.Query.all_query(), limit=count, count=False).hits if count else []
    places = [place for _, place in hits]
    return pa.table({name: pa.array(searcher.fast_field_values(name, places), pa.int64()) for name in ("leaf", "row")})


def _counts(parts: _Parts, manifest: Manifest) -> Iterator[str]:
    found = {
        "files": len(parts.all_files),
        "chunks": sum(map(len, parts.chunks)),
        "symbols": len(parts.symbols),
        "relations": len(parts.relations),
        "vectors": sum(parts.vectors),
        "file_vectors": sum(parts.file_vectors),
        "documents": len(parts.documents),
        "file_documents": len(parts.file_documents),
    }
    for name, count in found.items():
        if count != manifest.counts.get(name):
            yield f"{count:,} {name} where its manifest says {manifest.counts.get(name, 0):,}"
    for name, count in (("spans", len(parts.spans)), ("files.parquet", _total(parts.files, "chunks"))):
        if count != found["chunks"]:
            yield f"{name} tells of {count:,} chunks where there are {found['chunks']:,}"
    if (count := _total(parts.files, "symbols")) != found["symbols"]:
        yield f"files.parquet tells of {count:,} symbols where there are {found['symbols']:,}"


def _total(table: pa.Table, column: str) -> int:
    return int(table[column].to_numpy().sum())


def _shards(parts: _Parts) -> Iterator[str]:
    """Each shard has as many chunks, vectors and files as `shards.arrow` says."""
    listed = {name: parts.shards[name].to_pylist() for name in ("chunks", "files")}
    held = (("chunks", "chunks", [len(t) for t in parts.chunks]), ("vectors", "chunks", parts.vectors))
    for name, of, counts in (*held, ("file_vectors", "files", parts.file_vectors)):
        if len(counts) != len(parts.shards):
            yield f"{len(counts):,} shards of {name} where shards.arrow lists {len(parts.shards):,}"
            continue
        wrong = [i for i, (count, expected) in enumerate(zip(counts, listed[of], strict=True)) if count != expected]
        if wrong:
            yield f"shard {wrong[0]} has {counts[wrong[0]]:,} {name} where shards.arrow says {listed[of][wrong[0]]:,} {of}"
    if (count := _total(parts.shards, "files")) != len(parts.files):
        yield f"shards.arrow tells of {count:,} indexed files where files.parquet has {len(parts.files):,}"


def _repositories(parts: _Parts, manifest: Manifest) -> Iterator[str]:
    """Each repository has what the manifest says, and no other has anything."""
    sums = parts.files.group_by("repo").aggregate([("path", "count"), ("chunks", "sum"), ("symbols", "sum")])
    found = {row["repo"]: [row["path_count"], row["chunks_sum"], row["symbols_sum"]] for row in sums.to_pylist()}
    for entry in manifest.repositories:
        counts, expected = found.pop(entry.name, [0, 0, 0]), [entry.files, entry.chunks, entry.symbols]
        if counts != expected:
            shown = [
                ", ".join(f"{n:,} {what}" for n, what in zip(c, ("files", "chunks", "symbols"), strict=True)) for c in (counts, expected)
            ]
            yield f"repository '{entry.name}' has {shown[0]} where its manifest says {shown[1]}"
    if unknown := sorted(set(parts.all_files["repo"].unique().to_pylist()) - {r.name for r in manifest.repositories}):
        yield f"files.parquet has files of '{unknown[0]}', which is no repository of the manifest"


def _rows(parts: _Parts) -> Iterator[str]:
    """Row i is the same chunk in spans and tables, and lies within its file; likewise symbols."""
    files, chunks = parts.files, pa.concat_tables(parts.chunks).combine_chunks()
    lines = files["lines"].to_numpy()
    for name, table in (("chunk", chunks), ("symbol", parts.symbols)):
        starts = np.cumsum(parts.all_files[f"{name}s"].to_numpy()) - parts.all_files[f"{name}s"].to_numpy()
        if (parts.all_files[f"first_{name}"].to_numpy() != starts).any():
            yield f"first_{name} of files.parquet does not add up"
        owner = np.repeat(np.arange(len(files)), files[f"{name}s"].to_numpy())
        misplaced = np.zeros(len(table), bool)
        for column in ("repo", "path"):
            misplaced |= pc.not_equal(table[column], files[column].take(pa.array(owner))).to_numpy(zero_copy_only=False)
        yield from _found(f"{name}s", "are not those of the file that files.parquet has for their row", misplaced, table)
        start, end = table["start_line"].to_numpy(), table["end_line"].to_numpy()
        yield from _found(
            f"{name}s", "do not lie within the lines of their file", (start < 1) | (start > end) | (end > lines[owner]), table
        )
        if name == "chunk":
            yield from _spans(parts.spans, table, owner)
        else:
            parent, own = table["parent"].to_numpy(), np.arange(len(table)) - files["first_symbol"].to_numpy()[owner]
            wrong = (parent < -1) | (parent == own) | (parent >= files["symbols"].to_numpy()[owner])
            yield from _found("symbols", "have a parent that is no other symbol of their file", wrong, table)


def _spans(spans: pa.Table, chunks: pa.Table, owner: NDArray[np.int64]) -> Iterator[str]:
    wrong = spans["file"].to_numpy() != owner
    for name in ("start_line", "end_line"):
        wrong |= spans[name].to_numpy() != chunks[name].to_numpy()
    kinds = pc.index_in(chunks["kind"], pa.array([str(k) for k in ChunkKind])).fill_null(-1)
    wrong |= spans["kind"].to_numpy() != kinds.to_numpy()
    yield from _found("chunks", "have another span in spans.arrow", wrong, chunks)


def _found(what: str, wrong_how: str, mask: NDArray[np.bool_], table: pa.Table) -> Iterator[str]:
    if mask.any():
        row = table.slice(int(mask.argmax()), 1).to_pylist()[0]
        yield f"{mask.sum():,} {what} {wrong_how}, first {row['repo']}/{row['path']}:{row['start_line']}-{row['end_line']}"


def _documents(parts: _Parts) -> Iterator[str]:
    """Every chunk and file is one document of the text index, which names its shard and row."""
    leaves = parts.shards["leaf"].to_numpy()
    for name, of, table in (("chunks", "chunks", parts.documents), ("files", "files", parts.file_documents)):
        counts = parts.shards[of].to_numpy()
        rows = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        expected = _sorted(np.repeat(leaves, counts), rows)
        wrong = int((_sorted(table["leaf"].to_numpy(), table["row"].to_numpy()) != expected).any(axis=0).sum())
        if wrong:
            yield f"{wrong:,} documents of text/{name} stand for no row of the {of}"


def _sorted(leaves: NDArray[np.int64], rows: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.stack([leaves, rows])[:, np.lexsort((rows, leaves))]


def _references(parts: _Parts) -> Iterator[str]:
    import duckdb

    with duckdb.connect() as tables:
        for name in ("files", "all_files", "symbols", "relations", "symbol_ranks"):
            tables.register(name, getattr(parts, name))
        for what, wrong_how, query in _REFERENCES:
            count, first = tables.execute(f"SELECT count(*), min(place) FROM ({query}) AS found(place)").fetchall()[0]
            if count:
                yield f"{count:,} {what} {wrong_how}, first {first}"
