"""What embedders whose model is served have in common: the text, the checks, and which part of a failed batch is to blame."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from index_artifacts.embedders.exchange import Fault, Kind, Server
from index_artifacts.embedders.forms import form_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from index_artifacts.embedding_config import EmbeddingConfig
    from index_artifacts.types import EmbeddingInput

_PROBE = "codelode"  # a text that every model can embed
_SHORTEST = 64  # characters to which a text is cut that a server finds too long
_OF_THE_TEXTS = {Kind.SLOW, Kind.BROKEN, Kind.TOO_LONG, Kind.REFUSED, Kind.WRONG}  # what one text among others may cause
_QUERY_TRIES = 2


class ServedEmbedder(ABC):
    """A model behind HTTP. Subclasses speak its protocol.

    Attributes:
        model_id: Names whatever changes vectors.
        dimension: Length of a vector; 0 as long as nobody has asked.
        in_flight: Most requests at once.
    """

    def __init__(self, config: EmbeddingConfig, dimension: int = 0, *, keyed: bool = True) -> None:
        """Nothing is asked yet.

        Args:
            config: Which model, and where.
            dimension: Length of a vector, if it is known.
            keyed: Whether the server may be given the key.
        """
        self.config, self.in_flight = config, config.in_flight
        self.dimension = config.dimension or dimension
        prefixes = f'"{config.document_prefix}" "{config.query_prefix}"'
        self.model_id = f"{config.names} {self.dimension} {prefixes} {config.max_characters}"
        self.server = Server(config, keyed=keyed)

    @abstractmethod
    def answer(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Make one request for the vectors of texts, in their order.

        Raises:
            Fault: It failed.
        """

    def remedy(self, kind: Kind) -> str:
        """What this provider's users can do about a fault; "" for what holds for all."""
        return ""

    def form(self, document: EmbeddingInput) -> str:
        """The text that determines a document's vector; the cache key is its hash."""
        return form_text(document, self.config.document_prefix, self.config.max_characters)

    def embed_documents(self, documents: Sequence[EmbeddingInput]) -> NDArray[np.float32]:
        """Vectors [n, dimension] of length 1, or 0 for a document without content or that the model refuses."""
        texts, size = [self.form(d) for d in documents], self.config.batch_size
        batches = [self.embed_texts(texts[at : at + size]) for at in range(0, len(texts), size)]
        return np.concatenate([np.zeros((0, self.dimension), np.float32), *batches])

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Vector [dimension] of length 1, or 0 for a query without content."""
        asked = text.strip()[: self.config.max_characters].encode("utf-8", "replace").decode()
        vector: NDArray[np.float32] = self.embed_texts([self.config.query_prefix + asked if asked else ""], _QUERY_TRIES)[0]
        return vector

    def embed_texts(self, texts: Sequence[str], tries: int | None = None) -> NDArray[np.float32]:
        """Vectors of texts as `form` made them, in one request if nothing goes wrong; empty ones keep their place without.

        Raises:
            EmbeddingError: The server cannot be used; one sentence about why.
        """
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        full = [i for i, text in enumerate(texts) if text]
        if full:
            vectors[full] = self._vectors([texts[i] for i in full], tries)
        return vectors

    def ask_dimension(self) -> int:
        """How long the model's vectors are.

        Raises:
            EmbeddingError: The server cannot be used.
        """
        try:
            return self.server.ask(lambda: int(_matrix(self.answer([_PROBE]), 1).shape[1]))
        except Fault as fault:
            raise self._error(fault) from None

    def _vectors(self, texts: list[str], tries: int | None = None) -> NDArray[np.float32]:
        """Ask for a batch; halve it while it fails for what one text may cause. A text's vector must not depend on its neighbours."""
        try:
            return self.server.ask(lambda: self._units(self.answer(texts), len(texts)), tries)
        except Fault as fault:
            if fault.kind not in _OF_THE_TEXTS:
                raise self._error(fault) from None
            if len(texts) == 1:
                return self._alone(texts[0], fault)
        half = len(texts) // 2
        return np.concatenate([self._vectors(texts[:half], 1), self._vectors(texts[half:], 1)])

    def _alone(self, text: str, fault: Fault) -> NDArray[np.float32]:
        """A text that failed without others: shorter, or without a vector if the server takes another text.

        Raises:
            EmbeddingError: The server does not take that either.
        """
        if fault.kind is Kind.TOO_LONG and len(text) > _SHORTEST:
            self.server.count(shortened=1)
            return self._vectors([text[: max(_SHORTEST, len(text) // 2)]], 1)
        try:
            self.server.ask(lambda: self._units(self.answer([_PROBE]), 1), 0)
        except Fault as other:
            raise self._error(other) from None
        return np.zeros((1, self.dimension), np.float32)

    def _units(self, answer: Sequence[Sequence[float]], count: int) -> NDArray[np.float32]:
        """The checked vectors of an answer, cut to the dimension and brought to length 1.

        Cutting is Matryoshka truncation: Kusupati et al., Matryoshka Representation Learning, 2022.
        """
        rows = _matrix(answer, count)
        length = rows.shape[1]
        if length < self.dimension or (length > self.dimension and not self.config.dimension):
            raise Fault(Kind.WRONG, f"vectors of {length:,} numbers where {self.dimension:,} are expected")
        rows = rows[:, : self.dimension]
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        if not np.isfinite(norms).all():
            raise Fault(Kind.WRONG, "a vector that holds NaN or infinity")
        if (norms < 1e-9).any():
            raise Fault(Kind.WRONG, "a vector of zeros")
        units: NDArray[np.float32] = (rows / norms).astype(np.float32)
        return units

    def _error(self, fault: Fault) -> Exception:
        return self.server.error(fault, self.remedy(fault.kind))


def _matrix(answer: Sequence[Sequence[float]], count: int) -> NDArray[np.float64]:
    """The numbers of an answer, [count, dimension].

    Raises:
        Fault: They are no such matrix.
    """
    if len(answer) != count:
        raise Fault(Kind.WRONG, f"{len(answer)} vectors for {count} texts")
    try:
        rows = np.array(answer, np.float64)
    except (ValueError, TypeError):
        raise Fault(Kind.WRONG, "vectors of different lengths, or that are not of numbers") from None
    if rows.ndim != 2 or not rows.shape[1]:
        raise Fault(Kind.WRONG, "something else than vectors of numbers")
    return rows
