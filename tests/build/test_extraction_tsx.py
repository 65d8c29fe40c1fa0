from index_artifacts.languages import languages
from tests.build.extraction_tables import reference_rows, symbol_rows

SYMBOLS = [
    ("interface", "Props", 4, 7, None),
    ("field", "Props.title", 5, 5, "Props"),
    ("method", "Props.onClose", 6, 6, "Props"),
    ("function", "Basket", 9, 20, None),
    ("function", "Basket.toggle", 12, 12, "Basket"),
    ("class", "Legacy", 22, 29, None),
    ("field", "Legacy.state", 23, 23, "Legacy"),
    ("method", "Legacy.render", 25, 28, "Legacy"),
    ("function", "App", 31, 33, None),
]

REFERENCES = [
    ("imports", "react", "FC", 1),
    ("imports", "react", "useState", 1),
    ("imports", "./panel", "Panel", 2),
    ("calls", "", "useState", 11),
    ("calls", "", "setOpen", 12),
    ("calls", "Panel", "Frame", 14),
    ("calls", "", "Panel", 15),
    ("calls", "", "List", 16),
    ("calls", "", "Row", 16),
    ("extends", "React", "Component", 22),
    ("calls", "", "bound", 25),
    ("calls", "", "Basket", 27),
    ("calls", "", "Basket", 32),
]


def test_symbols() -> None:
    assert symbol_rows("tsx") == SYMBOLS


def test_references() -> None:
    assert reference_rows("tsx") == REFERENCES


def test_its_query_only_adds_elements_to_that_of_typescript() -> None:
    typescript, tsx = languages()["typescript"].query_text, languages()["tsx"].query_text
    assert tsx.startswith(typescript)
    assert "jsx_" not in typescript
