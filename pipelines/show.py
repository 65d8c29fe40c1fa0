"""What the command prints for people; highlighting, trees and progress bars by Rich."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.markup import escape

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from index_artifacts.config import Home
    from index_artifacts.types import Hit
    from pipelines.forecast import Forecast
    from pipelines.reindex import Summary

_PREVIEW_LINES, _PREVIEW_WIDTH = 8, 160
console = Console(highlight=False, soft_wrap=True)
if not console.is_terminal:
    console.width = 400  # a pipe has no width: a line must not be cut at 80 columns
# Names of the `identify` library that Pygments calls otherwise.
_LEXERS = {
    "c#": "csharp",
    "csharp": "csharp",
    "ts": "typescript",
    "cargo": "toml",
    "": "text",
    "shell": "bash",
    "java-properties": "properties",
}


@contextmanager
def progress() -> Iterator[None]:
    """A progress bar on standard error while a reindex reports what it does; nothing where that is no terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    from index_artifacts.progress import Progress as Report
    from index_artifacts.progress import listening

    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.fields[stage]:<14} {task.fields[repository]}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[unit]} {task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None, stage="starting", repository="", unit="", rate="")
        shown = ""

        def listener(report: Report) -> None:
            nonlocal shown
            if shown != (key := f"{report.stage} {report.repository}"):
                shown = key
                bar.reset(task, total=report.total, stage=report.stage, repository=report.repository, unit=report.unit, rate="")
            speed = bar.tasks[0].speed
            rate = f"{speed:,.0f}/s" if speed else ""
            bar.update(task, completed=report.done, total=report.total, rate=rate)

        with listening(listener):
            yield


def forecast(rows: Sequence[Forecast], as_json: bool) -> None:
    """What an index run would do, a line a repository."""
    seconds = sum(r.seconds for r in rows)
    if as_json:
        click.echo(json.dumps({"seconds": round(seconds, 1), "repositories": [asdict(r) for r in rows]}, ensure_ascii=False))
        return
    for row in rows:
        shown = ("added", "modified", "deleted", "renamed", "unchanged", "skipped")
        counts = ", ".join(f"{row.files[name]:,} {name}" for name in shown if row.files.get(name))
        work = f"; {row.to_parse:,} to parse, about {row.to_embed:,} texts to embed, {row.seconds:.0f} s" if row.seconds else ""
        commit = f" @ {row.as_of[:12]}" if row.as_of else ""
        click.echo(f"{row.name}{commit}: {row.note or counts or 'unchanged'}{work}")
    known = "Nothing to do" if not any(r.note for r in rows) else "Nothing else to do"
    click.echo(f"About {seconds:.0f} s; nothing was written." if seconds else f"{known}; nothing was written.")


def summary(home: Home, done: Summary, as_json: bool) -> None:
    """What a reindex did, in a few lines."""
    from index_artifacts.manifest import read_manifest
    from index_artifacts.state import load_state

    manifest = read_manifest(home.version(done.version)) if done.version else None
    if as_json:
        row = {**asdict(done), "counts": manifest.counts if manifest else {}, "quality": manifest.quality if manifest else {}}
        click.echo(json.dumps(row, ensure_ascii=False))
        return
    for name, reason in done.failures.items():
        kept = "keeps its last good state" if load_state(home, name) is not None else "was not added"
        click.echo(f"Repository '{name}' {kept}: {reason}", err=True)
    if manifest is None:
        return
    commits = ", ".join(f"{r.name} @ {r.commit[:12] or 'no commit'}{'+' * r.dirty}" for r in manifest.repositories)
    if not done.changed and not done.gate:
        click.echo(f"Up to date: version {manifest.id} as of {commits}.{_held_back(done)}")
        return
    counts, told = manifest.counts, done.told
    skipped = _skipped(home, done.version)
    reasons = f" ({', '.join(f'{r} {n:,}' for r, n in skipped.most_common(6))})" if skipped else ""
    embedded = told.get("embeddings", {})
    click.echo(f"{sum(r.files for r in manifest.repositories):,} files indexed, {sum(skipped.values()):,} skipped{reasons}")
    click.echo(
        f"{counts['symbols']:,} symbols, {counts['chunks']:,} chunks, {counts['relations']:,} relations; "
        f"{embedded.get('embedded', 0):,} texts embedded, {embedded.get('cached', 0):,} reused"
    )
    if embedded.get("failed"):
        click.echo(
            f"{embedded['failed']:,} texts have no vector, since the model refuses them alone; they are found by their words, and 'lode index --full' tries again.",
            err=True,
        )
    click.echo("seconds: " + ", ".join(f"{stage} {s:.1f}" for stage, s in done.seconds.items() if s >= 0.05))
    if done.gate:
        click.echo(f"Version {manifest.id} failed the gate and stays a candidate: {'; '.join(done.gate)}.", err=True)
        click.echo(f"Report: {home.version(done.version) / 'report.html'}", err=True)
        return
    quality = manifest.quality
    golden = f"NDCG@10 {quality['ndcg_at_10']:.3f} on {quality['queries']} golden queries, " if quality.get("queries") else ""
    made = "Made" if done.pinned else "Published"
    click.echo(
        f"{made} version {manifest.id} ({golden}self-check {quality.get('self_recall_at_10', 1):.0%}) as of {commits}.{_held_back(done)}"
    )


def _held_back(done: Summary) -> str:
    return f" {done.pinned} stays published until 'lode rollback --release'." if done.pinned else ""


def _skipped(home: Home, version: str) -> Counter[str]:
    import pyarrow.parquet as pq

    table = pq.read_table(home.version(version) / "tables" / "files.parquet", columns=["status", "reason"]).to_pylist()
    return Counter(r["reason"].partition(" at byte")[0] for r in table if r["status"] == "skipped")


def hits(found: Sequence[Hit]) -> None:
    """Citation, symbol, score and a highlighted preview of each hit."""
    from rich.syntax import Syntax

    for number, hit in enumerate(found, 1):
        symbol = f"  [bold cyan]{escape(hit.symbol)}[/]" if hit.symbol else ""
        as_of = f"  @ {hit.commit[:12]}" if hit.commit else ""
        console.print(f"[bold]{number}.[/] [green]{escape(hit.citation)}[/]{symbol}  [dim]{hit.kind}  {hit.score:.2f}{as_of}[/]")
        lines = hit.text.split("\n")
        preview = "\n".join(line.rstrip()[:_PREVIEW_WIDTH] for line in lines[:_PREVIEW_LINES])
        if console.is_terminal:
            lexer = _LEXERS.get(hit.language, hit.language)
            console.print(Syntax(preview, lexer, theme="ansi_dark", background_color="default", word_wrap=False))
        else:
            click.echo(preview)
        if len(lines) > _PREVIEW_LINES:
            console.print(f"[dim]… {len(lines) - _PREVIEW_LINES} more lines[/]")
        if hit.parts:
            parts = sorted(hit.parts.items(), key=lambda p: -abs(p[1]))
            console.print("[dim]" + ", ".join(f"{name} {value:+.2f}" for name, value in parts) + "[/]")
        console.print()


def files(rows: Sequence[dict[str, Any]]) -> None:
    """One line a file: status, category, path and the reason where it is not indexed."""
    for row in rows:
        reason = f"  {row['reason']}" if row["reason"] else ""
        language = f" {row['language']}" if row["language"] else ""
        click.echo(f"{row['status']:<8} {row['category']:<9} {row['repo']}/{row['path']!s}{language}{reason}".replace("\n", "\\n"))
    if not rows:
        click.echo("No such file.", err=True)


def status(state: dict[str, Any], as_json: bool) -> None:
    """The published version and how fresh each repository is."""
    if as_json:
        click.echo(json.dumps(state, ensure_ascii=False))
        return
    click.echo(f"home      {state['home']}")
    if not state["version"]:
        click.echo("published nothing yet; make an index with 'lode index PATH'")
    else:
        click.echo(f"published {state['version']} of {state['created']}, model {state['model']}")
    for row in state["repositories"]:
        since = f"{row['changed_files']:,} files changed" if "changed_files" in row else f"now at {row.get('remote_commit', '')[:12]}"
        behind = f" ({since})" if row["state"] == "behind" else ""
        reason = f": {row['reason']}" if row.get("reason") else ""
        commit = f" @ {row['commit'][:12]}{'+' * row['dirty']}" if row.get("commit") else ""
        click.echo(f"{row['state']:<9} {row['name']}{commit}{behind}{reason}")
