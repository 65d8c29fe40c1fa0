from __future__ import annotations

from pathlib import Path

import pytest

from eval.golden import GoldenQuery, Target, load_golden
from index_artifacts.errors import ConfigError


def test_a_line_becomes_a_query_and_blank_lines_are_none(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    target = '{"repo": "r", "path": "a.py", "start_line": 3, "end_line": 4, "grade": 2}'
    path.write_text(
        f'{{"query": "登录", "relevant": [{target}], "category": "symbol", "language": "zh"}}\n\n{{"query": "x", "relevant": [{{"repo": "r", "path": "b"}}]}}\n'
    )
    assert load_golden([path]) == [
        GoldenQuery("登录", (Target("r", "a.py", 3, 4, 2),), "symbol", "zh"),
        GoldenQuery("x", (Target("r", "b"),), "", "en"),
    ]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ('{"relevant": [{"repo": "r", "path": "a"}]}', "'query'"),
        ('{"query": "x"}', "'relevant'"),
        ('{"query": "x", "relevant": []}', "no relevant places"),
        ('{"query": "x", "relevant": [{"repo": "r"}]}', "Target.__init__() missing 1 required positional argument: 'path'"),
        (
            '{"query": "x", "relevant": [{"repo": "r", "path": "a", "lines": 3}]}',
            "Target.__init__() got an unexpected keyword argument 'lines'",
        ),
        ("[]", "list indices must be integers or slices, not str"),
    ],
)
def test_a_wrong_line_is_named_with_file_and_number(tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "g.jsonl"
    path.write_text(f'{{"query": "x", "relevant": [{{"repo": "r", "path": "a"}}]}}\n{line}\n')
    with pytest.raises(ConfigError) as caught:
        load_golden([path])
    assert str(caught.value) == f"Line 2 of the golden set {path} is wrong ({why}); mend or remove it."


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load_golden([tmp_path / "none.jsonl"])
    reason = "(No such file or directory); mend [quality] golden in lode.toml."
    assert str(caught.value) == f"The golden set {tmp_path / 'none.jsonl'} cannot be read {reason}"


def test_a_set_that_is_no_utf8_is_named(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    path.write_bytes(b"\xff\n")
    with pytest.raises(ConfigError) as caught:
        load_golden([path])
    assert str(caught.value) == f"The golden set {path} is not valid UTF-8 at byte 0; save it as UTF-8."
