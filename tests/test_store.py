from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from index_artifacts.config import Home
from index_artifacts.errors import HomeError
from index_artifacts.store import digest_of, make_folder, read_json, remove_unfinished, write_json, write_text, writer_lock, writing


def test_a_digest_depends_on_values_not_on_the_order_of_keys() -> None:
    assert digest_of({"a": 1, "b": [2]}) == digest_of({"b": [2], "a": 1})
    assert digest_of("a", "b") != digest_of("ab")
    assert digest_of("caf\udce9") != digest_of("cafe")


def test_a_write_replaces_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.json"
    write_json(path, {"a": "ü"})

    def full(_: Path, target: Path) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device", str(target))

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(HomeError) as caught:
        write_text(path, "new")
    assert str(caught.value) == (
        f"Could not write {path}: No space left on device; free space or make it writable, then run again. The published version is untouched."
    )
    assert read_json(path) == {"a": "ü"}
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, "No space left on device"),
        OSError("Error writing bytes to file. Detail: [errno 28] No space left on device"),
        RuntimeError("Error in faiss::write_index: write error in vectors.faiss: No space left on device"),
        ValueError("An IO error occurred: 'No space left on device (os error 28)'"),
    ],
)
def test_a_full_disk_is_one_sentence_whichever_library_meets_it(tmp_path: Path, error: Exception) -> None:
    with pytest.raises(HomeError) as caught, writing(tmp_path):
        raise error
    assert str(caught.value) == (
        f"Could not write {tmp_path}: No space left on device; free space or make it writable, then run again. "
        "The published version is untouched."
    )


def test_an_error_of_the_program_is_not_taken_for_a_full_disk(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="wrong shape"), writing(tmp_path):
        raise ValueError("wrong shape")


def test_a_folder_is_whole_or_as_it_was(tmp_path: Path) -> None:
    final = tmp_path / "stage" / "key"
    make_folder(final, lambda folder: bool((folder / "a").write_text("x")))
    assert (final / "a").read_text() == "x"

    def fail(folder: Path) -> None:
        (folder / "half").write_text("y")
        raise RuntimeError("killed")

    with pytest.raises(RuntimeError, match="killed"):
        make_folder(final, fail)
    assert [p.name for p in final.parent.iterdir()] == ["key"]
    assert [p.name for p in final.iterdir()] == ["a"]
    make_folder(final, lambda folder: bool((folder / "b").write_text("z")))
    assert [p.name for p in final.iterdir()] == ["b"]


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    (tmp_path / ".old.123.tmp").mkdir()
    (tmp_path / "key").mkdir()
    remove_unfinished(tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["key"]


def test_the_lock_is_free_again_for_nested_use_and_after_it(home: Home) -> None:
    with writer_lock(home), writer_lock(home):
        pass
    with writer_lock(home):
        pass


_HOLD = """
import sys
from index_artifacts.config import Home
from index_artifacts.store import writer_lock
from pathlib import Path
with writer_lock(Home(Path(sys.argv[1]))):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_another_process_is_told_who_writes_and_a_dead_writer_has_let_go(home: Home) -> None:
    command = [sys.executable, "-c", _HOLD, str(home.root)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parents[1]) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(HomeError) as caught, writer_lock(home):
            pass
        holder.kill()
    assert str(caught.value) == (f"The home {home.root} is being written by process {holder.pid}; wait until it has ended, then run again.")
    with writer_lock(home):
        pass
