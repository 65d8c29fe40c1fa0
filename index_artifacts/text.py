"""Text analysis, shared by the text index, the static embedder and queries.

Two token streams come from one splitter of identifiers:

- model tokens: exactly what the static model was trained on (`embedders/static_model/MODEL_CARD.md`);
- lexical terms: the same, stemmed, with dotted and hyphenated names and words of every other script.
"""

from __future__ import annotations

import re
from functools import lru_cache

import Stemmer

_MODEL_RUN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[\u3400-\u9fff]+")
_LEXICAL_RUN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:[.-][A-Za-z_][A-Za-z0-9_]*)*|[0-9]+|[\u3400-\u9fff]+|[^\W\d_]+")
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_CJK = re.compile(r"[\u3400-\u9fff]")
# Scripts that are written without spaces: kana, Thai, Lao, Myanmar, Khmer, CJK beyond the model's range.
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\uf900-\ufaff\U00020000-\U0003ffff]")
_COMPOUND = re.compile(r"[.-]")
_WHOLE_LIMIT = 40
_COMPOUND_LIMIT = 60
_MEMO_LIMIT = 65_536

ENGLISH_STOP_WORDS = frozenset(
    "a an and any are as at be been being but by can could did do does for from get gets had has have how i if in into is it "
    "its just let like make me my no not of on or our should so some such than that the their them then there these they this "
    "those to us used uses using want was way we were what when where which while who why will with would you your".split()
)
CHINESE_STOP_WORDS = frozenset(
    "的 了 在 是 我 有 和 就 不 都 一 一个 上 也 很 到 说 要 去 你 会 着 看 自己 这 那 哪 里 哪里 哪个 怎么 怎样 如何 什么 为什么 是否 "
    "吗 呢 吧 啊 被 把 让 给 对 从 与 及 或 而 但 如果 时候 时 后 前 中 做 用 地方 代码 实现 逻辑 部分 进行 可以 以及 并 等 其 它 他 她 "
    "们 这个 那个 多少 几 所 所有 某 某个 还 又 再 则 之 于 个 下 得 过 没有 怎么样 在哪 哪些".split()
)

_stemmer = Stemmer.Stemmer("english")


def _cut(run: str) -> list[str]:
    """Words of a run of Chinese characters, overlapping ones included."""
    if len(run) == 1:
        return [run]
    import rjieba

    return list(rjieba.cut_for_search(run))


@lru_cache(maxsize=_MEMO_LIMIT)
def split_identifier(run: str) -> tuple[str, ...]:
    """The joined whole in lower case, then the parts, of a camelCase, snake_case or numeric run.

    A whole over 40 characters is dropped; a name of one part is that part alone.
    """
    parts: list[str] = []
    for part in _PART.findall(run):
        # A short word and the digits behind it are one name: utf8, sha256, http2.
        if part[0].isdigit() and parts and len(parts[-1]) <= 5 and not parts[-1][-1].isdigit():
            parts[-1] += part
        else:
            parts.append(part.lower())
    if len(parts) < 2:
        return tuple(parts)
    whole = "".join(parts)
    return (whole, *parts) if len(whole) <= _WHOLE_LIMIT else tuple(parts)


def model_runs(text: str) -> list[str]:
    """The runs of a text that the static model tokenizes, in order."""
    return _MODEL_RUN.findall(text)


@lru_cache(maxsize=_MEMO_LIMIT)
def model_tokens_of_run(run: str) -> tuple[tuple[str, ...], bool]:
    """The model tokens of one run, and whether the first is the joined whole of the others."""
    if "\u3400" <= run[0] <= "\u9fff":
        return tuple(_cut(run)), False
    tokens = split_identifier(run)
    # Without a joined whole the parts alone join to something else than the first of them.
    return tokens, len(tokens) > 2 and tokens[0] == "".join(tokens[1:])


def model_tokens(text: str) -> list[str]:
    """The static model's tokens of a text, in order."""
    return [token for run in _MODEL_RUN.findall(text) for token in model_tokens_of_run(run)[0]]


@lru_cache(maxsize=_MEMO_LIMIT)
def stem(token: str) -> str:
    """Snowball English stem of an ASCII word over three letters; anything else as it is."""
    return str(_stemmer.stemWord(token)) if len(token) > 3 and token.isascii() else token


@lru_cache(maxsize=_MEMO_LIMIT)
def _lexical_terms_of_run(run: str) -> tuple[str, ...]:
    first = run[0]
    if "\u3400" <= first <= "\u9fff":
        return tuple(_cut(run))
    if run.isascii():
        if "." in run or "-" in run:
            parts = tuple(t for piece in _COMPOUND.split(run) for t in _lexical_terms_of_run(piece))
            return (*parts, run.lower()) if len(run) <= _COMPOUND_LIMIT else parts
        return tuple(stem(t) for t in split_identifier(run))
    word = run.casefold()
    if _UNSPACED.search(word) and len(word) > 1:
        return tuple(word[i : i + 2] for i in range(len(word) - 1))
    return (word,)


@lru_cache(maxsize=_MEMO_LIMIT)
def _lexical_text_of_run(run: str) -> str:
    return "".join([f"{term} " for term in _lexical_terms_of_run(run)])


def lexical_text(text: str) -> str:
    """The text index's terms of a text, each with a space behind it, in order and as often as they occur."""
    return "".join(map(_lexical_text_of_run, _LEXICAL_RUN.findall(text)))


def lexical_terms(text: str) -> list[str]:
    """The terms of `lexical_text` as a list."""
    return lexical_text(text).split()


_STEMMED_STOP_WORDS = frozenset(stem(w) for w in ENGLISH_STOP_WORDS) | ENGLISH_STOP_WORDS | CHINESE_STOP_WORDS


def query_terms(text: str) -> list[str]:
    """Distinct terms of a query in order, without stop words of both languages unless nothing else is left."""
    terms = list(dict.fromkeys(lexical_terms(text)))
    return [t for t in terms if t not in _STEMMED_STOP_WORDS] or terms


def has_chinese(text: str) -> bool:
    """Whether a text holds a character that is cut by jieba."""
    return _CJK.search(text) is not None
