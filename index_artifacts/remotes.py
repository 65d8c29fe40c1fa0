"""Urls of remote repositories: what counts as one, what may be registered, and how it is shown."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

from index_artifacts.errors import ConfigError

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_SCP = re.compile(r"(?:[A-Za-z0-9._-]+@)?[A-Za-z0-9._-]+:(?!:)[^\s]+")
_SCP_WITH_USER = re.compile(r"[A-Za-z0-9._-]+@[A-Za-z0-9._-]+:(?!:)[^\s]+")
_HOST = re.compile(r"(?:[^:\[\]@]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]+)?")  # what follows another colon is a password with a slash in it
_IN_TEXT = re.compile(
    r"""(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*://)(?:(?P<user>[^/\s'"]*)@)?(?P<rest>[^\s?#'"]*)(?:[?#][^\s'"]*)?""",
)
# The others either start programs, as ext:: does, or are served by helpers that are no part of git.
_SCHEMES = ("https", "ssh", "git+ssh", "http", "git", "file")
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
# https://git-scm.com/docs/git-check-ref-format, without the names that only a refspec or an option can be.
_REF = re.compile(r"(?![-/.])(?!.*(?:\.\.|//|/\.|@\{|\.lock(?:/|$)))[^\x00-\x20\x7f~^:?*\[\\]+(?<![/.])")


def is_url(target: str) -> bool:
    """Whether a command line's target means a remote repository: a scheme, `git@host:path`, or a folder that is a bare repository."""
    if _SCHEME.match(target) or _is_bare(Path(target).expanduser()):
        return True
    return ("::" in target or _SCP_WITH_USER.fullmatch(target) is not None) and not Path(target).exists()


def _is_bare(folder: Path) -> bool:
    return folder.suffix == ".git" and (folder / "HEAD").is_file() and (folder / "objects").is_dir()


def checked_url(url: str, base: Path) -> str:
    """A url that git may be given.

    Args:
        url: A url with a scheme, `user@host:path`, or the path of a repository.
        base: Folder that a relative path starts from.

    Raises:
        ConfigError: It holds credentials, or is of a kind that is refused. Credentials are not repeated.
    """
    scheme = _SCHEME.match(url)
    # A refused url may be cut anywhere by characters that do not belong there: all before its last @ is taken for a secret.
    shown = f"{scheme[0]}{re.split(r'[?#]', url[scheme.end() :].rpartition('@')[2])[0]}" if scheme else url
    if not url or url.startswith("-") or "::" in url.partition("/")[0] or any(ord(c) < 33 or ord(c) == 127 for c in url):
        raise ConfigError(f"The url {shown!r} is not one that git may be given; use https, ssh, file or a path.")
    if scheme is None:
        return url if _SCP.fullmatch(url) and not url.startswith((".", "/", "~")) else str((base / Path(url).expanduser()).resolve())
    if scheme[1].lower() not in _SCHEMES:
        raise ConfigError(f"The url {shown} starts with '{scheme[1]}'; use one of: {', '.join(_SCHEMES)}.")
    parts = urlsplit(url)
    user, at, host = parts.netloc.rpartition("@")
    web = scheme[1].lower() in {"http", "https"}
    if parts.query or parts.fragment or (at and (web or ":" in user)) or (web and not _HOST.fullmatch(host)):
        raise ConfigError(
            f"The url {shown} was given with a password or token in it; "
            "leave it out and use a git credential helper or ssh, since keys are never written to disk."
        )
    return url.rstrip("/")


def checked_ref(ref: str) -> str:
    """A branch, a tag, a full commit id, or "" for the remote's HEAD.

    Raises:
        ConfigError: git allows no such name.
    """
    if ref and not _REF.fullmatch(ref):
        raise ConfigError(f"'{ref}' cannot be the ref of a repository; give a branch, a tag or a full commit id.")
    return ref


def is_commit_id(ref: str) -> bool:
    """Whether a ref is a full commit id."""
    return _COMMIT.fullmatch(ref) is not None


def without_credentials(text: str) -> str:
    """A url, or a text with urls in it, without passwords, queries, and the users of web addresses, who may be tokens."""
    return _IN_TEXT.sub(lambda found: f"{found['scheme']}{_public_user(found)}{found['rest']}", text)


def _public_user(found: re.Match[str]) -> str:
    user = (found["user"] or "").partition(":")[0]
    return f"{user}@" if user and not found["scheme"].lower().startswith("http") else ""


def stem_of(url: str) -> str:
    """The last part of a url, without `.git`."""
    return re.split(r"[/:]", url.rstrip("/"))[-1].removesuffix(".git")
