"""`lode embed`: what embedding would take."""

from __future__ import annotations

import json
from dataclasses import asdict

import click


@click.command()
@click.option("--estimate", "estimating", is_flag=True, required=True, help="Count what has no vector yet, and measure a sample.")
@click.option("--price", type=float, metavar="MONEY", help="Price of a million tokens, to tell the cost.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def embed(estimating: bool, price: float | None, as_json: bool) -> None:
    """Tell what embedding the fleet with the model of lode.toml would take. 'lode index' does it."""
    from index_artifacts.config import find_home
    from pipelines.estimate import estimate
    from pipelines.show import progress

    with progress():
        found = estimate(find_home(), price)
    if as_json:
        click.echo(json.dumps(asdict(found), ensure_ascii=False))
        return
    for note in found.notes:
        click.echo(note, err=True)
    click.echo(
        f"{found.model}: {found.texts:,} texts to embed, {found.characters:,} characters, about {found.tokens:,} tokens; {found.cached:,} have their vector."
    )
    if found.seconds:
        click.echo(
            f"About {found.seconds:,.0f} s at {found.texts_per_second:,.1f} texts a second, measured on a sample whose vectors are kept."
        )
    if found.cost is not None:
        click.echo(f"About {found.cost:,.2f} at {price:,.2f} for a million tokens.")
