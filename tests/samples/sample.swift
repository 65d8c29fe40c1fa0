import Foundation
@testable import struct Shop.Item

/// A shelf holds items
/// and sells them.
@available(iOS 13, *)
public final class Shelf<Stock>: Furniture, Priced where Stock: Equatable {
    static let limit = 3
    @Published private var items: [Item] = []
    var total: Int { items.count }
    lazy var store: Store = Store()

    /// Makes an empty one.
    init(owner: String, store: Store? = nil) {
        self.owner = owner
    }

    deinit { close() }

    func price<Result>(of item: Item, at day: Day) async throws -> Result? where Result: Money {
        func twice(_ amount: Int) -> Int { amount * 2 }
        let half = { (amount: Int) in amount / 2 }
        let local = items[0]
        store.find(item).check()
        day.open()
        return try await Market.ask(item, twice(half(1)))
    }

    subscript(index: Int) -> Item {
        get { items[index] }
    }

    static func + (left: Shelf, right: Shelf) -> Shelf { left }

    enum Kind: String, CaseIterable {
        case small, large
        case other(Int)
        var label: String { rawValue.uppercased() }
    }

    struct Board {}
    typealias Name = String
}

extension Shelf: Warehouse.Sorted where Stock == Int {
    func fill() { super.fill() }
    var full: Bool { true }
}

extension Array {
    func second() -> Element { self[1] }
}

protocol Priced: AnyObject {
    associatedtype Unit
    var price: Int { get }
    func cost(of count: Int) -> Int
    init(price: Int)
}

actor Counter {
    func increase() { Counter.shared.increase() }
}

func restock(_ shelf: Shelf) -> Void {
    shelf.fill()
    let counter = Counter()
    counter.increase()
    run { shelf.price() }
}

let handler: (Int) -> Void = { number in restock(number) }
infix operator +++: AdditionPrecedence
indirect enum Tree { case leaf, node(Tree) }
#if DEBUG
func dump() {}
#endif
macro stringify(value: Int) = #externalMacro(module: "Macros", type: "Stringify")
