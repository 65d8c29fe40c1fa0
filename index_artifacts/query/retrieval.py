"""Candidates of a query from the vector and text indexes, with filters applied before anything is cut off."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import faiss
import numpy as np
import tantivy

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from index_artifacts.query.analysis import QueryTerms

# How many each retriever gives: twice as many gave the same ranking on 379 questions in twice the time.
CHUNK_WORDS, CHUNK_DENSE, FILE_WORDS, FILE_DENSE = 300, 300, 150, 100
_DEFINERS = 64  # a name that more chunks define says little about which is meant


@dataclass(frozen=True, slots=True)
class Scored:
    """Rows and their scores, best first."""

    rows: NDArray[np.int64]
    scores: NDArray[np.float32]

    @property
    def best(self) -> float:
        """The highest score, or 1 where there is none to divide by."""
        return float(self.scores[0]) if len(self.scores) and self.scores[0] > 0 else 1.0

    def at(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """Scores of some rows; 0 for a row that was not retrieved."""
        if not len(self.rows):
            return np.zeros(len(rows), np.float32)
        order = np.argsort(self.rows)
        place = np.minimum(np.searchsorted(self.rows[order], rows), len(order) - 1)
        found = self.rows[order[place]] == rows
        return np.where(found, self.scores[order[place]], 0).astype(np.float32)


_NONE = Scored(np.empty(0, np.int64), np.empty(0, np.float32))


class TextIndex:
    """One of the two Tantivy indexes of a version."""

    def __init__(self, folder: str, leaves: NDArray[np.int64], first: NDArray[np.int64]) -> None:
        """Open an index.

        Args:
            folder: Of the index.
            leaves: What stands for each shard in its documents.
            first: First row of each shard.
        """
        self._index = tantivy.Index.open(folder)
        self._schema = self._index.schema
        self._searcher = self._index.searcher()
        self._order = np.argsort(leaves)
        self._leaves, self._first = leaves[self._order], first[self._order]

    def __len__(self) -> int:
        return int(self._searcher.num_docs)

    def frequency(self, field: str, term: str) -> int:
        """In how many documents a term stands."""
        return int(self._searcher.doc_freq(field, term))

    def search(self, field: str, terms: dict[str, float], allowed: tantivy.Query | None, limit: int) -> Scored:
        """The best documents for weighted terms."""
        words = [
            (tantivy.Occur.Should, tantivy.Query.boost_query(self._term(field, term), weight) if weight != 1 else self._term(field, term))
            for term, weight in terms.items()
        ]
        return self._run(tantivy.Query.boolean_query(words), allowed, limit) if words else self._scored([])

    def having(self, field: str, values: list[str] | list[int], allowed: tantivy.Query | None, limit: int) -> Scored:
        """Documents that hold one of some exact values."""
        return self._run(tantivy.Query.term_set_query(self._schema, field, values), allowed, limit)

    def filter(self, conditions: dict[str, list[str] | list[int]]) -> tantivy.Query | None:
        """A condition that every document must meet: each field holds one of its values."""
        sets = [tantivy.Query.term_set_query(self._schema, field, values) for field, values in conditions.items()]
        if not sets:
            return None
        return tantivy.Query.const_score_query(tantivy.Query.boolean_query([(tantivy.Occur.Must, s) for s in sets]), 0.0)

    def _term(self, field: str, term: str) -> tantivy.Query:
        return tantivy.Query.term_query(self._schema, field, term, index_option="freq")

    def _run(self, query: tantivy.Query, allowed: tantivy.Query | None, limit: int) -> Scored:
        if allowed is not None:
            query = tantivy.Query.boolean_query([(tantivy.Occur.Must, query), (tantivy.Occur.Must, allowed)])
        asked = limit + 1
        while True:
            hits = self._searcher.search(query, asked, count=False).hits
            # Tantivy cuts off among equals by where they lie in its segments; here the row decides, so all of them are needed.
            if len(hits) < asked or hits[-1][0] < hits[limit - 1][0]:
                break
            asked *= 2
        found = self._scored(hits)
        return Scored(found.rows[:limit], found.scores[:limit])

    def _scored(self, hits: list[tuple[float, tantivy.DocAddress]]) -> Scored:
        places = [a for _, a in hits]
        leaves, rows = (np.array(self._searcher.fast_field_values(n, places), np.int64) for n in ("leaf", "row"))
        rows = rows + self._first[np.searchsorted(self._leaves, leaves)]
        scores = np.array([s for s, _ in hits], np.float32)
        order = np.lexsort((rows, -scores))
        return Scored(rows[order], scores[order])


class VectorIndex:
    """One of the two FAISS indexes of a version."""

    SAMPLE = 1024

    def __init__(self, index: faiss.IndexScalarQuantizer) -> None:
        self._index = index
        codes = faiss.rev_swig_ptr(index.codes.data(), index.codes.size()) if index.ntotal else np.empty(0, np.uint8)
        self._codes = codes.view(np.float16).reshape(index.ntotal, index.d)
        step = max(1, len(self) // self.SAMPLE)
        self._sample = self._codes[::step].astype(np.float32)

    def __len__(self) -> int:
        return int(self._index.ntotal)

    def scores(self, query: NDArray[np.float32], rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """Inner products of a query with some rows."""
        return _inner(np.take(self._codes, rows, axis=0).astype(np.float32), query)

    def median(self, query: NDArray[np.float32]) -> float:
        """About the middle score of all rows: that of an even sample."""
        return float(np.median(_inner(self._sample, query))) if len(self._sample) else 0.0

    def search(self, query: NDArray[np.float32], allowed: NDArray[np.bool_] | None, limit: int) -> Scored:
        """The best rows for a query vector."""
        if not query.any() or not len(self):
            return _NONE
        faiss.omp_set_num_threads(1)  # of this thread: one query is one thread's work, and waking others takes longer
        parameters = None
        if allowed is not None:
            bits = np.packbits(allowed, bitorder="little")
            # FAISS's stubs describe its C++ signatures, not those of its Python wrappers.
            parameters = faiss.SearchParameters(sel=faiss.IDSelectorBitmap(bits))  # type: ignore[call-arg,arg-type]
        scores, rows = self._index.search(query[None], min(limit, len(self)), params=parameters)
        kept = rows[0] >= 0
        return Scored(rows[0][kept], scores[0][kept])


def _inner(rows: NDArray[np.float32], query: NDArray[np.float32]) -> NDArray[np.float32]:
    """Inner products, on this thread: BLAS would wait for all cores, longer than it computes."""
    products: NDArray[np.float32] = np.einsum("ij,j->i", rows, query)
    return products


def read_vectors(folder: Path) -> VectorIndex:
    """One index of the vectors of all shards.

    Raises:
        ValueError: A file holds something else.
    """
    whole: faiss.IndexScalarQuantizer | None = None
    for path in sorted(folder.iterdir()):
        part = faiss.read_index(str(path))
        if not isinstance(part, faiss.IndexScalarQuantizer):
            raise ValueError(f"{path.name} is a {type(part).__name__} where an IndexScalarQuantizer is expected")
        if whole is None:
            whole = part
        else:
            whole.merge_from(part)
    if whole is None:
        raise ValueError(f"{folder.name} is empty")
    return VectorIndex(whole)


@dataclass(frozen=True, slots=True)
class Candidates:
    """What the retrievers found."""

    chunk_words: Scored
    chunk_dense: Scored
    file_words: Scored
    file_body: Scored
    file_path: Scored
    file_dense: Scored
    definers: dict[int, tuple[float, bool]]  # chunk -> strength, whether the case is that of the query


@dataclass(frozen=True, slots=True)
class Filter:
    """Which rows may be found; None for all."""

    chunks: NDArray[np.bool_] | None
    files: NDArray[np.bool_] | None
    chunk_terms: dict[str, list[str] | list[int]]
    file_terms: dict[str, list[str] | list[int]]


def retrieve(
    query: QueryTerms,
    vector: NDArray[np.float32],
    texts: tuple[TextIndex, TextIndex],
    vectors: tuple[VectorIndex, VectorIndex],
    where: Filter,
) -> Candidates:
    """Ask every retriever; the vectors of chunks on another core, since that takes about as long as all others."""
    with ThreadPoolExecutor(1) as beside:  # a lasting one would not outlive a fork
        dense = beside.submit(vectors[0].search, vector, where.chunks, CHUNK_DENSE)
        found = _words(query, vector, texts, vectors[1], where)
        return replace(found, chunk_dense=dense.result())


def _words(
    query: QueryTerms, vector: NDArray[np.float32], texts: tuple[TextIndex, TextIndex], file_vectors: VectorIndex, where: Filter
) -> Candidates:
    """All but the vectors of chunks."""
    chunk_text, file_text = texts
    chunk_filter, file_filter = chunk_text.filter(where.chunk_terms), file_text.filter(where.file_terms)
    definers: dict[int, tuple[float, bool]] = {}
    for name, strength in query.symbols.items():
        for value, exact in ((name.lower() + "~", False), (name, True)):
            for row in chunk_text.having("defines", [value], chunk_filter, _DEFINERS).rows.tolist():
                definers[row] = max(definers.get(row, (0.0, False)), (strength, exact))
    return Candidates(
        chunk_text.search("all", query.terms, chunk_filter, CHUNK_WORDS),
        _NONE,
        file_text.search("all", query.terms, file_filter, FILE_WORDS),
        file_text.search("body", query.terms, file_filter, FILE_WORDS),
        file_text.search("path", query.terms, file_filter, FILE_WORDS),
        file_vectors.search(vector, where.files, FILE_DENSE),
        definers,
    )
