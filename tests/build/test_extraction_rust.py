from index_artifacts.types import RelationKind
from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("struct", "Basket", 9, 16, None),
    ("field", "Basket.items", 12, 14, "Basket"),
    ("field", "Basket.name", 15, 15, "Basket"),
    ("enum", "Size", 18, 22, None),
    ("field", "Size.Small", 19, 19, "Size"),
    ("field", "Size.Large", 20, 20, "Size"),
    ("field", "Size.Other", 21, 21, "Size"),
    ("field", "Size.Other.width", 21, 21, "Size.Other"),
    ("struct", "Unit", 24, 24, None),
    ("struct", "Bits", 26, 26, None),
    ("field", "Bits.whole", 26, 26, "Bits"),
    ("trait", "Priced", 28, 34, None),
    ("type", "Priced.Cents", 30, 30, "Priced"),
    ("constant", "Priced.FREE", 31, 31, "Priced"),
    ("method", "Priced.price", 32, 32, "Priced"),
    ("method", "Priced.describe", 33, 33, "Priced"),
    ("method", "Basket.new", 37, 45, "Basket"),
    ("method", "Basket.fmt", 52, 57, "Basket"),
    ("function", "Basket.fmt.inner", 53, 53, "Basket.fmt"),
    ("type", "Unit.Cents", 61, 61, "Unit"),
    ("constant", "stock.COUNT", 65, 65, None),
    ("type", "stock.Counts", 66, 66, None),
    ("function", "stock.count", 67, 67, None),
    ("function", "spawn", 71, 72, None),
    ("macro", "basket", 75, 78, None),
    ("function", "weigh", 81, 81, None),
]

REFERENCES = [
    ("imports", "std::collections", "", 3),
    ("imports", "std::collections", "BTreeMap", 3),
    ("imports", "std::collections::hash_map", "Entry", 3),
    ("imports", "std::collections::hash_map", "HashMap", 3),
    ("imports", "std", "fmt", 4),
    ("imports", "crate::price", "", 5),
    ("imports", "super::clock", "Clock", 6),
    ("imports", "serde", "", 7),
    ("extends", "", "Named", 29),
    ("extends", "fmt", "Debug", 29),
    ("calls", "", "format", 33),
    ("calls", "Vec", "with_capacity", 42),
    ("calls", "helpers", "check", 43),
    ("implements", "fmt", "Display", 48),
    ("calls", "?", "for_each", 54),
    ("calls", "self.items", "iter", 54),
    ("calls", "log", "debug", 55),
    ("calls", "", "write", 56),
    ("implements", "", "Priced", 60),
    ("calls", "?", "into", 67),
    ("calls", "super", "Unit", 67),
    ("calls", "", "when_threaded", 70),
    ("calls", "", "run", 72),
]


def test_symbols() -> None:
    assert symbol_rows("rust") == SYMBOLS


def test_references() -> None:
    assert reference_rows("rust") == REFERENCES


def test_parts_of_a_symbol() -> None:
    symbols = {s.qualified_name: s for s in extraction("rust").symbols}
    new = symbols["Basket.new"]
    assert new.doc == "Starts empty."
    assert new.annotations == ("#[inline]", "#[must_use]")
    assert (new.parameters, new.return_type) == ("name: &'a str", "Self")
    assert symbols["Basket"].annotations == ("#[derive(Debug, Clone)]",)
    assert symbols["Size.Small"].annotations == ("#[default]",)
    assert symbols["spawn"].doc == "Runs in the background."


def test_a_trait_is_implemented_by_the_type_of_its_impl() -> None:
    found = extraction("rust")
    scopes = [found.symbols[r.scope].name for r in found.references if r.kind == RelationKind.IMPLEMENTS]
    assert scopes == ["Basket", "Unit"]
