"""The text that a served model gets of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from index_artifacts.types import EmbeddingInput


def form_text(document: EmbeddingInput, prefix: str, max_characters: int) -> str:
    """Kind and name, generated description, then the code, which begins with the signature; cut, behind the model's prefix.

    Args:
        document: A chunk; or a file's outline, which has no kind and is known by its path.
        prefix: What the model wants before a document; it does not count.
        max_characters: So much at most.

    Returns:
        Text without lone surrogates, which no server takes; "" for a document without content.
    """
    name = document.symbol or document.title.path
    if not f"{name}{document.description}{document.body}".strip():
        return ""
    parts = (f"[{document.kind or 'file'}:{name}]", document.description, document.body)
    text = "\n".join(p for p in parts if p.strip())[:max_characters]
    return prefix + text.encode("utf-8", "replace").decode()
