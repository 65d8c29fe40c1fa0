from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index_artifacts.text import has_chinese, lexical_terms, lexical_text, model_tokens, query_terms, split_identifier

_SCRIPTS = "abcXYZ012_.-$ \n登录用户会话かなカナไทยкириллицаÄöß한국어𠀀é"


@given(st.lists(st.one_of(st.text(), st.text(alphabet=_SCRIPTS))))
def test_the_terms_of_a_file_are_those_of_its_lines(lines: list[str]) -> None:
    assert lexical_text("\n".join(lines)) == "".join(map(lexical_text, lines))


@given(st.text(alphabet=_SCRIPTS))
def test_terms_hold_no_white_space_and_are_never_empty(text: str) -> None:
    assert all(t and not any(c.isspace() for c in t) for t in lexical_terms(text))


@given(st.text(alphabet="abcXYZ 登录用户 if_the"))
def test_query_terms_are_distinct_terms_of_the_text(text: str) -> None:
    terms = query_terms(text)
    assert len(terms) == len(set(terms))
    assert set(terms) <= set(lexical_terms(text))
    assert bool(terms) == bool(lexical_terms(text))


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("parseHTTPResponse", ("parsehttpresponse", "parse", "http", "response")),
        ("snake_case_name", ("snakecasename", "snake", "case", "name")),
        ("sha256", ("sha256",)),
        ("utf8Decode", ("utf8decode", "utf8", "decode")),
        ("MAX_FILE_BYTES", ("maxfilebytes", "max", "file", "bytes")),
        ("__init__", ("init",)),
        ("x", ("x",)),
        ("_", ()),
        ("aVeryLongIdentifierThatGoesOnAndOnForMoreThanFortyCharacters", ("a", "very", "long", "identifier", "that", "goes", "on", "and", "on", "for", "more", "than", "forty", "characters")),
    ],
)  # fmt: skip
def test_an_identifier_is_its_whole_and_its_parts(name: str, parts: tuple[str, ...]) -> None:
    assert split_identifier(name) == parts


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("spring.datasource.url", ["spring", "datasourc", "url", "spring.datasource.url"]),
        ("rate-limit", ["rate", "limit", "rate-limit"]),
        ("User", ["user"]),
        ("running runs", ["run", "run"]),
        ("пользователь Привет", ["пользователь", "привет"]),
        ("ユーザー", ["ユー", "ーザ", "ザー"]),
        ("ผู้", ["ผ"]),
        ("사용자", ["사용자"]),
        ("用户登录", ["用户", "登录"]),
        ("在Redis中", ["在", "redi", "中"]),
        ("3 days", ["3", "day"]),
    ],
)
def test_terms_of_every_script(text: str, terms: list[str]) -> None:
    assert lexical_terms(text) == terms


def test_case_does_not_matter_for_one_word() -> None:
    assert lexical_terms("Timeout") == lexical_terms("timeout") == lexical_terms("TIMEOUT")


def test_stop_words_of_both_languages_go_unless_nothing_else_is_left() -> None:
    assert query_terms("where is the login timeout") == ["login", "timeout"]
    assert query_terms("用户登录的逻辑在哪里") == ["用户", "登录"]
    assert query_terms("how to") == ["how", "to"]


def test_model_tokens_are_neither_stemmed_nor_compound() -> None:
    assert model_tokens("rate-limits parseURLs 登录") == ["rate", "limits", "parseurls", "parse", "ur", "ls", "登录"]


def test_chinese_is_recognised() -> None:
    assert (has_chinese("登录 login"), has_chinese("login"), has_chinese("ログイン")) == (True, False, False)
