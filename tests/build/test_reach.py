"""A change reaches what may mean something else after it, and the rest is copied."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest

from index_artifacts.config import Home, load_config
from index_artifacts.fleet import register
from index_artifacts.state import load_shards, stage_path
from tests.support import run_repository, write_files

if TYPE_CHECKING:
    from collections.abc import Mapping

_BASE = "class Base:\n    def run(self):\n        return 1\n"
_CHILD = "from base import Base\n\n\nclass Child(Base):\n    def go(self):\n        return self.run()\n"
_GRANDCHILD = "from child import Child\n\n\nclass Grandchild(Child):\n    def start(self):\n        return self.run()\n"
_OTHER = "def helper():\n    return 2\n\n\ndef other():\n    return helper()\n"
_FILES = {"base.py": _BASE, "child.py": _CHILD, "grandchild.py": _GRANDCHILD, "other.py": _OTHER}


def relations(home: Home) -> list[dict[str, Any]]:
    """Every relation of the repository, in order, and how many files were resolved."""
    run = json.loads((home.repository("r") / "run.json").read_text())
    shards = load_shards(home, "r", "relations", run["relations"])
    return [row for made in shards for row in pq.read_table(made.folder / "relations.parquet").to_pylist()]


def resolved(home: Home) -> int:
    run = json.loads((home.repository("r") / "run.json").read_text())
    return int(json.loads((stage_path(home, "r", "relations", run["relations"]) / "told.json").read_text())["resolved"])


@pytest.mark.parametrize(
    ("before", "after", "reached"),
    [
        ({}, {"other.py": _OTHER + "# a comment\n"}, 1),
        ({}, {"other.py": _OTHER.replace("return 2", "return 3")}, 1),
        ({}, {"other.py": _OTHER + "\n\ndef run():\n    return 3\n"}, 3),  # whoever names run, too
        ({}, {"base.py": _BASE.replace("run", "walk")}, 3),
        ({}, {"base.py": "class Root:\n    def run(self):\n        return 0\n\n\nclass Base(Root):\n    pass\n"}, 3),
        ({}, {"child.py": "class Child:\n    pass\n"}, 2),  # its subclass loses what it inherited
        ({}, {"new.py": "def unheard_of():\n    return 1\n"}, 1),
        ({}, {"base.py": None}, 2),
        ({"a.rs": "trait Drawn {}\nimpl Drawn for Elsewhere {}\n"}, {"b.rs": "fn b() {}\n"}, 1),  # a base of nothing that is here
        ({"pkg/a.js": "const up = require('..');\n"}, {"index.js": "export function f() {}\n"}, 2),
        (
            {"lib/a.dart": "void f() {}\n", "bin/b.dart": "import 'package:kit/a.dart' as a;\nvoid g() => a.f();\n"},
            {"pubspec.yaml": "name: kit\n"},
            3,
        ),
        (
            {
                "Rack.scala": "package shop\nobject Rack { def make() = 1 }\n",
                "use.scala": "package app\nimport shop.Rack._\nobject Use { def f() = make() }\n",
            },
            {"Rack.scala": "package shop\nclass Rack\nobject Rack { def make() = 1 }\n"},
            2,
        ),
        (
            {"Sources/Shop/use.swift": "func use() {\n  pack()\n}\n", "Sources/Kit/b.swift": "func pack() {}\n"},
            {"Sources/Shop/Deep/a.swift": "func pack() {}\n"},
            2,
        ),
        ({"pkg/a.py": "from . import thing\n"}, {"pkg/__init__.py": "thing = 1\n"}, 2),
    ],
)
def test_a_change_reaches_as_far_as_it_must_and_no_farther(
    home: Home, tmp_path: Path, before: Mapping[str, str], after: Mapping[str, str | None], reached: int
) -> None:
    root = write_files(tmp_path / "r", {**_FILES, **before})
    register(home, root, "r")
    run_repository(home, "r")
    for name, text in after.items():
        (root / name).unlink() if text is None else write_files(root, {name: text})
    run_repository(home, "r")
    assert resolved(home) == reached
    elsewhere = Home(tmp_path / "elsewhere")
    register(elsewhere, root, "r")
    run_repository(elsewhere, "r")
    assert relations(home) == relations(elsewhere)
    assert load_config(home).repositories == load_config(elsewhere).repositories
