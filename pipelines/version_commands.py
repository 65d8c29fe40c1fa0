"""The commands of `lode` that list, check, compare, publish and remove versions."""

from __future__ import annotations

import sys

import click

_PROBLEMS = 1


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a version.")
def versions(as_json: bool) -> None:
    """List the versions of the index, newest first."""
    from index_artifacts.config import find_home
    from index_artifacts.errors import NoIndexError
    from index_artifacts.versions.listing import list_versions
    from pipelines import show_versions

    home = find_home()
    found = list_versions(home)
    if not found:
        raise NoIndexError(f"There is no index in {home.root} yet; make one with 'lode index PATH'.")
    show_versions.versions(found, as_json)


@click.command()
@click.argument("version", required=False)
@click.option("--release", is_flag=True, help="Undo a rollback: publish the newest good version, and what is built from now on.")
def rollback(version: str | None, release: bool) -> None:
    """Publish an earlier version and keep it published.

    VERSION is by default the newest good one before the published version. What is built from now on stays a candidate until
    'lode rollback --release'.
    """
    from index_artifacts.config import find_home
    from index_artifacts.versions import rollback as rollbacks
    from pipelines import show_versions

    if version and release:
        raise click.UsageError("--release goes without a version")
    home = find_home()
    if release:
        show_versions.released(home, *rollbacks.release(home))
    else:
        before = home.current()
        show_versions.rolled_back(home, before or "", rollbacks.rollback(home, version))


@click.command()
@click.argument("before", required=False)
@click.argument("after", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print all of it as one JSON object.")
def diff(before: str | None, after: str | None, as_json: bool) -> None:
    """Compare two versions.

    AFTER is by default the published version, and BEFORE the one that was published before it.
    """
    from index_artifacts.config import find_home
    from index_artifacts.versions.comparison import compare
    from pipelines import show_versions

    show_versions.comparison(compare(find_home(), before, after), as_json)


@click.command()
@click.option("--keep", default=10, show_default=True, type=click.IntRange(min=0), help="So many versions besides the published one.")
@click.option("--dry-run", is_flag=True, help="Only tell what would be removed.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def gc(keep: int, dry_run: bool, as_json: bool) -> None:
    """Remove old versions, and what neither a version nor the next run needs."""
    from index_artifacts.config import find_home
    from index_artifacts.versions.collection import collect
    from pipelines import show_versions

    show_versions.collected(collect(find_home(), keep, dry_run=dry_run), as_json)


@click.command()
@click.argument("version", required=False)
@click.option("--all", "every", is_flag=True, help="Every version.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a version.")
def verify(version: str | None, every: bool, as_json: bool) -> None:
    """Read all of a version and check that it is what its manifest says, and that its parts fit together.

    VERSION is by default the published one. Ends with code 1 if there is a problem.
    """
    from index_artifacts.config import find_home
    from index_artifacts.errors import NoIndexError
    from index_artifacts.versions.listing import version_ids
    from index_artifacts.versions.verification import verify as check
    from pipelines import show_versions

    if version and every:
        raise click.UsageError("--all goes without a version")
    home = find_home()
    ids = version_ids(home) if every else [v for v in (version or home.current(),) if v]
    if not ids:
        raise NoIndexError(f"There is no index in {home.root} yet; make one with 'lode index PATH'.")
    known: dict[tuple[int, int], str] = {}
    sound = True
    for name in ids:
        result = check(home, name, known)
        show_versions.verified(result, as_json)
        sound = sound and not result.problems
    if not sound:
        sys.exit(_PROBLEMS)


COMMANDS = (versions, rollback, diff, gc, verify)
