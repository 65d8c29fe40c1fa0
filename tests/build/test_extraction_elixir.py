from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("module", "Shop.Shelf", 1, 42, None),
    ("constant", "Shop.Shelf.limit", 11, 11, "Shop.Shelf"),
    ("field", "Shop.Shelf.owner", 12, 12, "Shop.Shelf"),
    ("field", "Shop.Shelf.size", 12, 12, "Shop.Shelf"),
    ("type", "Shop.Shelf.t", 13, 13, "Shop.Shelf"),
    ("method", "Shop.Shelf.price", 15, 25, "Shop.Shelf"),
    ("function", "Shop.Shelf.price.twice", 19, 19, "Shop.Shelf.price"),
    ("method", "Shop.Shelf.help", 27, 27, "Shop.Shelf"),
    ("macro", "Shop.Shelf.unless_sold", 29, 32, "Shop.Shelf"),
    ("method", "Shop.Shelf.is_even", 34, 34, "Shop.Shelf"),
    ("method", "Shop.Shelf.size", 35, 35, "Shop.Shelf"),
    ("module", "Shop.Shelf.Board", 37, 39, "Shop.Shelf"),
    ("method", "Shop.Shelf.Board.width", 38, 38, "Shop.Shelf.Board"),
    ("method", "Shop.Shelf.+", 41, 41, "Shop.Shelf"),
    ("module", "Shop.Sized", 44, 49, None),
    ("method", "Shop.Sized.size", 45, 48, "Shop.Sized"),
    ("method", "Shop.Shelf.size", 52, 52, "Shop.Shelf"),
    ("module", "Shop.Error", 55, 57, None),
    ("field", "Shop.Error.message", 56, 56, "Shop.Error"),
]

REFERENCES = [
    ("imports", "GenServer", "", 5),
    ("imports", "Shop", "Item", 6),
    ("imports", "Shop", "Store", 6),
    ("imports", "Shop.Market", "", 7),
    ("imports", "Enum", "", 8),
    ("imports", "Logger", "", 9),
    ("implements", "", "Shop.Priced", 10),
    ("calls", "", "is_integer", 18),
    ("calls", "Store", "find", 20),
    ("calls", "Mart", "ask", 21),
    ("calls", "", "help", 22),
    ("calls", "", "map", 27),
    ("calls", "&1", "price", 27),
    ("calls", "", "rem", 34),
    ("calls", "Shop", "add", 41),
    ("implements", "", "Shop.Sized", 51),
    ("calls", "shelf", "size", 52),
]


def test_symbols() -> None:
    assert symbol_rows("elixir") == SYMBOLS


def test_references() -> None:
    assert reference_rows("elixir") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("elixir").symbols)}
    assert found["Shop.Shelf"].signature == "defmodule Shop.Shelf"
    assert found["Shop.Shelf"].doc == "Holds what is sold."
    assert found["Shop.Shelf.price"].signature == "def price(item, day \\\\ 1) when is_integer(day)"
    assert found["Shop.Shelf.price"].doc == "What an item costs."
    assert found["Shop.Shelf.price"].parameters == "item, day \\\\ 1"
    assert found["Shop.Shelf.price"].annotations == ("@spec price(Item.t(), integer) :: integer", "@impl true")
    assert found["Shop.Shelf.unless_sold"].signature == "defmacro unless_sold(sold, do: block)"
    assert found["Shop.Shelf.unless_sold"].doc == "Asks the other way round."
    assert found["Shop.Shelf.unless_sold"].parameters == "sold, do: block"
    assert found["Shop.Sized.size"].signature == "def size(thing)"
    assert found["Shop.Sized.size"].doc == "How large it is."
    assert found["Shop.Sized.size"].parameters == "thing"
    assert found["Shop.Shelf.Board.width"].signature == "def width, do: :ok"
    assert [(r.receiver, r.name, r.receiver_type) for r in extraction("elixir").references if r.receiver_type] == []
    assert not extraction("elixir").broken
