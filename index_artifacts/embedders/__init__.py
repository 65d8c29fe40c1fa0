"""Embedding providers. A new one is a class of this protocol and a line in `make_embedder`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Protocol

from index_artifacts.errors import EmbeddingError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from index_artifacts.types import EmbeddingInput


class Embedder(Protocol):
    """Makes vectors of documents and queries.

    Attributes:
        model_id: Names the model and its version; vectors of different ids never meet.
        dimension: Length of every vector.
    """

    model_id: str
    dimension: int

    def form(self, document: EmbeddingInput) -> str:
        """The text that determines a document's vector; the cache key is its hash."""

    def embed_documents(self, documents: Sequence[EmbeddingInput]) -> NDArray[np.float32]:
        """Vectors [n, dimension] of length 1, or 0 for a document without content."""

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Vector [dimension] of length 1, or 0 for a query without content."""


@cache
def make_embedder(provider: str) -> Embedder:
    """The embedder of a provider; one per process."""
    if provider == "static":
        from index_artifacts.embedders.static import StaticEmbedder

        return StaticEmbedder()
    raise EmbeddingError(f"Unknown embedding provider '{provider}'; the only one is 'static'.")
