"""The `lode graph` command: the relations around a symbol, as a tree, JSON, DOT or a page to look at."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from index_artifacts.types import Direction, RelationKind

if TYPE_CHECKING:
    from collections.abc import Sequence

_LISTED = 30  # candidates of an ambiguous name


@click.command()
@click.argument("name")
@click.option("--direction", type=click.Choice([str(d) for d in Direction]), default=str(Direction.BOTH), show_default=True)
@click.option("--depth", type=click.IntRange(1), default=1, show_default=True, help="How far calls, extends and implements are followed.")
@click.option("--kind", multiple=True, type=click.Choice([str(k) for k in RelationKind]), help="Only such relations; may be repeated.")
@click.option("--repo", multiple=True, help="Only a symbol of this repository; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a relation.")
@click.option("--dot", "as_dot", is_flag=True, help="Print the graph in Graphviz's language.")
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write a page to look at; it opens offline.")
def graph(
    name: str, direction: str, depth: int, kind: Sequence[str], repo: Sequence[str], as_json: bool, as_dot: bool, html: Path | None
) -> None:
    """Show what a class, function or Class.method calls and is called by, extends, contains and imports.

    NAME may also be the citation of a hit, repo/path:line. A name of several things lists them.
    """
    from index_artifacts import open_index
    from index_artifacts.errors import AmbiguousNameError, HomeError
    from pipelines import show_graph

    opened = open_index()
    symbols = opened.symbols(name, repo)
    things = _things(symbols)
    if len(things) > 1:
        show_graph.candidates(things[:_LISTED], len(things), err=as_json or as_dot)
        raise AmbiguousNameError(f"'{name}' means {len(things):,} things; give a longer name, a citation repo/path:line, or --repo.")
    ids = [s["id"] for s in symbols]
    ways = [Direction.CALLEES, Direction.CALLERS] if direction == Direction.BOTH else [Direction(direction)]
    found = {way: opened.relations_of(ids, way, depth, kind) for way in ways}
    relations = [r for listed in found.values() for r in listed]
    if as_json:
        for relation in relations:
            click.echo(json.dumps(asdict(relation), ensure_ascii=False))
    elif as_dot:
        click.echo(show_graph.dot(relations))
    elif html:
        try:
            html.write_text(show_graph.page(opened, symbols, found), "utf-8")
        except OSError as error:
            raise HomeError(f"{html} cannot be written ({error.strerror}); give another file.") from error
        click.echo(f"Wrote {len(relations):,} relations of {symbols[0]['qualified_name']} to {html}.")
    else:
        show_graph.trees(symbols, found)


def _things(symbols: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """One symbol of each repository and qualified name: overloads, partial classes and prototypes are one thing."""
    things: dict[tuple[str, str], dict[str, Any]] = {}
    for symbol in symbols:
        things.setdefault((symbol["repo"], symbol["qualified_name"]), symbol)
    return list(things.values())
