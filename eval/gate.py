"""Judge a version: run golden sets and a self-check on it, compare with the published version, give a verdict."""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from eval.golden import GoldenQuery, Target
from eval.metrics import Score, difference_interval, means, score
from index_artifacts.errors import EmbeddingError
from index_artifacts.types import CALLABLE_KINDS, CLASS_KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from index_artifacts.config import QualityConfig
    from index_artifacts.query.index import Index

_SAMPLED = 50
_SHORTEST_NAME = 5


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a version may be published, and every reason against it."""

    passed: bool
    reasons: tuple[str, ...]


def evaluate(index: Index, queries: Sequence[GoldenQuery]) -> tuple[list[Score], list[float]]:
    """Scores and latencies in milliseconds of queries whose repositories the version has."""
    scores, latencies = [], []
    for query in queries:
        began = time.perf_counter()
        hits = index.search(query.query, k=10, repo=sorted(query.repos))
        latencies.append(1000 * (time.perf_counter() - began))
        scores.append(score(query, hits))
    return scores, latencies


def self_check(index: Index) -> list[GoldenQuery]:
    """Queries that the version must be able to answer: qualified names of an even sample of uniquely named symbols."""
    columns = ["id", "repo", "path", "kind", "name", "qualified_name", "start_line", "end_line"]
    table = pq.read_table(index.folder / "tables" / "symbols.parquet", columns=columns)
    kinds = [str(k) for k in sorted(CALLABLE_KINDS | CLASS_KINDS)]
    table = table.filter(pc.is_in(table["kind"], pa.array(kinds)))
    once = pc.value_counts(table["name"])
    once = once.field("values").filter(pc.equal(once.field("counts"), 1))
    table = table.filter(pc.and_(pc.is_in(table["name"], once), pc.greater_equal(pc.utf8_length(table["name"]), _SHORTEST_NAME)))
    # Ids are hashes: in their order, the first ones are a sample.
    rows = table.take(pc.select_k_unstable(table, _SAMPLED, [("id", "ascending")])).to_pylist()
    return [
        GoldenQuery(r["qualified_name"], (Target(r["repo"], r["path"], r["start_line"], r["end_line"]),), "self-check", "en") for r in rows
    ]


def judge(index: Index, queries: Sequence[GoldenQuery], published: Index | None, config: QualityConfig) -> dict[str, Any]:
    """The quality report of a version.

    Args:
        index: The candidate.
        queries: Golden queries; those of repositories that the candidate lacks are left out and counted.
        published: What it would replace, or None.
        config: Thresholds.

    Returns:
        JSON-like: measures overall and by category, language and repository, latency, self-check, comparison, verdict.
    """
    names = {r.name for r in index.manifest.repositories}
    asked = [q for q in queries if q.repos <= names]
    scores, latencies = evaluate(index, asked)
    own = self_check(index)
    own_scores, own_latencies = evaluate(index, own)
    latencies += own_latencies
    report: dict[str, Any] = {
        "version": index.manifest.id,
        "queries": len(asked),
        "left_out": len(queries) - len(asked),
        "overall": means(scores),
        **{f"by_{key}": _grouped(asked, scores, of) for key, of in _GROUPS.items()},
        "self_check": {"queries": len(own), **means(own_scores)},
        "latency_ms": _latency(latencies),
        "thresholds": {k: v for k, v in asdict(config).items() if k != "golden"},
        "comparison": _compare(asked, scores, published),
        "results": [{"query": q.query, **asdict(s)} for q, s in zip(asked, scores, strict=True)],
    }
    report["verdict"] = asdict(_verdict(report, config))
    return report


_GROUPS: dict[str, Callable[[GoldenQuery], str]] = {
    "category": lambda q: q.category,
    "language": lambda q: q.language,
    "repository": lambda q: ", ".join(sorted(q.repos)),
}


def _grouped(queries: Sequence[GoldenQuery], scores: Sequence[Score], of: Callable[[GoldenQuery], str]) -> dict[str, Any]:
    groups: dict[str, list[Score]] = defaultdict(list)
    for query, found in zip(queries, scores, strict=True):
        groups[of(query)].append(found)
    return {name: {"queries": len(group), **means(group)} for name, group in sorted(groups.items())}


def _latency(latencies: list[float]) -> dict[str, float]:
    if not latencies:
        return {}
    ordered = sorted(latencies)
    return {f"p{p}": round(ordered[min(int(len(ordered) * p / 100), len(ordered) - 1)], 1) for p in (50, 99)}


def _compare(asked: Sequence[GoldenQuery], scores: Sequence[Score], published: Index | None) -> dict[str, Any]:
    """The same queries on the published version, for repositories that both have."""
    if published is None:
        return {}
    names = {r.name for r in published.manifest.repositories}
    pairs = [(q, s) for q, s in zip(asked, scores, strict=True) if q.repos <= names]
    try:
        before = [s.ndcg_at_10 for s in evaluate(published, [q for q, _ in pairs])[0]]
    except EmbeddingError:
        return {}  # its model may be the one that is being replaced because it cannot be reached any more
    after = [s.ndcg_at_10 for _, s in pairs]
    if not pairs:
        return {}
    mean = sum(after) / len(after) - sum(before) / len(before)
    low, high = difference_interval(before, after)
    return {"with": published.manifest.id, "queries": len(pairs), "ndcg_at_10": round(mean, 4), "low": low, "high": high}


def _verdict(report: dict[str, Any], config: QualityConfig) -> Verdict:
    reasons: list[str] = []
    if report["queries"] and report["overall"]["ndcg_at_10"] < config.ndcg_at_10:
        reasons.append(f"NDCG@10 is {report['overall']['ndcg_at_10']:.3f}, below the {config.ndcg_at_10:.3f} that lode.toml asks for")
    comparison = report["comparison"]
    if comparison and comparison["ndcg_at_10"] < -config.max_drop:
        fall = -comparison["ndcg_at_10"]
        reasons.append(f"NDCG@10 fell by {fall:.3f} against {comparison['with']}, more than the {config.max_drop:.3f} allowed")
    own = report["self_check"]
    if own["queries"] and own["recall_at_10"] < config.self_recall_at_10:
        reasons.append(
            f"only {own['recall_at_10']:.0%} of {own['queries']} sampled symbols are found by their own name, "
            f"below the {config.self_recall_at_10:.0%} that lode.toml asks for"
        )
    return Verdict(not reasons, tuple(reasons))
