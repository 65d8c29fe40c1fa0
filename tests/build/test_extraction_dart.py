import pytest

from index_artifacts.build.extraction import extract
from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("type", "Sorter", 10, 10, None),
    ("type", "Rating", 11, 11, None),
    ("constant", "limits", 12, 12, None),
    ("variable", "first", 13, 13, None),
    ("variable", "second", 13, 13, None),
    ("variable", "owner", 14, 14, None),
    ("function", "total", 16, 16, None),
    ("function", "total", 17, 19, None),
    ("function", "native", 20, 20, None),
    ("class", "Basket", 22, 79, None),
    ("constant", "Basket.limit", 27, 27, "Basket"),
    ("constant", "Basket.spare", 27, 27, "Basket"),
    ("field", "Basket.cache", 28, 28, "Basket"),
    ("field", "Basket.size", 29, 30, "Basket"),
    ("field", "Basket.owner", 31, 31, "Basket"),
    ("field", "Basket.other", 31, 31, "Basket"),
    ("method", "Basket.double", 32, 32, "Basket"),
    ("constructor", "Basket.Basket", 34, 36, "Basket"),
    ("constructor", "Basket.empty", 37, 37, "Basket"),
    ("constructor", "Basket._", 38, 38, "Basket"),
    ("constructor", "Basket.of", 39, 39, "Basket"),
    ("constructor", "Basket.redirect", 40, 40, "Basket"),
    ("method", "Basket.half", 42, 42, "Basket"),
    ("method", "Basket.half", 43, 46, "Basket"),
    ("method", "Basket.[]", 48, 48, "Basket"),
    ("method", "Basket.==", 49, 49, "Basket"),
    ("method", "Basket.price", 51, 71, "Basket"),
    ("function", "Basket.price.twice", 56, 56, "Basket.price"),
    ("function", "Basket.price.once", 57, 59, "Basket.price"),
    ("method", "Basket.check", 73, 73, "Basket"),
    ("method", "Basket.nativeCheck", 74, 74, "Basket"),
    ("method", "Basket.make", 75, 75, "Basket"),
    ("method", "Basket.count", 76, 78, "Basket"),
    ("class", "Alias", 81, 81, None),
    ("trait", "Priced", 83, 85, None),
    ("method", "Priced.cost", 84, 84, "Priced"),
    ("method", "Basket.fill", 88, 88, "Basket"),
    ("method", "Basket.full", 89, 89, "Basket"),
    ("method", "List.sum", 93, 93, None),
    ("class", "Id", 96, 98, None),
    ("field", "Id.value", 96, 96, "Id"),
    ("method", "Id.twice", 97, 97, "Id"),
    ("enum", "Colour", 100, 109, None),
    ("field", "Colour.red", 101, 102, "Colour"),
    ("field", "Colour.green", 103, 103, "Colour"),
    ("constructor", "Colour.Colour", 105, 105, "Colour"),
    ("constructor", "Colour.named", 106, 106, "Colour"),
    ("field", "Colour.code", 107, 107, "Colour"),
    ("method", "Colour.label", 108, 108, "Colour"),
    ("function", "main", 111, 115, None),
    ("class", "Shape", 117, 117, None),
    ("class", "Circle", 119, 140, None),
    ("constructor", "Circle.Circle", 120, 120, "Circle"),
    ("constructor", "Circle.unit", 121, 121, "Circle"),
    ("field", "Circle.size", 122, 122, "Circle"),
    ("field", "Circle.owner", 123, 123, "Circle"),
    ("field", "Circle.weight", 124, 124, "Circle"),
    ("field", "Circle.scale", 125, 125, "Circle"),
    ("method", "Circle.rating", 127, 127, "Circle"),
    ("method", "Circle.measure", 128, 139, "Circle"),
    ("function", "Circle.measure.label", 130, 133, "Circle.measure"),
    ("class", "Drawn", 142, 144, None),
    ("method", "Drawn.draw", 143, 143, "Drawn"),
    ("class", "Tools", 146, 146, None),
    ("type", "Pair", 148, 148, None),
    ("type", "Callback", 149, 149, None),
    ("function", "handler", 150, 152, None),
]

REFERENCES = [
    ("imports", "dart:async", "", 3),
    ("imports", "package:shop/model.dart", "", 4),
    ("imports", "src/store.dart", "Shelf", 5),
    ("imports", "src/store.dart", "Store", 5),
    ("imports", "src/io.dart", "", 6),
    ("imports", "src/stub.dart", "", 6),
    ("imports", "src/rules.dart", "", 7),
    ("imports", "basket.g.dart", "", 8),
    ("calls", "", "make", 13),
    ("calls", "", "sum", 16),
    ("calls", "", "store", 18),
    ("extends", "", "Priced", 26),
    ("extends", "", "Store", 26),
    ("extends", "model", "Tax", 26),
    ("implements", "", "Named", 26),
    ("implements", "shop", "Open", 26),
    ("calls", "", "open", 35),
    ("calls", "", "Basket", 39),
    ("calls", "", "resize", 45),
    ("calls", "", "find", 48),
    ("calls", "", "Item", 55),
    ("calls", "", "twice", 60),
    ("calls", "?", "value", 60),
    ("calls", "this", "find", 60),
    ("calls", "?", "toList", 61),
    ("calls", "item", "name", 61),
    ("calls", "items", "map", 61),
    ("calls", "", "once", 63),
    ("calls", "items", "add", 63),
    ("calls", "items", "remove", 64),
    ("calls", "", "Item", 65),
    ("calls", "model.Item", "empty", 66),
    ("calls", "List", "filled", 67),
    ("calls", "model.Item", "make", 68),
    ("calls", "rate!", "apply", 69),
    ("calls", "super", "price", 70),
    ("calls", "Basket", "of", 75),
    ("calls", "", "next", 77),
    ("extends", "", "Base", 81),
    ("extends", "", "Mixin", 81),
    ("implements", "", "Named", 81),
    ("extends", "", "Base", 83),
    ("extends", "", "Store", 83),
    ("implements", "", "Named", 83),
    ("calls", "", "put", 88),
    ("implements", "", "int", 96),
    ("extends", "", "Shown", 100),
    ("implements", "", "Named", 100),
    ("calls", "", "run", 112),
    ("calls", "", "start", 113),
    ("extends", "", "Shape", 119),
    ("calls", "?", "new", 121),
    ("calls", "owner", "rate", 127),
    ("calls", "", "show", 131),
    ("calls", "other", "text", 132),
    ("calls", "owner", "open", 135),
    ("calls", "?", "of", 136),
    ("calls", "owner", "close", 136),
    ("calls", "rating", "apply", 137),
    ("calls", "", "label", 138),
    ("calls", "", "store", 151),
]


def test_symbols() -> None:
    assert symbol_rows("dart") == SYMBOLS


def test_references() -> None:
    assert reference_rows("dart") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("dart").symbols)}
    basket, price = found["Basket"], found["Basket.price"]
    assert extraction("dart").package == "shop.core"
    assert basket.annotations == ("@immutable", "@Entity('basket')")
    assert basket.doc == "Holds what is bought.\nAnd by whom."
    assert basket.signature.startswith("abstract class Basket<T extends Item> extends Store<T> with Priced")
    assert price.signature == "Future<Map<String, int>?> price<R>(Day day, [R? rate])"
    assert (price.parameters, price.return_type) == ("Day day, [R? rate]", "Future<Map<String, int>?>")
    assert (price.doc, price.annotations) == ("How much it is.", ("@override", "@Deprecated('old')"))
    assert found["Basket.size"].annotations == ("@JsonKey()",)
    assert found["Basket.Basket"].signature == "Basket(this.size, {required this.owner, int hint = 0})"
    assert found["Basket.of"].signature == "factory Basket.of(List<T> items)"
    assert found["Basket.[]"].return_type == "T"
    assert found["Colour.red"].annotations == ("@deprecated",)
    assert found["Id"].parameters == "int value"
    assert (found["Circle.measure"].parameters, found["Circle.measure"].return_type) == ("(int, int) pair", "(int, {String name})")
    assert found["Circle.measure.label"].signature == "String label({int? by})"
    assert found["Drawn.draw"].parameters == "Canvas canvas, covariant Shape shape"
    assert not extraction("dart").broken


def test_aliases() -> None:
    assert [(r.receiver, r.alias) for r in extraction("dart").references if r.alias] == [("package:shop/model.dart", "model")]


def test_a_call_on_what_may_be_null_is_one_reference() -> None:
    found = extract(b"void f() { a.b!.c(); a.b.c.d(); x()!.y(); this.b!.e(); a!.b.g(); a.b.c!.h(); a[0]!.i(); }", "dart")
    assert [(r.receiver, r.name) for r in found.references] == [
        ("", "x"),
        ("?", "d"),
        ("?", "g"),
        ("?", "h"),
        ("?", "i"),
        ("?", "y"),
        ("a.b!", "c"),
        ("this.b!", "e"),
    ]


def test_a_call_of_a_parameter_or_local_variable_means_nothing_elsewhere() -> None:
    found = extract(
        b"void f(void Function() done) {\n  final go = make();\n  int twice(int n) => n;\n  done(); go(); twice(1);\n}\n", "dart"
    )
    assert [r.name for r in found.references] == ["make", "twice"]


def test_a_deferred_import_has_an_alias() -> None:
    found = extract(b"import 'src/store.dart' deferred as store;\n", "dart")
    assert [(r.receiver, r.name, r.alias) for r in found.references] == [("src/store.dart", "", "store")]


def test_what_a_body_uses_belongs_to_the_function_before_it() -> None:
    found = extraction("dart")
    used = {r.name: found.symbols[r.scope].qualified_name for r in reversed(found.references) if r.scope >= 0}
    assert (used["store"], used["open"], used["once"], used["start"]) == ("total", "Basket.Basket", "Basket.price", "main")


@pytest.mark.parametrize(
    ("text", "symbols", "calls"),
    [
        ("/// Doc.\nlibrary;\n\nabstract class A {\n  abstract final int size;\n}\n", ["A", "A.size"], []),
        (
            "void f() {\n  g(.red, by: .of(1), [?x, ...y]);\n  a\n      .h()\n      .i();\n  return const .all(4);\n}\n",
            ["f"],
            [("", "g"), ("?", "of"), ("a", "h"), ("?", "i"), ("?", "all")],
        ),
        ("var f = {\n  .red: g(),\n};\n", ["f"], [("", "g")]),
        (
            "f(x) {\n  switch (x) {\n    case Open():\n      g();\n    case Shut(:final by, :var at):\n      h(by);\n  }\n}\n",
            ["f"],
            [("", "g"), ("", "h")],
        ),
        ("class A extends Struct {\n  @Uint32()\n  external int size;\n}\n", ["A", "A.size"], []),
        ("extension type A._(Object _) implements Object {\n  int f() => 1;\n}\n", ["A", "A._", "A.f"], []),
    ],
)
def test_what_the_grammar_lacks_is_read_past(text: str, symbols: list[str], calls: list[tuple[str, str]]) -> None:
    found = extract(text.encode(), "dart")
    assert [s.qualified_name for s in found.symbols] == symbols
    assert [(r.receiver, r.name) for r in found.references if r.kind == "calls"] == calls
    assert not found.broken
