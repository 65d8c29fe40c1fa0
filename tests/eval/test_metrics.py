from __future__ import annotations

import math

import pytest

from eval.golden import GoldenQuery, Target
from eval.metrics import Score, difference_interval, means, score
from index_artifacts.types import Hit


def hit(path: str, start: int = 1, end: int = 10) -> Hit:
    return Hit("r", path, start, end, "function", "", "python", 1.0, "", "")


def query(*targets: Target) -> GoldenQuery:
    return GoldenQuery("q", targets, "", "en")


def test_a_target_matches_overlapping_lines_of_its_file_only() -> None:
    target = Target("r", "a", 5, 8)
    spans = [(1, 4), (1, 5), (6, 7), (8, 9), (9, 12)]
    assert [target.matches(hit("a", *span)) for span in spans] == [False, True, True, True, False]
    assert not target.matches(hit("b", 5, 8))
    assert Target("r", "a").matches(hit("a", 99, 99))
    assert not Target("other", "a").matches(hit("a"))


def test_a_perfect_result_scores_one() -> None:
    assert score(query(Target("r", "a"), Target("r", "b")), [hit("b"), hit("a")]) == Score(1.0, 1.0, 1.0, 1.0)


def test_measures_of_a_target_at_the_third_rank() -> None:
    found = score(query(Target("r", "a")), [hit("x"), hit("y"), hit("a"), hit("a")])
    assert (found.ndcg_at_10, found.mrr_at_10, found.recall_at_10, found.hit_at_1) == (0.5, 1 / 3, 1.0, 0.0)


def test_one_of_two_targets_at_the_second_rank() -> None:
    found = score(query(Target("r", "a"), Target("r", "b")), [hit("x"), hit("a")])
    assert found.ndcg_at_10 == pytest.approx((1 / math.log2(3)) / (1 + 1 / math.log2(3)))
    assert (found.mrr_at_10, found.recall_at_10) == (0.5, 0.5)


def test_nothing_found_and_the_eleventh_rank_score_zero() -> None:
    nothing = Score(0.0, 0.0, 0.0, 0.0)
    assert score(query(Target("r", "a")), []) == nothing
    assert score(query(Target("r", "a")), [*(hit(str(i)) for i in range(10)), hit("a")]) == nothing


def test_grades_weigh_and_targets_at_one_rank_gain_once() -> None:
    graded = query(Target("r", "a", grade=1.0), Target("r", "b", grade=3.0))
    assert score(graded, [hit("a"), hit("b")]).ndcg_at_10 == pytest.approx((1 + 3 / math.log2(3)) / (3 + 1 / math.log2(3)))
    same = query(Target("r", "a", 1, 2), Target("r", "a", 3, 4))
    assert score(same, [hit("a")]).ndcg_at_10 == pytest.approx(1 / (1 + 1 / math.log2(3)))


def test_means_are_of_each_measure_rounded() -> None:
    scores = [Score(1.0, 1.0, 1.0, 1.0), Score(0.0, 1 / 3, 0.5, 0.0)]
    assert means(scores) == {"ndcg_at_10": 0.5, "mrr_at_10": 0.6667, "recall_at_10": 0.75, "hit_at_1": 0.5}
    assert means([]) == {}


def test_the_interval_is_deterministic_and_holds_the_mean() -> None:
    before, after = [0.0, 0.5, 1.0, 0.2] * 10, [0.1, 0.5, 0.9, 0.6] * 10
    low, high = difference_interval(before, after)
    assert (low, high) == difference_interval(before, after)
    assert low < 0.1 < high
    assert (low, high) == (0.0475, 0.16)


def test_equal_results_differ_by_nothing_and_a_constant_gain_is_certain() -> None:
    assert difference_interval([0.5] * 5, [0.5] * 5) == (0.0, 0.0)
    assert difference_interval([0.25] * 5, [0.5] * 5) == (0.25, 0.25)
    assert difference_interval([], []) == (0.0, 0.0)
