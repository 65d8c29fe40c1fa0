"""The home folder, its `lode.toml`, and the settings that flags and environment lay over it."""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from index_artifacts.embedding_config import EmbeddingConfig, embedding_config
from index_artifacts.errors import ConfigError, HomeError, UnknownNameError
from index_artifacts.remotes import checked_ref, checked_url, without_credentials

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_MAX_FILE_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Home:
    """The places under one home folder."""

    root: Path

    @property
    def config_file(self) -> Path:
        """The fleet and its settings."""
        return self.root / "lode.toml"

    @property
    def lock_file(self) -> Path:
        """Locked by the one process that writes."""
        return self.root / "lock"

    @property
    def versions(self) -> Path:
        """One folder a version."""
        return self.root / "versions"

    @property
    def building(self) -> Path:
        """The candidate that is being built; at most one, under the writer's lock."""
        return self.versions / ".building"

    @property
    def text(self) -> Path:
        """Merged segments of the text index, which versions share."""
        return self.root / "text"

    @property
    def models_file(self) -> Path:
        """Dimension of every served model, as its server once told."""
        return self.root / "models.json"

    @property
    def current_file(self) -> Path:
        """One line: the published version's id."""
        return self.root / "current"

    @property
    def dagster(self) -> Path:
        """Dagster's own home."""
        return self.root / "dagster"

    def repository(self, name: str) -> Path:
        """State of one repository."""
        return self.root / "repositories" / name

    def mirror(self, name: str) -> Path:
        """Bare mirror of a repository that has a url."""
        return self.repository(name) / "mirror.git"

    def embeddings(self, model_id: str) -> Path:
        """Vector cache of one model; where its id is no plain name, a digest tells apart those that look the same."""
        plain = re.sub(r"[^A-Za-z0-9._-]+", "_", model_id)
        digest = hashlib.sha256(model_id.encode()).hexdigest()[:12]
        return self.root / "embeddings" / (plain if plain == model_id else f"{plain[:100]}-{digest}")

    def version(self, version_id: str) -> Path:
        """Folder of one version."""
        return self.versions / version_id

    def current(self) -> str | None:
        """Id of the published version, or None."""
        try:
            return self.current_file.read_text("utf-8").strip() or None
        except FileNotFoundError:
            return None
        except OSError as error:
            raise HomeError(f"The home {self.root} cannot be read ({error.strerror}); set LODE_HOME to another folder.") from error


def find_home(root: Path | str | None = None) -> Home:
    """The home at `root`, else `$LODE_HOME`, else the platform's user data folder for codelode."""
    where = root or os.environ.get("LODE_HOME")
    if where:
        return Home(Path(where).expanduser().absolute())
    from platformdirs import user_data_path

    return Home(user_data_path("codelode"))


@dataclass(frozen=True, slots=True)
class RepositoryConfig:
    """A `[[repository]]` table: a working tree or a remote repository that belongs to the fleet.

    Attributes:
        path: The working tree; None for a remote repository.
        url: The remote repository; "" for a working tree.
        ref: Its branch, tag or full commit id; "" for its HEAD.
    """

    name: str
    path: Path | None
    exclude: tuple[str, ...] = ()
    url: str = ""
    ref: str = ""

    def __post_init__(self) -> None:
        if (self.path is None) == (not self.url):
            raise ConfigError(f"Repository '{self.name}' needs a path or a url, and not both; give one of them in lode.toml.")
        if self.ref and not self.url:
            raise ConfigError(f"Repository '{self.name}' has the ref '{self.ref}' but no url; a ref is of a url, so leave it out.")

    @property
    def place(self) -> str:
        """Where it is, to be shown: its path, or its url without credentials."""
        return str(self.path) if self.path is not None else without_credentials(self.url)


@dataclass(frozen=True, slots=True)
class QualityConfig:
    """The `[quality]` table: golden sets of the fleet's own, and what a version must reach on them.

    Attributes:
        golden: Files of JSON Lines, relative to the home.
        ndcg_at_10: Lowest mean NDCG@10 over all golden queries, 0 to 1.
        max_drop: Largest fall of the mean NDCG@10 against the published version on the same queries.
        self_recall_at_10: Lowest share of sampled symbols that a search for their own name finds in ten hits.
    """

    golden: tuple[str, ...] = ()
    ndcg_at_10: float = 0.5
    max_drop: float = 0.05
    self_recall_at_10: float = 0.8


@dataclass(frozen=True, slots=True)
class Config:
    """`lode.toml` with the environment laid over it.

    Attributes:
        embedding: Which model makes the vectors.
        repositories: The fleet, by name.
        quality: What the gate asks for.
        max_file_bytes: Larger files are skipped.
        full: Make everything anew, but for cached vectors; never set in `lode.toml`.
        no_cache: With `full`, make the vectors anew too.
    """

    embedding: EmbeddingConfig = field(default_factory=EmbeddingConfig)
    repositories: tuple[RepositoryConfig, ...] = ()
    quality: QualityConfig = field(default_factory=QualityConfig)
    max_file_bytes: int = _MAX_FILE_BYTES
    full: bool = False
    no_cache: bool = False

    def repository(self, name: str) -> RepositoryConfig:
        """The repository of that name."""
        for repository in self.repositories:
            if repository.name == name:
                return repository
        known = ", ".join(r.name for r in self.repositories) or "none"
        raise UnknownNameError(f"No repository named '{name}' is registered (registered: {known}); add it with 'lode index PATH'.")


def load_config(home: Home) -> Config:
    """Read `lode.toml`; a home without one has an empty fleet and the default settings."""
    try:
        table = tomllib.loads(home.config_file.read_text("utf-8"))
    except FileNotFoundError:
        table = {}
    except OSError as error:
        raise HomeError(f"The home {home.root} cannot be read ({error.strerror}); set LODE_HOME to another folder.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{home.config_file} is not valid TOML: {error}; mend it and try again.") from error
    where = home.config_file
    embedding, index = embedding_config(table.get("embedding", {}), where), table.get("index", {})
    repositories = tuple(sorted((_repository(row, home) for row in table.get("repository", [])), key=lambda r: r.name))
    names = [r.name for r in repositories]
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"Two repositories in {where} are named '{name}'; give one of them another name.")
    try:
        quality = QualityConfig(**{**table.get("quality", {}), "golden": tuple(table.get("quality", {}).get("golden", ()))})
        limit = int(os.environ.get("LODE_MAX_FILE_BYTES") or index.get("max_file_bytes", _MAX_FILE_BYTES))
    except (TypeError, ValueError) as error:
        raise ConfigError(f"A setting in {where} is wrong: {error}; see the README for the settings.") from error
    return Config(embedding, repositories, quality, limit)


def _repository(row: dict[str, Any], home: Home) -> RepositoryConfig:
    name = row.get("name")
    if not isinstance(name, str):
        raise ConfigError(f"A [[repository]] in {home.config_file} lacks a name; give it one as text.")
    if not NAME.fullmatch(name):
        raise ConfigError(f"Repository name '{name}' in {home.config_file} may only hold letters, digits, '.', '_' and '-'.")
    path, url, ref = row.get("path", ""), row.get("url", ""), row.get("ref", "")
    if not (isinstance(path, str) and isinstance(url, str) and isinstance(ref, str)):
        raise ConfigError(f"Path, url or ref of repository '{name}' in {home.config_file} is not text; put it in quotes.")
    root = (home.root / Path(path).expanduser()).resolve() if path else None
    return RepositoryConfig(name, root, tuple(row.get("exclude", ())), checked_url(url, home.root) if url else "", checked_ref(ref))


def make_home(home: Home) -> None:
    """Create the home's folders; an error says that it cannot be written."""
    try:
        for folder in (home.root, home.versions, home.root / "repositories", home.root / "embeddings"):
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HomeError(f"The home {home.root} cannot be written ({error.strerror}); set LODE_HOME to a writable folder.") from error
