"""The default embedder: token vectors shipped with the package, summed. See `static_model/MODEL_CARD.md` for the rules."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache
from importlib import resources
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from index_artifacts.text import model_runs, model_tokens_of_run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from index_artifacts.types import EmbeddingInput, Title

_PATH_TOKENS, _SCOPE_TOKENS, _SYMBOL_TOKENS = 12, 12, 40  # how the model was trained: its card, "Vectors"
_ENCLOSING_NAMES = 3
_MEMO_LIMIT = 100_000


def _model_file(name: str) -> str:
    return str(resources.files("index_artifacts") / "embedders" / "static_model" / name)


def title_tokens(title: Title) -> list[tuple[str, bool]]:
    """Tokens of a title, each with whether it is the joined whole of those behind it.

    The last of the path without its extension, then of the enclosing names, then the first of the symbol names.
    """
    folder, slash, name = title.path.rpartition("/")
    stem = name.rpartition(".")[0] or name
    scopes = [t for s in title.scopes[-_ENCLOSING_NAMES:] for t in _marked_tokens(s)]
    symbols = [t for s in title.symbols for t in _marked_tokens(s)]
    return [*_marked_tokens(folder + slash + stem)[-_PATH_TOKENS:], *scopes[:_SCOPE_TOKENS], *symbols[:_SYMBOL_TOKENS]]


@lru_cache(maxsize=65_536)  # the path and the scopes of a file's chunks are the same
def _marked_tokens(text: str) -> tuple[tuple[str, bool], ...]:
    split = map(model_tokens_of_run, model_runs(text))
    return tuple((token, joined and i == 0) for tokens, joined in split for i, token in enumerate(tokens))


class StaticEmbedder:
    """Bag-of-tokens embedding: no server, no download, deterministic."""

    model_id = "codelode-static-256-v1"
    dimension = 256
    in_flight = 0

    def __init__(self) -> None:
        with Path(_model_file("vocabulary.txt")).open(encoding="utf-8") as lines:
            self._row_of = {line.rstrip("\n"): i for i, line in enumerate(lines)}
        self._rows_of_run: dict[str, tuple[int, ...]] = {}
        weights = _load_weights(_model_file("weights.safetensors"))
        self._quantised = weights["embeddings"]
        self._scale = weights["row_scale"].astype(np.float32)
        self._gamma = float(weights["gamma"][0])

    @cached_property
    def _table(self) -> NDArray[np.float32]:
        """All token vectors, [vocabulary, 256]; made only when documents are embedded."""
        table: NDArray[np.float32] = self._quantised.astype(np.float32) * self._scale[:, None]
        return table

    def form(self, document: EmbeddingInput) -> str:
        """What of a document determines its vector; the embedding cache's key is its hash."""
        title = document.title
        return "\0".join((title.path, " ".join(title.scopes), " ".join(title.symbols), document.body))

    def embed_documents(self, documents: Sequence[EmbeddingInput]) -> NDArray[np.float32]:
        """Vectors of documents, float32 [n, 256], of length 1 or, without any known token, 0."""
        bodies = self._bags([self._rows_of_text(d.body) for d in documents])
        titles = self._bags([self._rows_of_title(d.title) for d in documents])
        return _unit(_unit(bodies) + self._gamma * _unit(titles))

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Vector of a query, float32 [256], of length 1 or, without any known token, 0."""
        counts = self._rows_of_text(text)
        if not counts:
            return np.zeros(self.dimension, np.float32)
        rows = np.fromiter(counts.keys(), np.int64, len(counts))
        weights = (1 + np.log(np.fromiter(counts.values(), np.float32, len(counts)))) * self._scale[rows]
        bag: NDArray[np.float32] = weights.astype(np.float32)[None] @ self._quantised[rows].astype(np.float32)
        unit: NDArray[np.float32] = _unit(bag)[0]
        return unit

    def nearest_words(self, words: Sequence[str], k: int) -> list[list[tuple[str, float]]]:
        """For each word the nearest words of ASCII letters, with their cosines, best first; for query expansion."""
        if not words:
            return []
        cosines = np.stack([self.embed_query(w) for w in words]) @ self._ascii_units.T
        best = np.argpartition(-cosines, k, axis=1)[:, :k].tolist()
        return [
            [(self._ascii_words[i], float(row[i])) for i in sorted(chosen, key=lambda i: (-row[i], i))]
            for row, chosen in zip(cosines, best, strict=True)
        ]

    @cached_property
    def _ascii_words(self) -> list[str]:
        return [w for w in self._row_of if w.isascii() and w.isalpha() and len(w) > 2]

    @cached_property
    def _ascii_units(self) -> NDArray[np.float32]:
        rows = [self._row_of[w] for w in self._ascii_words]
        return _unit(self._quantised[rows].astype(np.float32))

    def _rows_of_text(self, text: str) -> dict[int, int]:
        counts: dict[int, int] = {}
        for run, n in Counter(model_runs(text)).items():
            rows = self._rows_of_run.get(run)
            if rows is None:
                rows = self._remember(run)
            for row in rows:
                counts[row] = counts.get(row, 0) + n
        return counts

    def _rows_of_title(self, title: Title) -> dict[int, int]:
        return Counter(row for token, whole in title_tokens(title) for row in self._rows_of_token(token, whole=whole))

    def _remember(self, run: str) -> tuple[int, ...]:
        if len(self._rows_of_run) > _MEMO_LIMIT:
            self._rows_of_run.clear()
        tokens, joined = model_tokens_of_run(run)
        rows = [r for i, token in enumerate(tokens) for r in self._rows_of_token(token, whole=joined and i == 0)]
        self._rows_of_run[run] = tuple(rows)
        return tuple(rows)

    def _rows_of_token(self, token: str, *, whole: bool) -> tuple[int, ...]:
        row = self._row_of.get(token)
        if row is not None:
            return (row,)
        if whole:
            return ()
        if token.isascii():
            return self._segments(token) if token.isalpha() and 6 <= len(token) <= 40 else ()
        return tuple(self._row_of[c] for c in token if c in self._row_of) if len(token) > 1 else ()

    def _segments(self, token: str) -> tuple[int, ...]:
        """Rows of the fewest vocabulary words, of 3 to 16 letters and at most 4, that make up an unknown word."""
        best: list[tuple[int, ...] | None] = [()] + [None] * len(token)
        for start in range(len(token)):
            prefix = best[start]
            if prefix is None or len(prefix) == 4:
                continue
            for end in range(start + 3, min(start + 16, len(token)) + 1):
                row = self._row_of.get(token[start:end])
                known = best[end]
                if row is not None and (known is None or len(prefix) + 1 < len(known)):
                    best[end] = (*prefix, row)
        return best[-1] or ()

    def _bags(self, counts: list[dict[int, int]]) -> NDArray[np.float32]:
        from scipy.sparse import csr_array

        sizes = np.fromiter((len(c) for c in counts), np.int64, len(counts))
        total = int(sizes.sum())
        rows = np.fromiter(chain.from_iterable(counts), np.int32, total)
        values = 1 + np.log(np.fromiter(chain.from_iterable(c.values() for c in counts), np.float32, total))
        bounds = np.concatenate([[0], np.cumsum(sizes)])
        bags = csr_array((values.astype(np.float32), rows, bounds), shape=(len(counts), len(self._row_of)))
        return np.asarray(bags @ self._table, dtype=np.float32)


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    units: NDArray[np.float32] = vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + np.float32(1e-9))
    return units


def _load_weights(path: str) -> dict[str, NDArray[np.generic]]:
    from safetensors.numpy import load_file

    return load_file(path)
