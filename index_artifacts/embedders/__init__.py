"""Embedding providers. A new one is a class of this protocol and a line in `_served`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Protocol

from index_artifacts.errors import EmbeddingError
from index_artifacts.store import read_json, write_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from index_artifacts.config import Home
    from index_artifacts.embedders.served import ServedEmbedder
    from index_artifacts.embedders.static import StaticEmbedder
    from index_artifacts.embedding_config import EmbeddingConfig
    from index_artifacts.types import EmbeddingInput


class Embedder(Protocol):
    """Makes vectors of documents and queries.

    Attributes:
        model_id: Names the model and its version; vectors of different ids never meet.
        dimension: Length of every vector.
        in_flight: How many requests its server takes at once; 0 for one that computes by itself, in processes of its own.
    """

    model_id: str
    dimension: int
    in_flight: int

    def form(self, document: EmbeddingInput) -> str:
        """The text that determines a document's vector; the cache key is its hash."""

    def embed_documents(self, documents: Sequence[EmbeddingInput]) -> NDArray[np.float32]:
        """Vectors [n, dimension] of length 1, or 0 for a document without content."""

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Vector [dimension] of length 1, or 0 for a query without content."""


def make_embedder(config: EmbeddingConfig, dimension: int = 0, *, keyed: bool = True) -> Embedder:
    """The embedder of a model; one per process. Nothing is asked of its server, and no client loaded, before it is used.

    Args:
        config: Which model.
        dimension: Length of its vectors, where that is known from elsewhere; without it, a served one can only form texts.
        keyed: Whether its server may be given the key.
    """
    if config.provider == "static":
        return _static()
    return _served(config, dimension, keyed=keyed)


@cache
def _static() -> StaticEmbedder:
    from index_artifacts.embedders.static import StaticEmbedder

    return StaticEmbedder()


@cache
def _served(config: EmbeddingConfig, dimension: int = 0, *, keyed: bool = True) -> ServedEmbedder:
    from index_artifacts.embedders.ollama import OllamaEmbedder
    from index_artifacts.embedders.openai import OpenAIEmbedder

    classes = {"ollama": OllamaEmbedder, "openai": OpenAIEmbedder}
    if config.provider not in classes:
        raise EmbeddingError(f"Unknown embedding provider '{config.provider}'; choose one of: static, {', '.join(classes)}.")
    return classes[config.provider](config, dimension, keyed=keyed)


def known_embedder(home: Home, config: EmbeddingConfig) -> Embedder | None:
    """The embedder of a model whose dimension is set or was asked before, or None; no server is needed."""
    dimension = config.dimension or _dimensions(home).get(config.names, 0)
    return make_embedder(config, dimension) if dimension or config.provider == "static" else None


def open_embedder(home: Home, config: EmbeddingConfig, *, anew: bool = False) -> Embedder:
    """The embedder of a model; its dimension is asked of the server once and recorded in the home.

    Args:
        home: Whose record.
        config: Which model.
        anew: Ask again: the model may have been replaced under its name.

    Raises:
        EmbeddingError: The server cannot be used.
    """
    known = known_embedder(home, config)
    if known is not None and not (anew and known.in_flight and not config.dimension):
        return known
    dimension = _served(config).ask_dimension()
    write_json(home.models_file, {**_dimensions(home), config.names: dimension})
    return make_embedder(config, dimension)


def _dimensions(home: Home) -> dict[str, int]:
    """By provider and model."""
    try:
        return dict(read_json(home.models_file))
    except (OSError, ValueError, TypeError):
        return {}
