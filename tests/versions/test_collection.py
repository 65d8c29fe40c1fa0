from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import numpy as np
import pyarrow.feather as feather
import pytest

from index_artifacts import open_index
from index_artifacts.build import vector_cache
from index_artifacts.build.vector_cache import VectorCache, write_part
from index_artifacts.errors import ConfigError, HomeError
from index_artifacts.fleet import register, unregister
from index_artifacts.state import load_shards, load_state
from index_artifacts.versions.collection import Collected, collect
from index_artifacts.versions.needed import live_keys
from index_artifacts.versions.rollback import rollback
from index_artifacts.versions.verification import verify
from tests.support import build_candidate, write_files
from tests.versions_support import fail_the_gate, make_version

if TYPE_CHECKING:
    from pathlib import Path

    from index_artifacts.config import Home

MODEL = "codelode-static-256-v1"


def inodes(home: Home) -> dict[int, int]:
    """Size of every file below a home but the lock, by inode."""
    stats = [p.lstat() for p in home.root.rglob("*") if p.is_file() and p != home.lock_file]
    return {s.st_ino: s.st_size for s in stats}


def folders(home: Home, *stages: str) -> dict[str, set[str]]:
    return {s: {p.name for p in home.root.glob(f"repositories/*/shards/{s}/*")} for s in stages}


STAGES = ("syntax", "chunks", "embeddings", "relations", "text")


def test_the_newest_stay_and_what_goes_is_told(home: Home, root: Path, two: tuple[str, str]) -> None:
    third = make_version(home, root, {"third.py": "def third_one():\n    return 3\n"})
    live = {s: {p.name for p in home.root.glob(f"repositories/*/shards/{s}/*")} for s in STAGES}
    before = inodes(home)
    told = collect(home, 1, dry_run=True)
    assert inodes(home) == before
    done = collect(home, 1)
    after = inodes(home)
    assert (done.removed, done.kept, done.read, done.dry_run) == ([two[0]], [third, two[1]], [], False)
    assert told == Collected(done.removed, done.kept, [], done.garbage, done.vectors, done.bytes, True)
    assert done.bytes == sum(size for inode, size in before.items() if inode not in after) > 0
    # Of each stage the shards of the three versions, of which only those of the newest stay.
    assert {s: len(names) for s, names in live.items()} == dict.fromkeys(STAGES, 3)
    state = load_state(home, "shop")
    assert state is not None
    listed = {s: {m.folder.name for m in load_shards(home, "shop", s, getattr(state.keys, s))} for s in STAGES[:-1]}
    assert folders(home, *STAGES[:-1]) == listed
    assert len(folders(home, "text")["text"]) == 1
    assert done.garbage == {"shards": 2 * len(STAGES)}
    assert [verify(home, v).problems for v in (third, two[1])] == [(), ()]
    assert collect(home, 1) == Collected([], [third, two[1]], [], {}, 0, 0, False)


def test_the_next_run_after_a_collection_makes_nothing_anew(home: Home, root: Path, two: tuple[str, str]) -> None:
    other = write_files(root.parent / "other", {"a.py": "def other_one(): ...\n"})
    register(home, other, "other")
    make_version(home, root, {})
    collect(home, 0)
    made = {p: p.stat().st_mtime_ns for p in home.root.glob("repositories/*/shards/*/*/made.json")}
    assert len(made) == 2 * len(STAGES)
    make_version(home, root, {"login.py": "def login_timeout():\n    return 90\n"})
    assert {p: p.stat().st_mtime_ns for p in made} == made
    new = [p for p in home.root.glob("repositories/*/shards/*/*/made.json") if p not in made]
    assert sorted(p.parents[1].name for p in new) == sorted(STAGES)
    assert [h.citation for h in open_index(home.root).search("login_timeout", k=1)] == ["shop/login.py:1-2"]


def test_the_published_the_pinned_the_next_and_the_rollback_target_stay(home: Home, root: Path, two: tuple[str, str]) -> None:
    before = fail_the_gate(home)
    failed = [make_version(home, root, {"third.py": f"def third_one_{i}(): ...\n"}) for i in range(2)]
    assert collect(home, 1, dry_run=True).removed == [failed[0]]
    assert collect(home, 0, dry_run=True).removed == [failed[0], two[0]]
    home.config_file.write_text(before)
    rollback(home)
    assert collect(home, 0, dry_run=True).removed == [failed[0], two[1]]


def test_a_damaged_version_goes_and_one_of_a_newer_format_stays(home: Home, root: Path, two: tuple[str, str]) -> None:
    third = make_version(home, root, {"third.py": "def third_one(): ...\n"})
    (home.version(two[1]) / "spans.arrow").unlink()
    manifest = home.version(two[0]) / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"format_version": 2', '"format_version": 99'))
    done = collect(home, 0)
    assert (done.removed, done.kept) == ([two[1]], [third, two[0]])


def test_a_version_that_someone_reads_stays_until_they_have_done(home: Home, two: tuple[str, str]) -> None:
    index = open_index(home.root, two[0])
    done = collect(home, 0)
    assert (done.removed, done.kept, done.read) == ([], [two[1], two[0]], [two[0]])
    assert [h.text for h in index.search("login_timeout", k=1)] == ["def login_timeout():\n    return 30"]
    del index
    assert collect(home, 0).removed == [two[0]]


def test_what_killed_processes_left_goes(home: Home, root: Path, two: tuple[str, str]) -> None:
    shop = home.repository("shop")
    left = [
        home.root / ".current.7.tmp",
        home.versions / ".20260101T000000-abc.7.tmp" / "tables" / "x",
        home.version(two[1]) / ".manifest.json.7.tmp",
        shop / ".mirror.git.7.tmp" / "HEAD",
        shop / "syntax" / ".abc.7.tmp" / "shards.json",
        shop / "shards" / "text" / ".abc.7.tmp" / "x",
        shop / "file_changes.tmp",
        home.text / ".abc.7.tmp" / "x",
        home.embeddings(MODEL) / ".part-1.arrow",
        home.building / "stages.json",
    ]
    for path in left:
        write_files(path.parent, {path.name: '{"digest": "of another plan"}'})
    done = collect(home, 10)
    assert [p for p in left if p.exists()] == []
    assert (done.garbage, done.bytes) == ({"shards": len(STAGES), "unfinished files": 10}, done.bytes)
    assert verify(home, two[1]).problems == ()


def test_an_unfinished_version_of_the_next_plan_stays(home: Home, root: Path, two: tuple[str, str]) -> None:
    write_files(root, {"third.py": "def third_one(): ...\n"})
    version = build_candidate(home)
    home.version(version).rename(home.building)
    (home.building / "manifest.json").unlink()
    collect(home, 0)
    assert (home.building / "stages.json").exists()
    assert build_candidate(home) != version
    assert not home.building.exists()


def test_a_repository_that_left_the_fleet_goes_with_its_mirror(home: Home, root: Path, tmp_path: Path, two: tuple[str, str]) -> None:
    register(home, write_files(tmp_path / "other", {"a.py": "def other_one(): ...\n"}), "other")
    both = make_version(home, root, {})
    write_files(home.mirror("other"), {"HEAD": "x"})
    unregister(home, "other")
    done = collect(home, 10)
    assert done.garbage == {"repositories": 1, "shards": len(STAGES)}
    assert [p.name for p in (home.root / "repositories").iterdir()] == ["shop"]
    assert [h.citation for h in open_index(home.root, both).search("other_one", k=1)] == ["other/a.py:1-1"]


def test_an_empty_fleet_is_no_reason_to_remove_everything(home: Home, two: tuple[str, str]) -> None:
    home.config_file.unlink()
    before = inodes(home)
    with pytest.raises(ConfigError) as refused:
        collect(home, 0)
    assert (
        str(refused.value) == f"No repository is registered in {home.config_file}; add one with 'lode index PATH', or remove {home.root}."
    )
    assert inodes(home) == before


def keys_and_vectors(home: Home) -> dict[bytes, bytes]:
    """What the cache gives for every key that it holds."""
    parts = sorted(home.embeddings(MODEL).glob("part-*.arrow"))
    keys = sorted({key for p in parts for key in feather.read_table(str(p))["key"].to_pylist()})
    vectors = VectorCache(home.embeddings(MODEL), 256).vectors(keys)
    return {key: vectors[i].tobytes() for i, key in enumerate(keys)}


def test_mostly_dead_parts_are_rewritten_with_what_lives(home: Home, root: Path, two: tuple[str, str]) -> None:
    folder = home.embeddings(MODEL)
    listed = live_keys(home, ["shop"])
    assert listed is not None
    live = {key: vector for key, vector in keys_and_vectors(home).items() if key in set(listed[folder].to_pylist())}
    for part in folder.glob("part-*.arrow"):
        part.unlink()
    # A part of which a third lives, one in which nothing does, one that is half dead, and a newer vector for a key of the first.
    keys, count = list(live), len(live)
    dead = [bytes([i]) * 16 for i in range(2 * count)]
    vectors = np.stack([np.frombuffer(live[key], np.float16) for key in keys])
    write_part(folder, [*keys, *dead], np.concatenate([vectors, np.ones((2 * count, 256), np.float16)]))
    write_part(folder, dead[:3], np.ones((3, 256), np.float16))
    half = write_part(folder, [dead[0], keys[1]], np.stack([vectors[0], vectors[1]]))
    newest = np.full((1, 256), 2, np.float16)
    write_part(folder, [keys[0]], newest)
    done = collect(home, 0)
    # Two keys of the first part are in newer ones.
    assert done.vectors == 2 * count + 2 + 3
    assert half.exists()
    assert keys_and_vectors(home) == {**live, keys[0]: newest.tobytes(), dead[0]: vectors[0].tobytes()}
    assert sorted(len(feather.read_table(str(p))) for p in folder.iterdir()) == [1, 2, count - 2]
    assert collect(home, 0).vectors == 0


def test_vectors_of_a_run_that_did_not_end_stay(home: Home, root: Path, two: tuple[str, str]) -> None:
    write_part(home.embeddings(MODEL), [b"k" * 16], np.ones((1, 256), np.float16))
    run = home.repository("shop") / "run.json"
    ended = run.read_text()
    run.write_text('{"scan_digest": "x", "source_files": "y"}')
    assert collect(home, 0).vectors == 0
    run.write_text(ended)
    assert collect(home, 0).vectors == 1
    assert b"k" * 16 not in keys_and_vectors(home)


def test_vectors_of_models_that_nobody_uses_go(home: Home, two: tuple[str, str]) -> None:
    keys = list(keys_and_vectors(home))
    write_part(home.embeddings("old-model"), keys, np.ones((len(keys), 8), np.float16))
    assert collect(home, 10).vectors == len(keys)
    assert list(home.embeddings("old-model").iterdir()) == []


def test_a_kill_while_vectors_are_rewritten_loses_none(home: Home, two: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    live = keys_and_vectors(home)
    keys = list(live)
    dead = [bytes([i]) * 16 for i in range(200)]
    for part in home.embeddings(MODEL).glob("part-*.arrow"):
        part.unlink()
    vectors = np.stack([np.frombuffer(live[k], np.float16) for k in keys])
    write_part(home.embeddings(MODEL), [*keys, *dead], np.concatenate([vectors, np.ones((200, 256), np.float16)]))
    monkeypatch.setattr(vector_cache, "sync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(HomeError):
        collect(home, 10)
    assert {k: v for k, v in keys_and_vectors(home).items() if k in live} == live


def test_a_collection_that_was_killed_is_finished_by_the_next(home: Home, two: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(path: Path, **_: object) -> None:
        if path.exists():
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", killed)
        with pytest.raises(KeyboardInterrupt):
            collect(home, 0)
    assert [p.name for p in home.versions.iterdir() if not p.name.startswith(".")] == [two[1]]
    assert verify(home, two[1]).problems == ()
    collect(home, 0)
    assert [p.name for p in home.versions.iterdir()] == [two[1]]
