"""What goes wrong while a version is built costs nothing: `current` opens, the next run ends well."""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest

from index_artifacts import open_index
from index_artifacts.build import stages, tables, text_index
from index_artifacts.build.plan import find_version
from index_artifacts.config import Home, load_config
from index_artifacts.errors import DamagedIndexError, FormatError, HomeError, LodeError, NoIndexError, UnknownNameError
from tests.support import index_without_dagster, write_files

if TYPE_CHECKING:
    from collections.abc import Callable

    from index_artifacts import Index

_SENTENCE = "free space or make it writable, then run again. The published version is untouched."


@pytest.fixture
def published(home: Home, tmp_path: Path) -> Index:
    """A version of one repository whose working tree has changed since."""
    root = write_files(tmp_path / "r", {"a.py": "def old_name(): ...\n"})
    index = index_without_dagster(home, {"r": root})
    write_files(root, {"a.py": "def new_name(): ...\n"})
    return index


def full(*_: Any, **__: Any) -> None:  # noqa: ANN401 - stands for any writer
    raise OSError(errno.ENOSPC, "No space left on device")


class FullTantivy:
    """Tantivy's writer: a text index that meets a full disk half-way."""

    def __init__(self, *_: object, **__: object) -> None: ...

    def add_document(self, document: object) -> None:
        raise ValueError("An IO error occurred: 'No space left on device (os error 28)'")


_PLACES: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "a stage's table": lambda patch: patch.setattr(pq, "write_table", full),
    "a stage's small table": lambda patch: patch.setattr(feather, "write_feather", full),
    "the catalog": lambda patch: patch.setattr(tables, "write_catalog", full),
    "the vectors": lambda patch: patch.setattr(Path, "write_bytes", full),
    "the text index": lambda patch: patch.setattr(text_index, "_writer", FullTantivy),
    "a state": lambda patch: patch.setattr(stages, "save_state", full_state),
    "a rename": lambda patch: patch.setattr(Path, "rename", full),
    "a replacement": lambda patch: patch.setattr(Path, "replace", full),
    "a flush": lambda patch: patch.setattr("os.fsync", full),
}


def full_state(home: Home, name: str, state: object) -> None:
    stages.write_json(home.repository(name) / "missing" / "state.json", {})


@pytest.mark.parametrize("place", list(_PLACES))
def test_a_full_disk_is_one_sentence_and_the_next_run_ends_well(home: Home, published: Index, place: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        _PLACES[place](patch)
        with pytest.raises(HomeError) as caught:
            index_without_dagster(home, {})
    assert str(caught.value).endswith(_SENTENCE)
    assert open_index(home.root).manifest.id == published.manifest.id
    assert open_index(home.root).search("old_name")[0].symbol == "old_name"
    assert index_without_dagster(home, {}).search("new_name")[0].symbol == "new_name"


def test_a_run_that_was_killed_in_the_text_index_is_taken_up(home: Home, published: Index) -> None:
    class Killed(BaseException):
        pass

    def killed(*_: object, **__: object) -> None:
        raise Killed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_index, "run_batches", killed)
        with pytest.raises(Killed):
            index_without_dagster(home, {})
    assert home.building.is_dir()
    assert open_index(home.root).manifest.id == published.manifest.id
    assert index_without_dagster(home, {}).search("new_name")[0].symbol == "new_name"


_ARTIFACTS = [
    "vectors.faiss",
    "file_vectors.faiss",
    "tables/chunks.parquet",
    "tables/relations.parquet",
    "tables/files.parquet",
    "text/chunks",
]


@pytest.mark.parametrize("artifact", [*_ARTIFACTS, "catalog.duckdb", "shards.arrow"])
def test_a_truncated_or_missing_file_is_named_and_the_next_run_makes_a_new_version(home: Home, published: Index, artifact: str) -> None:
    path = published.folder / artifact
    path = max(path.iterdir(), key=lambda p: p.stat().st_size) if path.is_dir() else path
    name = path.relative_to(published.folder).as_posix()
    size = path.stat().st_size
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(DamagedIndexError) as caught:
        open_index(home.root)
    start = f"Version {published.manifest.id} is damaged: {name} "
    assert str(caught.value) == f"{start}has {size - 10:,} bytes instead of {size:,}; run 'lode index' to make a new version."
    path.unlink()
    with pytest.raises(DamagedIndexError) as caught:
        open_index(home.root)
    assert str(caught.value) == f"{start}is missing; run 'lode index' to make a new version."
    assert find_version(home, published.manifest.digest) is None
    assert index_without_dagster(home, {}).search("new_name")[0].symbol == "new_name"


def edit_manifest(index: Index, **changes: object) -> None:
    path = index.folder / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_a_count_that_differs_from_the_manifest_is_named(home: Home, published: Index) -> None:
    edit_manifest(published, counts={**published.manifest.counts, "vectors": 99})
    with pytest.raises(DamagedIndexError) as caught:
        open_index(home.root)
    found = f"Version {published.manifest.id} is damaged: 1 vectors where its manifest says 99"
    assert str(caught.value) == f"{found}; run 'lode index' to make a new version."


def test_a_newer_format_is_refused_with_what_to_do(home: Home, published: Index) -> None:
    edit_manifest(published, format_version=99)
    with pytest.raises(FormatError) as caught:
        open_index(home.root)
    assert str(caught.value) == (
        f"Version {published.manifest.id} has format 99, but this codelode reads up to 2; upgrade codelode to open it."
    )


def test_an_older_format_is_made_anew(home: Home, published: Index) -> None:
    edit_manifest(published, format_version=1)
    with pytest.raises(DamagedIndexError) as caught:
        open_index(home.root)
    found = f"Version {published.manifest.id} has format 1, which this codelode no longer reads"
    assert str(caught.value) == f"{found}; run 'lode index' to make a new version."
    assert index_without_dagster(home, {}).search("new_name")[0].symbol == "new_name"


@pytest.mark.parametrize("content", ["", "{", "[]", '{"format_version": 1}', '{"format_version": "x"}'])
def test_an_unreadable_manifest_is_damage_and_keeps_no_new_version_back(home: Home, published: Index, content: str) -> None:
    (published.folder / "manifest.json").write_text(content)
    with pytest.raises(DamagedIndexError) as caught:
        open_index(home.root)
    assert str(caught.value).endswith("run 'lode index' to make a new version.")
    assert index_without_dagster(home, {}).search("new_name")[0].symbol == "new_name"


def test_nothing_published_and_a_missing_version_say_what_to_do(home: Home, published: Index) -> None:
    with pytest.raises(NoIndexError) as none:
        open_index(home.root / "other")
    assert str(none.value) == f"There is no index in {home.root / 'other'} yet; make one with 'lode index PATH'."
    with pytest.raises(UnknownNameError) as unknown:
        open_index(home.root, "x")
    assert str(unknown.value) == f"There is no version 'x' in {home.versions}; 'lode versions' lists those there are."


def test_a_damaged_part_of_the_vector_cache_is_named(home: Home, published: Index) -> None:
    (part,) = home.embeddings(published.manifest.model_id).glob("part-*.arrow")
    part.write_bytes(part.read_bytes()[:50])
    with pytest.raises(DamagedIndexError) as caught:
        index_without_dagster(home, {})
    assert str(caught.value).startswith(f"The vector cache {part} is damaged (")
    assert str(caught.value).endswith("); delete this file and index again.")
    assert open_index(home.root).manifest.id == published.manifest.id
    part.unlink()


def test_after_a_damaged_part_was_deleted_the_next_run_ends_well(home: Home, published: Index) -> None:
    for part in home.embeddings(published.manifest.model_id).glob("part-*.arrow"):
        part.unlink()
    (home.repository("r") / "run.json").unlink()
    assert index_without_dagster(home, {}).search("new_name")[0].symbol == "new_name"


def test_one_bad_repository_keeps_its_last_good_state_in_the_version(home: Home, tmp_path: Path) -> None:
    from index_artifacts.state import note_failure

    good, bad = (write_files(tmp_path / n, {f"{n}.py": f"def {n}_one(): ...\n"}) for n in ("good", "bad"))
    index_without_dagster(home, {"good": good, "bad": bad})
    (bad / "bad.py").unlink()
    with pytest.raises(LodeError) as caught:
        stages.run_source_files(home, load_config(home), "bad")
    assert str(caught.value) == f"Repository 'bad': {bad} holds no file to index; give a directory with code or text."
    note_failure(home, "bad", str(caught.value))
    config = load_config(home)
    for stage in ("relation_graph", "tables", "vector_index", "text_index"):
        stages.run_fleet_stage(home, config, stage)
    index = open_index(home.root, str(stages.run_index_version(home, config).told["version"]))
    assert index.manifest.repository("good").state == "fresh"
    assert index.manifest.repository("bad").state.startswith("failed since ")
    assert index.manifest.repository("bad").state.endswith(str(caught.value))
    assert index.search("bad_one", k=1)[0].repo == "bad"
