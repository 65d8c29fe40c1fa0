"""Put the vectors of all chunks and files into the version, row by row as the tables have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index_artifacts.build.version_parts import link_shards

if TYPE_CHECKING:
    from pathlib import Path

    from index_artifacts.build.plan import Plan
    from index_artifacts.build.version_parts import Checksums


def build_vector_index(plan: Plan, out: Path) -> tuple[dict[str, int], Checksums]:
    """Make `vectors.faiss` (chunks) and `file_vectors.faiss`: folders of FAISS indexes, one a shard.

    Args:
        plan: What the version is made of.
        out: Candidate folder.

    Returns:
        Rows of both; checksums of what is linked.
    """
    shards = [made for part in plan.parts for made in part.embeddings]
    checksums = link_shards(out, "vectors.faiss", shards, "vectors.faiss")
    checksums |= link_shards(out, "file_vectors.faiss", shards, "file_vectors.faiss")
    return {name: sum(m.counts[name] for m in shards) for name in ("vectors", "file_vectors")}, checksums
