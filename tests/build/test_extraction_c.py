from index_artifacts.build.extraction import extract
from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("constant", "SHOP_LIMIT", 5, 5, None),
    ("macro", "HALF", 6, 7, None),
    ("struct", "shelf_t", 9, 14, None),
    ("field", "shelf_t.count", 11, 11, "shelf_t"),
    ("field", "shelf_t.spare", 11, 11, "shelf_t"),
    ("field", "shelf_t.label", 12, 12, "shelf_t"),
    ("field", "shelf_t.price", 13, 13, "shelf_t"),
    ("struct", "basket", 16, 19, None),
    ("field", "basket.next", 17, 17, "basket"),
    ("field", "basket.amount", 18, 18, "basket"),
    ("field", "basket.amount.grams", 18, 18, "basket.amount"),
    ("field", "basket.amount.litres", 18, 18, "basket.amount"),
    ("type", "basket_list", 19, 19, None),
    ("struct", "cell", 21, 21, None),
    ("field", "cell.number", 21, 21, "cell"),
    ("field", "cell.text", 21, 21, "cell"),
    ("enum", "colour", 22, 22, None),
    ("field", "colour.RED", 22, 22, "colour"),
    ("field", "colour.GREEN", 22, 22, "colour"),
    ("enum", "state_t", 23, 23, None),
    ("field", "state_t.OPEN", 23, 23, "state_t"),
    ("field", "state_t.CLOSED", 23, 23, "state_t"),
    ("type", "sorter", 24, 24, None),
    ("type", "visitor", 25, 25, None),
    ("type", "tick", 26, 26, None),
    ("variable", "total", 28, 28, None),
    ("variable", "names", 29, 29, None),
    ("constant", "MAXIMUM", 30, 30, None),
    ("variable", "minimum", 30, 30, None),
    ("variable", "hook", 31, 31, None),
    ("struct", "day", 32, 32, None),
    ("field", "day.number", 32, 32, "day"),
    ("variable", "today", 32, 32, None),
    ("function", "stock_count", 34, 34, None),
    ("function", "stock_label", 35, 35, None),
    ("function", "sum", 37, 44, None),
    ("function", "copy_names", 46, 52, None),
    ("struct", "copy_names.pair", 48, 48, "copy_names"),
    ("field", "copy_names.pair.left", 48, 48, "copy_names.pair"),
    ("function", "pick", 55, 55, None),
]

REFERENCES = [
    ("imports", "stdio.h", "", 2),
    ("imports", "shop/stock.h", "", 3),
    ("calls", "", "HALF", 49),
    ("calls", "", "printf", 50),
    ("calls", "", "sum", 50),
    ("calls", "", "make", 51),
    ("calls", "?", "names", 51),
    ("calls", "shelf", "price", 51),
]


def test_symbols() -> None:
    assert symbol_rows("c") == SYMBOLS


def test_references() -> None:
    assert reference_rows("c") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("c").symbols)}
    assert found["shelf_t"].doc == "What is on a shelf."
    assert found["sum"].parameters == "a, b"
    assert found["sum"].return_type == "int"
    assert found["HALF"].parameters == "x"
    assert found["copy_names"].signature == "static char **copy_names(int n)"
    assert not extraction("c").broken


def test_names_in_the_body_of_a_macro_are_local() -> None:
    source = b"""TEST_BEGIN(test_half) {
    int half = 2;
    for (int i = 0; i < half; i++) {
        int k = i;
    }
}
TEST_END

int total = 1;
"""
    assert [s.name for s in extract(source, "c").symbols] == ["total"]
