"""Open a published version and search it. Nothing here writes, and nothing needs Dagster or the network."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.feather as feather
import pyarrow.parquet as pq

from index_artifacts.column_files import rows_of
from index_artifacts.config import Home, find_home, load_config
from index_artifacts.embedders import make_embedder
from index_artifacts.embedding_config import EmbeddingConfig
from index_artifacts.errors import ArtifactError, DamagedIndexError, NoIndexError, UnknownNameError
from index_artifacts.manifest import Manifest, damage_of, read_manifest
from index_artifacts.query.analysis import analyze
from index_artifacts.query.context import context_of
from index_artifacts.query.graph import RelationGraph
from index_artifacts.query.ranking import Facts, Ranked, rank
from index_artifacts.query.retrieval import Filter, TextIndex, read_vectors, retrieve
from index_artifacts.query.symbols import find_symbols
from index_artifacts.types import ChunkKind, ContextPart, Direction, Hit, Relation, RelationKind, Status
from index_artifacts.versions.readers import Reading

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from numpy.typing import NDArray

    from index_artifacts.embedders import Embedder


def open_index(home: Path | str | None = None, version: str | None = None) -> Index:
    """Open a version read-only; the index keeps to it whatever is published later.

    Args:
        home: Default `$LODE_HOME`, else the user's data folder for codelode.
        version: Id; default the published one.

    Raises:
        NoIndexError: Nothing has been published.
        UnknownNameError: There is no such version.
        FormatError: The version was written by a newer codelode.
        DamagedIndexError: A file is missing, truncated or disagrees with the manifest.
    """
    place = find_home(home)
    while True:
        chosen = version or place.current()
        if chosen is None:
            raise NoIndexError(f"There is no index in {place.root} yet; make one with 'lode index PATH'.")
        try:
            return _open(place, chosen, asked=version is not None)
        except ArtifactError:
            # Between the look at `current` and the opening, another version may have been published and this one collected.
            if version is not None or place.current() == chosen:
                raise


def _open(place: Home, version: str, *, asked: bool) -> Index:
    folder = place.version(version)
    if not folder.is_dir():
        if asked:
            raise UnknownNameError(f"There is no version '{version}' in {place.versions}; 'lode versions' lists those there are.")
        raise DamagedIndexError(f"The published version {version} is missing from {place.versions}; run 'lode index' to make it anew.")
    return Index(place, folder)


class Index:
    """One version, open for reading."""

    def __init__(self, home: Home, folder: Path) -> None:
        self.home, self.folder = home, folder
        self._reading = Reading(folder)  # tables and texts are opened when they are asked for, so 'lode gc' must leave them
        self.manifest: Manifest = read_manifest(folder)
        if damage := damage_of(folder, self.manifest):
            raise DamagedIndexError(f"Version {folder.name} is damaged: {damage}; run 'lode index' to make a new version.")
        try:
            self._load()
        except (OSError, ValueError, RuntimeError, pa.ArrowException) as error:
            raise DamagedIndexError(f"Version {folder.name} cannot be opened ({error}); run 'lode index' to make a new version.") from error
        self._check_counts()

    def _load(self) -> None:
        columns = ["repo", "path", "language", "category", "rank", "first_chunk", "chunks", "status"]
        files = pq.read_table(self.folder / "tables" / "files.parquet", columns=columns, use_threads=False)
        files = files.filter(pc.equal(files["status"], str(Status.INDEXED))).combine_chunks()
        chunks = feather.read_table(self.folder / "spans.arrow", memory_map=True)
        shards = feather.read_table(self.folder / "shards.arrow", memory_map=True)
        self._repos: list[str] = files["repo"].to_pylist()
        self._languages: list[str] = files["language"].to_pylist()
        self._kinds = chunks["kind"].to_numpy()
        self._start, self._end = chunks["start_line"].to_numpy(), chunks["end_line"].to_numpy()
        self._kind_names = list(ChunkKind)
        self.facts = Facts(
            files["path"].to_pylist(),
            files["category"].to_pylist(),
            files["rank"].to_numpy(),
            files["first_chunk"].to_numpy(),
            files["chunks"].to_numpy(),
            chunks["file"].to_numpy(),
            self._kinds == self._kind_names.index(ChunkKind.CLASS),
            self._kinds == self._kind_names.index(ChunkKind.SECTION),
        )
        self._vectors = read_vectors(self.folder / "vectors.faiss"), read_vectors(self.folder / "file_vectors.faiss")
        self._shard_starts = _starts(shards["chunks"].to_numpy())
        leaves = shards["leaf"].to_numpy()
        self._texts = (
            TextIndex(str(self.folder / "text" / "chunks"), leaves, self._shard_starts[:-1]),
            TextIndex(str(self.folder / "text" / "files"), leaves, _starts(shards["files"].to_numpy())[:-1]),
        )

    def _check_counts(self) -> None:
        chunks, files = len(self._start), len(self._repos)
        found = {
            "chunks": chunks,
            "vectors": len(self._vectors[0]),
            "file_vectors": files,
            "documents": len(self._texts[0]),
            "file_documents": len(self._texts[1]),
        }
        if len(self._vectors[1]) != files:
            found["file_vectors"] = len(self._vectors[1])
        for name, count in found.items():
            if count != self.manifest.counts[name]:
                raise DamagedIndexError(
                    f"Version {self.folder.name} is damaged: {count:,} {name} where its manifest says "
                    f"{self.manifest.counts[name]:,}; run 'lode index' to make a new version."
                )

    @cached_property
    def embedder(self) -> Embedder:
        """The embedder whose vectors this version holds."""
        embedder = self._configured()
        if embedder.model_id != self.manifest.model_id:
            raise DamagedIndexError(
                f"Version {self.folder.name} was embedded with {self.manifest.model_id}, but this codelode has "
                f"{embedder.model_id}; run 'lode index'."
            )
        return embedder

    def _configured(self) -> Embedder:
        """The embedder of this version's model, asked at the address that is configured now, if that is for the same model.

        The key belongs to the address that is configured, and goes nowhere else.
        """
        model = EmbeddingConfig(**self.manifest.embedding)
        now = load_config(self.home).embedding if model.provider != "static" else model
        if now.names == model.names:
            model = replace(model, base_url=now.base_url)
        return make_embedder(model, self.manifest.dimension, keyed=now.base_url == model.base_url)

    def search(
        self,
        query: str,
        k: int = 10,
        repo: str | Iterable[str] | None = None,
        language: str | Iterable[str] | None = None,
        path: str | None = None,
        kind: str | Iterable[str] | None = None,
        explain: bool = False,
    ) -> list[Hit]:
        """The best chunks for a query, at most two a file, best first; filters apply before anything is cut off.

        Args:
            query: A name, a sentence, in English or Chinese.
            k: At most so many hits.
            repo: Only these repositories.
            language: Only files of these languages.
            path: Only files that match this git-style pattern, relative to their repository.
            kind: Only chunks of these kinds.
            explain: Give each hit the parts of its score.

        Raises:
            UnknownNameError: No such repository in this version.
        """
        if not query.strip() or k < 1:
            return []
        where = self._filter(_names(repo), _names(language), path, _names(kind))
        analyzed = analyze(query, self.embedder)
        vector = self.embedder.embed_query(query)
        found = retrieve(analyzed, vector, self._texts, self._vectors, where)
        ranked = rank(
            analyzed, vector, found, self.facts, where.chunks, self._texts[1], self._vectors, self.manifest.settings["ranking"], k
        )
        return [self._hit(r, explain) for r in ranked]

    def symbols(self, name: str, repo: str | Iterable[str] | None = None) -> list[dict[str, Any]]:
        """Symbols that a name may mean, with id, repo, path, kind, qualified_name, start_line, end_line.

        Args:
            name: "Agent", "Agent.run", or the citation of a hit: the innermost symbol on its first line.
            repo: Only of these repositories.

        Raises:
            UnknownNameError: None is named so, the message suggests others; or no such repository.
        """
        repos = _names(repo)
        self._check_repositories(repos)
        return list(find_symbols(self.folder, name, repos).to_pylist())

    def relations(
        self,
        name: str,
        direction: str = Direction.BOTH,
        depth: int = 1,
        kind: str | Iterable[str] | None = None,
        repo: str | Iterable[str] | None = None,
    ) -> list[Relation]:
        """Relations of a class, function or `Class.method`, nearest first.

        Args:
            name: As for `symbols`; of several symbols that it may mean, all.
            direction: "callees" for relations that leave it, "callers" for those that enter it, or "both".
            depth: How far calls, extends and implements are followed; 1 for the symbol's own relations.
            kind: Only relations of these kinds, all of which are then followed.
            repo: Only symbols of these repositories to start from.

        Raises:
            UnknownNameError: No symbol is named so; the message suggests others.
            ValueError: No such direction or kind.
        """
        return self.relations_of([s["id"] for s in self.symbols(name, repo)], direction, depth, kind)

    def relations_of(
        self, ids: Iterable[int], direction: str = Direction.BOTH, depth: int = 1, kind: str | Iterable[str] | None = None
    ) -> list[Relation]:
        """Relations of symbols by their ids; the rest as for `relations`."""
        return self._graph.walk(list(ids), Direction(direction), depth, [RelationKind(k) for k in _names(kind)])

    def symbols_by_id(self, ids: Iterable[int]) -> dict[int, dict[str, Any]]:
        """Whole rows of the table of symbols, by id; without those that this version lacks."""
        return self._graph.symbols(list(ids))

    def path_between(self, start: str, end: str) -> list[Relation]:
        """A shortest way from one symbol to another along calls, extends, implements and contains; empty if there is none.

        Raises:
            UnknownNameError: No symbol is named so; the message suggests others.
        """
        return self._graph.path([s["id"] for s in self.symbols(start)], [s["id"] for s in self.symbols(end)])

    def impact(self, name: str, depth: int = 10) -> list[Relation]:
        """What a change of a symbol may reach: for every symbol or file the relation by which it is reached first, nearest first.

        A class stands for its members too. Calls whose target is ambiguous are not followed.

        Raises:
            UnknownNameError: No symbol is named so; the message suggests others.
        """
        return self._graph.impact([s["id"] for s in self.symbols(name)], depth)

    def context(self, hit: Hit, budget: int = 4000) -> list[ContextPart]:
        """What explains a hit: the header of its class, what it calls, what implements it, who calls it, each with its citation.

        Args:
            hit: Found by this index.
            budget: Characters of all parts together, at most.
        """
        return context_of(self.folder, self._graph, hit, budget)

    @cached_property
    def _graph(self) -> RelationGraph:
        return RelationGraph(self.folder)

    def _check_repositories(self, repos: Iterable[str]) -> None:
        known = {r.name for r in self.manifest.repositories}
        if unknown := [r for r in repos if r not in known]:
            raise UnknownNameError(f"No repository named '{unknown[0]}' in this index; it has: {', '.join(sorted(known))}.")

    def _filter(self, repos: list[str], languages: list[str], path: str | None, kinds: list[str]) -> Filter:
        """Which rows a search may find."""
        self._check_repositories(repos)
        if not (repos or languages or path or kinds):
            return Filter(None, None, {}, {})
        files = np.ones(len(self._repos), bool)
        file_terms: dict[str, list[Any]] = {}
        for name, wanted, values in (("repo", repos, self._repos), ("language", languages, self._languages)):
            if wanted:
                files &= np.isin(np.array(values, object), wanted)
                file_terms[name] = wanted
        chunk_terms = dict(file_terms)
        if path:
            from pathspec import GitIgnoreSpec

            spec = GitIgnoreSpec.from_lines([path])
            files &= np.fromiter((spec.match_file(p) for p in self.facts.paths), bool, len(files))
            matching = sorted({self.facts.paths[row] for row in np.flatnonzero(files).tolist()})
            file_terms["file"] = chunk_terms["file"] = matching
        chunks = files[self.facts.file_of_chunk]
        if kinds:
            chunks &= np.isin(self._kinds, [self._kind_names.index(ChunkKind(name)) for name in kinds])
            chunk_terms["kind"] = kinds
            holding = np.zeros(len(files), bool)
            holding[self.facts.file_of_chunk[chunks]] = True
            files &= holding
        return Filter(chunks, files, chunk_terms, file_terms)

    def _hit(self, ranked: Ranked, explain: bool) -> Hit:
        row = ranked.chunk
        file = int(self.facts.file_of_chunk[row])
        text, symbol = self._shown(row)
        repo = self._repos[file]
        return Hit(
            repo=repo,
            path=self.facts.paths[file],
            start_line=int(self._start[row]),
            end_line=int(self._end[row]),
            kind=str(self._kind_names[self._kinds[row]]),
            symbol=symbol,
            language=self._languages[file],
            score=round(ranked.score, 6),
            text=text,
            commit=self._commits[repo],
            parts=ranked.parts if explain else {},
        )

    @cached_property
    def _commits(self) -> dict[str, str]:
        return {r.name: r.commit for r in self.manifest.repositories}

    @cached_property
    def _chunk_files(self) -> list[Path]:
        return sorted((self.folder / "tables" / "chunks.parquet").iterdir())

    def _shown(self, row: int) -> tuple[str, str]:
        """Text and symbol of a chunk."""
        shard = int(np.searchsorted(self._shard_starts, row, side="right")) - 1
        shown = rows_of(self._chunk_files[shard]).row(row - int(self._shard_starts[shard]), ["text", "symbol"])
        return shown["text"], shown["symbol"]


def _starts(counts: NDArray[np.int32]) -> NDArray[np.int64]:
    """First row of each shard, and behind them the number of rows."""
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])


def _names(value: str | Iterable[str] | None) -> list[str]:
    if value is None:
        return []
    return [value] if isinstance(value, str) else list(value)
