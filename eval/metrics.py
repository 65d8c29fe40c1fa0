"""Measures of ranked results. Every target gains its grade at the rank of the first hit that matches it."""

from __future__ import annotations

import math
import random
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eval.golden import GoldenQuery
    from index_artifacts.types import Hit

DEPTH = 10


@dataclass(frozen=True, slots=True)
class Score:
    """What one query reached, each 0 to 1."""

    ndcg_at_10: float
    mrr_at_10: float
    recall_at_10: float
    hit_at_1: float


def score(query: GoldenQuery, hits: Sequence[Hit]) -> Score:
    """Measures of the first ten hits; several targets at one rank gain once, as in the public semble benchmark."""
    best: dict[int, float] = {}
    ranks: list[int] = []
    for target in query.relevant:
        rank = next((i for i, hit in enumerate(hits[:DEPTH], 1) if target.matches(hit)), None)
        if rank is not None:
            ranks.append(rank)
            best[rank] = max(best.get(rank, 0.0), target.grade)
    gain = sum(grade / math.log2(rank + 1) for rank, grade in best.items())
    grades = sorted((t.grade for t in query.relevant), reverse=True)[:DEPTH]
    ideal = sum(grade / math.log2(rank + 1) for rank, grade in enumerate(grades, 1))
    first = min(ranks, default=0)
    return Score(gain / ideal, 1 / first if first else 0.0, len(ranks) / len(query.relevant), float(first == 1))


def means(scores: Sequence[Score]) -> dict[str, float]:
    """Mean of each measure, rounded to four digits."""
    names = ("ndcg_at_10", "mrr_at_10", "recall_at_10", "hit_at_1")
    return {n: round(statistics.fmean(getattr(s, n) for s in scores), 4) for n in names} if scores else {}


def difference_interval(
    before: Sequence[float], after: Sequence[float], rounds: int = 1000, confidence: float = 0.95
) -> tuple[float, float]:
    """Interval of the mean difference of paired values by the percentile bootstrap (Efron 1979), with a fixed seed.

    Args:
        before: A value a query.
        after: Values of the same queries in the same order.
        rounds: Resamples.
        confidence: Share of resamples that the interval holds.
    """
    differences = [b - a for a, b in zip(before, after, strict=True)]
    if not differences:
        return (0.0, 0.0)
    draw = random.Random(0)
    resampled = sorted(statistics.fmean(draw.choices(differences, k=len(differences))) for _ in range(rounds))
    tail = (1 - confidence) / 2
    return (round(resampled[int(tail * rounds)], 4), round(resampled[min(int((1 - tail) * rounds), rounds - 1)], 4))
