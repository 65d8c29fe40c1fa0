"""What a repository's stages have made: a folder a stage, named by its key, and the last whole set of them."""

from __future__ import annotations

import hashlib
import time
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from index_artifacts.store import digest_of, read_json, write_json

if TYPE_CHECKING:
    from pathlib import Path

    from index_artifacts.build.shards import Made
    from index_artifacts.config import Home

# The code that makes each stage's result; a change of one of these files makes it anew.
_CODE = {
    "source_files": ("build/source_files.py", "build/sources.py", "build/ignores.py", "patterns.py", "categories.py", "languages.py"),
    "syntax": (
        "build/syntax.py",
        "build/extraction.py",
        "build/source_text.py",
        "build/references.py",
        "build/variables.py",
        "build/source_files.py",
        "build/shards.py",
        "languages.py",
        "types.py",
        "schema.py",
    ),
    "chunks": ("build/chunks.py", "build/chunking.py", "text.py", "types.py", "schema.py"),
    "embeddings": ("build/embeddings.py", "build/vector_cache.py", "embedders/static.py", "embedders/forms.py", "text.py"),
    "relations": (
        "build/relations.py",
        "build/relation_shards.py",
        "build/resolution.py",
        "build/names.py",
        "build/provided.py",
        "build/variables.py",
        "build/reach.py",
        "build/ranks.py",
        "languages.py",
        "languages.toml",
        "types.py",
        "schema.py",
    ),
    "joined": ("build/relation_graph.py", "languages.py", "languages.toml", "build/resolution.py", "build/provided.py", "schema.py"),
    "text": ("build/text_index.py", "build/segments.py", "text.py"),
    "fleet": ("build/tables.py", "build/vector_index.py", "build/version_parts.py", "build/index_version.py", "schema.py"),
}


@cache
def code_of(stage: str) -> str:
    """Digest of the code that makes a stage's result."""
    digest = hashlib.sha256()
    for name in _CODE[stage]:
        digest.update(resources.files("index_artifacts").joinpath(name).read_bytes())
    return digest.hexdigest()


def code_mark(stage: str) -> str:
    """Digest of all code that a repository's rows of a stage depend on, but for what declares their languages."""
    return digest_of(code_of("syntax"), code_of(stage))


@dataclass(frozen=True, slots=True)
class Keys:
    """The key of each stage's result, each made of the one before it and the code."""

    source_files: str
    syntax: str
    chunks: str
    embeddings: str
    relations: str


def keys_after(scan_digest: str, model_id: str) -> Keys:
    """The keys that a scan leads to when no file changes underway."""
    from index_artifacts.languages import fingerprints

    source_files = digest_of("source_files", scan_digest)
    syntax = digest_of("syntax", source_files, code_of("syntax"), fingerprints())
    return keys_from_syntax(source_files, syntax, model_id)


def keys_from_syntax(source_files: str, syntax: str, model_id: str) -> Keys:
    """The keys that follow from a syntax result."""
    chunks = digest_of("chunks", syntax, code_of("chunks"))
    embeddings = digest_of("embeddings", chunks, model_id, code_of("embeddings"))
    return Keys(source_files, syntax, chunks, embeddings, digest_of("relations", syntax, code_of("relations")))


@dataclass(frozen=True, slots=True)
class RepositoryState:
    """The last whole result of a repository.

    Attributes:
        keys: Of its stages.
        model_id: Whose vectors its embedding keys mean.
        commit: What it is as of; "" outside of git.
        branch: Likewise.
        dirty: Whether the working tree had changes that no commit holds.
        failure: Why the newest run did not replace it, or "".
        failed_since: Unix time of the first run in a row that failed; 0 for none.
    """

    keys: Keys
    model_id: str
    commit: str
    branch: str
    dirty: bool
    failure: str = ""
    failed_since: float = 0.0


def stage_path(home: Home, repository: str, stage: str, key: str) -> Path:
    """Folder of a stage's result."""
    return home.repository(repository) / stage / key[:32]


def shards_path(home: Home, repository: str, stage: str) -> Path:
    """Folder of all shards of a stage of a repository."""
    return home.repository(repository) / "shards" / stage


def load_shards(home: Home, repository: str, stage: str, key: str) -> list[Made]:
    """The shards of a stage's result."""
    from index_artifacts.build.shards import LISTING, read_listing

    return read_listing(stage_path(home, repository, stage, key) / LISTING, shards_path(home, repository, stage))


def load_state(home: Home, repository: str) -> RepositoryState | None:
    """The last whole state, or None if the repository was never whole."""
    path = home.repository(repository) / "state.json"
    if not path.exists():
        return None
    row = read_json(path)
    return RepositoryState(**{**row, "keys": Keys(**row["keys"])})


def save_state(home: Home, repository: str, state: RepositoryState) -> None:
    """Make a state the repository's last whole one."""
    write_json(home.repository(repository) / "state.json", asdict(state))


def note_failure(home: Home, repository: str, reason: str) -> None:
    """Keep the last whole state and say why it was not replaced."""
    from dataclasses import replace

    state = load_state(home, repository)
    if state is not None:
        since = state.failed_since or time.time()
        save_state(home, repository, replace(state, failure=reason, failed_since=since))


def prune_stages(home: Home, repository: str) -> None:
    """Remove results that the last whole state does not name; their shards stay until they are collected."""
    from index_artifacts.store import remove_folder, writing

    state = load_state(home, repository)
    if state is None:
        return
    for stage, key in asdict(state.keys).items():
        for folder in (home.repository(repository) / stage).glob("[!.]*"):
            if folder.name != key[:32]:
                with writing(folder):
                    remove_folder(folder)
