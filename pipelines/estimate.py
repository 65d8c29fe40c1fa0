"""What embedding the fleet with the model of `lode.toml` would take: texts, characters, seconds and money."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from index_artifacts.build import stages
from index_artifacts.build.documents import find_missing, groups_of, keys_of_shards, read_documents
from index_artifacts.build.results import run_of
from index_artifacts.build.vector_cache import VectorCache
from index_artifacts.config import load_config
from index_artifacts.embedders import known_embedder, make_embedder, open_embedder
from index_artifacts.errors import ConfigError, EmbeddingError, LodeError
from index_artifacts.state import load_shards
from index_artifacts.store import writer_lock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from index_artifacts.build.documents import Missing
    from index_artifacts.config import Config, Home
    from index_artifacts.types import EmbeddingInput

_SAMPLE_REQUESTS = 2  # for each that is in flight at once
_SAMPLE_COMPUTED = 512
_CHARACTERS_A_TOKEN = 4  # where the server does not tell; of code and English


@dataclass(slots=True)
class Estimate:
    """What is to do.

    Attributes:
        model: Provider and model.
        texts: Distinct ones without a vector.
        characters: Theirs, as they would be sent.
        cached: Texts that have one.
        tokens: About so many, by what the server told of a sample, or four characters each.
        texts_per_second: Measured on a sample, whose vectors are kept; 0 where it could not be.
        seconds: At that rate.
        cost: Of the tokens at the price that was given, or None.
        notes: What could not be counted or measured, and why.
    """

    model: str
    texts: int = 0
    characters: int = 0
    cached: int = 0
    tokens: int = 0
    texts_per_second: float = 0.0
    seconds: float = 0.0
    cost: float | None = None
    notes: list[str] = field(default_factory=list)


def estimate(home: Home, price: float | None = None) -> Estimate:
    """Cut the fleet into texts as `lode index` would, count those without a vector, and embed a sample of them.

    Args:
        home: Whose fleet.
        price: Of a million tokens.

    Raises:
        ConfigError: No repository is registered.
        HomeError: Another process writes the home.
    """
    with writer_lock(home):
        config = load_config(home)
        if not config.repositories:
            raise ConfigError(f"No repository is registered in {home.config_file}; add one with 'lode index PATH'.")
        found = Estimate(config.embedding.names.strip())
        folders = [folder for r in config.repositories for folder in _shards(home, config, r.name, found)]
        known, keys = known_embedder(home, config.embedding), keys_of_shards(config.embedding, folders)
        cache = VectorCache(home.embeddings(known.model_id), known.dimension) if known else VectorCache(home.embeddings("none"), 1)
        missing = find_missing(cache, keys)
        form = make_embedder(config.embedding).form
        found.texts, found.cached = len(missing), len({key for listed in keys for key in listed}) - len(missing)
        found.characters = sum(len(form(d)) for d in _documents(missing, folders))
        if missing:
            try:
                _measure(home, config, missing, folders, found)
            except EmbeddingError as error:
                found.notes.append(str(error))
        found.tokens = found.tokens or round(found.characters / _CHARACTERS_A_TOKEN)
        found.cost = None if price is None else found.tokens / 1e6 * price
    return found


def _shards(home: Home, config: Config, name: str, found: Estimate) -> list[Path]:
    """Folders of a repository's chunks, brought up to date; the next run takes them up."""
    try:
        stages.run_source_files(home, config, name)
        stages.run_file_changes(home, name)
        stages.run_syntax(home, config, name)
        stages.run_chunks(home, config, name)
    except LodeError as error:
        found.notes.append(f"Repository '{name}' is not counted: {error}")
        return []
    return [made.folder for made in load_shards(home, name, "chunks", run_of(home, name, "chunks")["chunks"])]


def _documents(missing: Missing, folders: list[Path]) -> Iterator[EmbeddingInput]:
    for _, jobs in groups_of(missing, folders, 1024):
        for folder, rows in jobs:
            yield from read_documents(folder, rows)


def _measure(home: Home, config: Config, missing: Missing, folders: list[Path], found: Estimate) -> None:
    """Embed an even sample as a run would, keep its vectors, and scale time and tokens by characters."""
    from index_artifacts.build.embeddings import embed_missing

    embedder, model = open_embedder(home, config.embedding), config.embedding
    most = _SAMPLE_REQUESTS * embedder.in_flight * model.batch_size or _SAMPLE_COMPUTED
    step = -(-len(missing) // most)
    sample = dict(list(missing.items())[::step])
    form: Callable[[EmbeddingInput], str] = embedder.form
    held = sum(len(form(d)) for d in _documents(sample, folders))
    cache = VectorCache(home.embeddings(embedder.model_id), embedder.dimension)
    embedder.embed_query("codelode")  # what is loaded first is not counted
    began = time.perf_counter()
    try:
        told = embed_missing("sample", embedder, model, folders, sample, cache)
    finally:
        cache.flush()
    seconds = time.perf_counter() - began
    scale = found.characters / max(held, 1)
    found.texts_per_second, found.seconds = len(sample) / seconds, seconds * scale
    found.tokens = round(told.get("tokens", 0) * scale)
