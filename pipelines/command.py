"""The `lode` command. Each part imports what it needs when it runs: a search must not wait for Dagster."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from index_artifacts.errors import LodeError
from pipelines.embed_command import embed
from pipelines.graph_command import graph
from pipelines.version_commands import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Sequence

_GATE_FAILED, _REPOSITORY_FAILED = 3, 4


class _Group(click.Group):
    """Prints every expected error in one line and ends with code 1."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own signature
        try:
            return super().invoke(ctx)
        except LodeError as error:
            click.echo(f"lode: {' '.join(str(error).split())}", err=True)
            ctx.exit(1)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="codelode", prog_name="lode")
def lode() -> None:
    """Build and search versioned indexes of source code, offline. The index lies in $LODE_HOME."""


@lode.command()
@click.argument("targets", nargs=-1)
@click.option("--name", help="Name of the repository; default the last part of its path or url.")
@click.option("--ref", default="", help="Branch, tag or full commit id of a url; default its HEAD.")
@click.option("--plan", is_flag=True, help="Only tell what would be done.")
@click.option("--full", is_flag=True, help="Make everything anew, but for cached vectors.")
@click.option("--no-cache", is_flag=True, help="Like --full, and make the vectors anew too.")
@click.option("--wait", default=0.0, metavar="SECONDS", help="Wait so long for another process that writes the index.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as one JSON object.")
def index(targets: Sequence[str], name: str | None, ref: str, plan: bool, full: bool, no_cache: bool, wait: float, as_json: bool) -> None:
    """Bring the fleet up to date and publish a version.

    TARGETS are directories or urls to add, or names of registered repositories; without any, the whole fleet.
    """
    from index_artifacts.config import find_home
    from pipelines import show

    if (name is not None or ref) and len(targets) != 1:
        raise click.UsageError("--name and --ref go with exactly one target")
    home = find_home()
    if plan:
        from pipelines.forecast import forecast

        show.forecast(forecast(home, targets, name, ref, full or no_cache), as_json)
        return
    from index_artifacts.store import writer_lock
    from pipelines.reindex import add_and_reindex

    # One lock for all of it: what another process registers meanwhile must not get lost.
    with writer_lock(home, wait=wait):
        with show.progress():
            summary = add_and_reindex(home, targets, name, ref, full=full or no_cache, no_cache=no_cache)
        show.summary(home, summary, as_json)
    if summary.gate:
        sys.exit(_GATE_FAILED)
    if summary.failures:
        sys.exit(_REPOSITORY_FAILED)


@lode.command()
@click.argument("query")
@click.option("-k", default=10, show_default=True, help="At most so many hits.")
@click.option("--repo", multiple=True, help="Only this repository; may be repeated.")
@click.option("--language", multiple=True, help="Only files of this language; may be repeated.")
@click.option("--path", metavar="GLOB", help="Only files that match, as in .gitignore.")
@click.option("--kind", multiple=True, type=click.Choice(["class", "method", "function", "section", "file"]), help="Only such chunks.")
@click.option("--version", help="Search this version instead of the published one.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a hit.")
@click.option("--explain", is_flag=True, help="Show what each signal gave to the score.")
@click.option("--context", is_flag=True, help="Print each hit whole as Markdown, with its class, what it calls and who calls it.")
@click.option("--budget", default=4000, show_default=True, help="Characters of the context of each hit, at most.")
def search(
    query: str,
    k: int,
    repo: Sequence[str],
    language: Sequence[str],
    path: str | None,
    kind: Sequence[str],
    version: str | None,
    as_json: bool,
    explain: bool,
    context: bool,
    budget: int,
) -> None:
    """Search by name, by word or by meaning, in English or Chinese."""
    from index_artifacts import open_index
    from pipelines import show

    opened = open_index(version=version)
    hits = opened.search(query, k, repo, language, path, kind, explain)
    parts = [opened.context(hit, budget) if context else [] for hit in hits]
    if as_json:
        for hit, beside in zip(hits, parts, strict=True):
            row = asdict(hit)
            if not explain:
                del row["parts"]
            more = {"context": [asdict(p) for p in beside]} if context else {}
            click.echo(json.dumps({"citation": hit.citation, **row, **more}, ensure_ascii=False))
    elif context:
        from index_artifacts.query.context import render

        click.echo("\n".join(render(hit, beside) for hit, beside in zip(hits, parts, strict=True)), nl=False)
    elif hits:
        show.hits(hits)
    if not hits:
        click.echo(f"Nothing found for '{query}'; use other words or fewer filters.", err=True)


@lode.command()
@click.option("--skipped", is_flag=True, help="Only files that are not in the index, with the reason.")
@click.option("--repo", multiple=True, help="Only this repository; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a file.")
def files(skipped: bool, repo: Sequence[str], as_json: bool) -> None:
    """List every file that the published version saw: status, category and reason."""
    import pyarrow.parquet as pq

    from index_artifacts import open_index
    from index_artifacts.errors import UnknownNameError
    from pipelines import show

    opened = open_index()
    known = [r.name for r in opened.manifest.repositories]
    if unknown := [r for r in repo if r not in known]:
        raise UnknownNameError(f"No repository named '{unknown[0]}' in this index; it has: {', '.join(known)}.")
    columns = ["repo", "path", "status", "category", "language", "size", "lines", "sha256", "reason"]
    rows = pq.read_table(opened.folder / "tables" / "files.parquet", columns=columns).to_pylist()
    rows = [r for r in rows if (not repo or r["repo"] in repo) and (not skipped or r["status"] == "skipped")]
    if not as_json:
        show.files(rows)
    for row in rows if as_json else ():
        click.echo(json.dumps(row, ensure_ascii=False))


@lode.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def status(as_json: bool) -> None:
    """Tell what is published, as of which commits, and whether the working trees have changed since."""
    from index_artifacts.config import find_home
    from pipelines import show
    from pipelines.freshness import fleet_status

    show.status(fleet_status(find_home()), as_json)


@lode.command()
@click.option("--port", default=3000, show_default=True, help="Port of the page.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
def ui(port: int, host: str) -> None:
    """Start Dagster's page and daemon on this home."""
    from index_artifacts.config import find_home, make_home
    from index_artifacts.store import writer_lock
    from pipelines.instance import open_instance

    home = find_home()
    make_home(home)
    with writer_lock(home), open_instance(home) as instance:
        from assets.resources import REPOSITORIES
        from index_artifacts.config import load_config

        instance.add_dynamic_partitions(str(REPOSITORIES.name), [r.name for r in load_config(home).repositories])
    os.environ |= {"LODE_HOME": str(home.root), "DAGSTER_HOME": str(home.dagster), "DAGSTER_DISABLE_TELEMETRY": "1"}
    # Dagster puts the working directory first on sys.path: it must never be a folder that someone indexes.
    os.chdir(home.dagster)
    command = [sys.executable, "-m", "dagster", "dev", "-m", "pipelines.definitions", "-d", str(home.dagster), "-h", host, "-p", str(port)]
    os.execv(sys.executable, command)


for _command in (embed, graph, *COMMANDS):
    lode.add_command(_command)


if __name__ == "__main__":
    lode()
