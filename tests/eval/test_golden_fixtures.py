"""The golden set of the fixture repositories points at things that exist."""

import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "eval" / "golden" / "fixtures.jsonl"
REPOSITORIES = ROOT / "tests" / "fixtures" / "repositories"
CATEGORIES = {"symbol", "semantic", "architecture"}


@pytest.fixture(scope="module")
def entries() -> list[dict[str, Any]]:
    """Parse every line; a line that is not JSON fails each test below."""
    return [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]


def test_every_entry_has_the_agreed_form(entries: list[dict[str, Any]]) -> None:
    for entry in entries:
        assert set(entry) == {"query", "relevant", "category", "language"}, entry
        assert entry["query"].strip() == entry["query"] != "", entry
        assert entry["category"] in CATEGORIES, entry
        assert entry["language"] in {"en", "zh"}, entry
        assert entry["relevant"], entry


def test_every_target_exists(entries: list[dict[str, Any]]) -> None:
    for entry in entries:
        for target in entry["relevant"]:
            assert (REPOSITORIES / target["repo"] / target["path"]).is_file(), target


def test_every_range_is_inside_its_file_and_non_blank_at_both_ends(
    entries: list[dict[str, Any]],
) -> None:
    for entry in entries:
        for target in entry["relevant"]:
            assert ("start_line" in target) == ("end_line" in target), target
            if "start_line" not in target:
                continue
            path = REPOSITORIES / target["repo"] / target["path"]
            lines = path.read_text("utf-8").splitlines()
            start, end = target["start_line"], target["end_line"]
            assert 1 <= start <= end <= len(lines), target
            assert lines[start - 1].strip(), target
            assert lines[end - 1].strip(), target


def test_set_is_large_enough_in_both_languages(entries: list[dict[str, Any]]) -> None:
    assert len(entries) >= 40
    assert sum(entry["language"] == "zh" for entry in entries) >= 15


def test_no_query_occurs_twice(entries: list[dict[str, Any]]) -> None:
    queries = [entry["query"] for entry in entries]
    assert len(queries) == len(set(queries))


def test_every_fixture_repository_is_asked_about(entries: list[dict[str, Any]]) -> None:
    asked = {target["repo"] for entry in entries for target in entry["relevant"]}
    assert asked >= {"agentkit", "shopfront", "ledger", "gatehouse"}
