"""Queries that are asked of every version, the gate's, embedded once for a model."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from index_artifacts.build.vector_cache import VectorCache, key_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from index_artifacts.config import Home
    from index_artifacts.embedders import Embedder
    from index_artifacts.query.index import Index
    from index_artifacts.types import EmbeddingInput


class RememberedQueries:
    """An embedder that takes the vectors of queries from the model's cache, and puts new ones there."""

    def __init__(self, embedder: Embedder, cache: VectorCache) -> None:
        self._embedder, self._cache = embedder, cache
        self.model_id, self.dimension, self.in_flight = embedder.model_id, embedder.dimension, embedder.in_flight

    def form(self, document: EmbeddingInput) -> str:
        """As the embedder itself."""
        return self._embedder.form(document)

    def embed_documents(self, documents: Sequence[EmbeddingInput]) -> NDArray[np.float32]:
        """As the embedder itself."""
        return self._embedder.embed_documents(documents)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """The vector as the cache holds it, whether it was there before or not: the same questions get the same answers."""
        key = key_of(f"\0query\0{text}")
        if self._cache.rows([key])[0] < 0:
            self._cache.add([key], self._embedder.embed_query(text)[None])
        vector: NDArray[np.float32] = self._cache.vectors([key])[0].astype(np.float32)
        return vector


@contextmanager
def remembering(home: Home, *indexes: Index | None) -> Iterator[None]:
    """Let indexes remember the queries that they are asked, as far as a server makes their vectors."""
    caches: dict[str, VectorCache] = {}
    for index in indexes:
        if index is not None and index.embedder.in_flight:
            cache = caches.setdefault(
                index.manifest.model_id, VectorCache(home.embeddings(index.manifest.model_id), index.manifest.dimension)
            )
            index.embedder = RememberedQueries(index.embedder, cache)
    try:
        yield
    finally:
        for cache in caches.values():
            cache.flush()
