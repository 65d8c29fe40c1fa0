"""Imports go one way: pipelines -> assets -> index_artifacts <- eval."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = {
    "index_artifacts": set[str](),
    "eval": {"index_artifacts"},
    "assets": {"index_artifacts", "eval", "dagster"},
    "pipelines": {"index_artifacts", "eval", "assets", "dagster"},
}
WATCHED = {*ALLOWED, "dagster", "tests"}
HEAVY = {"dagster", "torch", "assets", "pipelines", "eval"}


def imported(path: Path) -> set[str]:
    """Top-level names that a file imports anywhere, also inside of functions."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} is a relative import"
            names.add((node.module or "").partition(".")[0])
    return names


@pytest.mark.parametrize("package", ALLOWED)
def test_a_package_imports_only_what_lies_below_it(package: str) -> None:
    files = sorted((ROOT / package).rglob("*.py"))
    assert files
    for path in files:
        forbidden = imported(path) & WATCHED - ALLOWED[package] - {package}
        assert not forbidden, f"{path.relative_to(ROOT)} imports {sorted(forbidden)}"


@pytest.mark.parametrize(
    "statement",
    [
        "import index_artifacts; index_artifacts.open_index",
        "from index_artifacts.query import index; index.open_index",
        "from index_artifacts.build import stages; stages.plan_of",
    ],
)
def test_reading_and_building_leave_dagster_and_torch_unloaded(statement: str) -> None:
    code = f"import sys; {statement}; print(*({HEAVY!r} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_the_command_starts_without_dagster() -> None:
    code = "import sys; from pipelines import command, freshness, reindex, show; print('dagster' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]
