"""What a reader needs beside a hit: its class, what it calls, who implements it, who calls it, within a budget of characters."""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any

import pyarrow.compute as pc
import pyarrow.parquet as pq

from index_artifacts.types import CLASS_KINDS, ContextPart, Direction, RelationKind, SymbolKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from index_artifacts.query.graph import RelationGraph
    from index_artifacts.types import Hit, Relation

_CLASS_SHARE = 0.4  # of the budget, at most, for the class around a hit
_EACH = 20  # of called, implementing and calling symbols, at most
_DOC_LIMIT = 200
_FIELDS = frozenset({SymbolKind.FIELD, SymbolKind.PROPERTY, SymbolKind.CONSTANT})
_CONSTRUCTORS = frozenset({"__init__", "constructor", "__construct", "initialize", "init"})


def context_of(folder: Path, graph: RelationGraph, hit: Hit, budget: int) -> list[ContextPart]:
    """The parts that stand beside a hit, those of each role nearest in the source first.

    Args:
        folder: Of the version.
        graph: Its relations and symbols.
        hit: What was found.
        budget: Characters of all texts together, at most.
    """
    file = _file(folder, hit)
    symbols = graph.symbols_at(file["first_symbol"], file["symbols"]) if file else []
    at = next((i for i, s in enumerate(symbols) if s["qualified_name"] == hit.symbol and s["end_line"] >= hit.start_line), None)
    if at is None:
        return []
    symbol, owner = symbols[at], at
    while owner >= 0 and symbols[owner]["kind"] not in CLASS_KINDS:
        owner = symbols[owner]["parent"]
    parts = [_class(symbols, owner, int(budget * _CLASS_SHARE))] if owner not in (-1, at) else []
    others = (
        _called(graph, symbol["id"]),
        _implementations(graph, symbol, symbols[owner]["id"]) if owner >= 0 else iter(()),
        _callers(graph, symbol["id"]),
    )
    left = budget - sum(len(p.text) for p in parts)
    for part in chain.from_iterable(zip_longest(*others)):
        if part is not None and len(part.text) <= left:
            parts.append(part)
            left -= len(part.text)
    order = ("class", "calls", "implemented by", "called by")
    return sorted((p for p in parts if p.text), key=lambda p: order.index(p.role))


def render(hit: Hit, parts: Iterable[ContextPart]) -> str:
    """A hit and its context as Markdown for a reader or a model, each part under its citation."""
    pieces = [f"### {hit.citation} {hit.symbol}".rstrip(), f"```{hit.language}\n{hit.text.rstrip()}\n```"]
    role = ""
    for part in parts:
        if part.role != role:
            role = part.role
            pieces.append(f"{role}:")
        pieces.append(f"- {part.citation} {part.symbol}\n```{hit.language}\n{part.text}\n```")
    return "\n".join(pieces) + "\n"


def _file(folder: Path, hit: Hit) -> dict[str, Any]:
    columns = ["repo", "path", "first_symbol", "symbols"]
    table = pq.read_table(folder / "tables" / "files.parquet", columns=columns, use_threads=False)
    rows = table.filter(pc.and_(pc.equal(table["path"], hit.path), pc.equal(table["repo"], hit.repo))).to_pylist()
    return dict(rows[0]) if rows else {}


def _class(symbols: Sequence[dict[str, Any]], owner: int, limit: int) -> ContextPart:
    """The header of a class, and below it its constructors and fields, as many as there is room for."""
    of = symbols[owner]
    members = [s for s in symbols if s["parent"] == owner]
    made = [s for s in members if s["kind"] == SymbolKind.CONSTRUCTOR or s["name"] in _CONSTRUCTORS]
    lines = [_line(of), *(f"    {_line(s)}" for s in made + [s for s in members if s["kind"] in _FIELDS])]
    text = lines[0][:limit]
    for line in lines[1:]:
        text += f"\n{line}" if len(text) + len(line) < limit else ""
    return ContextPart("class", of["qualified_name"], _citation(of), text)


def _line(symbol: dict[str, Any]) -> str:
    """Signature and first line of the doc."""
    doc = symbol["doc"].split("\n", 1)[0][:_DOC_LIMIT]
    return f"{symbol['signature'] or symbol['qualified_name']}  {doc}".rstrip()


def _called(graph: RelationGraph, symbol: int) -> Iterator[ContextPart]:
    relations = graph.walk([symbol], Direction.CALLEES, 1, [RelationKind.CALLS])
    yield from _parts(graph, "calls", (r.target_id for r in relations if r.target_id != symbol))


def _callers(graph: RelationGraph, symbol: int) -> Iterator[ContextPart]:
    """Who calls it; the citation is that of the call."""
    relations = graph.walk([symbol], Direction.CALLERS, 1, [RelationKind.CALLS])
    calls: dict[int, Relation] = {}
    for relation in relations:
        if relation.source_id not in (-1, symbol):
            calls.setdefault(relation.source_id, relation)
    for part, call in zip(_parts(graph, "called by", calls), calls.values(), strict=False):
        yield ContextPart(part.role, part.symbol, f"{call.source_repo}/{call.source_path}:{call.line}", part.text)


def _implementations(graph: RelationGraph, symbol: dict[str, Any], owner: int) -> Iterator[ContextPart]:
    """What extends or implements a class; of a method, the members of the same name there."""
    kinds = [RelationKind.EXTENDS, RelationKind.IMPLEMENTS]
    below = [r.source_id for r in graph.walk([owner], Direction.CALLERS, 2, kinds) if r.source_id >= 0]
    if symbol["id"] != owner:
        members = graph.walk(below, Direction.CALLEES, 1, [RelationKind.CONTAINS])
        below = [r.target_id for r in members if r.target.rpartition(".")[2] == symbol["name"]]
    yield from _parts(graph, "implemented by", below)


def _parts(graph: RelationGraph, role: str, ids: Iterable[int]) -> Iterator[ContextPart]:
    """Some symbols, each once."""
    wanted = list(dict.fromkeys(i for i in ids if i >= 0))[:_EACH]
    known = graph.symbols(wanted)
    for symbol in (known[i] for i in wanted if i in known):
        yield ContextPart(role, symbol["qualified_name"], _citation(symbol), _line(symbol))


def _citation(symbol: dict[str, Any]) -> str:
    return f"{symbol['repo']}/{symbol['path']}:{symbol['start_line']}-{symbol['end_line']}"
