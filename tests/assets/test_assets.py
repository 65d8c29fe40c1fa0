"""The assets, called as Dagster calls them."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import dagster as dg
import pytest

from assets.chunks import chunks
from assets.embeddings import embeddings
from assets.file_changes import file_changes
from assets.index_version import index_version
from assets.metadata import markdown_table
from assets.published import published
from assets.quality import gate, quality
from assets.relation_graph import relation_graph
from assets.relations import relations
from assets.resources import Lode
from assets.source_files import source_files
from assets.syntax import syntax
from assets.tables import tables
from assets.text_index import text_index
from assets.vector_index import vector_index
from index_artifacts.config import Home
from index_artifacts.errors import ArtifactError
from index_artifacts.fleet import register
from index_artifacts.state import load_state
from tests.embedding_server import Script, serving
from tests.support import build_candidate, write_files

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    Repository = Callable[[Mapping[str, str | bytes]], Path]

FILES = {
    "shop/cart.py": 'class Cart:\n    """Items to buy."""\n\n    def total(self):\n        return price(self)\n\n\ndef price(cart):\n    return 1\n',
    "README.md": "# Shop\n\nSells things.\n",
    "logo.png": b"\x89PNG\0\0",
}
FLEET_STAGES = (relation_graph, tables, vector_index, text_index, index_version)


def run(asset: dg.AssetsDefinition, home: Home, partition: str = "shop") -> dict[str, Any]:
    """Metadata of a materialisation of one repository."""
    with dg.DagsterInstance.ephemeral() as instance:
        context = dg.build_asset_context(partition_key=partition, instance=instance)
        return dict(asset(context, lode=Lode(home_path=str(home.root))).metadata)


def run_fleet(asset: dg.AssetsDefinition, home: Home) -> dict[str, Any]:
    return dict(asset(lode=Lode(home_path=str(home.root))).metadata)


@pytest.fixture
def shop(home: Home, repository: Repository) -> Home:
    """A home whose fleet is one small repository."""
    register(home, repository(FILES), "shop")
    return home


def test_every_stage_tells_its_counts_and_the_last_publishes(shop: Home) -> None:
    scanned = run(source_files, shop)
    assert (scanned["files"], scanned["skipped"], scanned["lines"], scanned["reused"]) == (2, 1, 12, False)
    assert "| python | 1 |" in scanned["languages"].value
    assert scanned["skipped_by_reason"].value.splitlines()[2] == "| binary | 1 |"
    assert "| shop/cart.py | python | source | 9 |" in scanned["sample"].value
    assert run(file_changes, shop)["added"] == 2
    parsed = run(syntax, shop)
    assert (parsed["parsed"], parsed["kept"], parsed["symbols"], parsed["files_with_syntax_errors"]) == (2, 0, 4, 0)
    assert run(chunks, shop)["chunks"] == 4
    assert run(embeddings, shop)["embedded"] == 6  # four chunks and the outlines of two files
    resolved = run(relations, shop)
    assert (resolved["relations"], resolved["span"], resolved["same file"]) == (2, 1, 1)
    assert resolved["kinds"].value.splitlines()[2:] == ["| calls | 1 |", "| contains | 1 |"]
    made = {asset.key.to_user_string(): run_fleet(asset, shop) for asset in FLEET_STAGES}
    assert (made["relation_graph"]["symbols"], made["relation_graph"]["relations"]) == (4, 2)
    assert (made["tables"]["files"], made["tables"]["chunks"]) == (3, 4)
    assert (made["vector_index"]["vectors"], made["text_index"]["documents"]) == (4, 4)
    version = made["index_version"]["version"]
    assert run_fleet(quality, shop)["version"] == version
    assert gate(Lode(home_path=str(shop.root))).passed
    assert run_fleet(published, shop) == {"version": version, "reused": False}
    assert shop.current() == version


def test_a_stage_without_new_input_is_reused_under_the_same_digest(shop: Home) -> None:
    first = [run(asset, shop) for asset in (source_files, syntax, chunks, embeddings, relations)]
    again = [run(asset, shop) for asset in (source_files, syntax, chunks, embeddings, relations)]
    assert [m["digest"] for m in again] == [m["digest"] for m in first]
    assert [m["reused"] for m in again] == [True] * 5


@pytest.mark.parametrize("retry", [True, False])
def test_only_what_a_server_may_answer_later_is_tried_again(shop: Home, monkeypatch: pytest.MonkeyPatch, retry: bool) -> None:
    monkeypatch.setenv("EMBEDDING_PROVIDER", "ollama")
    for stage in (source_files, syntax, chunks):
        run(stage, shop)
    with serving(Script()) as script, dg.DagsterInstance.ephemeral() as instance:
        for url, again in ((f"{script.url}/wrong", False), ("http://127.0.0.1:9", retry)):
            monkeypatch.setenv("EMBEDDING_BASE_URL", url)
            with pytest.raises(dg.Failure, match=url) as caught:
                context = dg.build_asset_context(partition_key="shop", instance=instance)
                embeddings(context, lode=Lode(home_path=str(shop.root), retry=retry))
            assert caught.value.allow_retries == again
        monkeypatch.setenv("EMBEDDING_BASE_URL", script.url)
        told = run(embeddings, shop)
    assert (told["provider"], told["model"], told["embedded"]) == ("ollama", "nomic-embed-text:latest", 6)
    assert (told["requests"], told["retries"], told["failed"], told["shortened"]) == (1, 0, 0, 0)
    assert told["embedded_per_second"] > 0


def test_the_fleet_without_new_input_is_reused_and_published_once(shop: Home) -> None:
    version = build_candidate(shop)
    assert [run_fleet(asset, shop)["reused"] for asset in FLEET_STAGES] == [True] * 5
    assert run_fleet(published, shop) == {"version": version, "reused": False}
    assert run_fleet(published, shop) == {"version": version, "reused": True}


def test_only_what_changed_is_told_as_changed(shop: Home, tmp_path: Path) -> None:
    build_candidate(shop)
    write_files(tmp_path / "repo", {"README.md": "# Shop\n\nBuys things.\n"})
    (tmp_path / "repo/shop/cart.py").rename(tmp_path / "repo/shop/basket.py")
    run(source_files, shop)
    told = run(file_changes, shop)
    assert (told["modified"], told["renamed"], told.get("added", 0), told.get("deleted", 0)) == (1, 1, 0, 0)
    assert told["sample"].value.splitlines()[2:] == ["| README.md | modified |  |", "| shop/basket.py | renamed | shop/cart.py |"]


def test_a_table_shows_names_as_they_are() -> None:
    rows = [{"path": "pkg/__init__.py", "name": "map<K, V> | *p"}, {"path": "a\nb", "name": "_" * 101}]
    assert markdown_table(rows).splitlines()[2:] == [
        r"| pkg/\_\_init\_\_.py | map\<K, V\> \| \*p |",
        "| a b | " + r"\_" * 99 + "… |",
    ]


def test_a_stage_before_its_input_says_what_to_materialise_first(shop: Home) -> None:
    with pytest.raises(dg.Failure) as failure:
        run(syntax, shop)
    assert failure.value.description == (
        "Repository 'shop' has no source_files yet; materialise source_files first, or run 'lode index shop'."
    )
    assert isinstance(failure.value.__cause__, ArtifactError)


def test_a_repository_that_is_gone_fails_in_one_sentence_and_keeps_its_state(shop: Home, tmp_path: Path) -> None:
    build_candidate(shop)
    before = load_state(shop, "shop")
    shutil.rmtree(tmp_path / "repo")
    with pytest.raises(dg.Failure) as failure:
        run(source_files, shop)
    sentence = f"Repository 'shop': {tmp_path / 'repo'} is no longer a directory; mend its path in lode.toml."
    assert failure.value.description == sentence
    after = load_state(shop, "shop")
    assert before is not None and after is not None
    assert (after.keys, after.failure) == (before.keys, sentence)


def test_a_version_that_fails_the_gate_is_not_published(shop: Home, tmp_path: Path) -> None:
    build_candidate(shop)
    lode = Lode(home_path=str(shop.root))
    run_fleet(quality, shop)
    published(lode=lode)
    before = shop.current()
    write_files(tmp_path / "repo", {"more.py": "def more():\n    return 2\n"})
    shop.config_file.write_text(shop.config_file.read_text("utf-8") + "\n[quality]\nself_recall_at_10 = 1.1\n", "utf-8")
    version = build_candidate(shop)
    verdict = gate(lode)
    assert (verdict.passed, verdict.severity) == (False, dg.AssetCheckSeverity.ERROR)
    assert verdict.description is not None and verdict.description.endswith("below the 110% that lode.toml asks for")
    with pytest.raises(dg.Failure, match=f"Version {version} did not pass the gate"):
        published(lode=lode)
    assert shop.current() == before != version
