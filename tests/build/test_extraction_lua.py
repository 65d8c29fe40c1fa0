from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("constant", "MAX_ITEMS", 9, 9, None),
    ("variable", "cache", 10, 10, None),
    ("variable", "counter", 11, 11, None),
    ("class", "Basket", 13, 24, None),
    ("field", "Basket.name", 16, 16, "Basket"),
    ("field", "Basket.limits", 17, 17, "Basket"),
    ("method", "Basket.on_open", 18, 22, "Basket"),
    ("method", "Basket.on-close", 23, 23, "Basket"),
    ("field", "Basket.VERSION", 26, 26, "Basket"),
    ("method", "Basket.create", 28, 37, "Basket"),
    ("function", "Basket.create.remember", 32, 35, "Basket.create"),
    ("method", "Basket.total", 39, 49, "Basket"),
    ("function", "Basket.total.add", 41, 41, "Basket.total"),
    ("function", "Basket.total.notify", 45, 47, "Basket.total"),
    ("method", "Basket.clear", 51, 54, "Basket"),
    ("method", "Basket.count", 56, 56, "Basket"),
    ("method", "Basket.prices.net", 58, 58, None),
    ("class", "Stack", 60, 60, None),
    ("field", "Stack.__index", 61, 61, "Stack"),
    ("method", "Stack.new", 63, 65, "Stack"),
    ("method", "Stack.push", 67, 67, "Stack"),
    ("class", "Queue", 69, 69, None),
    ("field", "Queue.size", 69, 69, "Queue"),
    ("method", "Queue.__call", 69, 69, "Queue"),
    ("class", "Animal", 72, 72, None),
    ("function", "close", 74, 78, None),
    ("function", "open", 80, 80, None),
    ("function", "reopen", 82, 82, None),
    ("function", "reset", 83, 83, None),
    ("variable", "handlers", 85, 87, None),
    ("method", "handlers.SOLD", 86, 86, "handlers"),
    ("function", "hidden", 90, 90, None),
    ("class", "helpers", 93, 93, None),
    ("method", "helpers.trim", 95, 99, "helpers"),
]

REFERENCES = [
    ("imports", "cjson", "", 3),
    ("imports", "shop.math", "", 4),
    ("imports", "shop.math", "round", 4),
    ("calls", "", "pcall", 5),
    ("imports", "shop.log", "", 5),
    ("imports", "shop.item", "", 6),
    ("imports", "shop.store", "", 6),
    ("imports", "shop.setup", "", 7),
    ("calls", "Store", "extend", 15),
    ("extends", "", "Store", 15),
    ("calls", "log", "info", 21),
    ("calls", "", "Item", 31),
    ("calls", "Item", "new", 31),
    ("calls", "", "remember", 36),
    ("calls", "item", "price", 41),
    ("calls", "", "ipairs", 42),
    ("calls", "", "add", 43),
    ("calls", "json", "encode", 46),
    ("calls", "", "round", 48),
    ("calls", "self", "total", 52),
    ("calls", "self.super", "clear", 53),
    ("calls", "", "setmetatable", 64),
    ("calls", "table", "insert", 67),
    ("calls", "", "setmetatable", 69),
    ("calls", "cls", "new", 69),
    ("extends", "", "Stack", 69),
    ("calls", "", "setmetatable", 70),
    ("extends", "Store", "Base", 70),
    ("calls", "", "class", 72),
    ("extends", "", "Basket", 72),
    ("calls", "shop.tills", "each", 77),
    ("calls", "till.drawer", "lock", 77),
    ("calls", "", "Stack", 80),
    ("calls", "Stack", "new", 80),
    ("calls", "", "close", 82),
    ("calls", "", "open", 86),
    ("calls", "text", "gsub", 98),
]


def test_symbols() -> None:
    assert symbol_rows("lua") == SYMBOLS


def test_references() -> None:
    assert reference_rows("lua") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in extraction("lua").symbols}
    assert found["Basket"].signature == "local Basket = Store:extend"
    assert found["Basket"].doc == "What is bought.\n@type Basket"
    assert found["Basket.on_open"].doc == "Called when it opens."
    assert found["Basket.create"].signature == "function Basket.create(owner, ...)"
    assert found["Basket.create"].parameters == "owner, ..."
    assert found["Animal"].signature == 'local Animal = class("Animal", Basket)'
    assert not extraction("lua").broken


def test_imports_keep_their_local_names() -> None:
    imports = [(r.receiver, r.name, r.alias) for r in extraction("lua").references if r.kind == "imports"]
    assert ("cjson", "", "json") in imports
    assert ("shop.math", "round", "") in imports
    assert ("shop.log", "", "log") in imports


def test_bases_belong_to_their_class() -> None:
    found = extraction("lua")
    bases = [(found.symbols[r.scope].name, r.name) for r in found.references if r.kind == "extends"]
    assert bases == [("Basket", "Store"), ("Queue", "Stack"), ("Stack", "Base"), ("Animal", "Basket")]
