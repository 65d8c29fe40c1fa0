"""Text that no parser understands: every language keeps what it can, and gives places that are in the file."""

from __future__ import annotations

import random

import pytest

from index_artifacts.build.extraction import extract
from index_artifacts.languages import language_of
from tests.build.extraction_tables import SAMPLES

_SAMPLES = {language_of(p.name, b""): p for p in sorted(SAMPLES.iterdir())}


def _broken(data: bytes, seed: int) -> list[bytes]:
    """The text cut, without its beginning, its lines or words in another order, some of its bytes others."""
    chance = random.Random(seed)
    cut = chance.randrange(len(data))
    lines, words = data.split(b"\n"), data.split(b" ")
    chance.shuffle(lines)
    chance.shuffle(words)
    flipped = bytearray(data)
    for _ in range(len(data) // 100 + 1):
        flipped[chance.randrange(len(data))] = chance.randrange(256)
    readable = bytes(flipped).decode("utf-8", "replace").encode()  # as a file is read
    return [data[:cut], data[cut:], b"\n".join(lines), b" ".join(words), readable]


@pytest.mark.parametrize("language", _SAMPLES)
def test_broken_text_gives_symbols_and_references_of_its_own_lines(language: str) -> None:
    data = _SAMPLES[language].read_bytes()
    for seed in range(4):
        for text in _broken(data, seed):
            found = extract(text, language)
            last = text.count(b"\n") + 1
            assert all(1 <= s.start_line <= s.end_line <= last and -1 <= s.parent < len(found.symbols) for s in found.symbols)
            assert all(1 <= r.line <= last and -1 <= r.scope < len(found.symbols) for r in found.references)
