"""Join the relations of all repositories: resolve across them what a repository does not define itself."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from index_artifacts import schema
from index_artifacts.build.provided import dotted
from index_artifacts.build.resolution import external, last_name
from index_artifacts.build.shards import Made, find_shard, make_shard
from index_artifacts.build.version_parts import Checksums, copy_parts, link_shards
from index_artifacts.build.workers import run_batches
from index_artifacts.column_files import PARQUET, read_small
from index_artifacts.languages import common_names
from index_artifacts.progress import report
from index_artifacts.store import digest_of
from index_artifacts.types import Resolution

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from index_artifacts.build.plan import Plan

Name = tuple[str, str]  # family and name

_INLINE_SHARDS = 40  # fewer are made before processes have started
_COUNTED = frozenset(["relations", *map(str, Resolution)])


@dataclass(frozen=True, slots=True)
class _Target:
    """What a name means that is not defined where it is used: how many definitions there are elsewhere, and the only one."""

    candidates: int
    how: Resolution = Resolution.AMBIGUOUS
    repo: str = ""
    path: str = ""
    id: int = -1
    qualified_name: str = ""


def _names(table: pa.Table) -> list[Name]:
    return list(zip(table["family"].to_pylist(), table["name"].to_pylist(), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    """A shard to make, and what the names mean that its repository does not define."""

    relations: Path
    targets: dict[Name, _Target]
    parent: Path
    key: str
    code: str


def build_relation_graph(plan: Plan, code: str, out: Path) -> tuple[dict[str, int], Checksums]:
    """Make `tables/symbols.parquet`, `tables/relations.parquet` and `tables/symbol_ranks.parquet` of a version.

    A shard of relations is made anew only where the fleet gives one of its names another meaning.

    Args:
        plan: What the version is made of.
        code: Digest of the code that resolves across repositories.
        out: Candidate folder.

    Returns:
        Rows of symbols and relations, and relations by how they were resolved; checksums of what is linked.
    """
    fleet = _Fleet(plan)
    joined: list[Made | _Job] = []
    for part in plan.parts:
        named: dict[str, list[Name]] = {}
        used: dict[Name, bool] = {}
        for made in part.relations if len(plan.parts) > 1 else ():
            table = read_small(made.folder / "external.arrow")
            named[made.key] = _names(table)
            used.update((n, u or used.get(n, False)) for n, u in zip(named[made.key], table["used"].to_pylist(), strict=True))
        targets = fleet.targets(used, part.name)
        for made in part.relations:
            mine = {n: targets[n] for n in named.get(made.key, ()) if n in targets}
            joined.append(_found_or_to_do(made, mine, code, anew=plan.full) if mine else made)
    shards = _done(joined)
    counts: Counter[str] = Counter()
    for shard in shards:
        counts.update({n: c for n, c in shard.counts.items() if n in _COUNTED})
    checksums = link_shards(out, "tables/relations.parquet", shards, "relations.parquet")
    checksums |= link_shards(out, "tables/symbols.parquet", [m for part in plan.parts for m in part.syntax], "symbols.parquet")
    copy_parts(out, "tables/symbol_ranks.parquet", [(part.name, part.ranks / "symbol_ranks.parquet") for part in plan.parts])
    relations = counts.pop("relations", 0)
    symbols = sum(m.counts["symbols"] for part in plan.parts for m in part.syntax)
    return {"symbols": symbols, "relations": relations, **dict(sorted(counts.items()))}, checksums


class _Fleet:
    """The definitions of all repositories by family and name, and what each can be imported by."""

    def __init__(self, plan: Plan) -> None:
        self._tables = {part.name: read_small(part.ranks / "names.arrow") for part in plan.parts}
        self._rows: dict[str, dict[Name, tuple[int, int]]] = {}  # repository -> name -> row and how many definitions
        self._defining: dict[Name, list[str]] = defaultdict(list)
        self._providing: dict[Name, list[str]] = defaultdict(list)  # family and prefix -> repositories
        for repo, table in self._tables.items():
            names, counts = _names(table), table["count"].to_pylist()
            self._rows[repo] = dict(zip(names, enumerate(counts), strict=True))
            for name in names:
                self._defining[name].append(repo)
        for part in plan.parts:
            table = read_small(part.ranks / "provided.arrow")
            for name in zip(table["family"].to_pylist(), table["prefix"].to_pylist(), strict=True):
                self._providing[name].append(part.name)

    def targets(self, used: Mapping[Name, bool], repository: str) -> dict[Name, _Target]:
        """What names mean that a repository uses or only imports without defining them, for those that mean something."""
        imported = {name: self._importing(name, repository) for name in used}
        # By its name alone a use means only what the repository is known to import, where a family's imports can tell.
        families = {family for (family, _), is_used in used.items() if not is_used}
        depended: dict[str, set[str]] = {family: set() for family in families}
        for (family, _), (repos, _) in imported.items():
            if family in depended:
                depended[family].update(repos)
        everyone = set(self._rows) - {repository}
        found: dict[Name, _Target] = {}
        for name, is_used in used.items():
            repos, rest = imported[name]
            if repos:
                target = self._in(repos, name, rest)
            elif is_used and name[1].count(".") <= 1:
                target = self._by_name(name, depended.get(name[0], everyone))
            else:
                target = None
            if target is not None:
                found[name] = target
        return found

    def _by_name(self, name: Name, repos: set[str]) -> _Target | None:
        """A member by its class and name, else the only definition of a name: a call on something means a member, any other none."""
        for key in dict.fromkeys((name, (name[0], last_name(name[1])))):
            if key[1] in common_names(name[0]):
                continue
            defining = [r for r in self._defining.get(key, ()) if r in repos]
            target = self._only(defining, key, Resolution.UNIQUE_IN_FLEET)
            if target is not None and (target.candidates > 1 or ("." in target.qualified_name) == ("." in name[1])):
                return target
        return None

    def _importing(self, name: Name, repository: str) -> tuple[list[str], list[str]]:
        """The other repositories that a name is imported from, and what of it stands behind the longest prefix."""
        parts = name[1].split(".")
        for end in range(len(parts), 0, -1):
            repos = [r for r in self._providing.get((name[0], ".".join(parts[:end])), ()) if r != repository]
            if repos:
                return repos, parts[end:]
        return [], parts

    def _in(self, repos: Sequence[str], name: Name, rest: Sequence[str]) -> _Target | None:
        """A module by its whole name; a member by its class and name; what stands in a module by its name."""
        family, whole = name
        keys = [whole, ".".join(rest[-2:])] if len(rest) > 1 else [whole]
        if rest and (len(rest) == 1 or not rest[-2][:1].isupper()):
            keys.append(rest[-1])
        for key in keys:
            if (target := self._only([r for r in repos if (family, key) in self._rows[r]], (family, key), Resolution.IMPORT)) is not None:
                return target
        return None

    def _only(self, repos: Sequence[str], name: Name, how: Resolution) -> _Target | None:
        count = sum(self._rows[r][name][1] for r in repos)
        if count != 1:
            return _Target(count) if count else None
        row = self._tables[repos[0]].slice(self._rows[repos[0]][name][0], 1).to_pylist()[0]
        return _Target(1, how, repos[0], row["path"], row["id"], row["qualified_name"])


def _found_or_to_do(made: Made, targets: dict[Name, _Target], code: str, *, anew: bool) -> Made | _Job:
    """A shard of relations as the fleet resolves it, or what is to be done for it."""
    key = digest_of(made.key, code, [(n, t.candidates, t.how, t.path, t.id) for n, t in sorted(targets.items(), key=itemgetter(0))])
    parent = made.folder.parent.parent / "joined"
    found = None if anew else find_shard(parent, key)
    return found or _Job(made.folder / "relations.parquet", targets, parent, key, code)


def _done(joined: Sequence[Made | _Job]) -> list[Made]:
    """All shards, those to do made."""
    jobs = [j for j in joined if isinstance(j, _Job)]
    made: dict[_Job, Made] = {}
    for position, result in run_batches(_make, [[j] for j in jobs], _gave_up, inline=len(jobs) < _INLINE_SHARDS):
        made |= zip([jobs[position]] * len(result), result, strict=True)
        report("relation_graph", jobs[position].parent.parents[1].name, position + 1, len(jobs), "shards")
    return [made[j] if isinstance(j, _Job) else j for j in joined]


def _make(jobs: Sequence[_Job]) -> list[Made]:
    """Make shards. Runs in a worker process."""
    return [make_shard(job.parent, job.key, job.code, partial(_write, job.relations, job.targets)) for job in jobs]


def _gave_up(job: _Job) -> list[Made]:
    raise MemoryError(f"The process that joined {job.relations} was killed; free memory and run again.")


def _write(path: Path, targets: dict[Name, _Target], out: Path) -> dict[str, int]:
    table = pq.read_table(path)
    files = read_small(path.parent / "files.arrow")
    families = np.repeat(np.array(files["family"].to_pylist(), object), files["relations"].to_numpy())
    columns = {n: table[n].to_numpy(zero_copy_only=False).copy() for n in ("target_repo", "target_path", "target", "target_name")}
    columns |= {n: table[n].to_numpy(zero_copy_only=False).copy() for n in ("resolution", "candidates")}
    for row in np.flatnonzero(external(table)).tolist():
        target = targets.get((families[row], dotted(columns["target_name"][row])))
        if target is None:
            continue
        columns["candidates"][row] = target.candidates
        columns["resolution"][row] = str(target.how)
        if target.candidates == 1:
            columns["target_repo"][row], columns["target_path"][row] = target.repo, target.path
            columns["target"][row] = target.id
            columns["target_name"][row] = target.qualified_name or columns["target_name"][row]
    for name, values in columns.items():
        table = table.set_column(
            schema.RELATIONS.get_field_index(name), schema.RELATIONS.field(name), pa.array(values, schema.RELATIONS.field(name).type)
        )
    pq.write_table(table.cast(schema.RELATIONS), out / "relations.parquet", **PARQUET)
    ways = {r["values"]: r["counts"] for r in pc.value_counts(table["resolution"]).to_pylist()}
    return {"relations": len(table), **ways}
