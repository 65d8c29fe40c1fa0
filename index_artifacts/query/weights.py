"""The weights of the ranking signals: data, recorded in every version, so that a version keeps the ranking it was judged with.

Fitted as a linear softmax over candidates on labelled queries of 19 public repositories, cross-validated by repository; the
factors of file categories are set by hand. See `ranking` for what each signal measures.
"""

from __future__ import annotations

SIGNALS: dict[str, float] = {
    "stem words": 1.41,
    "dense file": 1.43,
    "dense top chunks": 1.16,
    "dense best chunk": 1.12,
    "words top chunks": 1.36,
    "words file": 1.04,
    "words body": 0.90,
    "words best chunk": 0.91,
    "words path": 0.65,
    "defines class": 0.86,
    "defines any case": 0.82,
    "defines function": 0.37,
    "page rank": 0.90,
    "size": 0.65,
    "query in stem": 0.32,
    "stem is symbol": 0.34,
    "test": -1.5,
    "vendored": -1.0,
    "generated": -1.0,
    "example": -0.6,
    "docs": -0.6,
    "config": -0.4,
    "compat": -0.6,
    "re-export": -0.4,
    "type stub": -0.3,
}
CHUNKS: dict[str, float] = {
    "dense": 2.5,  # a chunk within its file: words / best + this * dense
    "section": -0.4,  # and this where it is no class and no function
    "defines": 1.0,  # and this where it defines the queried symbol
    "second": 3.0,  # how far a file's second chunk falls below its first
}
DEFAULT: dict[str, dict[str, float]] = {"signals": SIGNALS, "chunks": CHUNKS}
