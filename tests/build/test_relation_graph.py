"""What a repository names without defining it, resolved by the rest of the fleet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support import index_without_dagster, write_files

if TYPE_CHECKING:
    from pathlib import Path

    from index_artifacts.config import Home


def test_only_languages_that_call_each_other_resolve_each_other(home: Home, tmp_path: Path) -> None:
    repositories = {
        "app": {"App.java": "class App { void run() { show(1); Printer.print(2); log(3); } }\n"},
        "lib": {"Printer.kt": "class Printer {\n    fun print(i: Int) {}\n}\n", "show.rs": "macro_rules! show { () => {} }\n"},
        "one": {"One.java": "class One { void log(int i) {} }\n"},
        "two": {"Two.java": "class Two { void log(int i) {} }\n"},
    }
    index = index_without_dagster(home, {name: write_files(tmp_path / name, files) for name, files in repositories.items()})
    found = [(r.target, r.target_repo, r.resolution, r.candidates) for r in index.relations("App.run", "callees")]
    assert found == [
        ("Printer.print", "lib", "unique in fleet", 1),
        ("log", "", "ambiguous", 2),
        ("show", "", "external", 0),
    ]
