from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("constant", "std", 2, 2, None),
    ("constant", "Store", 3, 3, None),
    ("constant", "limit", 4, 4, None),
    ("variable", "count", 5, 5, None),
    ("struct", "Shelf", 7, 41, None),
    ("field", "Shelf.owner", 9, 9, "Shelf"),
    ("field", "Shelf.store", 10, 10, "Shelf"),
    ("field", "Shelf.size", 11, 11, "Shelf"),
    ("constant", "Shelf.Self", 13, 13, "Shelf"),
    ("enum", "Shelf.Kind", 14, 21, "Shelf"),
    ("field", "Shelf.Kind.small", 15, 15, "Shelf.Kind"),
    ("field", "Shelf.Kind.large", 16, 16, "Shelf.Kind"),
    ("method", "Shelf.Kind.label", 18, 20, "Shelf.Kind"),
    ("method", "Shelf.init", 23, 28, "Shelf"),
    ("method", "Shelf.price", 30, 40, "Shelf"),
    ("struct", "Shelf.price.help", 31, 35, "Shelf.price"),
    ("method", "Shelf.price.help.twice", 32, 34, "Shelf.price.help"),
    ("struct", "Shape", 43, 50, None),
    ("field", "Shape.circle", 44, 44, "Shape"),
    ("field", "Shape.square", 45, 45, "Shape"),
    ("method", "Shape.area", 47, 49, "Shape"),
    ("enum", "Errors", 52, 52, None),
    ("field", "Errors.OutOfStock", 52, 52, "Errors"),
    ("field", "Errors.Closed", 52, 52, "Errors"),
    ("function", "List", 54, 61, None),
    ("function", "List.push", 57, 59, "List"),
    ("function", "add", 63, 65, None),
    ("function", "malloc", 66, 66, None),
    ("function", "prices", 68, 70, None),
]

REFERENCES = [
    ("imports", "std", "", 2),
    ("imports", "store.zig", "Store", 3),
    ("calls", "store", "find", 25),
    ("calls", "store", "close", 26),
    ("calls", "", "join", 27),
    ("calls", "self", "done", 36),
    ("calls", "self.store", "get", 37),
    ("calls", "std.debug", "print", 38),
    ("calls", "help", "twice", 39),
    ("calls", "Shelf", "init", 69),
]


def test_symbols() -> None:
    assert symbol_rows("zig") == SYMBOLS


def test_references() -> None:
    assert reference_rows("zig") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("zig").symbols)}
    assert found["Shelf"].signature == "const Shelf"
    assert found["Shelf"].doc == "Holds what is sold."
    assert found["Shelf.init"].signature == "fn init(allocator: std.mem.Allocator, store: *Store) !Shelf"
    assert found["Shelf.init"].doc == "Makes an empty one."
    assert found["Shelf.init"].parameters == "allocator: std.mem.Allocator, store: *Store"
    assert found["Shelf.init"].return_type == "Shelf"
    assert found["Shelf.price"].signature == "fn price(self: *const Self, comptime T: type) error{Gone}!T"
    assert found["Shelf.price"].parameters == "self: *const Self, comptime T: type"
    assert found["Shelf.price"].return_type == "error{Gone}!T"
    assert found["List"].signature == "fn List(comptime T: type) type"
    assert found["List"].parameters == "comptime T: type"
    assert found["List"].return_type == "type"
    assert found["add"].signature == "export fn add(a: i32, b: i32) i32"
    assert found["add"].parameters == "a: i32, b: i32"
    assert found["add"].return_type == "i32"
    assert [(r.receiver, r.name, r.receiver_type) for r in extraction("zig").references if r.receiver_type] == [
        ("store", "find", "Store"),
        ("store", "close", "Store"),
        ("self.store", "get", "Store"),
    ]
    assert not extraction("zig").broken
