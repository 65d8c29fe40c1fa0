package shop.core

import shop.model.{Item, Store => Warehouse, *}
import shop.events._
import scala.util.Try

/** Holds what is sold.
  */
@deprecated("use Rack")
sealed abstract class Shelf[A](val owner: String, private var size: Int = 1)
    extends Furniture(owner) with Priced[A] with shop.Sorted {
  val limit: Int = 3
  var store: Warehouse = new Warehouse
  lazy val half = limit / 2
  type Name = String

  def this(text: String) = this(text, 1)

  def price[R](item: Item, rate: Int)(implicit day: Day): Option[R] = {
    def twice(x: Int) = x * 2
    val bigger = (a: Int) => a + 1
    val local = item.price
    store.find(item).map(twice)
    day.open()
    super.price(new Item(bigger(1)))
  }

  def +(other: Shelf[A]): Shelf[A] = this
  override protected def room: Int
}

object Shelf {
  val KIND = 1
  def apply(size: Int): Shelf[Int] = new Board[Int](size)
}

case class Box(name: String, item: Item) extends Serializable
case object Empty extends Box("", null)

trait Priced[A] {
  def price: Int
}

package object util {
  def help() = Try(1)
}

implicit class RichInt(val self: Int) extends AnyVal {
  def twice = self * 2
}

enum Colour(val rgb: Int) extends Named:
  case Red extends Colour(1)
  case Green, Blue
  def label = toString

given numbers: Order[Int] with
  def compare(x: Int, y: Int) = x - y

extension (text: String)
  def shout: String = text.toUpperCase

def best(x: Int)(using order: Order[Int]): Int =
  order.compare(x, 1)

val top = 1
val handler: Int => Int = x => best(x)
