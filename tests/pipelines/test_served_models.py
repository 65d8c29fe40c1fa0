"""A fleet whose vectors a server makes: what is asked of it, what a failure costs, and how models are changed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from index_artifacts import open_index
from index_artifacts.config import Home, load_config
from index_artifacts.embedders import exchange
from index_artifacts.errors import EmbeddingError, LodeError
from index_artifacts.fleet import register
from index_artifacts.state import load_state
from pipelines.command import lode
from pipelines.freshness import fleet_status
from pipelines.reindex import reindex
from tests.embedding_server import Script, serving, status
from tests.support import write_files

if TYPE_CHECKING:
    from collections.abc import Iterator

KEY = "sk-7f3a-never-written-anywhere"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "DELAYS", (0.01,) * len(exchange.DELAYS))


@pytest.fixture
def script() -> Iterator[Script]:
    with serving(Script()) as script:
        yield script


@pytest.fixture
def fleet(home: Home, tmp_path: Path, script: Script) -> Home:
    """Two repositories, embedded by Ollama, two texts a request."""
    for name in ("one", "two"):
        files = {f"{name}{i}.py": f"def only_{i}_in_{name}():\n    return {i}\n" for i in range(4)}
        register(home, write_files(tmp_path / name, files), name)
    configure(home, script)
    return home


def configure(home: Home, script: Script, provider: str = "ollama", **more: object) -> None:
    """Write the settings of the model; "static" for the default."""
    rest = home.config_file.read_text("utf-8").partition("[[repository]]")
    url = script.url + ("/v1" if provider == "openai" else "")
    settings = {"provider": provider, "base_url": url, "model": script.model, "batch_size": 2, "in_flight": 1, **more}
    table = "".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items())
    home.config_file.write_text(f"[embedding]\n{table}\n[quality]\nself_recall_at_10 = 0.0\n\n[[repository]]{rest[2]}", "utf-8")


def test_what_is_embedded_is_found_and_an_unchanged_run_needs_no_server(fleet: Home, script: Script) -> None:
    summary = reindex(fleet)
    told = summary.told["embeddings"]
    assert (told["embedded"], told["requests"], told["retries"], told["failed"]) == (16, 8, 0, 0)
    assert [t for t in script.texts if not t.startswith("search_")] == ["codelode"]
    assert len(script.texts) == len(set(script.texts)) == 1 + 16 + 8
    assert open_index(fleet.root).search("only_3_in_two", k=1)[0].path == "two3.py"
    index = open_index(fleet.root)
    assert (index.manifest.provider, index.manifest.dimension) == ("ollama", 8)
    assert index.manifest.model_id == 'ollama nomic-embed-text:latest 8 "search_document: " "search_query: " 2000'
    code = (
        "import sys; from index_artifacts.config import find_home; from pipelines.reindex import reindex\n"
        "from index_artifacts import open_index; open_index().relations('only_0_in_one')\n"
        "print(reindex(find_home()).changed, *({'dagster', 'httpx', 'ollama', 'openai'} & sys.modules.keys()))"
    )
    asked = len(script.requests)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout.split(), len(script.requests)) == (["False"], asked)


def test_the_default_model_loads_no_client(home: Home, tmp_path: Path) -> None:
    register(home, write_files(tmp_path / "r", {"a.py": "def a(): ...\n"}), "r")
    code = (
        "import sys; from tests.support import build_candidate; from index_artifacts import open_index\n"
        "from index_artifacts.config import find_home\n"
        "open_index(version=build_candidate(find_home())).search('a'); print(*({'httpx', 'ollama', 'openai'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
    assert done.stdout.split() == []


def test_an_edit_embeds_only_what_is_new(fleet: Home, script: Script, tmp_path: Path) -> None:
    reindex(fleet)
    script.requests.clear()
    write_files(tmp_path / "one", {"new.py": "def brought_by_the_push():\n    return 0\n"})
    told = reindex(fleet).told["embeddings"]
    assert (told["embedded"], told["requests"]) == (2, 1)
    assert [t for t in script.texts if t.startswith("search_document: ")] == [
        "search_document: [function:brought_by_the_push]\nfunction broughtbythepush brought by the push\ndef brought_by_the_push():\n    return 0",
        "search_document: [file:new.py]\nbrought_by_the_push",
    ]


def test_a_failure_costs_nothing_that_was_embedded_and_is_named(fleet: Home, script: Script, tmp_path: Path) -> None:
    before = reindex(fleet).version
    script.requests.clear()
    write_files(tmp_path / "one", {f"new{i}.py": f"def new_{i}():\n    return 0\n" for i in range(4)})

    def third_time_unlucky(handler: object) -> None:
        script.key = "changed"
        status(401, {"error": "unauthorized"})(handler)  # type: ignore[arg-type]

    def vectors_as_ever(handler: object) -> None:
        handler._answer(script.model, script.requests[-1][1])  # type: ignore[attr-defined]

    script.failures.extend([vectors_as_ever, vectors_as_ever, third_time_unlucky])
    summary = reindex(fleet)
    sentence = (
        f"The embedding server of provider 'ollama' at {script.url} with model 'nomic-embed-text:latest' refuses the key "
        "(401 Unauthorized: unauthorized); set EMBEDDING_API_KEY to one that it knows."
    )
    assert summary.failures == {"one": sentence}
    assert before != summary.version
    assert open_index(fleet.root).manifest.repository("one").state.endswith(sentence)
    rows = {r["name"]: r for r in fleet_status(fleet)["repositories"]}
    assert (rows["one"]["state"], rows["two"]["state"]) == ("failed", "fresh")
    assert rows["one"]["reason"].endswith(sentence)
    script.key = ""
    told = reindex(fleet).told["embeddings"]
    assert (told["embedded"], told["requests"]) == (4, 2)
    assert {r["state"] for r in fleet_status(fleet)["repositories"]} == {"fresh"}


def test_models_are_versions_beside_each_other_and_going_back_asks_nothing(fleet: Home, script: Script) -> None:
    configure(fleet, script, "static")
    static = reindex(fleet).version
    configure(fleet, script)
    served = reindex(fleet)
    assert (served.repositories, served.version != static) == (["one", "two"], True)
    configure(fleet, script, "openai", dimension=4)
    short = reindex(fleet).version
    assert {open_index(fleet.root, v).manifest.dimension for v in (static, served.version, short)} == {256, 8, 4}
    script.requests.clear()
    for version, path in ((served.version, "/api/embed"), (short, "/v1/embeddings"), (static, "")):
        assert open_index(fleet.root, version).search("only_1_in_one", k=1)[0].path == "one1.py"
        assert [p for p, _ in script.requests] == ([path] if path else [])
        script.requests.clear()
    configure(fleet, script)
    back = reindex(fleet)
    assert (back.version, back.told["embeddings"]["embedded"], fleet.current()) == (served.version, 0, served.version)
    assert [t for t in script.texts if t.startswith("search_document: ")] == []


def test_vectors_of_two_models_never_meet(fleet: Home, script: Script, tmp_path: Path) -> None:
    configure(fleet, script, "static")
    static = reindex(fleet).version
    (tmp_path / "two").rename(tmp_path / "away")
    configure(fleet, script)
    summary = reindex(fleet, ["one"])
    index = open_index(fleet.root)
    assert index.manifest.id == summary.version != static
    assert {load_state(fleet, n).model_id for n in ("one", "two")} == {index.manifest.model_id}  # type: ignore[union-attr]
    assert "is no longer a directory" in index.manifest.repository("two").state
    assert index.search("only_3_in_two", k=1)[0].path == "two3.py"
    configure(fleet, script, "openai")
    script.failures.extend([lambda h: h._answer(script.model, script.requests[-1][1])] * 7 + [status(401)] * 20)
    with pytest.raises(LodeError, match=r"Repository 'one' has vectors of the model 'ollama .*The published version is untouched"):
        reindex(fleet)
    assert fleet.current() == summary.version


def test_without_a_server_that_was_ever_asked_nothing_changes(fleet: Home, script: Script) -> None:
    configure(fleet, script, "static")
    static = reindex(fleet).version
    configure(fleet, script, base_url="http://127.0.0.1:9")
    with pytest.raises(EmbeddingError, match="cannot be reached"):
        reindex(fleet)
    assert fleet.current() == static
    result = CliRunner().invoke(lode, ["index", "--plan"])
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize("provider", ["ollama", "openai"])
def test_the_key_reaches_the_server_and_nothing_else(
    fleet: Home, script: Script, provider: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    monkeypatch.setenv("EMBEDDING_API_KEY", KEY)
    script.key = KEY
    configure(fleet, script, provider, max_characters=1999)
    outputs = [CliRunner().invoke(lode, ["index", "--json"])]
    outputs.append(CliRunner().invoke(lode, ["search", "only_1_in_one"]))
    assert script.keys and set(script.keys) == {f"Bearer {KEY}"}
    script.key = "another"
    write_files(tmp_path / "one", {"new.py": "def new():\n    return 0\n"})
    for command in ("index", "status", "search new"):
        outputs.append(CliRunner().invoke(lode, command.split()))
    assert "refuses the key" in outputs[2].stderr and "***" in outputs[2].stderr
    assert KEY not in "".join(o.output for o in outputs) + caplog.text
    files = [p for p in fleet.root.rglob("*") if p.is_file()]
    assert len(files) > 50
    for path in files:
        assert KEY.encode() not in path.read_bytes(), path


def test_a_key_goes_only_where_the_settings_say(fleet: Home, script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    reindex(fleet)
    version = fleet.current()
    monkeypatch.setenv("EMBEDDING_API_KEY", KEY)
    with serving(Script()) as other:
        configure(fleet, other, "openai")
        script.keys.clear()
        assert open_index(fleet.root, version).search("only_1_in_one")
        assert set(script.keys) == {""}
    assert load_config(fleet).embedding.base_url.startswith(other.url)
