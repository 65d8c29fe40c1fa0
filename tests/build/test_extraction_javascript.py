from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("variable", "fs", 8, 8, None),
    ("variable", "once", 10, 10, None),
    ("constant", "LIMIT", 13, 14, None),
    ("variable", "first", 15, 15, None),
    ("variable", "second", 15, 15, None),
    ("class", "Basket", 17, 37, None),
    ("field", "Basket.kinds", 21, 21, "Basket"),
    ("field", "Basket.#items", 22, 22, "Basket"),
    ("method", "Basket.grow", 23, 25, "Basket"),
    ("constructor", "Basket.constructor", 27, 30, "Basket"),
    ("function", "Basket.constructor.onChange", 29, 29, "Basket.constructor"),
    ("method", "Basket.size", 32, 34, "Basket"),
    ("method", "Basket.[Symbol.iterator]", 36, 36, "Basket"),
    ("function", "add", 39, 40, None),
    ("function", "twice", 41, 41, None),
    ("function", "Legacy", 43, 47, None),
    ("function", "Legacy.inner", 45, 45, "Legacy"),
    ("function", "Legacy.named", 46, 46, "Legacy"),
    ("method", "Legacy.rename", 48, 50, None),
    ("method", "Legacy.create", 51, 51, None),
    ("function", "run", 52, 52, None),
    ("function", "stop", 53, 53, None),
    ("variable", "api", 55, 60, None),
    ("method", "api.list", 56, 56, "api"),
    ("method", "api.find-one", 57, 57, "api"),
    ("method", "api.drop", 58, 58, "api"),
    ("class", "Row", 62, 62, None),
    ("variable", "View", 64, 67, None),
    ("function", "View.pick", 65, 65, "View"),
    ("function", "later", 69, 69, None),
    ("function", "default", 71, 73, None),
]

REFERENCES = [
    ("imports", "react", "", 1),
    ("imports", "react", "memo", 1),
    ("imports", "react", "useState", 1),
    ("imports", "./helpers.js", "", 2),
    ("imports", "./styles.css", "", 3),
    ("imports", "./price.js", "rate", 4),
    ("imports", "./price.js", "total", 4),
    ("imports", "./stock.js", "", 5),
    ("imports", "./clocks.js", "", 6),
    ("imports", "fs", "", 8),
    ("imports", "path", "join", 9),
    ("imports", "path", "posix", 9),
    ("imports", "path", "sep", 9),
    ("imports", "events", "once", 10),
    ("imports", "./polyfill", "", 11),
    ("extends", "helpers", "Holder", 20),
    ("imports", "./grow.js", "", 24),
    ("calls", "", "Date", 29),
    ("calls", "this.#items", "push", 29),
    ("calls", "", "add", 41),
    ("calls", "", "inner", 46),
    ("calls", "helpers", "Legacy", 51),
    ("calls", "", "join", 56),
    ("calls", "fs", "readFileSync", 56),
    ("extends", "React", "Component", 62),
    ("calls", "", "memo", 64),
    ("calls", "", "state", 65),
    ("calls", "", "Row", 66),
    ("calls", "Row", "Cell", 66),
    ("calls", "", "setTimeout", 69),
]


def test_symbols() -> None:
    assert symbol_rows("javascript") == SYMBOLS


def test_references() -> None:
    assert reference_rows("javascript") == REFERENCES


def test_parts_of_a_symbol() -> None:
    symbols = {s.qualified_name: s for s in extraction("javascript").symbols}
    assert symbols["Basket"].doc == "A basket."
    assert symbols["add"].doc == "Adds up."
    assert symbols["twice"].parameters == "x"
    assert symbols["Basket.grow"].signature == "grow = async (by)"


def test_local_names_of_imports() -> None:
    aliases = {r.alias for r in extraction("javascript").references if r.alias}
    assert aliases == {"React", "state", "helpers", "cents", "clocks", "fs", "separator"}
