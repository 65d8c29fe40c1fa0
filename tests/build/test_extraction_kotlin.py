from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("constant", "LIMIT", 9, 9, None),
    ("variable", "names", 10, 10, None),
    ("type", "Sorter", 11, 11, None),
    ("class", "Basket", 13, 16, None),
    ("property", "Basket.size", 16, 16, "Basket"),
    ("property", "Basket.owner", 16, 16, "Basket"),
    ("class", "Shelf", 18, 47, None),
    ("property", "Shelf.width", 18, 18, "Shelf"),
    ("property", "Shelf.room", 19, 21, "Shelf"),
    ("property", "Shelf.half", 22, 22, "Shelf"),
    ("constructor", "Shelf.Shelf", 24, 26, "Shelf"),
    ("method", "Shelf.price", 32, 37, "Shelf"),
    ("function", "Shelf.price.twice", 35, 35, "Shelf.price"),
    ("method", "Shelf.Day.next", 39, 39, "Shelf"),
    ("constant", "Shelf.KIND", 42, 42, "Shelf"),
    ("method", "Shelf.make", 43, 43, "Shelf"),
    ("class", "Shelf.Board", 46, 46, "Shelf"),
    ("class", "Door", 49, 53, None),
    ("class", "Door.Factory", 50, 52, "Door"),
    ("property", "Door.Factory.doors", 51, 51, "Door.Factory"),
    ("interface", "Priced", 55, 57, None),
    ("method", "Priced.price", 56, 56, "Priced"),
    ("interface", "Visitor", 59, 61, None),
    ("method", "Visitor.visit", 60, 60, "Visitor"),
    ("enum", "Colour", 63, 70, None),
    ("property", "Colour.code", 63, 63, "Colour"),
    ("field", "Colour.RED", 64, 66, "Colour"),
    ("function", "Colour.RED.label", 65, 65, "Colour.RED"),
    ("field", "Colour.GREEN", 67, 67, "Colour"),
    ("method", "Colour.label", 69, 69, "Colour"),
    ("class", "Registry", 72, 74, None),
    ("method", "Registry.all", 73, 73, "Registry"),
    ("class", "Entity", 76, 76, None),
    ("property", "Entity.name", 76, 76, "Entity"),
    ("method", "Shelf.fill", 78, 78, "Shelf"),
    ("method", "List.second", 79, 79, None),
    ("variable", "Shelf.full", 80, 80, "Shelf"),
    ("function", "first", 82, 82, None),
    ("function", "third", 84, 87, None),
    ("class", "Last", 89, 90, None),
]

REFERENCES = [
    ("imports", "shop.model.Item", "", 5),
    ("imports", "shop.model.Store", "", 6),
    ("imports", "shop.events", "", 7),
    ("calls", "", "listOf", 10),
    ("extends", "", "BaseStore", 16),
    ("extends", "", "Open", 16),
    ("extends", "", "Priced", 16),
    ("extends", "", "Priced", 18),
    ("calls", "text", "toInt", 24),
    ("calls", "", "check", 25),
    ("calls", "", "start", 29),
    ("calls", "", "Item", 34),
    ("calls", "", "twice", 36),
    ("calls", "?", "value", 36),
    ("calls", "this", "find", 36),
    ("calls", "", "Day", 39),
    ("calls", "", "Shelf", 43),
    ("extends", "", "Maker", 50),
    ("extends", "", "Named", 55),
    ("extends", "", "Named", 63),
    ("extends", "", "BaseStore", 72),
    ("calls", "it", "name", 73),
    ("calls", "items", "map", 73),
    ("calls", "", "apply", 78),
    ("calls", "this", "get", 79),
]


def test_symbols() -> None:
    assert symbol_rows("kotlin") == SYMBOLS


def test_references() -> None:
    assert reference_rows("kotlin") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("kotlin").symbols)}
    assert extraction("kotlin").package == "shop.core"
    assert found["Basket"].annotations == ('@Entity("basket")', "@Serializable")
    assert found["Basket"].doc == "Holds what is bought."
    assert found["Shelf.room"].annotations == ("@Volatile",)
    assert found["Shelf.price"].parameters == "day: Day, rate: R"
    assert found["Shelf.price"].return_type == "Int?"
    assert found["Shelf.Shelf"].signature == "constructor(text: String)"
    assert not extraction("kotlin").broken


def test_aliases() -> None:
    assert [(r.receiver, r.alias) for r in extraction("kotlin").references if r.alias] == [
        ("shop.model.Store", "BaseStore"),
    ]


def test_annotations_that_the_grammar_parts_from_their_declaration() -> None:
    third, last = extraction("kotlin").symbols[-2:]
    assert (third.doc, third.annotations) == ("The third.", ("@FlowPreview", '@JvmName("third")'))
    assert last.annotations == ('@Suppress("unused")',)
