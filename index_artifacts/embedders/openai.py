"""Models behind an `/embeddings` endpoint as OpenAI's: its own, Zhipu's, vLLM, TEI, llama.cpp.

Plain HTTP, since the official client takes 0.7 seconds to import, four times as long, and brings an HTTP stack of its own.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from index_artifacts.embedders.exchange import Fault, Kind
from index_artifacts.embedders.served import ServedEmbedder

if TYPE_CHECKING:
    from collections.abc import Sequence

    import httpx


class OpenAIEmbedder(ServedEmbedder):
    """Any compatible endpoint."""

    @cached_property
    def _client(self) -> httpx.Client:
        import httpx

        return httpx.Client(**self.server.client_settings())

    def answer(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One request; the answers may come in any order and are put back by their index."""
        request = {"model": self.config.model, "input": list(texts), "encoding_format": "float"}
        body = self._client.post(f"{self.config.base_url}/embeddings", json=request).json()
        rows = body.get("data") if isinstance(body, dict) else None
        if not isinstance(rows, list) or not all(isinstance(r, dict) and isinstance(r.get("embedding"), list) for r in rows):
            raise Fault(Kind.WRONG, self.server.without_key(f"no list of vectors under 'data' but {body}"))
        self.server.count(tokens=_tokens(body))
        by_index = {row.get("index", i): row["embedding"] for i, row in enumerate(rows)}
        if len(rows) != len(texts):
            raise Fault(Kind.WRONG, f"{len(rows)} vectors for {len(texts)} texts")
        if sorted(by_index, key=str) != sorted(range(len(texts)), key=str):
            raise Fault(Kind.WRONG, "vectors whose index is missing or given twice")
        return [by_index[i] for i in range(len(texts))]


def _tokens(body: dict[str, Any]) -> int:
    usage = body.get("usage")
    tokens = usage.get("prompt_tokens", 0) if isinstance(usage, dict) else 0
    return tokens if isinstance(tokens, int) else 0
