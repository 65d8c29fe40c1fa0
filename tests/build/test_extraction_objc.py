from index_artifacts.languages import language_of
from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("constant", "LIMIT", 4, 4, None),
    ("class", "Shelf", 6, 12, None),
    ("property", "Shelf.store", 8, 8, "Shelf"),
    ("method", "Shelf.initWithName", 9, 10, "Shelf"),
    ("method", "Shelf.make", 11, 11, "Shelf"),
    ("method", "Shelf.empty", 15, 15, "Shelf"),
    ("interface", "Priced", 18, 21, None),
    ("method", "Priced.priceOf", 20, 20, "Priced"),
    ("class", "Shelf", 23, 36, None),
    ("field", "Shelf._count", 24, 24, "Shelf"),
    ("method", "Shelf.initWithName", 26, 33, "Shelf"),
    ("method", "Shelf.make", 34, 34, "Shelf"),
    ("method", "Shelf.fill", 35, 35, "Shelf"),
    ("method", "Shelf.empty", 39, 39, "Shelf"),
    ("function", "help", 42, 42, None),
    ("enum", "Colour", 43, 43, None),
    ("field", "Colour.Red", 43, 43, "Colour"),
    ("field", "Colour.Green", 43, 43, "Colour"),
    ("struct", "Point", 44, 44, None),
    ("field", "Point.x", 44, 44, "Point"),
]

REFERENCES = [
    ("imports", "Shelf.h", "", 1),
    ("imports", "Foundation/Foundation.h", "", 2),
    ("imports", "UIKit", "", 3),
    ("extends", "", "Furniture", 7),
    ("implements", "", "Priced", 7),
    ("implements", "", "Sorted", 7),
    ("implements", "", "Named", 14),
    ("extends", "", "NSObject", 18),
    ("calls", "super", "init", 27),
    ("calls", "?", "initWithPrice", 28),
    ("calls", "Item", "alloc", 28),
    ("calls", "self.store", "find", 29),
    ("calls", "item", "pay", 30),
    ("calls", "", "help", 31),
    ("calls", "Shelf", "new", 34),
    ("calls", "self", "fill", 35),
]


def test_symbols() -> None:
    assert symbol_rows("objc") == SYMBOLS


def test_references() -> None:
    assert reference_rows("objc") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("objc").symbols)}
    assert found["Shelf"].signature == "@interface Shelf : Furniture <Priced, Sorted>"
    assert found["Shelf"].doc == "Holds what is sold."
    assert found["Priced"].signature == "@protocol Priced <NSObject>"
    assert found["Shelf.initWithName"].signature == "- (instancetype)initWithName:(NSString *)name age:(int)age"
    assert found["Shelf.initWithName"].doc == "Makes one with a name."
    assert found["Shelf.initWithName"].parameters == ":(NSString *)name age:(int)age"
    assert found["Shelf.initWithName"].return_type == "(instancetype)"
    assert found["Shelf.fill"].signature == "- (void)fill"
    assert found["Shelf.fill"].return_type == "(void)"
    assert [(r.receiver, r.name, r.receiver_type) for r in extraction("objc").references if r.receiver_type] == [("item", "pay", "Item")]
    assert not extraction("objc").broken


def test_headers_are_told_by_their_content() -> None:
    assert language_of("Shelf.h", b"#import <Foundation/Foundation.h>\n") == "objc"
    assert language_of("Shelf.h", b"// x\n@protocol Priced;\n") == "objc"
    assert language_of("Shelf.h", b"class Shelf {\n public:\n};\n") == "cpp"
    assert language_of("Shelf.h", b"#include <stdio.h>\n") == "c"
    assert language_of("Shelf.mm", b"") == "objc"
