from index_artifacts.types import RelationKind
from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("constant", "MaxItems", 12, 13, None),
    ("constant", "minItems", 14, 14, None),
    ("variable", "first", 17, 17, None),
    ("variable", "second", 17, 17, None),
    ("function", "render", 22, 25, None),
    ("struct", "Basket", 27, 36, None),
    ("field", "Basket.items", 31, 31, "Basket"),
    ("field", "Basket.spare", 31, 31, "Basket"),
    ("field", "Basket.clock", 32, 35, "Basket"),
    ("field", "Basket.clock.now", 34, 34, "Basket.clock"),
    ("interface", "Priced", 39, 44, None),
    ("method", "Priced.Price", 42, 43, "Priced"),
    ("struct", "Item", 45, 45, None),
    ("field", "Item.name", 45, 45, "Item"),
    ("type", "Names", 46, 46, None),
    ("type", "Rate", 49, 49, None),
    ("method", "Basket.Price", 51, 61, "Basket"),
    ("struct", "Basket.Price.step", 53, 53, "Basket.Price"),
    ("field", "Basket.Price.step.by", 53, 53, "Basket.Price.step"),
    ("method", "Item.String", 63, 63, "Item"),
    ("function", "report", 65, 67, None),
    ("method", "Rate.Half", 69, 69, "Rate"),
]

REFERENCES = [
    ("imports", "fmt", "", 5),
    ("imports", "strings", "", 6),
    ("imports", "embed", "", 7),
    ("implements", "", "Priced", 19),
    ("implements", "fmt", "Stringer", 20),
    ("calls", "str", "Repeat", 24),
    ("extends", "", "Item", 29),
    ("extends", "fmt", "State", 30),
    ("extends", "fmt", "Stringer", 41),
    ("calls", "fmt", "Println", 57),
    ("calls", "", "report", 59),
    ("calls", "", "convert", 60),
    ("calls", "", "render", 63),
    ("calls", "", "recover", 66),
]


def test_symbols() -> None:
    assert symbol_rows("go") == SYMBOLS


def test_references() -> None:
    assert reference_rows("go") == REFERENCES


def test_parts_of_a_symbol() -> None:
    found = extraction("go")
    price = next(s for s in found.symbols if s.qualified_name == "Basket.Price")
    assert found.package == "shop"
    assert price.doc == "Price sums up."
    assert (price.parameters, price.return_type) == ("count int", "(cents int, err error)")
    assert next(s for s in found.symbols if s.name == "Basket").signature == "type Basket[T any] struct"


def test_an_interface_check_belongs_to_the_type_that_it_checks() -> None:
    found = extraction("go")
    scopes = [found.symbols[r.scope].name for r in found.references if r.kind == RelationKind.IMPLEMENTS]
    assert scopes == ["Basket", "Item"]
