"""The rules of `categories.toml`: what a file is for, and which files are never read."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from index_artifacts.patterns import Patterns
from index_artifacts.types import Category

_PRIVATE_KEY = re.compile(rb"-----BEGIN [A-Z ]*PRIVATE KEY-----")


@dataclass(frozen=True, slots=True)
class Rules:
    """`categories.toml`, compiled."""

    categories: tuple[tuple[Category, Patterns], ...]
    marker_word: str
    marker: re.Pattern[str]
    marker_lines: int
    minified_languages: frozenset[str]
    minified_mean_line: int
    folders: frozenset[str]
    built: dict[str, tuple[str, ...]]
    secrets: Patterns


@cache
def rules() -> Rules:
    """The rules, read once."""
    table = tomllib.loads(resources.files("index_artifacts").joinpath("categories.toml").read_text("utf-8"))
    generated, skip = table["generated"], table["skip"]
    return Rules(
        tuple((Category(row["name"]), Patterns(row["patterns"])) for row in table["category"]),
        generated["marker_word"],
        re.compile("|".join(generated["markers"]), re.IGNORECASE),
        generated["marker_lines"],
        frozenset(generated["minified_languages"]),
        generated["minified_mean_line"],
        frozenset(skip["folders"]),
        {name: tuple(files) for name, files in skip["built"].items()},
        Patterns(skip["secrets"]),
    )


@lru_cache(maxsize=65_536)
def _of_path(path: str) -> Category | None:
    """The first category with a pattern that matches."""
    return next((category for category, patterns in rules().categories if patterns.verdict(path)), None)


def category_of(path: str, language: str, text: str, lines: int) -> Category:
    """What a file is for: by its path, by a marker in its first lines, or by the shape of minified code.

    Args:
        path: Relative to the repository, with "/".
        language: As `languages.language_of` tells.
        text: Its decoded content.
        lines: How many lines it has.
    """
    # Folder and name apart, since files share the first and repositories the second: the memo then answers most.
    folder, _, name = path.rpartition("/")
    order = [c for c, _ in rules().categories]
    found = [c for c in ((_of_path(f"{folder}/_") if folder else None), _of_path(name)) if c is not None]
    by_path = min(found, key=order.index) if found else Category.SOURCE
    if by_path in {Category.VENDORED, Category.GENERATED}:
        return by_path
    head = "\n".join(text[:4000].split("\n", rules().marker_lines)[: rules().marker_lines])
    if by_path is not Category.DOCS and rules().marker_word in head.lower() and rules().marker.search(head):
        return Category.GENERATED
    if language in rules().minified_languages and len(text) > 2000 and len(text) / max(lines, 1) > rules().minified_mean_line:
        return Category.GENERATED
    return by_path


@lru_cache(maxsize=65_536)
def has_secret_name(name: str) -> bool:
    """Whether a file of this name is taken for a secret."""
    return bool(rules().secrets.verdict(name))


def holds_private_key(head: bytes) -> bool:
    """Whether a private key stands at the start of a file."""
    return _PRIVATE_KEY.search(head[:200]) is not None
