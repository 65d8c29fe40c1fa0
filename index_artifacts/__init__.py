"""The on-disk contract of codelode: what stages write, what readers open. Knows nothing of Dagster.

>>> from index_artifacts import open_index
>>> for hit in open_index().search("where are login timeouts handled"):
...     print(hit.citation, hit.symbol)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from index_artifacts.query.index import Index, open_index
    from index_artifacts.types import Hit

__all__ = ["Hit", "Index", "open_index"]


def __getattr__(name: str) -> object:
    # Builders import this package too, in worker processes that have no use for FAISS and Tantivy.
    if name in {"Index", "open_index"}:
        from index_artifacts.query import index

        return getattr(index, name)
    if name == "Hit":
        from index_artifacts.types import Hit

        return Hit
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
