"""Relations as trees in the terminal, in Graphviz's language, and as a page."""

from __future__ import annotations

import json
from collections import defaultdict
from importlib import resources
from typing import TYPE_CHECKING, Any

import click
from rich.markup import escape
from rich.tree import Tree

from index_artifacts.types import Direction, Relation, Resolution
from pipelines.show import console

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from index_artifacts import Index

_LINES = 5  # line numbers that one branch of a tree lists


def candidates(symbols: Sequence[dict[str, Any]], total: int, *, err: bool) -> None:
    """What an ambiguous name may mean, a line each."""
    for symbol in symbols:
        click.echo(f"{symbol['kind']:<12} {symbol['qualified_name']}  {_citation(symbol)}", err=err)
    if total > len(symbols):
        click.echo(f"… and {total - len(symbols):,} more", err=err)


def trees(symbols: Sequence[dict[str, Any]], found: Mapping[Direction, Sequence[Relation]]) -> None:
    """A tree a symbol: what it does above, what is done to it below."""
    for symbol in symbols:
        tree = Tree(f"[bold]{escape(symbol['qualified_name'])}[/] [dim]{symbol['kind']} {escape(_citation(symbol))}[/]")
        for way, relations in found.items():
            near = "source_id" if way is Direction.CALLEES else "target_id"
            at: dict[int, list[Relation]] = defaultdict(list)
            for relation in relations:
                at[getattr(relation, near)].append(relation)
            _grow(tree, symbol["id"], way, at, {symbol["id"]})
        if not tree.children:
            tree.add("[dim]no relations[/]")
        console.print(tree)


def _grow(tree: Tree, symbol: int, way: Direction, at: Mapping[int, Sequence[Relation]], shown: set[int]) -> None:
    """Add the relations of a symbol below it; what was shown before is not unfolded again."""
    lines: dict[str, list[int]] = defaultdict(list)
    far: dict[str, int] = {}
    for relation in at.get(symbol, ()):
        label = _outgoing(relation) if way is Direction.CALLEES else _incoming(relation)
        lines[label].append(relation.line)
        far[label] = relation.target_id if way is Direction.CALLEES else relation.source_id
    for label, found in lines.items():
        numbers = ", ".join(map(str, found[:_LINES])) + (f" and {len(found) - _LINES} more" if len(found) > _LINES else "")
        branch = tree.add(f"{label} [dim]line{'s' * (len(found) > 1)} {numbers}[/]")
        if far[label] >= 0 and far[label] not in shown:
            shown.add(far[label])
            _grow(branch, far[label], way, at, shown)


def _outgoing(relation: Relation) -> str:
    where = f" {relation.target_repo}/{relation.target_path}" if relation.target_path else ""
    return f"{relation.kind} --> {escape(relation.target or relation.target_path)} [dim]{escape(where.strip())} ({_how(relation)})[/]"


def _incoming(relation: Relation) -> str:
    source = relation.source or relation.source_path
    where = f"{relation.source_repo}/{relation.source_path}"
    return f"{relation.kind} <-- {escape(source)} [dim]{escape(where)} ({_how(relation)})[/]"


def _how(relation: Relation) -> str:
    ambiguous = relation.resolution == Resolution.AMBIGUOUS
    return f"ambiguous, {relation.candidates} candidates" if ambiguous else relation.resolution


def _citation(symbol: Mapping[str, Any]) -> str:
    return f"{symbol['repo']}/{symbol['path']}:{symbol['start_line']}-{symbol['end_line']}"


def _ends(relation: Relation) -> tuple[str, str]:
    """What stands for the source and the target of a relation: a symbol's id, else a file or a written name."""
    source = str(relation.source_id) if relation.source_id >= 0 else f"{relation.source_repo}/{relation.source_path}"
    target = f"{relation.target_repo}/{relation.target_path}" if relation.target_path else f"? {relation.target}"
    return source, str(relation.target_id) if relation.target_id >= 0 else target


def dot(relations: Sequence[Relation]) -> str:
    """A graph in the language of Graphviz: a node a symbol, file or unresolved name, an edge a relation."""
    labels: dict[str, str] = {}
    edges: dict[tuple[str, str, str], None] = {}
    for relation in relations:
        source, target = _ends(relation)
        labels[source] = relation.source or relation.source_path
        labels[target] = relation.target or relation.target_path
        edges[source, target, relation.kind] = None
    lines = [f"  {json.dumps(key)} [label={json.dumps(label, ensure_ascii=False)}];" for key, label in labels.items()]
    lines += [f"  {json.dumps(s)} -> {json.dumps(t)} [label={json.dumps(kind)}];" for s, t, kind in edges]
    return "\n".join(["digraph relations {", "  rankdir=LR; node [shape=box];", *lines, "}"])


def page(index: Index, symbols: Sequence[dict[str, Any]], found: Mapping[Direction, Sequence[Relation]]) -> str:
    """One HTML file that shows the graph offline: symbols in columns by how far they are, callers left, callees right."""
    levels = {str(s["id"]): 0 for s in symbols}
    labels = {str(s["id"]): s["qualified_name"] for s in symbols}
    edges: list[dict[str, Any]] = []
    for way, relations in found.items():
        for relation in relations:
            ends = _ends(relation)
            side, far = (1, ends[1]) if way is Direction.CALLEES else (-1, ends[0])
            levels.setdefault(far, side * relation.depth)
            labels.setdefault(ends[0], relation.source or relation.source_path)
            labels.setdefault(ends[1], relation.target or relation.target_path)
            cited = f"{relation.source_repo}/{relation.source_path}:{relation.line}"
            edges.append({"source": ends[0], "target": ends[1], "kind": relation.kind, "cited": cited, "how": _how(relation)})
    known = index.symbols_by_id(int(key) for key in levels if key.isdecimal())
    roots = _roots(index)
    nodes = [
        {"key": key, "label": labels[key], "level": level, **_details(known.get(int(key)) if key.isdecimal() else None, roots)}
        for key, level in levels.items()
    ]
    title = symbols[0]["qualified_name"]
    data = json.dumps({"title": title, "version": index.manifest.id, "nodes": nodes, "edges": edges}, ensure_ascii=False)
    template = resources.files("pipelines").joinpath("graph_page.html").read_text("utf-8")
    # Nothing in the data can end the script element that holds it.
    return template.replace("__DATA__", data.replace("<", "\\u003c"))


def _details(symbol: Mapping[str, Any] | None, roots: Mapping[str, Path]) -> dict[str, Any]:
    """What the page tells of a symbol."""
    if symbol is None:
        return {}
    root = roots.get(symbol["repo"])
    shown = {"kind": symbol["kind"], "cited": _citation(symbol), "signature": symbol["signature"], "doc": symbol["doc"]}
    return shown | ({"file": str(root / symbol["path"]), "line": symbol["start_line"]} if root else {})


def _roots(index: Index) -> dict[str, Path]:
    """Working trees of the fleet as it is registered now."""
    from index_artifacts.config import load_config

    return {r.name: r.path for r in load_config(index.home).repositories if r.path is not None}
