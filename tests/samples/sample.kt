@file:JvmName("Shop")

package shop.core

import shop.model.Item
import shop.model.Store as BaseStore
import shop.events.*

private const val LIMIT = 8
val names: List<String> = listOf("bread")
typealias Sorter = (Int, Int) -> Int

/** Holds what is bought. */
@Entity("basket")
@Serializable
data class Basket<T>(val size: Int, private var owner: String, hint: Int) : BaseStore<T>(size), Priced by owner, shop.Open

open class Shelf(val width: Int) : Priced {
    // How much fits.
    @Volatile
    var room: Int = width
    val half: Int get() = width / 2

    constructor(text: String) : this(text.toInt()) {
        check(room)
    }

    init {
        start()
    }

    @Test
    override suspend fun <R> price(day: Day, rate: R): Int? {
        val local = Item(1)
        fun twice(n: Int) = n * 2
        return this.find<Int>(twice(day.number))?.value()
    }

    private fun Day.next() = Day(number + 1)

    companion object {
        const val KIND = "shelf"
        fun make() = Shelf(1)
    }

    inner class Board
}

class Door {
    companion object Factory : Maker {
        val doors = 1
    }
}

sealed interface Priced : Named {
    fun price(): Int
}

fun interface Visitor {
    fun visit(item: Item)
}

enum class Colour(val code: Int) : Named {
    RED(1) {
        override fun label() = "r"
    },
    @Deprecated("old") GREEN(2);

    abstract fun label(): String
}

object Registry : BaseStore<Item>(0) {
    fun all() = items.map { it.name() }
}

annotation class Entity(val name: String)

fun Shelf.fill(items: List<Item>): Shelf = apply { room = items.size }
fun <T> List<T>?.second(): T? = this?.get(1)
val Shelf.full: Boolean get() = room == 0

fun first(items: List<Int>): Int = 1

/** The third. */
@FlowPreview
@JvmName("third")
fun <T> third(items: List<T>): T = items[2]

@Suppress("unused")
class Last
