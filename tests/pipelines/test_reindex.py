"""A reindex through Dagster, with an instance that keeps its runs."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import dagster as dg
import pytest

from index_artifacts import open_index
from index_artifacts.config import Home
from index_artifacts.errors import SourceError, UnknownNameError
from index_artifacts.fleet import register
from pipelines.instance import open_instance
from pipelines.reindex import reindex
from tests.support import write_files

if TYPE_CHECKING:
    from pathlib import Path


def fleet(home: Home, tmp_path: Path) -> None:
    for name in ("one", "two"):
        register(home, write_files(tmp_path / name, {f"{name}.py": f"def only_in_{name}():\n    return {len(name)}\n"}), name)


def test_runs_are_kept_and_a_second_reindex_does_nothing_without_dagster(home: Home, tmp_path: Path) -> None:
    fleet(home, tmp_path)
    summary = reindex(home)
    assert (summary.repositories, summary.failures, summary.changed) == (["one", "two"], {}, True)
    assert summary.told["embeddings"]["embedded"] == 4
    with open_instance(home) as instance:
        runs = instance.get_runs()
        assert sorted(r.tags.get("dagster/partition", r.job_name) for r in runs) == ["fleet", "one", "two"]
        assert {r.status for r in runs} == {dg.DagsterRunStatus.SUCCESS}
    code = (
        "import sys; from index_artifacts.config import find_home; from pipelines.reindex import reindex\n"
        "summary = reindex(find_home()); print(summary.version, summary.changed, 'dagster' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [home.current(), "False", "False"]


def test_a_failing_repository_keeps_its_content_and_holds_up_no_other(home: Home, tmp_path: Path) -> None:
    fleet(home, tmp_path)
    reindex(home)
    shutil.rmtree(tmp_path / "one")
    write_files(tmp_path / "two", {"new.py": "def brought_by_the_push():\n    return 0\n"})
    summary = reindex(home)
    assert summary.repositories == ["two"]
    assert summary.failures == {"one": f"Repository 'one': {tmp_path / 'one'} is no longer a directory; mend its path in lode.toml."}
    index = open_index(home.root)
    assert index.manifest.id == summary.version
    states = {r.name: r.state for r in index.manifest.repositories}
    assert states["one"].startswith("failed since 20") and states["one"].endswith(summary.failures["one"])
    assert states["two"] == "fresh"
    assert index.search("only_in_one", k=1)[0].path == "one.py"
    assert index.search("brought_by_the_push", k=1)[0].path == "new.py"


def test_a_version_that_failed_its_gate_is_published_once_its_thresholds_allow_it(home: Home, tmp_path: Path) -> None:
    fleet(home, tmp_path)
    allowed = home.config_file.read_text("utf-8")
    home.config_file.write_text(allowed + "\n[quality]\nself_recall_at_10 = 1.1\n", "utf-8")
    summary = reindex(home)
    assert len(summary.gate) == 1 and summary.gate[0].endswith("below the 110% that lode.toml asks for")
    assert home.current() is None
    with open_instance(home) as instance:
        assert [r.job_name for r in instance.get_runs(dg.RunsFilter(statuses=[dg.DagsterRunStatus.FAILURE]))] == ["fleet"]
    home.config_file.write_text(allowed, "utf-8")
    again = reindex(home)
    assert (again.repositories, again.gate, again.changed, again.version) == ([], [], True, summary.version)
    assert home.current() == summary.version


def test_only_the_named_repositories_run(home: Home, tmp_path: Path) -> None:
    fleet(home, tmp_path)
    summary = reindex(home, ["two"])
    assert summary.repositories == ["two"]
    assert [r.name for r in open_index(home.root).manifest.repositories] == ["two"]
    with pytest.raises(UnknownNameError, match="No repository named 'three' is registered"):
        reindex(home, ["three"])


def test_a_run_that_fails_underway_is_told_with_its_reason_and_made_up_for(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fleet(home, tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("assets.relations.run_relations", full)
        with pytest.raises(SourceError) as nothing:
            reindex(home)
    assert str(nothing.value) == "OSError: [Errno 28] No space left on device"
    assert reindex(home).failures == {}
    write_files(tmp_path / "one", {"new.py": "def new():\n    return 0\n"})
    with monkeypatch.context() as patch:
        patch.setattr("assets.relations.run_relations", full)
        summary = reindex(home)
    assert summary.failures == {"one": "OSError: [Errno 28] No space left on device"}
    states = {r.name: r.state for r in open_index(home.root).manifest.repositories}
    assert states["one"].startswith("failed since 20") and states["two"] == "fresh"
