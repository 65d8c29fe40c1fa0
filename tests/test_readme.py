"""The README's commands are those that are run and checked."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import tomllib
from dataclasses import fields, replace
from pathlib import Path
from types import ModuleType

import click
import pytest

from eval.golden import load_golden
from index_artifacts.config import Config, Home, QualityConfig, load_config
from index_artifacts.embedding_config import _PROVIDERS, EmbeddingConfig
from pipelines.command import lode

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")


@pytest.fixture(scope="module")
def readme_commands() -> ModuleType:
    """`scripts/readme_commands.py`, which `make readme` runs."""
    spec = importlib.util.spec_from_file_location("readme_commands", ROOT / "scripts" / "readme_commands.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def recipe(target: str) -> str:
    """What make would run for a target."""
    command = ["make", "--no-print-directory", "--always-make", "--dry-run", target]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_the_first_command_indexes_and_searches_and_the_second_checks(readme_commands: ModuleType) -> None:
    first, second = readme_commands.commands(README)[:2]
    assert first.startswith("make setup && .venv/bin/lode index . && .venv/bin/lode search ")
    assert second == readme_commands.CHECK


def test_make_readme_runs_the_script_and_make_check_includes_it() -> None:
    assert "scripts/readme_commands.py" in recipe("readme")
    for target in ("lint", "format-check", "types", "test", "readme"):
        assert recipe(target).splitlines()[-1] in recipe("check"), target


def test_ci_runs_the_test_command_of_the_readme(readme_commands: ModuleType) -> None:
    assert (ROOT / ".ci" / "run").read_text("utf-8").splitlines()[-1] == readme_commands.CHECK


def test_only_shell_lines_are_commands(readme_commands: ModuleType) -> None:
    text = "```sh\n# first\nlode status   # why\n\n```\n```text\nlode nothing\n```\n```python\nx = 1\n```\n"
    assert readme_commands.commands(text) == ["lode status"]
    assert readme_commands.blocks(text, "python") == ["x = 1\n"]


@pytest.mark.parametrize("name", sorted(lode.commands))
def test_every_subcommand_and_its_options_are_in_the_readme(name: str) -> None:
    assert f"`lode {name}" in README
    for parameter in lode.commands[name].params:
        if isinstance(parameter, click.Option):
            assert parameter.opts[-1 if len(parameter.opts[0]) > 2 else 0] in README, parameter.name


def test_the_settings_in_the_readme_are_the_defaults(readme_commands: ModuleType, home: Home) -> None:
    home.root.mkdir()
    (block,) = readme_commands.blocks(README, "toml")
    home.config_file.write_text(block, "utf-8")
    config = load_config(home)
    shop, warehouse = config.repositories
    assert (shop.path, shop.exclude) == ((home.root / "../shop").resolve(), ("docs/**",))
    assert (warehouse.url, warehouse.ref) == ("https://git.example.org/warehouse.git", "main")
    assert replace(config, repositories=(), quality=replace(config.quality, golden=())) == Config()
    assert {field.name for field in fields(QualityConfig)} == set(tomllib.loads(block)["quality"])


def test_every_setting_of_a_model_and_every_provider_is_in_the_readme() -> None:
    for name in (*(field.name for field in fields(EmbeddingConfig)), *_PROVIDERS):
        assert f"`{name}`" in README, name
    for _, model, url in _PROVIDERS.values():
        assert not model or f"`{model}`, `{url}`" in README


def test_the_golden_set_in_the_readme_is_valid(readme_commands: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "golden.jsonl"
    path.write_text("".join(readme_commands.blocks(README, "json")), "utf-8")
    assert [query.language for query in load_golden([path])] == ["en", "zh"]


def test_every_environment_variable_is_in_the_readme() -> None:
    for package in ("index_artifacts", "assets", "pipelines", "eval"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for name in re.findall(r'"((?:LODE|EMBEDDING)_[A-Z_]+)"', path.read_text("utf-8")):
                assert f"`{name}`" in README, f"{name} of {path.relative_to(ROOT)}"
