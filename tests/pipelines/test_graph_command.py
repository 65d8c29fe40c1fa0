from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from pipelines.command import lode
from tests.support import index_without_dagster, write_files

if TYPE_CHECKING:
    from pathlib import Path

    from index_artifacts.config import Home

FILES = {
    "a.py": "class Cart:\n    def total(self):\n        return price(self) + price(self)\n\n\ndef price(of):\n    return unknown(of)\n",
    "b.py": "from a import Cart\n\n\ndef run():\n    Cart()\n    run_again()\n\n\ndef run_again():\n    run()\n",
    "c.py": "class Job:\n    def close(self): ...\n\n\nclass Task:\n    def close(self): ...\n",
}


@pytest.fixture
def shop(home: Home, tmp_path: Path) -> Home:
    index_without_dagster(home, {"shop": write_files(tmp_path / "shop </script>", FILES)})
    return home


def run(*arguments: str) -> Result:
    return CliRunner().invoke(lode, ["graph", *arguments])


def test_a_tree_cites_every_relation_and_unfolds_a_circle_once(shop: Home) -> None:
    assert run("run", "--depth", "5").stdout.splitlines() == [
        "run function shop/b.py:4-6",
        "├── calls --> Cart shop/a.py (import) line 5",
        "├── calls --> run_again shop/b.py (same file) line 6",
        "│   └── calls --> run shop/b.py (same file) line 10",
        "└── calls <-- run_again shop/b.py (same file) line 10",
        "    └── calls <-- run shop/b.py (same file) line 6",
    ]


def test_uses_of_one_thing_share_a_branch(shop: Home) -> None:
    assert run("Cart.total", "--direction", "callees", "--kind", "calls").stdout.splitlines() == [
        "Cart.total method shop/a.py:2-3",
        "└── calls --> price shop/a.py (same file) line 3",
    ]


def test_an_ambiguous_name_lists_what_it_may_mean(shop: Home) -> None:
    result = run("close")
    assert (result.exit_code, result.stdout.splitlines()) == (
        1,
        ["method       Job.close  shop/c.py:2-2", "method       Task.close  shop/c.py:6-6"],
    )
    assert result.stderr == "lode: 'close' means 2 things; give a longer name, a citation repo/path:line, or --repo.\n"
    assert run("close", "--json").stdout == ""
    assert run("shop/c.py:6").stdout.splitlines()[0] == "Task.close method shop/c.py:6-6"


def test_a_graph_in_the_language_of_graphviz_has_each_edge_once(shop: Home) -> None:
    lines = run("price", "--dot").stdout.splitlines()
    labels = dict(re.findall(r'^  ("[^"]+") \[label="([^"]+)"\];$', "\n".join(lines), re.MULTILINE))
    edges = re.findall(r'^  ("[^"]+") -> ("[^"]+") \[label="([^"]+)"\];$', "\n".join(lines), re.MULTILINE)
    assert (lines[0], lines[-1]) == ("digraph relations {", "}")
    assert sorted((labels[s], labels[t], kind) for s, t, kind in edges) == [
        ("Cart.total", "price", "calls"),
        ("price", "unknown", "calls"),
    ]


def test_a_page_holds_names_relations_and_places(shop: Home, tmp_path: Path) -> None:
    page = tmp_path / "graph.html"
    assert run("Cart", "--html", str(page)).stdout == f"Wrote 3 relations of Cart to {page}.\n"
    text = page.read_text("utf-8")
    assert text.count("</script>") == 2
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    data = json.loads(re.findall(r'type="application/json">(.*?)</script>', text, re.DOTALL)[0])
    assert {n["label"]: n["level"] for n in data["nodes"]} == {"Cart": 0, "Cart.total": 1, "run": -1, "b.py": -1}
    total = next(n for n in data["nodes"] if n["label"] == "Cart.total")
    assert (total["cited"], total["file"], total["line"]) == ("shop/a.py:2-3", str(tmp_path / "shop </script>" / "a.py"), 2)
    assert {(e["kind"], e["cited"]) for e in data["edges"]} == {
        ("contains", "shop/a.py:2"),
        ("calls", "shop/b.py:5"),
        ("imports", "shop/b.py:1"),
    }
    assert run("Cart", "--html", str(tmp_path / "none" / "x.html")).stderr.startswith("lode: ")
