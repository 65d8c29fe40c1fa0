from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest

from index_artifacts.errors import NoIndexError, UnknownNameError
from index_artifacts.fleet import register
from index_artifacts.manifest import read_manifest
from index_artifacts.versions import comparison
from index_artifacts.versions.comparison import compare
from tests.support import write_files
from tests.versions_support import FIRST, make_version, tick

if TYPE_CHECKING:
    from pathlib import Path

    from index_artifacts.config import Home


def symbol(kind: str, name: str, path: str, start: int, end: int) -> dict[str, object]:
    return {"repo": "shop", "path": path, "name": name, "kind": kind, "start_line": start, "end_line": end}


def test_what_was_added_removed_and_changed_is_told(home: Home, root: Path, two: tuple[str, str]) -> None:
    cart = FIRST["cart.py"].replace("    def clear(self):\n        return 0\n", "    def remove(self):\n        return 2\n")
    make_version(home, root, {"extra.py": None, "cart.py": "import os\n" + cart.replace("1 * rate", "2 * rate"), "new.md": "# New\n"})
    found = compare(home)
    assert (found.before, found.after) == (two[1], home.current())
    assert (found.files.added, found.files.removed, found.files.changed) == (["shop/new.md"], ["shop/extra.py"], ["shop/cart.py"])
    assert found.symbols.added == [symbol("method", "Cart.remove", "cart.py", 8, 9), symbol("section", "New", "new.md", 1, 1)]
    assert found.symbols.removed == [
        symbol("method", "Cart.clear", "cart.py", 7, 8),
        symbol("function", "extra_one", "extra.py", 1, 2),
    ]
    # The class's chunk shows the signatures of its methods.
    assert found.symbols.changed == [symbol("class", "Cart", "cart.py", 2, 9), symbol("method", "Cart.total", "cart.py", 5, 6)]
    # `# New` and `Cart.remove`; `Cart.clear` and `extra_one`; `Cart` and `Cart.total`.
    assert found.chunks == {"added": 2, "removed": 2, "changed": 2}
    old, new = (read_manifest(home.version(v)) for v in (two[1], found.after))
    assert found.counts == {name: [old.counts[name], new.counts[name]] for name in new.counts}
    assert found.quality == {"self_recall_at_10": [1.0, 1.0], "queries": [0, 0], "passed": [True, True]}


def test_a_symbol_that_only_moved_is_the_same(home: Home, root: Path, two: tuple[str, str]) -> None:
    make_version(home, root, {"login.py": "\n\n\ndef login_timeout():\n    return 60\n"})
    found = compare(home)
    assert found.files.changed == ["shop/login.py"]
    assert (found.symbols.added, found.symbols.removed, found.symbols.changed) == ([], [], [])
    assert found.chunks == {"added": 0, "removed": 0, "changed": 0}


def test_a_body_that_leaves_every_row_of_the_symbols_as_it_was_is_a_change(home: Home, two: tuple[str, str]) -> None:
    found = compare(home, *two)
    assert found.symbols.changed == [symbol("function", "login_timeout", "login.py", 1, 2)]
    assert found.symbols.added == [symbol("function", "extra_one", "extra.py", 1, 2)]
    back = compare(home, two[1], two[0])
    assert back.symbols.removed == found.symbols.added


def test_a_version_does_not_differ_from_itself_and_is_not_read(home: Home, two: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    monkeypatch.setattr(comparison.pq, "read_table", lambda path, **how: read.append(path) or pq.ParquetFile(path).read(how["columns"]))
    found = compare(home, two[1], two[1])
    assert [p.name for p in read] == ["files.parquet", "files.parquet"]
    assert found.chunks == {"added": 0, "removed": 0, "changed": 0}
    assert found.repositories == {"shop": {"before": "", "after": ""}}


def test_only_the_shards_that_differ_are_read(home: Home, tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tick(monkeypatch)
    register(home, write_files(tmp_path / "other", {"a.py": "def other_one(): ...\n"}), "other")
    make_version(home, root, FIRST)
    make_version(home, root, {"login.py": "def login_timeout():\n    return 60\n"})
    read = []
    monkeypatch.setattr(comparison.pq, "read_table", lambda path, **how: read.append(path) or pq.ParquetFile(path).read(how["columns"]))
    assert compare(home).files.changed == ["shop/login.py"]
    assert [p.name for p in read if p.parent.name == "chunks.parquet"] == [
        p.name for v in sorted(home.versions.glob("2*")) for p in (v / "tables" / "chunks.parquet").glob("00001-*")
    ]


def test_a_repository_that_only_one_version_has_is_told(home: Home, root: Path, tmp_path: Path, two: tuple[str, str]) -> None:
    register(home, write_files(tmp_path / "more", {"a.py": "def more_one(): ...\n"}), "more")
    make_version(home, root, {})
    found = compare(home)
    assert found.repositories == {"more": {"before": None, "after": ""}, "shop": {"before": "", "after": ""}}
    assert found.files.added == ["more/a.py"]


def test_what_there_is_no_version_for_is_one_sentence(home: Home, two: tuple[str, str]) -> None:
    with pytest.raises(UnknownNameError) as first:
        compare(home, None, two[0])
    assert str(first.value) == (
        f"There is no version to compare {two[0]} with, since it is the first one; name two of those that 'lode versions' lists."
    )
    home.version(two[0]).rename(home.root / "gone")
    with pytest.raises(UnknownNameError) as gone:
        compare(home)
    assert str(gone.value) == (
        f"There is no version to compare {two[1]} with, since its parent {two[0]} is no longer there; "
        "name two of those that 'lode versions' lists."
    )
    home.current_file.unlink()
    with pytest.raises(NoIndexError):
        compare(home)
