from index_artifacts.build.extraction import extract
from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("class", "Shelf", 7, 30, None),
    ("property", "Shelf.owner", 10, 10, "Shelf"),
    ("property", "Shelf.size", 10, 10, "Shelf"),
    ("property", "Shelf.limit", 12, 12, "Shelf"),
    ("property", "Shelf.store", 13, 13, "Shelf"),
    ("property", "Shelf.half", 14, 14, "Shelf"),
    ("type", "Shelf.Name", 15, 15, "Shelf"),
    ("constructor", "Shelf.this", 17, 17, "Shelf"),
    ("method", "Shelf.price", 19, 26, "Shelf"),
    ("function", "Shelf.price.twice", 20, 20, "Shelf.price"),
    ("function", "Shelf.price.bigger", 21, 21, "Shelf.price"),
    ("method", "Shelf.+", 28, 28, "Shelf"),
    ("method", "Shelf.room", 29, 29, "Shelf"),
    ("class", "Shelf", 32, 35, None),
    ("property", "Shelf.KIND", 33, 33, "Shelf"),
    ("method", "Shelf.apply", 34, 34, "Shelf"),
    ("class", "Box", 37, 37, None),
    ("property", "Box.name", 37, 37, "Box"),
    ("property", "Box.item", 37, 37, "Box"),
    ("class", "Empty", 38, 38, None),
    ("trait", "Priced", 40, 42, None),
    ("method", "Priced.price", 41, 41, "Priced"),
    ("module", "util", 44, 46, None),
    ("method", "util.help", 45, 45, "util"),
    ("class", "RichInt", 48, 50, None),
    ("property", "RichInt.self", 48, 48, "RichInt"),
    ("method", "RichInt.twice", 49, 49, "RichInt"),
    ("enum", "Colour", 52, 55, None),
    ("property", "Colour.rgb", 52, 52, "Colour"),
    ("field", "Colour.Red", 53, 53, "Colour"),
    ("field", "Colour.Green", 54, 54, "Colour"),
    ("field", "Colour.Blue", 54, 54, "Colour"),
    ("method", "Colour.label", 55, 55, "Colour"),
    ("class", "numbers", 57, 58, None),
    ("method", "numbers.compare", 58, 58, "numbers"),
    ("method", "String.shout", 61, 61, None),
    ("function", "best", 63, 64, None),
    ("variable", "top", 66, 66, None),
    ("function", "handler", 67, 67, None),
]

REFERENCES = [
    ("imports", "shop::model", "", 3),
    ("imports", "shop::model", "Item", 3),
    ("imports", "shop::model", "Store", 3),
    ("imports", "shop::events", "", 4),
    ("imports", "scala::util", "Try", 5),
    ("extends", "", "Furniture", 11),
    ("extends", "", "Priced", 11),
    ("extends", "shop", "Sorted", 11),
    ("calls", "", "Warehouse", 13),
    ("calls", "", "this", 17),
    ("calls", "?", "map", 23),
    ("calls", "store", "find", 23),
    ("calls", "day", "open", 24),
    ("calls", "", "Item", 25),
    ("calls", "", "bigger", 25),
    ("calls", "super", "price", 25),
    ("calls", "", "Board", 34),
    ("extends", "", "Serializable", 37),
    ("extends", "", "Box", 38),
    ("calls", "", "Try", 45),
    ("extends", "", "AnyVal", 48),
    ("extends", "", "Named", 52),
    ("extends", "", "Colour", 53),
    ("extends", "", "Order", 57),
    ("calls", "order", "compare", 64),
    ("calls", "", "best", 67),
]


def test_symbols() -> None:
    assert symbol_rows("scala") == SYMBOLS


def test_references() -> None:
    assert reference_rows("scala") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("scala").symbols)}
    assert (
        found["Shelf"].signature
        == "sealed abstract class Shelf[A](val owner: String, private var size: Int = 1) extends Furniture(owner) with Priced[A] with shop.Sorted"
    )
    assert found["Shelf"].doc == "Holds what is sold."
    assert found["Shelf"].annotations == ('@deprecated("use Rack")',)
    assert found["Shelf.price"].signature == "def price[R](item: Item, rate: Int)(implicit day: Day): Option[R]"
    assert found["Shelf.price"].parameters == "(item: Item, rate: Int)(implicit day: Day)"
    assert found["Shelf.price"].return_type == "Option[R]"
    assert found["Shelf.this"].signature == "def this(text: String)"
    assert found["Shelf.this"].parameters == "text: String"
    assert found["best"].signature == "def best(x: Int)(using order: Order[Int]): Int"
    assert found["best"].parameters == "(x: Int)(using order: Order[Int])"
    assert found["best"].return_type == "Int"
    assert found["String.shout"].signature == "def shout: String"
    assert found["String.shout"].return_type == "String"
    assert [(r.receiver, r.name, r.receiver_type) for r in extraction("scala").references if r.receiver_type] == [
        ("?", "map", "Warehouse:find()"),
        ("store", "find", "Warehouse"),
        ("day", "open", "Day"),
        ("order", "compare", "Order"),
    ]
    assert not extraction("scala").broken


_MORE = """package shop
package core

import shop.model.Item, shop.other.{Box as Crate, given}

final case class Rack[A <: Item](name: String)(implicit ec: Ctx) extends Base(name) with Named {
  val (low, high) = bounds()
  var a, b: Int = 0
  val receive: Receive = { case Open => open() }
  def <::(that: Rack[A]): Rack[A] = this combine that
  def f(xs: List[A]) = {
    xs foreach println
    Map.empty[Int, A]
    new Cache[Int](10) with Logging
  }
}
class Plain(size: Int, val owner: String)
given Order[Item] with
  def compare(a: Item, b: Item): Int = 0

given intOrder: Order[Int] = Order.make
"""


def test_what_stands_in_patterns_operators_and_givens() -> None:
    found = extract(_MORE.encode(), "scala")
    assert (found.package, found.broken) == ("shop.core", False)
    assert [(s.kind.value, s.qualified_name, s.start_line, s.end_line) for s in found.symbols] == [
        ("class", "Rack", 6, 16),
        ("property", "Rack.name", 6, 6),
        ("property", "Rack.low", 7, 7),
        ("property", "Rack.high", 7, 7),
        ("property", "Rack.a", 8, 8),
        ("property", "Rack.b", 8, 8),
        ("method", "Rack.receive", 9, 9),
        ("method", "Rack.<::", 10, 10),
        ("method", "Rack.f", 11, 15),
        ("class", "Plain", 17, 17),
        ("property", "Plain.owner", 17, 17),
        ("class", "Order[Item]", 18, 19),
        ("method", "Order[Item].compare", 19, 19),
        ("variable", "intOrder", 21, 21),
    ]
    assert [(r.kind.value, r.receiver, r.name, r.alias, r.line) for r in found.references] == [
        ("imports", "shop::model", "Item", "", 4),
        ("imports", "shop::other", "", "", 4),
        ("imports", "shop::other", "Box", "Crate", 4),
        ("extends", "", "Base", "", 6),
        ("extends", "", "Named", "", 6),
        ("calls", "", "bounds", "", 7),
        ("calls", "", "open", "", 9),
        ("calls", "this", "combine", "", 10),
        ("calls", "xs", "foreach", "", 12),
        ("calls", "Map", "empty", "", 13),
        ("calls", "", "Cache", "", 14),
        ("extends", "", "Order", "", 18),
    ]
