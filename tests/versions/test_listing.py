from __future__ import annotations

import shutil
from dataclasses import asdict
from typing import TYPE_CHECKING

from index_artifacts.manifest import read_manifest
from index_artifacts.versions.listing import list_versions
from index_artifacts.versions.rollback import rollback
from tests.support import git
from tests.versions_support import fail_the_gate, make_version

if TYPE_CHECKING:
    from pathlib import Path

    from index_artifacts.config import Home


def test_every_version_has_a_row_with_its_state(home: Home, root: Path, two: tuple[str, str]) -> None:
    before = fail_the_gate(home)
    failed = make_version(home, root, {"third.py": "def third_one(): ...\n"})
    home.config_file.write_text(before)
    rollback(home, two[0])
    (home.version(two[1]) / "manifest.json").write_text("{")
    third, second, first = list_versions(home)
    assert [(v.id, v.state, v.pinned) for v in (third, second, first)] == [
        (failed, "failed", False),
        (two[1], "damaged", False),
        (two[0], "published", True),
    ]
    assert third.reason == "NDCG@10 is 0.000, below the 1.100 that lode.toml asks for"
    assert second.reason.startswith(f"Version {two[1]} has no readable manifest.json (")
    manifest = read_manifest(home.version(two[0]))
    assert asdict(first) == {
        "id": two[0],
        "created": "2026-01-01T00:01:00+00:00",
        "state": "published",
        "pinned": True,
        "reason": "",
        "repositories": {"shop": ""},
        "counts": manifest.counts,
        "quality": manifest.quality,
        "bytes": sum(c["bytes"] for c in manifest.checksums.values()),
        "own_bytes": first.own_bytes,
    }


def test_own_bytes_are_those_of_files_that_have_no_other_name(home: Home, two: tuple[str, str]) -> None:
    shutil.rmtree(home.root / "repositories" / "shop" / "shards")
    shutil.rmtree(home.text, ignore_errors=True)
    files = {v: [p for p in home.version(v).rglob("*") if p.is_file()] for v in two}
    for version in list_versions(home):
        names = {p.name for p in files[two[two.index(version.id) - 1]]}
        own = sum(p.stat().st_size for p in files[version.id] if p.stat().st_nlink == 1)
        shared = [p for p in files[version.id] if p.stat().st_nlink == 2]
        assert version.own_bytes == own
        assert {p.name for p in shared} <= names
        assert {p.suffix for p in shared} <= {".parquet", ".faiss", ".arrow", ".store", ".idx", ".term", ".pos", ".fast", ".fieldnorm"}


def test_a_published_version_that_is_missing_has_a_row(home: Home, two: tuple[str, str]) -> None:
    shutil.rmtree(home.version(two[1]))
    row = list_versions(home)[0]
    assert (row.id, row.state, row.bytes, row.own_bytes) == (two[1], "damaged", 0, 0)
    assert row.reason.startswith(f"published, but: Version {two[1]} has no readable manifest.json (")


def test_a_truncated_file_is_named(home: Home, two: tuple[str, str]) -> None:
    size = (home.version(two[0]) / "spans.arrow").stat().st_size
    (home.version(two[0]) / "spans.arrow").write_bytes(b"x")
    row = list_versions(home)[1]
    assert (row.state, row.reason) == ("damaged", f"spans.arrow has 1 bytes instead of {size:,}")


def test_commits_are_those_of_the_working_tree(home: Home, root: Path, two: tuple[str, str]) -> None:
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "all")
    head = git(root, "rev-parse", "HEAD")
    make_version(home, root, {"cart.py": "x = 1\n"})
    assert list_versions(home)[0].repositories == {"shop": head[:12] + "+"}
