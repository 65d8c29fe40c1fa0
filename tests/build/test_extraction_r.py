from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("function", "total", 8, 16, None),
    ("function", "total.net", 13, 13, "total"),
    ("function", "half", 18, 18, None),
    ("function", "%+%", 19, 19, None),
    ("function", "my sum", 20, 20, None),
    ("function", "price<-", 21, 24, None),
    ("function", "print.basket", 25, 25, None),
    ("function", "first", 26, 26, None),
    ("function", "first.second", 26, 26, "first"),
    ("constant", "MAX_ITEMS", 28, 28, None),
    ("variable", "cache", 29, 29, None),
    ("variable", "counter", 30, 30, None),
    ("variable", "opened", 31, 31, None),
    ("function", "prompt_for", 33, 33, None),
    ("variable", "prompted", 34, 34, None),
    ("method", "cache.lookup", 37, 37, None),
    ("method", "cache.reset", 38, 38, None),
    ("class", "Item", 40, 41, None),
    ("field", "Item.name", 41, 41, "Item"),
    ("field", "Item.price", 41, 41, "Item"),
    ("class", "Point", 42, 42, None),
    ("field", "Point.x", 42, 42, "Point"),
    ("field", "Point.y", 42, 42, "Point"),
    ("class", "Maybe", 43, 43, None),
    ("function", "area", 45, 46, None),
    ("method", "Point.area", 47, 50, "Point"),
    ("method", "Point.+", 51, 51, "Point"),
    ("method", "Point.x", 52, 52, "Point"),
    ("class", "Stack", 54, 73, None),
    ("field", "Stack.items", 58, 58, "Stack"),
    ("constructor", "Stack.initialize", 59, 63, "Stack"),
    ("method", "Stack.push", 64, 67, "Stack"),
    ("method", "Stack.grow", 69, 69, "Stack"),
    ("method", "Stack.size", 71, 71, "Stack"),
    ("method", "Stack.pop", 74, 74, "Stack"),
    ("class", "Account", 76, 76, None),
    ("field", "Account.balance", 76, 76, "Account"),
    ("method", "Account.deposit", 77, 79, "Account"),
    ("class", "GeomDot", 81, 84, None),
    ("field", "GeomDot.required_aes", 82, 82, "GeomDot"),
    ("method", "GeomDot.draw_panel", 83, 83, "GeomDot"),
    ("class", "Circle", 86, 86, None),
    ("field", "Circle.r", 86, 86, "Circle"),
    ("function", "grow", 87, 87, None),
    ("method", "Circle.grow", 88, 88, "Circle"),
    ("variable", "handlers", 90, 90, None),
    ("method", "handlers.open", 90, 90, "handlers"),
    ("variable", "stack", 91, 91, None),
]

REFERENCES = [
    ("imports", "dplyr", "", 1),
    ("imports", "R6", "", 2),
    ("imports", "stats", "", 3),
    ("imports", "R/prices.R", "", 4),
    ("calls", "", "file.path", 5),
    ("imports", "R::taxes.R", "", 5),
    ("calls", "import", "from", 6),
    ("imports", "purrr", "map", 6),
    ("imports", "purrr", "walk", 6),
    ("calls", "", "round", 15),
    ("calls", "purrr", "map_dbl", 15),
    ("calls", "stats", "sum", 15),
    ("calls", "", "paste0", 19),
    ("calls", "", "Reduce", 20),
    ("calls", "", "UseMethod", 25),
    ("calls", "", "new.env", 29),
    ("calls", "", "assign", 31),
    ("calls", "", "interactive", 32),
    ("calls", "", "readline", 33),
    ("calls", "", "get", 37),
    ("calls", "", "ls", 38),
    ("calls", "", "rm", 38),
    ("calls", "", "representation", 41),
    ("calls", "", "setClass", 41),
    ("extends", "", "Sellable", 41),
    ("calls", "", "setClass", 42),
    ("extends", "", "Shape", 42),
    ("extends", "", "VIRTUAL", 42),
    ("calls", "", "setClassUnion", 43),
    ("calls", "", "setGeneric", 46),
    ("calls", "", "standardGeneric", 46),
    ("calls", "", "setMethod", 47),
    ("calls", "", "Point", 51),
    ("calls", "", "new", 51),
    ("calls", "", "setMethod", 51),
    ("calls", "", "signature", 51),
    ("calls", "", "setReplaceMethod", 52),
    ("calls", "R6", "R6Class", 55),
    ("extends", "base", "Container", 56),
    ("calls", "super", "initialize", 61),
    ("calls", "self", "push", 62),
    ("calls", "private", "grow", 65),
    ("calls", "", "invisible", 66),
    ("calls", "", "append", 69),
    ("calls", "", "do.call", 69),
    ("calls", "", "length", 71),
    ("calls", "Stack", "set", 74),
    ("calls", "", "setRefClass", 76),
    ("extends", "", "Base", 76),
    ("calls", "Account", "methods", 77),
    ("calls", "", "ggproto", 81),
    ("extends", "ggplot2", "Geom", 81),
    ("calls", "grid", "nullGrob", 83),
    ("calls", "", "new_class", 86),
    ("extends", "", "Shape", 86),
    ("calls", "", "new_generic", 87),
    ("calls", "", "Circle", 88),
    ("calls", "", "method", 88),
    ("calls", "shop", "open", 90),
    ("calls", "", "Stack", 91),
    ("calls", "", "total", 91),
    ("calls", "Stack", "new", 91),
]


def test_symbols() -> None:
    assert symbol_rows("r") == SYMBOLS


def test_references() -> None:
    assert reference_rows("r") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in extraction("r").symbols}
    assert found["total"].signature == "total <- function(items, rate = 1, ...)"
    assert found["total"].parameters == "items, rate = 1, ..."
    assert found["total"].doc == "The total of a basket.\n\n@param items What is bought.\n@param rate Price of one."
    assert found["area"].doc == "The size of a thing."
    assert found["Point.+"].parameters == "e1, e2"
    assert found["Stack"].signature == "Stack <- R6::R6Class"
    assert found["Stack.initialize"].doc == "@description Starts empty."
    assert not extraction("r").broken


def test_bases_belong_to_their_class() -> None:
    found = extraction("r")
    bases = [(found.symbols[r.scope].name, r.name) for r in found.references if r.kind == "extends"]
    assert ("Item", "Sellable") in bases
    assert ("Point", "Shape") in bases
    assert ("Stack", "Container") in bases
    assert ("Account", "Base") in bases
    assert ("GeomDot", "Geom") in bases
    assert ("Circle", "Shape") in bases
