from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from index_artifacts import open_index
from index_artifacts.config import Home
from index_artifacts.errors import UnknownNameError
from index_artifacts.types import Relation
from tests.support import git, index_without_dagster, write_files

if TYPE_CHECKING:
    from pathlib import Path

    from index_artifacts import Index

_QUERIES = ["rate limit", "session", "where is the retry delay computed", "购物车", "ToolRegistry.dispatch", "test", "error"]


@pytest.mark.parametrize("query", _QUERIES)
def test_filters_apply_before_anything_is_cut_off(fixture_index: Index, query: str) -> None:
    for repo in ("agentkit", "gatehouse", "ledger", "shopfront"):
        hits = fixture_index.search(query, k=3, repo=repo)
        assert len(hits) == 3
        assert {h.repo for h in hits} == {repo}
    assert {h.language for h in fixture_index.search(query, language="java")} == {"java"}
    assert {h.kind for h in fixture_index.search(query, kind="class")} == {"class"}
    assert {h.path.rpartition("/")[0] for h in fixture_index.search(query, path="src/cart/*")} == {"src/cart"}


def test_filters_combine(fixture_index: Index) -> None:
    hits = fixture_index.search(
        "session", k=50, repo=["agentkit", "shopfront"], language=["python", "typescript"], path="*session*", kind=["class", "function"]
    )
    assert hits
    assert {(h.repo, h.path) for h in hits} <= {
        ("agentkit", "agentkit/session.py"),
        ("agentkit", "tests/test_session.py"),
        ("shopfront", "src/api/session.ts"),
    }
    assert {h.kind for h in hits} <= {"class", "function"}
    assert fixture_index.search("session", language="cobol") == []


@pytest.mark.parametrize("query", _QUERIES)
def test_a_file_is_shown_at_most_twice_and_scores_fall(fixture_index: Index, query: str) -> None:
    hits = fixture_index.search(query, k=100)
    assert max(Counter((h.repo, h.path) for h in hits).values()) <= 2
    assert [h.score for h in hits] == sorted((h.score for h in hits), reverse=True)
    assert len({h.citation for h in hits}) == len(hits)


@pytest.mark.parametrize("query", _QUERIES)
def test_k_cuts_the_same_list(fixture_index: Index, query: str) -> None:
    hits = fixture_index.search(query, k=20)
    assert [len(fixture_index.search(query, k=k)) for k in (0, -1, 1, 5)] == [0, 0, 1, 5]
    assert fixture_index.search(query, k=5) == hits[:5]
    assert len(fixture_index.search(query)) == 10


@pytest.mark.parametrize("query", ["", "  ", "\n\t"])
def test_an_empty_query_finds_nothing(fixture_index: Index, query: str) -> None:
    assert fixture_index.search(query) == []


@pytest.mark.parametrize(
    "query", ["!!!", "(", '"', "\\", "*", "a AND NOT b", "field:value", "'; DROP TABLE", "🙂", "\0", "x" * 10_000, "/" * 50]
)
def test_any_text_is_a_query(fixture_index: Index, query: str) -> None:
    assert fixture_index.search(query) == fixture_index.search(query)


def test_an_unknown_repository_lists_the_known_ones(fixture_index: Index) -> None:
    with pytest.raises(UnknownNameError) as caught:
        fixture_index.search("x", repo=["agentkit", "nope"])
    assert str(caught.value) == "No repository named 'nope' in this index; it has: agentkit, gatehouse, ledger, shopfront."


def test_two_searches_and_two_homes_agree_to_the_last_digit(
    fixture_index: Index, fixture_repositories: dict[str, Path], tmp_path: Path
) -> None:
    other = index_without_dagster(Home(tmp_path / "other"), dict(reversed(fixture_repositories.items())))
    for query in _QUERIES:
        hits = fixture_index.search(query, k=30, explain=True)
        assert hits == fixture_index.search(query, k=30, explain=True) == other.search(query, k=30, explain=True)


def test_the_parts_add_up_to_the_score(fixture_index: Index) -> None:
    for hit in fixture_index.search("session store", explain=True):
        assert sum(hit.parts.values()) == pytest.approx(hit.score, abs=1e-5)
    assert all(h.parts == {} for h in fixture_index.search("session store"))


def test_a_hit_cites_its_lines_and_the_commit_that_they_are_as_of(home: Home, tmp_path: Path) -> None:
    root = write_files(tmp_path / "r", {"a/b.py": "# words about the whole of this file\n\n\ndef find_me():\n    return 1\n"})
    git(root, "init")
    git(root, "add", "--all")
    git(root, "commit", "-m", "first")
    plain = write_files(tmp_path / "p", {"c.py": "def find_me_too():\n    return 1\n"})
    index = index_without_dagster(home, {"r": root, "p": plain})
    hit = index.search("find_me", k=1)[0]
    assert (hit.citation, hit.kind, hit.symbol, hit.language, hit.text) == (
        "r/a/b.py:4-5",
        "function",
        "find_me",
        "python",
        "def find_me():\n    return 1",
    )
    assert hit.commit == git(root, "rev-parse", "HEAD")
    assert index.search("find_me_too", k=1)[0].commit == ""


def test_an_index_opens_from_the_environment(home: Home, tmp_path: Path) -> None:
    index = index_without_dagster(home, {"r": write_files(tmp_path / "r", {"a.py": "def one(): ...\n"})})
    assert open_index().manifest == index.manifest
    assert open_index(version=index.manifest.id).manifest == index.manifest


def test_symbols_are_found_by_their_whole_name_its_end_and_other_separators(fixture_index: Index) -> None:
    def found(name: str) -> list[tuple[str, str, str]]:
        return [(s["repo"], s["path"], s["qualified_name"]) for s in fixture_index.symbols(name)]

    dispatch = [("agentkit", "agentkit/tools.py", "ToolRegistry.dispatch")]
    for name in (
        "ToolRegistry.dispatch",
        "dispatch",
        "ToolRegistry::dispatch",
        "ToolRegistry#dispatch",
        "ToolRegistry->dispatch()",
        " dispatch ",
    ):
        assert [s for s in found(name) if s[0] == "agentkit"] == dispatch
    assert found("ToolRegistry") == [("agentkit", "agentkit/tools.py", "ToolRegistry")]


def test_an_unknown_symbol_suggests_others(fixture_index: Index) -> None:
    with pytest.raises(UnknownNameError) as caught:
        fixture_index.symbols("toolregistry")
    assert str(caught.value) == "No symbol is named 'toolregistry'; did you mean ToolRegistry?"
    with pytest.raises(UnknownNameError) as caught:
        fixture_index.relations("zzzzqqq")
    assert str(caught.value) == "No symbol is named 'zzzzqqq'; 'lode search' finds it by meaning."


def relation(
    kind: str, source: str, target: str, line: int, how: str = "span", path: str = "lib.py", source_path: str = "lib.py"
) -> Relation:
    return Relation(kind, source, "r", source_path, target, "r", path, line, how, 1)


def test_relations_of_a_class_are_exact_at_both_ends(home: Home, tmp_path: Path) -> None:
    lib = "class Base:\n    def run(self):\n        return self.step()\n\n    def step(self):\n        return 1\n"
    use = "from lib import Base\n\n\nclass Child(Base):\n    pass\n\n\ndef main():\n    return Base()\n"
    index = index_without_dagster(home, {"r": write_files(tmp_path / "r", {"lib.py": lib, "use.py": use})})
    assert index.relations("Base") == [
        relation("calls", "main", "Base", 9, "import", source_path="use.py"),
        relation("contains", "Base", "Base.run", 2),
        relation("contains", "Base", "Base.step", 5),
        relation("extends", "Child", "Base", 4, "import", source_path="use.py"),
        relation("imports", "", "Base", 1, "import", source_path="use.py"),
    ]
    assert index.relations("Base.run") == [
        relation("calls", "Base.run", "Base.step", 3, "same class"),
        relation("contains", "Base", "Base.run", 2),
    ]


def test_relations_of_a_fixture_class(fixture_index: Index) -> None:
    found = fixture_index.relations("ToolRegistry")
    contains = [(r.target, r.line) for r in found if r.kind == "contains"]
    assert ("ToolRegistry.dispatch", 59) in contains
    assert all(
        (r.source, r.source_repo, r.source_path, r.resolution) == ("ToolRegistry", "agentkit", "agentkit/tools.py", "span")
        for r in found
        if r.kind == "contains"
    )
    assert {r.target for r in found if r.kind in {"calls", "imports"}} == {"ToolRegistry"}
