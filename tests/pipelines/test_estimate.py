"""`lode embed --estimate` counts what `lode index` then embeds."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from index_artifacts.fleet import register
from pipelines.command import lode
from tests.embedding_server import Script, serving
from tests.support import run_repository, write_files

if TYPE_CHECKING:
    from pathlib import Path

    from index_artifacts.config import Home


@pytest.fixture
def fleet(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    files = {f"f{i}.py": f"def function_{i}():\n    return {i}\n" for i in range(10)}
    register(home, write_files(tmp_path / "r", files), "r")
    for name, value in {"PROVIDER": "ollama", "BATCH_SIZE": "1", "MODEL": "nomic-embed-text"}.items():
        monkeypatch.setenv(f"EMBEDDING_{name}", value)
    return home


def estimate(*options: str) -> dict[str, object]:
    result = CliRunner().invoke(lode, ["embed", "--estimate", "--json", *options])
    assert result.exit_code == 0, result.stderr
    return dict(json.loads(result.stdout))


def test_what_is_counted_is_what_a_run_embeds_and_the_sample_is_kept(fleet: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(Script()) as script:
        monkeypatch.setenv("EMBEDDING_BASE_URL", script.url)
        found = estimate("--price", "2")
        texts = [t for t in script.texts if t.startswith("search_document: ")]
        assert (found["texts"], found["cached"], len(texts), found["notes"]) == (20, 0, 7, [])
        assert found["seconds"] > 0 and found["texts_per_second"] > 0  # type: ignore[operator]
        assert found["cost"] == pytest.approx(found["tokens"] * 2 / 1e6)  # type: ignore[operator]
        run_repository(fleet, "r")
        texts = [t for t in script.texts if t.startswith("search_document: ")]
        assert len(set(texts)) == len(texts) == 20
        assert found["characters"] == sum(map(len, texts))
        again = estimate()
        assert (again["texts"], again["cached"], again["seconds"]) == (0, 20, 0)


def test_without_a_server_texts_are_counted_and_why_no_rate_is_told(fleet: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBEDDING_BASE_URL", "http://127.0.0.1:9")
    found = estimate()
    assert (found["texts"], found["seconds"], found["cost"]) == (20, 0, None)
    assert "cannot be reached" in str(found["notes"])
    shown = CliRunner().invoke(lode, ["embed", "--estimate", "--price", "1"])
    assert shown.stdout.startswith("ollama nomic-embed-text:latest: 20 texts to embed, ")
    assert shown.stdout.endswith(" at 1.00 for a million tokens.\n")


def test_the_models_of_the_package_are_measured_too(fleet: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBEDDING_PROVIDER", "static")
    found = estimate()
    assert (found["model"], found["texts"]) == ("static", 20)
    assert found["texts_per_second"] > 0  # type: ignore[operator]


def test_the_flag_is_asked_for(home: Home) -> None:
    assert CliRunner().invoke(lode, ["embed"]).exit_code == 2
