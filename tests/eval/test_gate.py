from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from eval.gate import evaluate, judge, self_check
from eval.golden import GoldenQuery, Target, load_golden
from eval.metrics import means
from eval.quality import judge_version
from index_artifacts import open_index
from index_artifacts.build.published import publish
from index_artifacts.config import Home, QualityConfig, load_config
from index_artifacts.errors import GateError
from index_artifacts.manifest import read_manifest
from index_artifacts.types import CALLABLE_KINDS, CLASS_KINDS
from tests.support import build_candidate, index_without_dagster, write_files

if TYPE_CHECKING:
    from index_artifacts import Index

GOLDEN = Path(__file__).resolve().parents[2] / "eval" / "golden" / "fixtures.jsonl"
_NOWHERE = GoldenQuery("nothing like it", (Target("agentkit", "no/such/file.py"),), "symbol", "en")


def test_the_fixture_golden_set_is_answered_in_both_languages(fixture_index: Index) -> None:
    queries = load_golden([GOLDEN])
    scores, _ = evaluate(fixture_index, queries)
    by_language = {
        language: means([s for q, s in zip(queries, scores, strict=True) if q.language == language])["ndcg_at_10"]
        for language in ("en", "zh")
    }
    assert means(scores)["ndcg_at_10"] >= 0.77
    assert by_language["en"] >= 0.77
    assert by_language["zh"] >= 0.75


def test_the_self_check_asks_for_uniquely_named_symbols_and_they_are_found(fixture_index: Index) -> None:
    queries = self_check(fixture_index)
    assert len(queries) == 50
    assert queries == self_check(fixture_index)
    kinds = CALLABLE_KINDS | CLASS_KINDS
    assert all(sum(s["kind"] in kinds for s in fixture_index.symbols(q.query)) == 1 for q in queries)
    assert means(evaluate(fixture_index, queries)[0])["recall_at_10"] == 1.0


def test_a_version_is_judged_on_golden_queries_of_its_own_repositories(fixture_index: Index) -> None:
    elsewhere = GoldenQuery("x", (Target("other", "a.py"),), "", "en")
    golden = load_golden([GOLDEN])
    report = judge(fixture_index, [*golden, elsewhere], None, QualityConfig())
    assert (report["queries"], report["left_out"], report["comparison"]) == (len(golden), 1, {})
    assert report["verdict"] == {"passed": True, "reasons": ()}
    assert set(report["by_language"]) == {"en", "zh"}
    assert sum(group["queries"] for group in report["by_category"].values()) == len(golden)
    assert set(report["latency_ms"]) == {"p50", "p99"}


def test_every_reason_against_a_version_is_told(fixture_index: Index) -> None:
    report = judge(fixture_index, [_NOWHERE], None, QualityConfig(ndcg_at_10=0.5, self_recall_at_10=1.1))
    assert report["verdict"] == {
        "passed": False,
        "reasons": (
            "NDCG@10 is 0.000, below the 0.500 that lode.toml asks for",
            "only 100% of 50 sampled symbols are found by their own name, below the 110% that lode.toml asks for",
        ),
    }


def test_without_golden_queries_only_the_self_check_decides(fixture_index: Index) -> None:
    report = judge(fixture_index, [], None, QualityConfig(ndcg_at_10=1.0))
    assert (report["overall"], report["verdict"]["passed"]) == ({}, True)


@pytest.fixture
def golden_home(home: Home, tmp_path: Path) -> Home:
    """A published version that answers its one golden query."""
    write_files(tmp_path / "r", {"login.py": "def login_timeout():\n    return 30\n"})
    target = {"repo": "r", "path": "login.py"}
    write_files(home.root, {"golden.jsonl": json.dumps({"query": "login timeout", "relevant": [target]}), "lode.toml": settings()})
    assert index_without_dagster(home, {"r": tmp_path / "r"}).manifest.quality["ndcg_at_10"] == 1.0
    return home


def settings(ndcg: float = 0.5, drop: float = 0.05) -> str:
    return f'[quality]\ngolden = ["golden.jsonl"]\nndcg_at_10 = {ndcg}\nmax_drop = {drop}\n'


def candidate(home: Home, root: Path, quality: str) -> str:
    """A candidate without the file that the golden query asks for."""
    repositories = home.config_file.read_text().partition("[[repository]]")
    home.config_file.write_text(quality + "\n" + repositories[1] + repositories[2])
    write_files(root, {"other.py": "def unrelated():\n    return 1\n"})
    (root / "login.py").unlink(missing_ok=True)
    return build_candidate(home)


def test_a_version_that_misses_a_threshold_stays_a_candidate(golden_home: Home, tmp_path: Path) -> None:
    before = golden_home.current()
    version = candidate(golden_home, tmp_path / "r", settings(ndcg=0.9, drop=1.0))
    with pytest.raises(GateError) as caught:
        publish(golden_home, version)
    assert str(caught.value) == (
        f"Version {version} did not pass the gate: NDCG@10 is 0.000, below the 0.900 that lode.toml asks for. It stays a candidate "
        f"(report: {golden_home.version(version) / 'report.html'}); the published version is unchanged."
    )
    assert golden_home.current() == before != version
    assert open_index(golden_home.root).search("login timeout")[0].path == "login.py"
    quality = read_manifest(golden_home.version(version)).quality
    assert (quality["passed"], quality["queries"], quality["ndcg_at_10"]) == (False, 1, 0.0)
    assert "NDCG@10 is 0.000" in (golden_home.version(version) / "report.html").read_text()
    assert open_index(golden_home.root, version).manifest.id == version


def test_a_fall_against_the_published_version_is_a_reason(golden_home: Home, tmp_path: Path) -> None:
    before = golden_home.current()
    version = candidate(golden_home, tmp_path / "r", settings(ndcg=0.0))
    report = json.loads((golden_home.version(version) / "quality.json").read_text())
    assert report["verdict"] == {"passed": False, "reasons": [f"NDCG@10 fell by 1.000 against {before}, more than the 0.050 allowed"]}
    assert report["comparison"] == {"with": before, "queries": 1, "ndcg_at_10": -1.0, "low": -1.0, "high": -1.0}


def test_lower_thresholds_let_the_same_candidate_through(golden_home: Home, tmp_path: Path) -> None:
    version = candidate(golden_home, tmp_path / "r", settings(ndcg=0.9))
    assert candidate(golden_home, tmp_path / "r", settings(ndcg=0.0, drop=1.0)) == version
    publish(golden_home, version)
    assert golden_home.current() == version


def test_a_published_version_keeps_the_report_that_it_was_published_with(golden_home: Home) -> None:
    version = golden_home.current() or ""
    report = (golden_home.version(version) / "quality.json").read_bytes()
    (golden_home.root / "golden.jsonl").write_text("")
    judge_version(golden_home, load_config(golden_home), version)
    assert (golden_home.version(version) / "quality.json").read_bytes() == report
