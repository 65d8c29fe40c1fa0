"""What the commands about versions print for people, or as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from index_artifacts.manifest import read_manifest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index_artifacts.config import Home
    from index_artifacts.versions.collection import Collected
    from index_artifacts.versions.comparison import Changes, Comparison
    from index_artifacts.versions.listing import Version
    from index_artifacts.versions.verification import Verified

_NAMES = 20  # of each kind of change that people are shown; JSON has them all
_MARKS = {"added": "+", "removed": "-", "changed": "~"}
_MEASURES = {"ndcg_at_10": "NDCG@10", "mrr_at_10": "MRR@10", "recall_at_10": "recall@10", "hit_at_1": "hit@1"}


def versions(rows: Sequence[Version], as_json: bool) -> None:
    """Two lines a version, or one JSON object."""
    for row in rows:
        if as_json:
            click.echo(json.dumps(asdict(row), ensure_ascii=False))
            continue
        state = f"{row.state}{', pinned' * row.pinned}"
        if row.state == "damaged":
            click.echo(f"{row.id}  {state}  {row.reason}")
            continue
        quality, counts = row.quality, row.counts
        golden = f", NDCG@10 {quality['ndcg_at_10']:.3f}" if quality.get("queries") else ""
        own = f", self-check {quality['self_recall_at_10']:.0%}" if quality else ""
        size = f"{counts['files']:,} files, {counts['chunks']:,} chunks, {_megabytes(row.bytes)} ({_megabytes(row.own_bytes)} own)"
        click.echo(f"{row.id}  {state:<9}  {row.created[:19].replace('T', ' ')}  {size}{golden}{own}")
        click.echo(f"    {', '.join(f'{name} @ {commit}' if commit else name for name, commit in row.repositories.items())}")
        if row.reason:
            click.echo(f"    {row.reason}")


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"


def rolled_back(home: Home, before: str, now: str) -> None:
    """Which version is published now, and until when."""
    replaced = f" in place of {before}" if before not in {"", now} else ""
    click.echo(f"Published version {now}{replaced} as of {_as_of(home, now)}; it stays until 'lode rollback --release'.")


def released(home: Home, before: str, now: str) -> None:
    """Which version is published once none is pinned."""
    if not before:
        click.echo(f"No version was pinned; {now} stays published.")
    elif before == now:
        click.echo(f"Released version {now}; it stays published until a newer one passes the gate.")
    else:
        click.echo(f"Published version {now} in place of {before} as of {_as_of(home, now)}.")


def _as_of(home: Home, version: str) -> str:
    entries = read_manifest(home.version(version)).repositories
    return ", ".join(f"{r.name} @ {r.commit[:12] or 'no commit'}{'+' * r.dirty}" for r in entries)


def comparison(found: Comparison, as_json: bool) -> None:
    """A table of counts, then commits, measures and names that differ."""
    if as_json:
        click.echo(json.dumps(asdict(found), ensure_ascii=False))
        return
    click.echo(f"{found.before} -> {found.after}")
    click.echo(f"{'':<8}{'added':>10}{'removed':>10}{'changed':>10}")
    for name, changes in (("files", found.files), ("symbols", found.symbols)):
        click.echo(f"{name:<8}{len(changes.added):>10,}{len(changes.removed):>10,}{len(changes.changed):>10,}")
    click.echo(f"{'chunks':<8}" + "".join(f"{found.chunks[kind]:>10,}" for kind in _MARKS))
    for name, as_of in found.repositories.items():
        if as_of["before"] != as_of["after"]:
            click.echo(f"{name} @ {_commit(as_of['before'])} -> {_commit(as_of['after'])}")
    for measure, (old, new) in found.quality.items():
        if measure in _MEASURES and old != new:
            click.echo(f"{_MEASURES[measure]} {_value(old)} -> {_value(new)}")
        elif measure == "self_recall_at_10" and old != new:
            click.echo(f"self-check {_value(old)} -> {_value(new)}")
    _names("files", found.files, str)
    _names("symbols", found.symbols, lambda s: f"{s['kind']} {s['name']}  {s['repo']}/{s['path']}:{s['start_line']}-{s['end_line']}")


def _commit(commit: str | None) -> str:
    if commit is None:
        return "not there"
    return commit[:12] + "+" * commit.endswith("+") if commit.strip("+") else "no commit" + commit


def _value(measure: float | None) -> str:
    return "none" if measure is None else f"{measure:.3f}"


def _names(what: str, changes: Changes, name: Any) -> None:  # noqa: ANN401 - a path, or the columns of a symbol
    rows = [f"{mark} {name(row)}" for kind, mark in _MARKS.items() for row in getattr(changes, kind)]
    for row in rows[:_NAMES]:
        click.echo(row)
    if len(rows) > _NAMES:
        click.echo(f"… {len(rows) - _NAMES:,} more {what}; --json lists all")


def collected(done: Collected, as_json: bool) -> None:
    """What a collection removed, in a few lines."""
    if as_json:
        click.echo(json.dumps(asdict(done), ensure_ascii=False))
        return
    parts = [("versions", len(done.removed)), *done.garbage.items(), ("cached vectors", done.vectors)]
    shown = ", ".join(f"{what} {count:,}" for what, count in parts if count)
    if shown:
        click.echo(f"{'Would remove' if done.dry_run else 'Removed'}: {shown}; {_megabytes(done.bytes)} freed.")
    else:
        click.echo("Nothing to remove.")
    for version in done.removed:
        click.echo(f"- {version}")
    if done.read:
        click.echo(f"Being read, so they stay for now: {', '.join(done.read)}.")


def verified(found: Verified, as_json: bool) -> None:
    """One line for a version that is what it says, else one a problem."""
    if as_json:
        click.echo(json.dumps(asdict(found), ensure_ascii=False))
        return
    for problem in found.problems:
        click.echo(f"{found.version}: {problem}")
    if not found.problems:
        click.echo(f"{found.version}: {found.files:,} files, {_megabytes(found.bytes)}, all as the manifest says")
