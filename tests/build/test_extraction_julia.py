from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("module", "Shops", 1, 107, None),
    ("constant", "Shops.MAX_ITEMS", 18, 19, "Shops"),
    ("constant", "Shops.Names", 20, 20, "Shops"),
    ("variable", "Shops.opened", 21, 21, "Shops"),
    ("interface", "Shops.Sellable", 23, 24, "Shops"),
    ("interface", "Shops.Priced", 25, 25, "Shops"),
    ("type", "Shops.Code", 26, 26, "Shops"),
    ("struct", "Shops.Basket", 28, 43, "Shops"),
    ("field", "Shops.Basket.owner", 34, 35, "Shops.Basket"),
    ("field", "Shops.Basket.items", 36, 36, "Shops.Basket"),
    ("field", "Shops.Basket.open", 37, 37, "Shops.Basket"),
    ("field", "Shops.Basket.id", 38, 38, "Shops.Basket"),
    ("constructor", "Shops.Basket.Basket", 39, 39, "Shops.Basket"),
    ("constructor", "Shops.Basket.Basket", 40, 42, "Shops.Basket"),
    ("struct", "Shops.Item", 45, 48, "Shops"),
    ("field", "Shops.Item.name", 46, 46, "Shops.Item"),
    ("field", "Shops.Item.price", 47, 47, "Shops.Item"),
    ("enum", "Shops.Colour", 50, 50, "Shops"),
    ("field", "Shops.Colour.red", 50, 50, "Shops.Colour"),
    ("field", "Shops.Colour.green", 50, 50, "Shops.Colour"),
    ("field", "Shops.Colour.blue", 50, 50, "Shops.Colour"),
    ("enum", "Shops.Size", 51, 54, "Shops"),
    ("field", "Shops.Size.small", 52, 52, "Shops.Size"),
    ("field", "Shops.Size.large", 53, 53, "Shops.Size"),
    ("function", "Shops.total", 56, 71, "Shops"),
    ("function", "Shops.total.net", 62, 62, "Shops.total"),
    ("function", "Shops.total.add", 63, 65, "Shops.total"),
    ("function", "Shops.total.scale", 66, 66, "Shops.total"),
    ("function", "Shops.total", 73, 73, "Shops"),
    ("function", "Shops.total", 74, 74, "Shops"),
    ("function", "Shops.scaled", 75, 75, "Shops"),
    ("function", "Shops.half", 76, 76, "Shops"),
    ("function", "Shops.twice", 77, 79, "Shops"),
    ("function", "Shops.reset!", 80, 80, "Shops"),
    ("method", "Shops.Base.show", 82, 84, "Shops"),
    ("method", "Shops.Base.==", 85, 85, "Shops"),
    ("function", "Shops.+", 86, 86, "Shops"),
    ("function", "Shops.Basket", 87, 87, "Shops"),
    ("macro", "Shops.priced", 89, 91, "Shops"),
    ("function", "Shops.fast", 93, 95, "Shops"),
    ("function", "Shops.quick", 96, 96, "Shops"),
    ("function", "Shops.newest", 99, 99, "Shops"),
    ("module", "Shops.Tills", 102, 104, "Shops"),
    ("function", "Shops.Tills.lock!", 103, 103, "Shops.Tills"),
]

REFERENCES = [
    ("imports", "Base.Threads", "", 8),
    ("imports", "LinearAlgebra", "", 8),
    ("imports", "Prices", "Rate", 9),
    ("imports", "Prices", "priced", 9),
    ("imports", "Prices", "round_price", 9),
    ("imports", "Base", "+", 10),
    ("imports", "Base", "show", 10),
    ("imports", "JSON.Writer", "", 11),
    ("imports", "Stock", "", 12),
    ("imports", "stock.jl", "", 15),
    ("calls", "", "__DIR__", 16),
    ("calls", "", "joinpath", 16),
    ("imports", "taxes.jl", "", 16),
    ("extends", "Stock", "Sold", 25),
    ("extends", "", "Integer", 26),
    ("extends", "", "Priced", 33),
    ("calls", "Base", "kwdef", 45),
    ("extends", "", "Sellable", 45),
    ("calls", "", "enum", 50),
    ("calls", "", "enum", 51),
    ("calls", "", "net", 64),
    ("calls", "", "reduce", 67),
    ("calls", "", "sort", 68),
    ("calls", "", "inbounds", 69),
    ("calls", "", "map", 70),
    ("calls", "", "round_price", 70),
    ("calls", "", "sum", 70),
    ("calls", "", "sum", 73),
    ("calls", "", "print", 83),
    ("calls", "", "Basket", 86),
    ("calls", "", "vcat", 86),
    ("calls", "", "esc", 90),
    ("calls", "", "inline", 93),
    ("calls", "", "priced", 94),
    ("calls", "", "inline", 96),
    ("calls", "Stock", "lookup", 96),
    ("calls", "", "Item", 99),
    ("calls", "JW", "write", 99),
    ("calls", "Tills", "lock!", 106),
]


def test_symbols() -> None:
    assert symbol_rows("julia") == SYMBOLS


def test_references() -> None:
    assert reference_rows("julia") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("julia").symbols)}
    assert found["Shops"].doc == "Shops\n\nShops and what is bought in them."
    assert found["Shops.MAX_ITEMS"].doc == "How many fit."
    assert found["Shops.Basket"].signature == "mutable struct Basket{T<:Real} <: Priced{T}"
    assert found["Shops.Basket.owner"].doc == "Who pays."
    assert found["Shops.Item"].annotations == ("Base.@kwdef",)
    assert found["Shops.total"].signature == ("function total(basket::Basket{T}, rate=1; taxed::Bool=true)::Float64 where {T}")
    assert found["Shops.total"].parameters == "basket::Basket{T}, rate=1; taxed::Bool=true"
    assert found["Shops.total"].return_type == "Float64"
    assert found["Shops.total"].doc == "total(basket)\n\nThe total of a basket."
    assert found["Shops.fast"].annotations == ("@inline",)
    assert not extraction("julia").broken


def test_a_defined_function_is_not_called_by_its_definition() -> None:
    calls = [r.name for r in extraction("julia").references if r.kind == "calls"]
    assert "total" not in calls
    assert "quick" not in calls


def test_imports_keep_their_local_names() -> None:
    imports = [(r.receiver, r.name, r.alias) for r in extraction("julia").references if r.kind == "imports"]
    assert ("Prices", "Rate", "R") in imports
    assert ("JSON.Writer", "", "JW") in imports
