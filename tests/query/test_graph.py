from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from index_artifacts.errors import UnknownNameError
from tests.support import index_without_dagster, write_files

if TYPE_CHECKING:
    from index_artifacts import Index
    from index_artifacts.types import Relation

SHOP = {
    "store.py": """class Store:
    def get(self, key):
        return self.read(key)

    def read(self, key):
        return check(key)


class FileStore(Store):
    def close(self): ...


def check(key):
    return key
""",
    "shop.py": """from store import FileStore, check


def buy(item):
    return order(item)


def order(item):
    check(item)
    return FileStore()


buy("tea")
""",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Index:
    from index_artifacts.config import Home

    folder = tmp_path_factory.mktemp("shop")
    return index_without_dagster(Home(folder / "home"), {"shop": write_files(folder / "shop", SHOP)})


def _rows(relations: list[Relation]) -> list[tuple[int, str, str, str, int]]:
    return [(r.depth, r.kind, r.source, r.target, r.line) for r in relations]


def test_callees_are_followed_to_their_depth_nearest_first(shop: Index) -> None:
    assert _rows(shop.relations("buy", "callees")) == [(1, "calls", "buy", "order", 5)]
    assert _rows(shop.relations("buy", "callees", 3)) == [
        (1, "calls", "buy", "order", 5),
        (2, "calls", "order", "check", 9),
        (2, "calls", "order", "FileStore", 10),
        (3, "extends", "FileStore", "Store", 9),
    ]


def test_callers_are_followed_the_other_way(shop: Index) -> None:
    assert _rows(shop.relations("check", "callers", 2, "calls")) == [
        (1, "calls", "order", "check", 9),
        (1, "calls", "Store.read", "check", 6),
        (2, "calls", "buy", "order", 5),
        (2, "calls", "Store.get", "Store.read", 3),
    ]


def test_what_a_symbol_holds_is_shown_and_not_followed(shop: Index) -> None:
    assert _rows(shop.relations("Store", "callees", 5)) == [
        (1, "contains", "Store", "Store.get", 2),
        (1, "contains", "Store", "Store.read", 5),
    ]
    assert len(shop.relations("Store", "callees", 5, ["contains", "calls"])) == 4


def test_a_path_is_a_shortest_one(shop: Index) -> None:
    assert _rows(shop.path_between("buy", "Store.get")) == [
        (1, "calls", "buy", "order", 5),
        (2, "calls", "order", "FileStore", 10),
        (3, "extends", "FileStore", "Store", 9),
        (4, "contains", "Store", "Store.get", 2),
    ]
    assert shop.path_between("Store.get", "buy") == []


def test_an_impact_names_each_symbol_once_with_the_relation_that_reaches_it_first(shop: Index) -> None:
    assert [(r.depth, r.source or r.source_path) for r in shop.impact("Store")] == [
        (1, "FileStore"),
        (2, "order"),
        (2, "shop.py"),
        (3, "buy"),
    ]
    assert [r.source for r in shop.impact("check", depth=1)] == ["order", "Store.read", ""]


def test_the_citation_of_a_hit_means_the_innermost_symbol_there(shop: Index) -> None:
    for cited in ("shop/store.py:6", "shop/store.py:6-8"):
        assert [s["qualified_name"] for s in shop.symbols(cited)] == ["Store.read"]
    with pytest.raises(UnknownNameError, match=r"^No symbol is named 'shop/store.py:12'"):
        shop.symbols("shop/store.py:12")


def test_only_known_repositories_kinds_and_directions_can_be_asked_for(shop: Index) -> None:
    with pytest.raises(UnknownNameError, match=r"^No repository named 'stall' in this index; it has: shop\.$"):
        shop.relations("buy", repo="stall")
    with pytest.raises(ValueError, match="'sideways' is not a valid Direction"):
        shop.relations("buy", "sideways")
    with pytest.raises(ValueError, match="'eats' is not a valid RelationKind"):
        shop.relations("buy", kind="eats")


def test_symbols_are_read_by_their_id(shop: Index) -> None:
    (symbol,) = shop.symbols("FileStore.close")
    assert shop.symbols_by_id([symbol["id"], 5])[symbol["id"]]["signature"] == "def close(self)"
    assert shop.symbols_by_id([5]) == {}
