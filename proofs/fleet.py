"""A fleet of small repositories on disk, and homes that are brought up to date or made anew from it."""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from eval.quality import judge_version
from index_artifacts.build import results, stages
from index_artifacts.build.published import publish
from index_artifacts.build.scans import scan_repository
from index_artifacts.config import Config, Home, load_config
from index_artifacts.embedders import make_embedder
from index_artifacts.embedding_config import EmbeddingConfig
from index_artifacts.query.index import Index, open_index
from index_artifacts.state import load_state
from tests.support import git, write_files

if TYPE_CHECKING:
    from pathlib import Path

    from proofs.author import Step

FLEET_STAGES = ("relation_graph", "tables", "vector_index", "text_index")
ALWAYS = {"KEEP.md": "# Always there\n"}  # a repository without any file to index would keep its last state


@dataclass
class Fleet:
    """Repositories below a folder, and what `lode.toml` says of them.

    Attributes:
        root: Where everything lies.
        registered: Names of the repositories of the fleet, with their patterns of what is excluded.
        limit: `max_file_bytes`.
    """

    root: Path
    registered: dict[str, tuple[str, ...]] = field(default_factory=dict)
    limit: int = 1_000_000

    def repository(self, name: str) -> Path:
        """Folder of a repository; made where it is not there."""
        path = self.root / "repositories" / name
        if not path.is_dir():
            write_files(path, ALWAYS)
        return path

    def apply(self, step: Step) -> None:
        """Take one step; what cannot be done changes nothing, so that any part of a sequence is a sequence."""
        kind, *rest = step
        if kind in {"write", "delete", "rename", "copy"}:
            with suppress(NotADirectoryError, IsADirectoryError, FileNotFoundError, FileExistsError):
                self._edit(kind, *rest)
        elif kind in {"commit", "branch"}:
            self._git(*rest)
        elif kind == "register":
            self.registered[rest[0]] = tuple(rest[1:])
            self.repository(rest[0])
        elif kind == "unregister" and len(self.registered) > 1:
            self.registered.pop(rest[0], None)
        elif kind == "limit":
            self.limit = int(rest[0])
        elif kind == "model":
            set_model(int(rest[0]))

    def _edit(self, kind: str, repository: str, name: str, *rest: str) -> None:
        path = self.repository(repository) / name
        if kind == "write":
            write_files(self.repository(repository), {name: rest[0]})
        elif kind == "delete":
            path.unlink()
        else:
            target, data = self.repository(rest[0]) / rest[1], path.read_bytes()
            if target != path:
                write_files(self.repository(rest[0]), {rest[1]: data})
                if kind == "rename":
                    path.unlink()

    def _git(self, repository: str, branch: str = "") -> None:
        """Commit everything; then, if one is named, go to a branch, a new one where it is not there."""
        root = self.repository(repository)
        if not (root / ".git").is_dir():
            git(root, "init")
        git(root, "add", "--all")
        git(root, "commit", "--allow-empty", "-m", "step")
        if branch:
            there = git(root, "branch", "--list", branch)
            git(root, "checkout", *([] if there else ["-b"]), branch)

    def home(self, name: str) -> Home:
        """A home of this fleet, with `lode.toml` as it is now."""
        home = Home(self.root / name)
        home.root.mkdir(exist_ok=True)
        lines = ["[quality]\nself_recall_at_10 = 0.0\n", f"[index]\nmax_file_bytes = {self.limit}\n"]
        for repository, exclude in self.registered.items():
            lines.append(f'[[repository]]\nname = "{repository}"\npath = "../repositories/{repository}"\nexclude = {list(exclude)!r}\n')
        home.config_file.write_text("\n".join(lines), "utf-8")
        return home


_BASE = make_embedder(EmbeddingConfig()).model_id, vars(make_embedder(EmbeddingConfig()))["_gamma"]


def set_model(number: int) -> None:
    """Make the embedder another model, with another name and other vectors; 0 is the real one."""
    embedder = make_embedder(EmbeddingConfig())
    embedder.model_id = f"{_BASE[0]}-{number}" if number else _BASE[0]
    vars(embedder)["_gamma"] = _BASE[1] * (1 + number)


def bring_up_to_date(home: Home, *, skip: bool = False, full: bool = False) -> Index:
    """Run the stages, judge and publish as `lode index` does, without Dagster; returns what was published.

    Args:
        home: Whose fleet.
        skip: Leave out repositories whose scan leads to the state that they have, as the command does.
        full: Make everything anew.
    """
    config = replace(load_config(home), full=full)
    for repository in config.repositories:
        if not skip or full or _changed(home, config, repository.name):
            run_repository(home, config, repository.name)
    for stage in FLEET_STAGES:
        stages.run_fleet_stage(home, config, stage)
    version = str(stages.run_index_version(home, config).told["version"])
    judge_version(home, config, version)
    publish(home, version)
    return open_index(home.root)


def run_repository(home: Home, config: Config, name: str) -> None:
    """Every stage of one repository."""
    stages.run_source_files(home, config, name)
    stages.run_file_changes(home, name)
    for run in (stages.run_syntax, stages.run_chunks, stages.run_embeddings, stages.run_relations):
        run(home, config, name)


def _changed(home: Home, config: Config, name: str) -> bool:
    scan = scan_repository(home, config, name)
    expected = stages.expected_state(scan, make_embedder(config.embedding).model_id)
    return load_state(home, name) != expected or results.is_damaged(home, name)


def remove(home: Home) -> None:
    """Remove a home and what this process knows of it."""
    shutil.rmtree(home.root)
    for known in [k for k in results._known if k[0] == home.root]:
        del results._known[known]
