from index_artifacts.build.extraction import extract
from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("class", "Basket", 7, 68, None),
    ("field", "Basket.SIZE", 13, 15, "Basket"),
    ("field", "Basket.SPARE", 13, 15, "Basket"),
    ("constructor", "Basket.Basket", 21, 25, "Basket"),
    ("method", "Basket.totals", 27, 37, "Basket"),
    ("method", "Basket.totals.run", 31, 34, "Basket.totals"),
    ("method", "Basket.fill", 39, 39, "Basket"),
    ("enum", "Basket.Size", 41, 50, "Basket"),
    ("field", "Basket.Size.SMALL", 42, 42, "Basket.Size"),
    ("field", "Basket.Size.LARGE", 43, 45, "Basket.Size"),
    ("method", "Basket.Size.LARGE.price", 44, 44, "Basket.Size.LARGE"),
    ("field", "Basket.Size.weight", 47, 47, "Basket.Size"),
    ("constructor", "Basket.Size.Size", 49, 49, "Basket.Size"),
    ("class", "Basket.Line", 52, 56, "Basket"),
    ("field", "Basket.Line.name", 52, 52, "Basket.Line"),
    ("field", "Basket.Line.counts", 52, 52, "Basket.Line"),
    ("constructor", "Basket.Line.Line", 53, 55, "Basket.Line"),
    ("interface", "Basket.Priced", 58, 62, "Basket"),
    ("constant", "Basket.Priced.FREE", 59, 59, "Basket.Priced"),
    ("method", "Basket.Priced.price", 61, 61, "Basket.Priced"),
    ("interface", "Basket.Limit", 64, 67, "Basket"),
    ("method", "Basket.Limit.value", 66, 66, "Basket.Limit"),
]

REFERENCES = [
    ("imports", "java.util", "", 3),
    ("imports", "java.util.function", "Supplier", 4),
    ("imports", "java.lang.Math", "max", 5),
    ("extends", "base", "Holder", 12),
    ("implements", "", "Comparable", 12),
    ("implements", "", "Priced", 12),
    ("calls", "", "register", 18),
    ("calls", "", "ArrayList", 24),
    ("calls", "base", "Clock", 24),
    ("calls", "this", "fill", 24),
    ("calls", "", "Runnable", 30),
    ("calls", "super", "toString", 33),
    ("calls", "", "max", 36),
    ("calls", "?", "map", 36),
    ("calls", "?", "stream", 36),
    ("calls", "?", "toList", 36),
    ("calls", "Basket", "round", 36),
    ("calls", "List", "of", 36),
    ("implements", "", "Priced", 41),
    ("implements", "", "Priced", 52),
    ("calls", "", "check", 54),
    ("extends", "", "Named", 58),
    ("extends", "java.io", "Serializable", 58),
]


def test_symbols() -> None:
    assert symbol_rows("java") == SYMBOLS


def test_references() -> None:
    assert reference_rows("java") == REFERENCES


def test_parts_of_a_symbol() -> None:
    found = extraction("java")
    basket, total = found.symbols[0], found.symbols[4]
    assert found.package == "shop.cart"
    assert basket.doc == "A basket of goods."
    assert basket.annotations == ("@Deprecated", '@SuppressWarnings({"unchecked", "rawtypes"})')
    assert basket.signature.startswith("public abstract class Basket<T> extends")
    assert basket.signature.endswith("Comparable<Basket<T>>")
    assert (total.parameters, total.return_type) == ("Supplier<R> rate, int... counts", "List<R>")


def test_a_signature_begins_after_annotations_and_their_comments() -> None:
    source = b"class A {\n@Test // gh-1\nvoid f() {}\n@Test\npublic @Nullable String g() { return null; }\n}\n"
    assert [s.signature for s in extract(source, "java").symbols] == ["class A", "void f()", "public @Nullable String g()"]
