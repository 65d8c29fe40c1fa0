from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from index_artifacts.config import Home
from index_artifacts.query.context import render
from pipelines.command import lode
from tests.support import index_without_dagster, write_files

if TYPE_CHECKING:
    from index_artifacts import Index
    from index_artifacts.types import Hit

FILES = {
    "Store.java": """package shop;

/** Keeps goods. */
public interface Store {
    /** Gives one. */
    Item get(String name);
}
""",
    "Shelf.java": """package shop;

class Shelf implements Store {
    private final Log log;
    int size;

    Shelf(Log log) { this.log = log; }

    public Item get(String name) {
        log.add(name);
        return null;
    }
}
""",
    "Log.java": "package shop;\nclass Log {\n    /** Notes a line.\n     * For ever. */\n    void add(String line) {}\n}\n",
    "Till.java": 'package shop;\nclass Till {\n    Item sell(Store store) { return store.get("tea"); }\n    int count(Shelf shelf) { shelf.get(""); return 1; }\n}\n',
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Index:
    folder = tmp_path_factory.mktemp("shop")
    return index_without_dagster(Home(folder / "home"), {"shop": write_files(folder / "shop", FILES)})


def hit(index: Index, symbol: str) -> Hit:
    return next(h for h in index.search(symbol, k=20) if h.symbol == symbol)


def rows(index: Index, symbol: str, budget: int = 4000) -> list[tuple[str, str, str, str]]:
    return [(p.role, p.symbol, p.citation, p.text) for p in index.context(hit(index, symbol), budget)]


def test_a_method_stands_with_its_class_what_it_calls_and_who_calls_it(shop: Index) -> None:
    assert rows(shop, "Shelf.get") == [
        (
            "class",
            "Shelf",
            "shop/Shelf.java:3-13",
            "class Shelf implements Store\n    Shelf(Log log)\n    private final Log log\n    int size",
        ),
        ("calls", "Log.add", "shop/Log.java:3-5", "void add(String line)  Notes a line."),
        ("called by", "Till.count", "shop/Till.java:4", "int count(Shelf shelf)"),
    ]


def test_a_method_of_an_interface_stands_with_its_implementations(shop: Index) -> None:
    assert [r[:3] for r in rows(shop, "Store.get")] == [
        ("class", "Store", "shop/Store.java:3-7"),
        ("implemented by", "Shelf.get", "shop/Shelf.java:9-12"),
        ("called by", "Till.sell", "shop/Till.java:3"),
    ]
    assert ("implemented by", "Shelf") in [r[:2] for r in rows(shop, "Store")]


@pytest.mark.parametrize("budget", [0, 30, 60, 100, 4000])
def test_a_context_keeps_to_its_budget(shop: Index, budget: int) -> None:
    parts = shop.context(hit(shop, "Shelf.get"), budget)
    assert sum(len(p.text) for p in parts) <= budget


def test_a_context_is_written_for_a_reader_under_its_citations(shop: Index) -> None:
    found = hit(shop, "Till.count")
    assert render(found, shop.context(found)) == (
        '### shop/Till.java:4-4 Till.count\n```java\n    int count(Shelf shelf) { shelf.get(""); return 1; }\n```\n'
        "class:\n- shop/Till.java:2-5 Till\n```java\nclass Till\n```\n"
        "calls:\n- shop/Shelf.java:9-12 Shelf.get\n```java\npublic Item get(String name)\n```\n"
    )


def test_the_command_prints_it_as_text_and_as_json(shop: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LODE_HOME", str(shop.home.root))
    found = hit(shop, "Till.count")
    text = CliRunner().invoke(lode, ["search", "Till.count", "-k", "1", "--context"]).stdout
    assert text == render(found, shop.context(found))
    row = json.loads(CliRunner().invoke(lode, ["search", "Till.count", "-k", "1", "--context", "--budget", "40", "--json"]).stdout)
    assert [p["role"] for p in row["context"]] == ["class", "calls"]
