"""What a query asks for: terms with weights, the symbols it names, and whether it asks for tests."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import chain
from typing import TYPE_CHECKING

from index_artifacts.text import has_chinese, lexical_terms, query_terms, stem

if TYPE_CHECKING:
    from index_artifacts.embedders import Embedder

_SYMBOL = re.compile(r"[A-Za-z_$@][\w$]*(?:(?:\.|::|->|#|\\|/)[A-Za-z_$~][\w$]*)*(?:\(\))?[?!]?")
_SEPARATOR = re.compile(r"\.|::|->|#|\\|/")
_INNER = re.compile(r"\b(?:[a-z]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*|[A-Za-z]\w*_\w+|[A-Z]{2,}[A-Z0-9]*|[A-Z][a-z]+(?:[A-Z]\w*)+)\b")
_TESTS = re.compile(r"\btests?\b|\btesting\b|\bspecs?\b|测试|单测|用例", re.IGNORECASE)
# Tried on 80 Chinese questions over 19 repositories: less of them loses recall, more of them drowns the question.
_EXPANSION_WEIGHT = 0.6
_NEAR_WORDS, _NEAR_COSINE, _NEAR_WEIGHT = 3, 0.4, 0.3


@dataclass(frozen=True, slots=True)
class QueryTerms:
    """A query, analyzed.

    Attributes:
        text: As it was asked.
        terms: Weight of each term for the text index and for matching names of files and folders.
        symbols: Strength, 0 to 1, of each name whose definition it may ask for.
        wants_tests: Whether test files are welcome.
    """

    text: str
    terms: dict[str, float]
    symbols: dict[str, float]
    wants_tests: bool


def analyze(text: str, embedder: Embedder) -> QueryTerms:
    """Analyze a query in English, Chinese or as a symbol name."""
    text = text.strip()
    terms = dict.fromkeys(query_terms(text), 1.0)
    if has_chinese(text):
        for term, weight in _expansion(text, embedder).items():
            terms.setdefault(term, weight)
    symbols: dict[str, float] = {}
    if _SYMBOL.fullmatch(text):
        symbols = {[p for p in _SEPARATOR.split(text.removesuffix("()")) if p][-1]: 1.0}
    else:
        symbols = {word: 0.5 for word in _INNER.findall(text)}
    return QueryTerms(text, terms, symbols, _TESTS.search(text) is not None)


@cache
def _glossary() -> tuple[dict[str, tuple[str, ...]], int]:
    """English words of Chinese ones, and the length of the longest of those."""
    path = resources.files("index_artifacts") / "embedders" / "static_model" / "glossary_zh_en.txt"
    rows = [line.partition("=") for line in path.read_text("utf-8").splitlines() if "=" in line]
    table = {chinese: tuple(english.split()) for chinese, _, english in rows}
    return table, max(map(len, table))


def _expansion(text: str, embedder: Embedder) -> dict[str, float]:
    """English terms for a Chinese query: from the glossary, longest entry first, and the nearest words of the embedding table."""
    table, longest = _glossary()
    found: dict[str, float] = {}
    at = 0
    covered: set[str] = set()
    while at < len(text):
        size = next((n for n in range(min(longest, len(text) - at), 0, -1) if text[at : at + n] in table), 0)
        if size:
            covered.add(text[at : at + size])
            for word in table[text[at : at + size]]:
                for term in lexical_terms(word):
                    found.setdefault(term, _EXPANSION_WEIGHT)
        at += size or 1
    nearest = getattr(embedder, "nearest_words", None)
    if nearest is not None:
        words = [w for w in query_terms(text) if has_chinese(w) and len(w) > 1 and not any(w in c for c in covered)]
        for near, cosine in chain.from_iterable(nearest(words, _NEAR_WORDS)):
            if cosine > _NEAR_COSINE:
                found.setdefault(stem(near), _NEAR_WEIGHT)
    return found
