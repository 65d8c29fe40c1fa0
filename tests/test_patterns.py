from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from index_artifacts.patterns import Patterns

_NAMES = st.sampled_from(["a", "b", "a.py", "b.min.js", "build", "größe", ".env", "new\nline"])
_PATHS = st.builds(lambda parts, end: "/".join(parts) + end, st.lists(_NAMES, min_size=1, max_size=4), st.sampled_from(["", "/"]))
_LINES = st.builds(
    lambda before, path, after: before + path + after,
    st.sampled_from(["", "!", "/", "**/", "*", "!/"]),
    _PATHS,
    st.sampled_from(["", "*", "/**", "/", "?", "[a-z]"]),
)


@given(st.lists(st.one_of(_LINES, st.sampled_from(["", "# note", "*", "!*.py", "\\\\!a"])), max_size=6), st.lists(_PATHS, max_size=10))
def test_a_verdict_is_that_of_pathspec(lines: list[str], paths: list[str]) -> None:
    spec, patterns = GitIgnoreSpec.from_lines(lines), Patterns(lines)
    assert [patterns.verdict(p) for p in paths] == [spec.check_file(p).include for p in paths]


def test_no_patterns_match_nothing() -> None:
    assert Patterns([]).verdict("a") is Patterns(["# note"]).verdict("") is None
