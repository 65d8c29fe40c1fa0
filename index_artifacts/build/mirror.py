"""The bare mirror of a remote repository: made, brought up to date, and asked for the commit that a ref means.

A mirror is made beside and renamed. What a fetch brings counts once git has moved `_HELD` to it, which it does last; so neither a failed
nor a killed fetch changes what the mirror holds.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from index_artifacts.build.git import RemoteError, bare, talk
from index_artifacts.build.objects import close_reader
from index_artifacts.errors import SourceError
from index_artifacts.remotes import is_commit_id
from index_artifacts.store import writing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index_artifacts.config import RepositoryConfig

_HELD = "refs/lode/held"
_FETCH = ("--git-dir=.", "fetch", "--quiet", "--force", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head")
_NOWHERE = Path("/")  # in no repository, whose settings would hold


@dataclass(frozen=True, slots=True)
class Found:
    """What a ref means on the remote.

    Attributes:
        commit: Full id.
        branch: Short name of the branch or tag; "" for a commit id and for a remote whose HEAD is on no branch.
        name: What to ask the remote for.
    """

    commit: str
    branch: str
    name: str


def update(git_dir: Path, repository: RepositoryConfig) -> Found:
    """Bring a mirror up to date with its remote; one writer at a time.

    Args:
        git_dir: The mirror's folder; made if it is not there.
        repository: One with a url.

    Raises:
        SourceError: The remote cannot be reached, or does not have the ref. The mirror is as it was.
    """
    _tidy(git_dir)
    usable = _url_of(git_dir) == repository.url
    held = _held(git_dir) if usable else ""
    if held and held == repository.ref:
        return Found(held, "", held)
    found = look_up(repository)
    if held == found.commit:
        return found
    if usable and not _fetch(git_dir, repository.url, found):
        return _checked(git_dir, repository, found)
    # A mirror that takes no fetch may be damaged: a new one tells whether it is the remote that fails.
    return _made_anew(git_dir, repository, found)


def look_up(repository: RepositoryConfig) -> Found:
    """Ask the remote which commit the repository's ref means now; writes nothing.

    Raises:
        SourceError: The remote cannot be reached, or does not have the ref.
    """
    ref = repository.ref
    full = ref if ref.startswith("refs/") else ""
    wanted = [full or f"refs/heads/{ref}", f"refs/tags/{ref}"] if ref and not is_commit_id(ref) else ["HEAD"]
    try:
        told = talk(["ls-remote", "--symref", "--", repository.url, *wanted, *(f"{w}^{{}}" for w in wanted)], _NOWHERE)
    except (OSError, RemoteError) as error:
        raise _unreachable(repository, error) from error
    if is_commit_id(ref):
        return Found(ref, "", ref)
    rows = {name: value for value, _, name in (line.partition("\t") for line in told.splitlines() if not line.startswith("ref: "))}
    heads = [
        line.removeprefix("ref: ").partition("\t")[0] for line in told.splitlines() if line.startswith("ref: ") and line.endswith("\tHEAD")
    ]
    name = next((w for w in wanted if w in rows), "")
    if not name:
        raise _gone(repository)
    shown = heads[0] if name == "HEAD" and heads else name
    branch = "" if shown == "HEAD" else shown.removeprefix("refs/heads/").removeprefix("refs/tags/")
    return Found(rows.get(f"{name}^{{}}", rows[name]), branch, shown)


def _made_anew(git_dir: Path, repository: RepositoryConfig, found: Found) -> Found:
    """Make a mirror beside, fetch into it, and put it in the place of the one that is there."""
    beside = git_dir.with_name(f".{git_dir.name}.{os.getpid()}.tmp")
    with writing(beside):
        beside.mkdir(parents=True)
    try:
        if bare(beside, "init", "--quiet", "--bare", "--template=", *_format_of(found.commit)) is None:
            raise SourceError(
                f"Repository '{repository.name}': git cannot make a repository in {beside}; make it writable, then run again."
            )
        bare(beside, "config", "remote.origin.url", repository.url)
        if error := _fetch(beside, repository.url, found):
            if is_commit_id(repository.ref):
                raise _gone(repository)
            raise _unreachable(repository, error) from error
        result = _checked(beside, repository, found)
        close_reader()
        with writing(git_dir):
            if git_dir.exists():
                git_dir.rename(beside.with_suffix(".old.tmp"))
            beside.rename(git_dir)
    finally:
        _remove_unfinished(git_dir)
    return result


def _format_of(commit: str) -> Sequence[str]:
    return ("--object-format=sha256",) if len(commit) == 64 else ()


def _fetch(git_dir: Path, url: str, found: Found) -> RemoteError | None:
    """Fetch what was found; the error of the first attempt if none succeeds."""
    attempts = [["--depth=1", "--", url, f"+{found.name}:{_HELD}"]]
    # Some servers serve no shallow history, and some no commit by its id.
    attempts.append(["--update-shallow", "--", url, f"+{found.name}:{_HELD}"])
    if is_commit_id(found.name):
        attempts.append(["--update-shallow", "--", url, "+refs/heads/*:refs/lode/heads/*", "+refs/tags/*:refs/lode/tags/*"])
    errors: list[RemoteError] = []
    for options in attempts:
        try:
            talk([*_FETCH, *options], git_dir)
        except RemoteError as error:
            errors.append(error)
            continue
        if not is_commit_id(found.name) or bare(git_dir, "update-ref", _HELD, found.name) is not None:
            return None
    return errors[0]


def _checked(git_dir: Path, repository: RepositoryConfig, found: Found) -> Found:
    """What was fetched: the ref may have moved since it was looked up, and may be no commit."""
    held = _held(git_dir)
    if not held:
        raise SourceError(f"Repository '{repository.name}': ref '{repository.ref}' of {repository.place} is no commit; give another ref.")
    return Found(held, found.branch, found.name)


def _held(git_dir: Path) -> str:
    return (bare(git_dir, "rev-parse", "--verify", "--quiet", f"{_HELD}^{{commit}}") or b"").decode().strip() if git_dir.is_dir() else ""


def _url_of(git_dir: Path) -> str:
    """Whose mirror it is; "" where it is none."""
    told = bare(git_dir, "config", "--local", "--get", "remote.origin.url") if git_dir.is_dir() else None
    return (told or b"").decode("utf-8", "surrogateescape").rstrip("\n")


def _tidy(git_dir: Path) -> None:
    """Remove what a killed fetch has left: only the home's writer comes here, so every lock is stale."""
    _remove_unfinished(git_dir)
    for pattern in ("*.lock", "refs/**/*.lock", "objects/info/*.lock", "objects/pack/tmp_*", "objects/pack/*.lock", "gc.pid"):
        for stale in git_dir.glob(pattern):
            with writing(stale):
                stale.unlink(missing_ok=True)


def _remove_unfinished(git_dir: Path) -> None:
    for unfinished in git_dir.parent.glob(f".{git_dir.name}.*"):
        shutil.rmtree(unfinished, ignore_errors=True)


def _gone(repository: RepositoryConfig) -> SourceError:
    if repository.ref:
        what, then = f"ref '{repository.ref}' is no longer in {repository.place}", "give a branch, a tag or a full commit id that is"
        return SourceError(f"Repository '{repository.name}': {what}; {then}, in lode.toml, or remove the repository from it.")
    return SourceError(
        f"Repository '{repository.name}': {repository.place} has no commit at its HEAD; push one, or give a ref in lode.toml."
    )


def _unreachable(repository: RepositoryConfig, error: Exception) -> SourceError:
    if isinstance(error, FileNotFoundError):
        return SourceError(
            f"Repository '{repository.name}': git is not installed, and {repository.place} cannot be fetched without; install git."
        )
    why = f"Repository '{repository.name}' cannot be fetched from {repository.place} ({error})"
    return SourceError(f"{why}; check the url, the network and your access, then run again.")
