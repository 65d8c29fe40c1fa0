from index_artifacts.build.extraction import extract
from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("constant", "LIMIT", 4, 4, None),
    ("enum", "shop.core.Colour", 8, 8, None),
    ("field", "shop.core.Colour.Red", 8, 8, "shop.core.Colour"),
    ("field", "shop.core.Colour.Green", 8, 8, "shop.core.Colour"),
    ("type", "shop.core.Names", 9, 9, None),
    ("type", "shop.core.List", 10, 10, None),
    ("type", "shop.core.Counts", 11, 11, None),
    ("class", "shop.core.Basket", 13, 34, None),
    ("constructor", "shop.core.Basket.Basket", 17, 17, "shop.core.Basket"),
    ("constructor", "shop.core.Basket.Basket", 18, 18, "shop.core.Basket"),
    ("method", "shop.core.Basket.~Basket", 19, 19, "shop.core.Basket"),
    ("method", "shop.core.Basket.size", 20, 21, "shop.core.Basket"),
    ("method", "shop.core.Basket.at", 22, 22, "shop.core.Basket"),
    ("method", "shop.core.Basket.operator==", 23, 23, "shop.core.Basket"),
    ("method", "shop.core.Basket.operator bool() const", 24, 24, "shop.core.Basket"),
    ("method", "shop.core.Basket.add", 25, 26, "shop.core.Basket"),
    ("method", "shop.core.Basket.swap", 27, 27, "shop.core.Basket"),
    ("struct", "shop.core.Basket.Slot", 28, 28, "shop.core.Basket"),
    ("field", "shop.core.Basket.Slot.item", 28, 28, "shop.core.Basket.Slot"),
    ("field", "shop.core.Basket.kLimit", 29, 29, "shop.core.Basket"),
    ("field", "shop.core.Basket.size_", 32, 32, "shop.core.Basket"),
    ("field", "shop.core.Basket.spare_", 32, 32, "shop.core.Basket"),
    ("struct", "shop.core.Hash", 36, 39, None),
    ("method", "shop.core.Hash.operator()", 38, 38, "shop.core.Hash"),
    ("struct", "shop.core.Cell", 41, 41, None),
    ("field", "shop.core.Cell.number", 41, 41, "shop.core.Cell"),
    ("struct", "shop.core.Day", 42, 42, None),
    ("field", "shop.core.Day.number", 42, 42, "shop.core.Day"),
    ("variable", "shop.core.today", 42, 42, None),
    ("variable", "shop.core.hidden", 43, 43, None),
    ("class", "shop.core.Shelf", 45, 50, None),
    ("constructor", "shop.core.Shelf.Shelf", 46, 46, "shop.core.Shelf"),
    ("method", "shop.core.Shelf.~Shelf", 47, 47, "shop.core.Shelf"),
    ("field", "shop.core.Shelf.count_", 48, 48, "shop.core.Shelf"),
    ("constructor", "shop.core.Shelf.Shelf", 52, 52, "shop.core.Shelf"),
    ("method", "shop.core.Shelf.~Shelf", 53, 53, "shop.core.Shelf"),
    ("variable", "shop.core.Shelf.count_", 54, 54, "shop.core.Shelf"),
    ("class", "shop.core.Shelf.Board", 55, 55, "shop.core.Shelf"),
    ("field", "shop.core.Shelf.Board.width", 55, 55, "shop.core.Shelf.Board"),
    ("method", "shop.core.Basket.Slot.take", 57, 57, "shop.core.Basket.Slot"),
    ("function", "shop.core.make", 59, 67, None),
    ("function", "shop_open", 71, 71, None),
]

REFERENCES = [
    ("imports", "vector", "", 1),
    ("imports", "shop.hpp", "", 2),
    ("extends", "", "Store", 15),
    ("extends", "detail", "Locked", 15),
    ("calls", "items_", "push_back", 26),
    ("calls", "std", "forward", 26),
    ("calls", "a", "swap", 27),
    ("calls", "", "open", 52),
    ("calls", "", "Basket", 63),
    ("calls", "text", "trim", 64),
    ("calls", "", "exit", 65),
    ("calls", "Basket", "limit", 65),
    ("calls", "this", "go", 65),
    ("calls", "core", "Shelf", 66),
]


def test_symbols() -> None:
    assert symbol_rows("cpp") == SYMBOLS


def test_references() -> None:
    assert reference_rows("cpp") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("cpp").symbols)}
    assert found["shop.core.Basket"].doc == "Holds things."
    assert found["shop.core.Basket"].signature.startswith("template <typename T> class Basket : public Store<T>")
    assert found["shop.core.Basket.add"].parameters == "U&& item"
    assert found["shop.core.Basket.size"].doc == "How many there are."
    assert found["shop.core.Basket.Slot.take"].return_type == "int"
    assert not extraction("cpp").broken


def test_names_in_the_body_of_a_macro_are_local() -> None:
    source = b"""TEST_CASE("halves")
{
    json const j(2);
    auto half = j / 2;
    for (int i = 0; i < 2; ++i) { int k = i; }
    struct Pair { int left; };
}

int total = 1;
"""
    assert [s.qualified_name for s in extract(source, "cpp").symbols] == ["Pair", "Pair.left", "total"]


def test_a_specialised_template_that_gives_a_pointer_is_named() -> None:
    text = b"template <> char const *name<char>() { return 0; }\nvoid *operator new(int n) { return f(n); }\nA &make(int n) { return a; }\n"
    found = [(s.kind.value, s.name) for s in extract(text, "cpp").symbols]
    assert found == [("function", "name"), ("function", "operator new"), ("function", "make")]
