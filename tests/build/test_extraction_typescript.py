from index_artifacts.build.extraction import extract
from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("interface", "Priced", 5, 12, None),
    ("field", "Priced.price", 7, 8, "Priced"),
    ("method", "Priced.total", 9, 9, "Priced"),
    ("field", "Priced.onSale", 10, 10, "Priced"),
    ("type", "Line", 14, 14, None),
    ("field", "Line.name", 14, 14, "Line"),
    ("method", "Line.sum", 14, 14, "Line"),
    ("type", "Wide", 15, 15, None),
    ("field", "Wide.width", 15, 15, "Wide"),
    ("enum", "Size", 17, 22, None),
    ("field", "Size.Small", 19, 19, "Size"),
    ("field", "Size.Large", 20, 20, "Size"),
    ("field", "Size.extra-large", 21, 21, "Size"),
    ("class", "Basket", 24, 50, None),
    ("field", "Basket.items", 30, 30, "Basket"),
    ("field", "Basket.#count", 31, 31, "Basket"),
    ("field", "Basket.price", 32, 32, "Basket"),
    ("method", "Basket.grow", 33, 33, "Basket"),
    ("constructor", "Basket.constructor", 35, 37, "Basket"),
    ("method", "Basket.total", 39, 44, "Basket"),
    ("method", "Basket.find", 46, 46, "Basket"),
    ("method", "Basket.find", 47, 49, "Basket"),
    ("class", "Shelf", 52, 55, None),
    ("field", "Shelf.rows", 53, 53, "Shelf"),
    ("method", "Shelf.fill", 54, 54, "Shelf"),
    ("class", "Plain", 57, 57, None),
    ("variable", "stock.count.zero", 60, 60, None),
    ("function", "stock.count.reset", 61, 61, None),
    ("interface", "plugin.Options", 65, 65, None),
    ("field", "plugin.Options.verbose", 65, 65, "plugin.Options"),
    ("function", "plugin.load", 66, 66, None),
    ("constant", "VERSION", 69, 69, None),
    ("function", "parse", 71, 71, None),
    ("function", "parse", 72, 75, None),
    ("function", "later", 77, 77, None),
]

REFERENCES = [
    ("imports", "./clock", "Clock", 1),
    ("imports", "./clock", "Rate", 1),
    ("imports", "fs", "", 2),
    ("imports", "./holder", "", 3),
    ("imports", "./holder", "Injectable", 3),
    ("extends", "", "Named", 6),
    ("extends", "base", "Sold", 6),
    ("calls", "", "Injectable", 25),
    ("calls", "registry", "add", 26),
    ("extends", "", "Holder", 29),
    ("implements", "", "Priced", 29),
    ("implements", "base", "Closable", 29),
    ("calls", "", "Input", 30),
    ("calls", "", "memoize", 40),
    ("calls", "", "Trace", 41),
    ("calls", "?", "rate", 43),
    ("calls", "this.clock", "now", 43),
    ("calls", "super", "find", 48),
    ("calls", "", "Injectable", 57),
    ("calls", "", "mixin", 57),
    ("calls", "", "Map", 74),
    ("calls", "?", "then", 77),
    ("calls", "m", "run", 77),
    ("imports", "./later", "", 77),
]


def test_symbols() -> None:
    assert symbol_rows("typescript") == SYMBOLS


def test_references() -> None:
    assert reference_rows("typescript") == REFERENCES


def test_parts_of_a_symbol() -> None:
    symbols = {s.qualified_name: s for s in extraction("typescript").symbols}
    basket, total = symbols["Basket"], symbols["Basket.total"]
    assert basket.doc == "A basket."
    assert basket.annotations == ("@Injectable()", '@registry.add({ scope: "root", })')
    assert total.doc == "Sums up."
    assert total.annotations == ("@memoize", "@Trace({ level: 1 })")
    assert (total.parameters, total.return_type) == ("count: number", "Cents")
    assert symbols["later"].signature == "later = <T>(task: () => T): Promise<T>"


def test_signatures_without_a_name_do_not_join_the_line_before() -> None:
    text = b"interface A {\n  <T extends B<C>>(a: D<T>): A<T>\n  <T>(a: T): B<T>\n  (...a: T[]): C\n}\ninterface B {\n  f<T>(a: T): A\n}\n"
    found = extract(text, "typescript")
    assert ([(s.kind.value, s.qualified_name) for s in found.symbols], found.broken) == (
        [("interface", "A"), ("interface", "B"), ("method", "B.f")],
        False,
    )
