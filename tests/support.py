"""Small repositories, and indexes of them made without Dagster."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from eval.quality import judge_version
from index_artifacts import open_index
from index_artifacts.build import stages
from index_artifacts.build.published import publish
from index_artifacts.config import Home, load_config
from index_artifacts.fleet import register

if TYPE_CHECKING:
    from collections.abc import Mapping

    from index_artifacts import Index

FIXTURES = Path(__file__).parent / "fixtures" / "repositories"
_FLEET_STAGES = ("relation_graph", "tables", "vector_index", "text_index")


def run_repository(home: Home, name: str) -> None:
    """Every stage of one repository."""
    config = load_config(home)
    stages.run_source_files(home, config, name)
    stages.run_file_changes(home, name)
    stages.run_syntax(home, config, name)
    stages.run_chunks(home, config, name)
    stages.run_embeddings(home, config, name)
    stages.run_relations(home, config, name)


def build_candidate(home: Home) -> str:
    """Run every stage up to the verdict; returns the version's id."""
    config = load_config(home)
    for repository in config.repositories:
        run_repository(home, repository.name)
    for stage in _FLEET_STAGES:
        stages.run_fleet_stage(home, config, stage)
    version = str(stages.run_index_version(home, config).told["version"])
    judge_version(home, config, version)
    return version


def index_without_dagster(home: Home, repositories: Mapping[str, Path]) -> Index:
    """Register repositories, bring the whole fleet up to date, publish, and open what was published."""
    for name, path in repositories.items():
        register(home, path, name)
    publish(home, build_candidate(home))
    return open_index(home.root)


def write_files(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below a folder, text as UTF-8 with its line ends as they are."""
    root.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def git(root: Path, *arguments: str) -> str:
    """Run git with an identity and no settings of this machine."""
    who = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER") for what, value in (("NAME", "t"), ("EMAIL", "t@example.org"))}
    environment = {**os.environ, **who, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
    command = ["git", "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always", *arguments]
    return subprocess.run(command, cwd=root, env=environment, check=True, capture_output=True, text=True).stdout.strip()
