"""Add repositories to the fleet in `lode.toml`, and take them out."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from index_artifacts.config import NAME, RepositoryConfig, load_config
from index_artifacts.errors import ConfigError
from index_artifacts.remotes import checked_ref, checked_url, is_url, stem_of
from index_artifacts.store import write_text, writer_lock

if TYPE_CHECKING:
    import tomlkit

    from index_artifacts.config import Config, Home


def register(home: Home, target: Path | str, name: str | None, ref: str = "") -> RepositoryConfig:
    """Add a directory or a remote repository to the fleet, or find it there.

    Args:
        home: Whose `lode.toml` is changed.
        target: An existing directory; or, as text, a url, `git@host:path`, or the path of a bare repository.
        name: Its name in the fleet; default the last part of its place, with a number behind it where another has that already.
        ref: Branch, tag or full commit id of a url; default its HEAD.

    Returns:
        The new or already registered repository.
    """
    with writer_lock(home):
        config = load_config(home)
        found = look_up(config, target, name, ref)
        if found not in config.repositories:
            _append(home, found)
    return found


def look_up(config: Config, target: Path | str, name: str | None, ref: str = "") -> RepositoryConfig:
    """What `register` would return; nothing is changed."""
    new = _asked_for(target, name or "", ref)
    for known in config.repositories:
        if (known.path, known.url) == (new.path, new.url) and new.ref in {"", known.ref} and name in {None, known.name}:
            return known
        if name == known.name:
            has, asked = (f"{r.place} at '{r.ref}'" if r.ref else r.place for r in (known, new))
            raise ConfigError(f"'{name}' already names {has}; choose another --name for {asked}.")
    taken = {r.name for r in config.repositories}
    if name is None:
        stem = re.sub(r"[^A-Za-z0-9._-]+", "-", stem_of(new.place)).strip("-._")[:90] or "repository"
        return replace(new, name=next(n for n in (stem, *(f"{stem}-{i}" for i in range(2, len(taken) + 3))) if n not in taken))
    if not NAME.fullmatch(name):
        raise ConfigError(f"The name '{name}' may only hold letters, digits, '.', '_' and '-'; choose another --name.")
    return new


def _asked_for(target: Path | str, name: str, ref: str) -> RepositoryConfig:
    """What a target means, under a name that may still be to choose."""
    if is_url(str(target)):
        return RepositoryConfig(name, None, url=checked_url(str(target), Path.cwd()), ref=checked_ref(ref))
    root = Path(target).expanduser().resolve()
    if not root.is_dir():
        kind = "is not a directory" if root.exists() else "does not exist"
        raise ConfigError(f"'{target}' {kind}, and no repository of that name is registered; give an existing directory or a url.")
    if ref:
        raise ConfigError(f"The ref '{ref}' was given for the directory {root}; leave it out, or give the url of a repository.")
    return RepositoryConfig(name, root)


def _append(home: Home, repository: RepositoryConfig) -> None:
    """Write a repository into `lode.toml`, behind the others."""
    import tomlkit

    document = tomlkit.parse(home.config_file.read_text("utf-8")) if home.config_file.exists() else tomlkit.document()
    row = {"name": repository.name, "path": str(repository.path or ""), "url": repository.url, "ref": repository.ref}
    _set_repositories(document, [*document.get("repository", []), {key: value for key, value in row.items() if value}])
    write_text(home.config_file, tomlkit.dumps(document))


def unregister(home: Home, name: str) -> None:
    """Take a repository out of `lode.toml`; what was made of it stays until it is collected."""
    import tomlkit

    with writer_lock(home):
        document = tomlkit.parse(home.config_file.read_text("utf-8"))
        _set_repositories(document, [row for row in document.get("repository", []) if row["name"] != name])
        write_text(home.config_file, tomlkit.dumps(document))


def _set_repositories(document: tomlkit.TOMLDocument, rows: list[Any]) -> None:
    """Write all `[[repository]]` tables of a document, none for no rows: an empty array would take no further table."""
    import tomlkit

    tables = tomlkit.aot()
    for row in rows:
        table = row
        if not isinstance(row, tomlkit.items.Table):
            table = tomlkit.table()
            table.update(row)
        tables.append(table)
    document.pop("repository", None)
    if rows:
        document["repository"] = tables
