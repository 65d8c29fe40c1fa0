"""The `[embedding]` table: which model makes the vectors, where it is served, and what it wants to be asked."""

from __future__ import annotations

import os
import tomllib
from dataclasses import asdict, dataclass, fields
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from typing import Any
from urllib.parse import urlsplit

from index_artifacts.errors import ConfigError

KEY_VARIABLE = "EMBEDDING_API_KEY"
# By the name of a provider: the protocol that it speaks, its default model, where it is served by default.
_PROVIDERS = {
    "static": ("static", "", ""),
    "ollama": ("ollama", "nomic-embed-text:latest", "http://localhost:11434"),
    "openai": ("openai", "text-embedding-3-small", "https://api.openai.com/v1"),
    "glm": ("openai", "embedding-3", "https://open.bigmodel.cn/api/paas/v4"),
    "zhipu": ("openai", "embedding-3", "https://open.bigmodel.cn/api/paas/v4"),
}
_VARIABLES = {
    "provider": "EMBEDDING_PROVIDER",
    "model": "EMBEDDING_MODEL",
    "base_url": "EMBEDDING_BASE_URL",
    "batch_size": "EMBEDDING_BATCH_SIZE",
}
_LEAST = {"dimension": 0, "max_characters": 100, "batch_size": 1, "in_flight": 1}


@dataclass(frozen=True, slots=True)
class EmbeddingConfig:
    """Which model makes vectors, and how it is reached. The key is not in here: it never leaves the environment.

    Attributes:
        provider: "static", "ollama" or "openai".
        model: Name under which the server knows it; "" for the static one.
        base_url: Of the server.
        dimension: Length of a vector, the first numbers of a longer one; 0 for all that the model gives.
        document_prefix: Put before each text that is indexed.
        query_prefix: Put before each query.
        max_characters: Texts are cut there, without the prefix.
        batch_size: Most texts in a request.
        in_flight: Most requests at once.
    """

    provider: str = "static"
    model: str = ""
    base_url: str = ""
    dimension: int = 0
    document_prefix: str = ""
    query_prefix: str = ""
    max_characters: int = 2000
    batch_size: int = 32
    in_flight: int = 4

    @property
    def names(self) -> str:
        """Provider and model."""
        return f"{self.provider} {self.model}"

    def recorded(self) -> dict[str, Any]:
        """What a version says of its model, so that queries can be embedded with it."""
        return asdict(self)


def embedding_config(table: dict[str, Any], where: object) -> EmbeddingConfig:
    """Read the `[embedding]` table, the environment laid over it.

    Args:
        table: As in `lode.toml`.
        where: Its file, for errors.

    Raises:
        ConfigError: A setting is unknown or wrong.
    """
    known = {f.name: f.default for f in fields(EmbeddingConfig)}
    for name in table.keys() - known:
        hint = f"a key comes from the environment only, as {KEY_VARIABLE}" if "key" in name else f"choose of: {', '.join(known)}"
        raise ConfigError(f"Unknown setting '{name}' of [embedding] in {where}; {hint}.")
    given = {**table, **{name: value for name, variable in _VARIABLES.items() if (value := os.environ.get(variable))}}
    named = given.get("provider", "static")
    if named not in _PROVIDERS:
        raise ConfigError(f"Unknown embedding provider '{named}' in {where}; choose one of: {', '.join(_PROVIDERS)}.")
    provider, model, base_url = _PROVIDERS[named]
    if provider == "static":
        return EmbeddingConfig()  # its settings are the package's own
    given |= {"provider": provider, "model": _full_name(provider, given.get("model") or model)}
    given["base_url"] = _checked_url(given.get("base_url") or base_url, where)
    return EmbeddingConfig(**{n: _checked(n, v, type(known[n]), where) for n, v in {**_wants_of(given["model"]), **given}.items()})


def _full_name(provider: str, model: Any) -> Any:  # noqa: ANN401 - checked later
    """Ollama's names without a tag mean the latest one."""
    return f"{model}:latest" if provider == "ollama" and isinstance(model, str) and ":" not in model else model


def _checked(name: str, value: Any, kind: type, where: object) -> Any:  # noqa: ANN401 - whatever TOML can hold
    try:
        checked = int(value) if kind is int and not isinstance(value, bool | float) else value
    except ValueError:
        checked = value
    if type(checked) is not kind or (isinstance(checked, int) and checked < _LEAST[name]):
        wanted = f"a whole number from {_LEAST[name]} on" if kind is int else "text"
        raise ConfigError(f"Setting '{name}' of [embedding] is {value!r} in {where} or {_VARIABLES.get(name, 'there')}; give it {wanted}.")
    return checked


def _checked_url(url: Any, where: object) -> str:  # noqa: ANN401 - whatever TOML can hold
    """A base URL without a slash at its end; it is stored and shown, so nothing secret may be in it."""
    parts = urlsplit(url) if isinstance(url, str) else None
    if parts is not None and (parts.username or parts.password or parts.query):
        raise ConfigError(f"The base_url of [embedding] in {where} or EMBEDDING_BASE_URL holds credentials; give them as {KEY_VARIABLE}.")
    if parts is None or parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ConfigError(f"The base_url {url!r} of [embedding] in {where} is no http or https URL; give one as http://host:port/path.")
    return parts.geturl().rstrip("/")


@cache
def _models() -> list[dict[str, Any]]:
    text = (resources.files("index_artifacts") / "embedders" / "models.toml").read_text("utf-8")
    return list(tomllib.loads(text)["model"])


def _wants_of(model: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever TOML can hold
    """The settings that `models.toml` has for a model: those of the first pattern that its name matches."""
    name = str(model).lower().rpartition("/")[2]
    return next(({k: v for k, v in row.items() if k != "pattern"} for row in _models() if fnmatchcase(name, row["pattern"])), {})
