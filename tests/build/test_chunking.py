from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from index_artifacts.build.chunking import CODE_LIMIT, TEXT_LIMIT, chunk_file
from index_artifacts.build.extraction import extract
from index_artifacts.languages import language_of
from index_artifacts.types import CALLABLE_KINDS, CLASS_KINDS, Chunk, ChunkKind, Symbol, SymbolKind

if TYPE_CHECKING:
    from collections.abc import Sequence

SAMPLES = sorted((Path(__file__).parent.parent / "samples").iterdir())
_FEW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
_LINES = st.lists(
    st.one_of(
        st.just(""),
        st.just("   "),
        st.sampled_from(["}", "#endif", "    return x", "\tvalue = 1  # note", "x" * 700]),
        st.text(max_size=30),
    ),
    max_size=60,
).map(lambda lines: "\n".join(lines).replace("\0", ""))


def symbol(kind: SymbolKind, name: str, start: int, end: int, parent: int = -1) -> Symbol:
    return Symbol(kind, name.rpartition(".")[2], name, name, "", "", (), "", start, end, parent)


def check(text: str, symbols: Sequence[Symbol]) -> list[Chunk]:
    """Every property that holds for any file; returns its chunks."""
    lines = text.split("\n")
    chunks = chunk_file(text, symbols)
    covered: set[int] = set()
    for chunk in chunks:
        assert 1 <= chunk.start_line <= chunk.end_line <= len(lines)
        assert lines[chunk.start_line - 1].strip()
        assert lines[chunk.end_line - 1].strip()
        own = lines[chunk.start_line - 1 : chunk.end_line]
        if chunk.kind in {ChunkKind.SECTION, ChunkKind.FILE}:
            assert chunk.text == "\n".join(own)
        else:
            # A class shows signatures in the places of its members, a function leaves out lines of the function before it.
            signatures = {s.signature for s in symbols}
            assert all(line in own or line.strip() in signatures for line in chunk.text.split("\n"))
        assert chunk.text.strip()
        covered.update(range(chunk.start_line, chunk.end_line + 1))
    texts = "\n".join(c.text for c in chunks).split("\n")
    for number, line in enumerate(lines, 1):
        if line.strip():
            assert number in covered
            assert line in texts
    assert [(c.start_line, -c.end_line) for c in chunks] == sorted((c.start_line, -c.end_line) for c in chunks)
    assert chunks == chunk_file(text, symbols)
    return chunks


@st.composite
def files_with_symbols(draw: st.DrawFn) -> tuple[str, list[Symbol]]:
    """A text and a valid tree of symbols: in order of their start, outer before inner, children within their parent.

    A symbol starts and ends on a line that is not blank; `rows` are those.
    """
    text = draw(_LINES.filter(lambda t: len(t.split()) > 2))
    rows = [number for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    symbols: list[Symbol] = []

    def fill(start: int, end: int, parent: int, prefix: str, depth: int) -> None:
        at = start
        while at <= end and len(symbols) < 20:
            first = draw(st.integers(at, end + 1))
            if first > end:
                return
            last = draw(st.integers(first, end))
            name = f"{prefix}s{len(symbols)}"
            position = len(symbols)
            symbols.append(symbol(draw(st.sampled_from(list(SymbolKind))), name, rows[first], rows[last], parent))
            if depth < 3 and draw(st.booleans()):
                fill(first, last, position, f"{name}.", depth + 1)
            # Two definitions may share a line: one ends where the next begins.
            at = last + draw(st.integers(0, 1))
            if draw(st.booleans()):
                return

    fill(0, len(rows) - 1, -1, "", 0)
    return text, symbols


@_FEW
@given(_LINES)
def test_plain_text_is_covered_by_lines_whole(text: str) -> None:
    for chunk in check(text, ()):
        assert len(chunk.text) <= TEXT_LIMIT or chunk.start_line == chunk.end_line


@_FEW
@given(files_with_symbols())
def test_any_tree_of_symbols_covers_every_line(case: tuple[str, list[Symbol]]) -> None:
    check(*case)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda p: p.name)
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_any_slice_of_a_real_file_is_covered(path: Path, data: st.DataObject) -> None:
    lines = path.read_text("utf-8").split("\n")
    start = data.draw(st.integers(0, len(lines) - 1))
    end = data.draw(st.integers(start, len(lines)))
    ending = data.draw(st.sampled_from(["\n", "\r\n"]))
    text = ending.join(lines[start:end])
    check(text, extract(text.encode(), language_of(path.name, b"")).symbols)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda p: p.name)
def test_a_whole_real_file_has_a_chunk_for_every_class_and_outermost_function(path: Path) -> None:
    text = path.read_text("utf-8")
    symbols = extract(text.encode(), language_of(path.name, b"")).symbols
    found = {c.symbol for c in check(text, symbols)}

    def in_callable(s: Symbol) -> bool:
        return s.parent >= 0 and (symbols[s.parent].kind in CALLABLE_KINDS or in_callable(symbols[s.parent]))

    spans = {(s.start_line, s.end_line): s for s in reversed(symbols)}  # of several targets of one rule the first has the chunk
    alone = [s for s in symbols if spans[s.start_line, s.end_line] is s]
    assert {s.qualified_name for s in alone if s.kind in CLASS_KINDS | CALLABLE_KINDS and not in_callable(s)} <= found


def test_a_class_keeps_header_and_fields_and_shows_signatures_of_its_members() -> None:
    text = "class A:\n    size = 1\n\n    def b(self):\n        return self.size\n"
    symbols = extract(text.encode(), "python").symbols
    first, second = check(text, symbols)
    assert (first.kind, first.symbol, first.start_line, first.end_line) == (ChunkKind.CLASS, "A", 1, 5)
    assert first.text == "class A:\n    size = 1\n\n    def b(self)"
    assert (second.kind, second.symbol, second.text) == (ChunkKind.METHOD, "A.b", "    def b(self):\n        return self.size")
    assert (second.start_line, second.end_line, second.scopes, second.symbols) == (4, 5, ("A",), ("b",))


def test_a_long_function_is_cut_between_lines_without_loss() -> None:
    body = [f"    value_{i} = compute({i}, {i})  # step" for i in range(120)]
    text = "\n".join(["def long():", *body])
    chunks = check(text, extract(text.encode(), "python").symbols)
    assert len(chunks) > 3
    assert "\n".join(c.text for c in chunks) == text
    assert all(len(c.text) <= CODE_LIMIT and c.symbol == "long" for c in chunks)


def test_one_line_longer_than_any_limit_is_one_chunk() -> None:
    text = "x" * 900_000
    (chunk,) = check(text, ())
    assert (chunk.text, chunk.start_line, chunk.end_line, chunk.kind) == (text, 1, 1, ChunkKind.FILE)


def test_carriage_returns_stay_in_their_lines() -> None:
    (chunk,) = check("a = 1\r\nb = 2\r\n", ())
    assert chunk.text == "a = 1\r\nb = 2\r"


def test_text_is_cut_above_a_heading_and_not_between_it_and_its_text() -> None:
    paragraph = "some words of text that fill the line\n" * 30
    text = f"# First\n\n{paragraph}\n## Second\n\n{paragraph}"
    assert [(c.start_line, c.end_line) for c in chunk_file(text, [])] == [(1, 32), (34, 65)]


def test_a_rest_of_closing_brackets_stays_with_the_chunk_before_it() -> None:
    text = "\n".join([" ".join(["word"] * 20)] * 20 + ["}", "", "};"])
    assert [(c.start_line, c.end_line) for c in chunk_file(text, [])] == [(1, 23)]
