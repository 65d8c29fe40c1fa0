from index_artifacts.build.extraction import extract
from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("class", "Shelf", 4, 43, None),
    ("property", "Shelf.limit", 8, 8, "Shelf"),
    ("property", "Shelf.items", 9, 9, "Shelf"),
    ("property", "Shelf.total", 10, 10, "Shelf"),
    ("property", "Shelf.store", 11, 11, "Shelf"),
    ("constructor", "Shelf.init", 13, 16, "Shelf"),
    ("method", "Shelf.deinit", 18, 18, "Shelf"),
    ("method", "Shelf.price", 20, 27, "Shelf"),
    ("function", "Shelf.price.twice", 21, 21, "Shelf.price"),
    ("function", "Shelf.price.half", 22, 22, "Shelf.price"),
    ("method", "Shelf.subscript", 29, 31, "Shelf"),
    ("method", "Shelf.+", 33, 33, "Shelf"),
    ("enum", "Shelf.Kind", 35, 39, "Shelf"),
    ("field", "Shelf.Kind.small", 36, 36, "Shelf.Kind"),
    ("field", "Shelf.Kind.large", 36, 36, "Shelf.Kind"),
    ("field", "Shelf.Kind.other", 37, 37, "Shelf.Kind"),
    ("property", "Shelf.Kind.label", 38, 38, "Shelf.Kind"),
    ("struct", "Shelf.Board", 41, 41, "Shelf"),
    ("type", "Shelf.Name", 42, 42, "Shelf"),
    ("method", "Shelf.fill", 46, 46, "Shelf"),
    ("property", "Shelf.full", 47, 47, "Shelf"),
    ("method", "Array.second", 51, 51, None),
    ("interface", "Priced", 54, 59, None),
    ("type", "Priced.Unit", 55, 55, "Priced"),
    ("property", "Priced.price", 56, 56, "Priced"),
    ("method", "Priced.cost", 57, 57, "Priced"),
    ("constructor", "Priced.init", 58, 58, "Priced"),
    ("class", "Counter", 61, 63, None),
    ("method", "Counter.increase", 62, 62, "Counter"),
    ("function", "restock", 65, 70, None),
    ("function", "handler", 72, 72, None),
    ("function", "+++", 73, 73, None),
    ("enum", "Tree", 74, 74, None),
    ("field", "Tree.leaf", 74, 74, "Tree"),
    ("field", "Tree.node", 74, 74, "Tree"),
    ("function", "dump", 76, 76, None),
    ("macro", "stringify", 78, 78, None),
]

REFERENCES = [
    ("imports", "Foundation", "", 1),
    ("imports", "Shop", "Item", 2),
    ("extends", "", "Furniture", 7),
    ("extends", "", "Priced", 7),
    ("calls", "", "Store", 11),
    ("calls", "", "close", 18),
    ("calls", "?", "check", 24),
    ("calls", "store", "find", 24),
    ("calls", "day", "open", 25),
    ("calls", "", "half", 26),
    ("calls", "", "twice", 26),
    ("calls", "Market", "ask", 26),
    ("extends", "", "CaseIterable", 35),
    ("extends", "", "String", 35),
    ("calls", "rawValue", "uppercased", 38),
    ("implements", "Warehouse", "Sorted", 45),
    ("calls", "super", "fill", 46),
    ("extends", "", "AnyObject", 54),
    ("calls", "Counter.shared", "increase", 62),
    ("calls", "shelf", "fill", 66),
    ("calls", "", "Counter", 67),
    ("calls", "counter", "increase", 68),
    ("calls", "", "run", 69),
    ("calls", "shelf", "price", 69),
    ("calls", "", "restock", 72),
]


def test_symbols() -> None:
    assert symbol_rows("swift") == SYMBOLS


def test_references() -> None:
    assert reference_rows("swift") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("swift").symbols)}
    assert found["Shelf"].signature == "public final class Shelf<Stock>: Furniture, Priced where Stock: Equatable"
    assert found["Shelf"].doc == "A shelf holds items\nand sells them."
    assert found["Shelf"].annotations == ("@available(iOS 13, *)",)
    assert found["Shelf.init"].signature == "init(owner: String, store: Store? = nil)"
    assert found["Shelf.init"].doc == "Makes an empty one."
    assert found["Shelf.init"].parameters == "owner: String, store: Store? = nil"
    assert found["Shelf.price"].signature == "func price<Result>(of item: Item, at day: Day) async throws -> Result? where Result: Money"
    assert found["Shelf.price"].parameters == "of item: Item, at day: Day"
    assert found["Shelf.price"].return_type == "Result?"
    assert found["Shelf.subscript"].signature == "subscript(index: Int) -> Item"
    assert found["Shelf.subscript"].parameters == "index: Int"
    assert found["Array.second"].signature == "func second() -> Element"
    assert found["Array.second"].return_type == "Element"
    assert [(r.receiver, r.name, r.receiver_type) for r in extraction("swift").references if r.receiver_type] == [
        ("store", "find", "Store"),
        ("day", "open", "Day"),
        ("shelf", "fill", "Shelf"),
        ("counter", "increase", "Counter"),
        ("shelf", "price", "Shelf"),
    ]
    assert not extraction("swift").broken


_MORE = """import Core.Models
final class Rack: Store<Item>, Shop.Open<Int> {
    #if DEBUG
    func log() {}
    #endif
    let double: (Int) -> Int = { (n: Int) -> Int in n * 2 }
    let (low, high) = bounds()
    private nonisolated(unsafe) var shared = 1
    func check(_ item: Item = .of(1)) throws(Missing) -> some Shown {
        #expect(item == Shop.box(1))
        return .some(#stamp(Array<Int>(repeating: 1)))
    }
}
extension Rack: Named<Int> {}
protocol Priced: Counted<Int> {
    static func == (a: Self, b: Self) -> Bool
    subscript(index: Int) -> Int { get }
}
enum Colour {
    @available(*, deprecated) case mix(Int, part: Colour = .red)
}
@freestanding(expression) macro stamp<T>(_ value: T) -> T = #externalMacro(module: "Macros", type: "Stamp")
let (first, second) = (1, 2)
"""


def test_conditions_macros_patterns_and_type_arguments() -> None:
    found = extract(_MORE.encode(), "swift")
    assert not found.broken
    assert [(s.kind.value, s.qualified_name, s.parameters, s.return_type) for s in found.symbols] == [
        ("class", "Rack", "", ""),
        ("method", "Rack.log", "", ""),
        ("method", "Rack.double", "n: Int", "Int"),
        ("property", "Rack.low", "", ""),
        ("property", "Rack.high", "", ""),
        ("property", "Rack.shared", "", ""),
        ("method", "Rack.check", "_ item: Item = .of(1)", "some Shown"),
        ("interface", "Priced", "", ""),
        ("method", "Priced.==", "a: Self, b: Self", "Bool"),
        ("method", "Priced.subscript", "index: Int", "Int"),
        ("enum", "Colour", "", ""),
        ("field", "Colour.mix", "Int, part: Colour = .red", ""),
        ("macro", "stamp", "_ value: T", "T"),
        ("variable", "first", "", ""),
        ("variable", "second", "", ""),
    ]
    assert [(r.kind.value, r.receiver, r.name, r.line) for r in found.references] == [
        ("imports", "Core.Models", "", 1),
        ("extends", "", "Store", 2),
        ("extends", "Shop", "Open", 2),
        ("calls", "", "bounds", 7),
        ("calls", "?", "of", 9),
        ("calls", "", "expect", 10),
        ("calls", "Shop", "box", 10),
        ("calls", "", "Array", 11),
        ("calls", "", "stamp", 11),
        ("calls", "?", "some", 11),
        ("implements", "", "Named", 14),
        ("extends", "", "Counted", 15),
    ]
    mix = next(s for s in found.symbols if s.name == "mix")
    assert mix.annotations == ("@available(*, deprecated)",)
