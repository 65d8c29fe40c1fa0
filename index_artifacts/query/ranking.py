"""Rank the files of the candidates by a weighted sum of named signals, and choose the chunks that stand for them.

Signals of words are divided by the query's best; dense ones are (score - median) / (best - median), clipped to -1..1. A file's
best chunk carries the file's score; its second is shown further down; more are not shown.
"""

from __future__ import annotations

import math
import posixpath
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from index_artifacts.text import split_identifier, stem
from index_artifacts.types import Category

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from index_artifacts.query.analysis import QueryTerms
    from index_artifacts.query.retrieval import Candidates, TextIndex, VectorIndex

_COMPAT = re.compile(r"(?:^|[/_.-])(?:_?compat|legacy|deprecated|polyfills?|shims?)(?:$|[/_.-])", re.IGNORECASE)
_RE_EXPORT = frozenset({"__init__.py", "index.ts", "index.js", "index.tsx", "index.mjs", "mod.rs", "lib.rs", "all.h"})
_STUB = (".d.ts", ".pyi")
_PREFIX = 4  # a query word and a stem word match if one starts the other with this many letters
_TOP = 3  # how many chunks speak for a file: the mean the weights were fitted with
_FIRST = 4  # chunks of a candidate file that are scored though no retriever gave them


@dataclass(frozen=True, slots=True)
class Facts:
    """What ranking knows of a version's files and chunks, by row."""

    paths: list[str]
    categories: list[str]
    ranks: NDArray[np.float32]
    first_chunk: NDArray[np.int32]
    chunks: NDArray[np.int32]
    file_of_chunk: NDArray[np.int32]
    is_class: NDArray[np.bool_]
    is_section: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Ranked:
    """One chunk of the result; `parts` adds up to its score."""

    chunk: int
    score: float
    parts: dict[str, float]


@dataclass(frozen=True, slots=True)
class _Rows:
    """The scored chunks of the candidate files, by row, and for each the position of its file among them."""

    chunk: NDArray[np.int64]
    owner: NDArray[np.int64]
    files: int

    def tops(self, scores: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Each file's best score, and the mean of its best three."""
        order = np.lexsort((-scores, self.owner))
        starts = np.searchsorted(self.owner[order], np.arange(self.files + 1))
        place = starts[:-1, None] + np.arange(_TOP)
        inside = place < starts[1:, None]
        values = np.where(inside, scores[order][np.minimum(place, len(scores) - 1)], 0)
        return values[:, 0], values.sum(axis=1) / np.maximum(inside.sum(axis=1), 1)


def rank(
    query: QueryTerms,
    vector: NDArray[np.float32],
    found: Candidates,
    facts: Facts,
    allowed: NDArray[np.bool_] | None,
    file_text: TextIndex,
    vectors: tuple[VectorIndex, VectorIndex],
    weights: dict[str, dict[str, float]],
    k: int,
) -> list[Ranked]:
    """The best k chunks in order of their score; ties by row, which is by repository, path and line."""
    definers = np.fromiter(found.definers, np.int64, len(found.definers))
    chunks = np.concatenate([found.chunk_words.rows, found.chunk_dense.rows, definers])
    retrieved = [facts.file_of_chunk[chunks], found.file_words.rows, found.file_path.rows, found.file_dense.rows]
    files = np.unique(np.concatenate(retrieved).astype(np.int64))
    rows = _rows(files[facts.chunks[files] > 0], chunks, facts, allowed)
    files = np.unique(facts.file_of_chunk[rows.chunk]).astype(np.int64)
    if not len(files):
        return []
    words = found.chunk_words.at(rows.chunk) / found.chunk_words.best
    dense = _dense(vectors[0], rows.chunk, vector, found.chunk_dense.best)
    signals: dict[str, NDArray[np.float32]] = {}
    signals["words best chunk"], signals["words top chunks"] = rows.tops(words)
    signals["dense best chunk"], signals["dense top chunks"] = rows.tops(dense)
    signals["dense file"] = _dense(vectors[1], files, vector, found.file_dense.best)
    for name, scored in (("words file", found.file_words), ("words body", found.file_body), ("words path", found.file_path)):
        signals[name] = scored.at(files) / scored.best
    defines = _definitions(query, found, rows, facts, signals)
    _priors(files, facts, signals)
    named = [_path_facts(facts.paths[f]) for f in files.tolist()]
    _names(query, named, file_text, signals)
    _categories(query, [facts.categories[f] for f in files.tolist()], named, signals)
    names = list(weights["signals"])
    table = np.stack([signals[n] for n in names], axis=1) * np.array(list(weights["signals"].values()))
    chunk_weights = weights["chunks"]
    within = words + chunk_weights["dense"] * dense + chunk_weights["defines"] * defines
    within += chunk_weights["section"] * facts.is_section[rows.chunk]
    return _shown(rows, within, table, names, chunk_weights["second"], k)


def _rows(files: NDArray[np.int64], retrieved: NDArray[np.int64], facts: Facts, allowed: NDArray[np.bool_] | None) -> _Rows:
    """The retrieved chunks, and of every file the first few, so that one found by its path has something to show."""
    counts = np.minimum(facts.chunks[files], _FIRST)
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    chunk = np.unique(np.concatenate([np.repeat(facts.first_chunk[files], counts) + within, retrieved]))
    if allowed is not None:
        chunk = chunk[allowed[chunk]]
    _, owner = np.unique(facts.file_of_chunk[chunk], return_inverse=True)
    return _Rows(chunk.astype(np.int64), owner, int(owner[-1]) + 1 if len(owner) else 0)


def _dense(index: VectorIndex, rows: NDArray[np.int64], vector: NDArray[np.float32], best: float) -> NDArray[np.float32]:
    if not vector.any():
        return np.zeros(len(rows), np.float32)
    median = index.median(vector)
    scaled: NDArray[np.float32] = np.clip((index.scores(vector, rows) - median) / max(best - median, 1e-6), -1, 1)
    return scaled


def _definitions(
    query: QueryTerms, found: Candidates, rows: _Rows, facts: Facts, signals: dict[str, NDArray[np.float32]]
) -> NDArray[np.float32]:
    """Three signals of files that define a queried symbol; returns the strength by chunk."""
    strength = np.zeros(len(rows.chunk), np.float32)
    for name in ("defines class", "defines any case", "defines function"):
        signals[name] = np.zeros(rows.files, np.float32)
    for i in np.flatnonzero(np.isin(rows.chunk, list(found.definers))).tolist():
        row, file = int(rows.chunk[i]), int(rows.owner[i])
        value, exact = found.definers[row]
        strength[i] = value
        kinds = ["defines any case"]
        if exact:
            kinds.append("defines class" if facts.is_class[row] else "defines function")
        for kind in kinds:
            signals[kind][file] = max(signals[kind][file], value)
    return strength


def _priors(files: NDArray[np.int64], facts: Facts, signals: dict[str, NDArray[np.float32]]) -> None:
    signals["page rank"] = (np.log(np.maximum(facts.ranks[files], 1e-3)) / 4).astype(np.float32)
    signals["size"] = (np.log1p(facts.chunks[files]) / 4).astype(np.float32)


@dataclass(frozen=True, slots=True)
class _PathFacts:
    """What the path of a file tells."""

    words: tuple[str, ...]  # stemmed words of its stem
    stem: str  # letters and digits of its stem, joined
    compat: bool
    re_export: bool
    type_stub: bool


@lru_cache(maxsize=100_000)
def _path_facts(path: str) -> _PathFacts:
    name = posixpath.basename(path)
    plain = name.partition(".")[0] or name
    words = tuple(dict.fromkeys(stem(w) for w in _parts(plain)))
    joined = "".join(c for c in plain.lower() if c.isalnum())
    return _PathFacts(words, joined, _COMPAT.search(path) is not None, name in _RE_EXPORT, path.endswith(_STUB))


def _parts(name: str) -> list[str]:
    """Words of a name of files, without the joined form."""
    return [w for piece in re.split(r"[^A-Za-z0-9]+", name) if (s := split_identifier(piece)) for w in (s[1:] if len(s) > 2 else s)]


def _matching(words: Iterable[str], terms: Iterable[str]) -> dict[str, list[str]]:
    """The terms that each word matches, for words that match any: equal, or one the beginning of the other."""
    by_start: dict[str, list[str]] = {}
    for term in terms:
        by_start.setdefault(term[:_PREFIX], []).append(term)
    hits: dict[str, list[str]] = {}
    for word in words:
        near = by_start.get(word[:_PREFIX], ())  # of shorter ones it is the whole
        if found := [t for t in near if word.startswith(t) or t.startswith(word)]:
            hits[word] = found
    return hits


def _names(query: QueryTerms, named: list[_PathFacts], file_text: TextIndex, signals: dict[str, NDArray[np.float32]]) -> None:
    """Signals of the words of stems."""
    total = len(file_text) + 1
    idf = {t: w * math.log(total / (file_text.frequency("all", t) + 0.5)) for t, w in query.terms.items()}
    whole = sum(idf.values()) or 1.0
    symbols = {s.lower().replace("_", "") for s in query.symbols}
    hits = _matching({w for facts in named for w in facts.words}, idf)
    shares = np.zeros((3, len(named)), np.float32)
    for i, facts in enumerate(named):
        if matched := [hits[w] for w in facts.words if w in hits]:
            shares[0, i] = sum(max(query.terms[t] for t in terms) for terms in matched) / len(facts.words)
            shares[1, i] = sum(idf[t] for t in {t for terms in matched for t in terms}) / whole
        shares[2, i] = facts.stem in symbols
    signals.update(zip(("stem words", "query in stem", "stem is symbol"), shares, strict=True))


def _categories(query: QueryTerms, kinds: list[str], named: list[_PathFacts], signals: dict[str, NDArray[np.float32]]) -> None:
    """1 for a file of each kind that ranks lower."""
    for category in (Category.TEST, Category.VENDORED, Category.GENERATED, Category.EXAMPLE, Category.DOCS, Category.CONFIG):
        signals[category] = np.array([k == category for k in kinds], np.float32)
    if query.wants_tests:
        signals[Category.TEST] = np.zeros(len(kinds), np.float32)
    signals["compat"] = np.array([f.compat for f in named], np.float32)
    signals["re-export"] = np.array([f.re_export for f in named], np.float32)
    signals["type stub"] = np.array([f.type_stub for f in named], np.float32)


def _shown(rows: _Rows, within: NDArray[np.float32], table: NDArray[np.float64], names: list[str], second: float, k: int) -> list[Ranked]:
    """The best two chunks of the best k files, in order, cut to k."""
    scores = table.sum(axis=1)
    order = np.lexsort((rows.chunk, -within, rows.owner))
    starts = np.searchsorted(rows.owner[order], np.arange(rows.files + 1))
    ranked: list[Ranked] = []
    for file in np.argsort(-scores, kind="stable")[:k].tolist():
        parts = {n: float(v) for n, v in zip(names, table[file], strict=True) if v}
        best = order[starts[file] : min(starts[file] + 2, starts[file + 1])].tolist()
        ranked.append(Ranked(int(rows.chunk[best[0]]), float(scores[file]), parts))
        if len(best) > 1:
            fall = second + float(within[best[0]] - within[best[1]])
            ranked.append(Ranked(int(rows.chunk[best[1]]), float(scores[file]) - fall, {**parts, "second chunk": -fall}))
    ranked.sort(key=lambda r: (-r.score, r.chunk))
    return ranked[:k]
