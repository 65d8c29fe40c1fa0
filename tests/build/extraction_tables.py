"""What extraction finds in the sample file of a language, as rows that a test can spell out."""

from pathlib import Path

from index_artifacts.build.extraction import extract
from index_artifacts.languages import language_of
from index_artifacts.types import Extraction

SAMPLES = Path(__file__).parent.parent / "samples"


def extraction(language: str) -> Extraction:
    """What is extracted from the one sample in this language."""
    (path,) = (p for p in SAMPLES.iterdir() if language_of(p.name, b"") == language)
    return extract(path.read_bytes(), language)


def symbol_rows(language: str) -> list[tuple[str, str, int, int, str | None]]:
    """Kind, qualified name, first and last line, and qualified name of the parent, of each symbol."""
    symbols = extraction(language).symbols
    return [
        (
            s.kind.value,
            s.qualified_name,
            s.start_line,
            s.end_line,
            symbols[s.parent].qualified_name if s.parent >= 0 else None,
        )
        for s in symbols
    ]


def reference_rows(language: str) -> list[tuple[str, str, str, int]]:
    """Kind, receiver, name and line of each reference."""
    return [(r.kind.value, r.receiver, r.name, r.line) for r in extraction(language).references]
