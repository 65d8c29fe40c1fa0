from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("constant", "VERSION", 1, 2, None),
    ("section", "build", 3, 8, None),
    ("section", "scratch", 10, 13, None),
    ("constant", "HOME", 11, 11, None),
    ("constant", "LANG", 11, 11, None),
]

REFERENCES: list[tuple[str, str, str, int]] = []


def test_symbols() -> None:
    assert symbol_rows("dockerfile") == SYMBOLS


def test_references() -> None:
    assert reference_rows("dockerfile") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("dockerfile").symbols)}
    assert found["VERSION"].signature == "ARG VERSION=3.11"
    assert found["VERSION"].doc == "syntax=docker/dockerfile:1"
    assert found["build"].signature == "FROM python:${VERSION}-slim AS build"
    assert found["build"].doc == "Builds it."
    assert found["scratch"].signature == "FROM scratch"
    assert found["HOME"].signature == "HOME=/home"
    assert found["LANG"].signature == "LANG=C"
    assert not extraction("dockerfile").broken
