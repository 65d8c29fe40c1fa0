from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from index_artifacts.build.file_changes import FileChange, file_changes
from index_artifacts.build.source_files import SourceFile
from index_artifacts.types import Category, Change, Status

_TREES = st.dictionaries(st.sampled_from("abcdefgh"), st.sampled_from(["1", "2", "3"]))


def indexed(path: str, sha256: str) -> SourceFile:
    return SourceFile(path, "python", Category.SOURCE, 1, 1, sha256, Status.INDEXED, "")


def changes(before: dict[str, str], now: dict[str, str]) -> list[FileChange]:
    return file_changes(before, [indexed(p, s) for p, s in now.items()])


def test_every_kind_of_change_in_order_of_path() -> None:
    before = {"same": "1", "edited": "2", "gone": "3", "old": "4"}
    now = {"same": "1", "edited": "9", "new": "5", "moved": "4"}
    assert changes(before, now) == [
        FileChange("edited", Change.MODIFIED),
        FileChange("gone", Change.DELETED),
        FileChange("moved", Change.RENAMED, "old"),
        FileChange("new", Change.ADDED),
        FileChange("same", Change.UNCHANGED),
    ]


def test_a_copy_is_added_because_its_original_is_still_there() -> None:
    assert changes({"a": "1"}, {"a": "1", "b": "1"}) == [FileChange("a", Change.UNCHANGED), FileChange("b", Change.ADDED)]


def test_equal_contents_are_paired_in_order_each_once() -> None:
    assert changes({"a": "1", "b": "1"}, {"x": "1", "y": "1", "z": "1"}) == [
        FileChange("x", Change.RENAMED, "a"),
        FileChange("y", Change.RENAMED, "b"),
        FileChange("z", Change.ADDED),
    ]


def test_two_files_that_swap_contents_are_modified() -> None:
    assert changes({"a": "1", "b": "2"}, {"a": "2", "b": "1"}) == [FileChange("a", Change.MODIFIED), FileChange("b", Change.MODIFIED)]


def test_a_file_that_is_no_longer_indexed_is_deleted() -> None:
    skipped = SourceFile("a", "", Category.SOURCE, 1, 0, "", Status.SKIPPED, "binary")
    assert file_changes({"a": "1"}, [skipped]) == [FileChange("a", Change.DELETED)]


@given(_TREES, _TREES)
def test_the_changes_lead_from_one_state_to_the_other(before: dict[str, str], now: dict[str, str]) -> None:
    state = dict(before)
    found = changes(before, now)
    for change in found:
        if change.change is Change.DELETED:
            del state[change.path]
        elif change.change is Change.RENAMED:
            assert state.pop(change.previous_path) == now[change.path]
    for change in found:
        if change.change in {Change.ADDED, Change.MODIFIED, Change.RENAMED}:
            state[change.path] = now[change.path]
    assert state == now
    assert [c.path for c in found] == sorted(c.path for c in found)
