"""Which language a file is in, and the parser and query of each language with full syntax."""

from __future__ import annotations

import hashlib
import io
import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from identify import identify

if TYPE_CHECKING:
    from tree_sitter import Parser, Query

_CPP_HEADER = re.compile(rb"^\s*(?:class|namespace|template|using)\b|\b(?:public|private|protected)\s*:|\w::\w", re.MULTILINE)
_OBJC_HEADER = re.compile(rb"^\s*(?:@(?:interface|protocol|class|import)|#import)\b", re.MULTILINE)
_NOT_LANGUAGES = frozenset({"text", "binary", "header", "file", "executable", "non-executable", "plain-text"})


@dataclass(frozen=True, slots=True)
class Language:
    """One table of `languages.toml`."""

    name: str
    tags: tuple[str, ...]
    suffixes: tuple[str, ...]
    queries: tuple[str, ...]
    grammar: str
    family: str
    implicit_self: bool
    super: str
    packaged: bool
    clauses: bool
    masked: str
    common: tuple[str, ...]
    spoken: tuple[str, ...]

    @property
    def query_text(self) -> str:
        """The declarative query of this language."""
        folder = resources.files("index_artifacts").joinpath("queries")
        return "\n".join(folder.joinpath(f"{name}.scm").read_text("utf-8") for name in self.queries)


@cache
def languages() -> dict[str, Language]:
    """Every language with full syntax, by name."""
    table = tomllib.loads(resources.files("index_artifacts").joinpath("languages.toml").read_text("utf-8"))
    return {
        name: Language(
            name,
            tuple(row["tags"]),
            tuple(row.get("suffixes", ())),
            tuple(row.get("queries", (name,))),
            row["grammar"],
            row.get("family", name),
            row.get("implicit_self", False),
            row.get("super", "super"),
            row.get("packaged", False),
            row.get("clauses", False),
            row.get("masked", ""),
            tuple(row.get("common", "").split()),
            tuple(row.get("spoken", ())),
        )
        for name, row in table.items()
    }


@cache
def common_names(family: str) -> frozenset[str]:
    """Names of methods that come with the languages of a family."""
    return frozenset().union(*(language.common for language in languages().values() if language.family == family))


@cache
def _by_spoken() -> dict[str, str]:
    return {said: name for name, language in languages().items() for said in (name, *language.spoken)}


def spoken(said: str) -> str:
    """The language that a script or notebook means by what it says of its own; "" for none with syntax."""
    return _by_spoken().get(said.strip().lower(), "")


@cache
def _by_tag() -> dict[str, str]:
    return {tag: language.name for language in languages().values() for tag in language.tags}


def _named(tags: set[str]) -> str:
    """The language among the tags of the `identify` library; "" if they name none."""
    known = sorted({_by_tag()[tag] for tag in tags if tag in _by_tag()})
    if known:
        return known[0]
    rest = sorted(tags - _NOT_LANGUAGES)
    return rest[0] if rest else ""


@cache
def _by_suffix() -> dict[str, str]:
    return {suffix: language.name for language in languages().values() for suffix in language.suffixes}


@lru_cache(maxsize=4096)
def _of_name(name: str) -> tuple[str, bool]:
    """Language by name, and whether it is a header of C, C++ or Objective-C."""
    tags = identify.tags_from_filename(name)
    return _by_suffix().get(name.rpartition(".")[2]) or _named(tags), "header" in tags


def language_of(name: str, head: bytes) -> str:
    """The language of a file, from its name, else its shebang; a header of C, C++ or Objective-C by its first bytes.

    Args:
        name: File name without folders.
        head: The first kilobytes of its content.

    Returns:
        A name of `languages.toml`, a tag of the `identify` library for other text, or "" for none.
    """
    language, header = _of_name(name)
    if header and language in {"c", "cpp"} and name.endswith(".h"):
        return "objc" if _OBJC_HEADER.search(head) else "cpp" if _CPP_HEADER.search(head) else "c"
    if not language and head.startswith(b"#!"):
        for word in identify.parse_shebang(io.BytesIO(head))[:1]:
            language = _named(set(identify.tags_from_interpreter(word)))
    return language


@cache
def parser(name: str) -> Parser:
    """The tree-sitter parser of a language; one per process."""
    from tree_sitter import Parser
    from tree_sitter_language_pack import get_language

    return Parser(get_language(languages()[name].grammar))  # type: ignore[arg-type]


@cache
def _masked(name: str) -> re.Pattern[bytes] | None:
    pattern = languages()[name].masked
    return re.compile(pattern.encode()) if pattern else None


def legible(data: bytes, name: str) -> bytes:
    """The bytes to parse in the place of a file's own, as many: what the grammar cannot read is masked."""
    masked = _masked(name)
    return data if masked is None else masked.sub(_mask, data)


def _mask(found: re.Match[bytes]) -> bytes:
    size = len(found[0])
    return b"$" + b"x" * (size - 1) if found[0].startswith(b"$") else b" " * size


@cache
def query(name: str) -> Query:
    """The compiled query of a language; one per process."""
    from tree_sitter import Query
    from tree_sitter_language_pack import get_language

    language = languages()[name]
    return Query(get_language(language.grammar), language.query_text)  # type: ignore[arg-type]


@cache
def fingerprint(name: str) -> str:
    """Digest of all that declares a language, 16 hexadecimal digits: its table and its queries; the same for all other text."""
    language = languages().get(name)
    if language is None:
        return "0" * 16
    return hashlib.sha256(f"{language}\0{language.query_text}".encode()).hexdigest()[:16]


@cache
def fingerprints() -> str:
    """Digest of all that declares any language."""
    return hashlib.sha256("".join(fingerprint(name) for name in sorted(languages())).encode()).hexdigest()
