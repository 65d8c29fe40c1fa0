"""Models that Ollama serves, through its own client."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from index_artifacts.embedders.exchange import Fault, Kind
from index_artifacts.embedders.served import ServedEmbedder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ollama import Client


class OllamaEmbedder(ServedEmbedder):
    """`/api/embed` in batches; `/api/embeddings` text by text where a server is too old for that."""

    _old = False

    @cached_property
    def _client(self) -> Client:
        from ollama import Client

        return Client(self.config.base_url, **self.server.client_settings())

    def answer(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One request of the newer kind, or one a text of the older."""
        if not self._old:
            try:
                answer = self._client.embed(self.config.model, texts)
            except Fault as fault:
                if fault.kind is not Kind.NO_PAGE:
                    raise
                self._old = True  # for the rest of the run; where the address is wrong, the next request says so
            else:
                self.server.count(tokens=answer.prompt_eval_count or 0)
                return answer.embeddings
        self.server.count(requests=len(texts))
        return [self._client.embeddings(self.config.model, text).embedding for text in texts]

    def remedy(self, kind: Kind) -> str:
        """Ollama's own commands."""
        return {
            Kind.NO_MODEL: f"run 'ollama pull {self.config.model}'",
            Kind.UNREACHABLE: "start it with 'ollama serve', or mend base_url of [embedding] or EMBEDDING_BASE_URL",
        }.get(kind, "")
