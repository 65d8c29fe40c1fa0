from index_artifacts.build.extraction import extract
from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("class", "Shop.Core.Basket", 7, 45, None),
    ("constant", "Shop.Core.Basket.Limit", 11, 11, "Shop.Core.Basket"),
    ("constant", "Shop.Core.Basket.Spare", 11, 11, "Shop.Core.Basket"),
    ("field", "Shop.Core.Basket._size", 12, 12, "Shop.Core.Basket"),
    ("property", "Shop.Core.Basket.Size", 13, 13, "Shop.Core.Basket"),
    ("property", "Shop.Core.Basket.Name", 14, 15, "Shop.Core.Basket"),
    ("property", "Shop.Core.Basket.Opened", 16, 16, "Shop.Core.Basket"),
    ("property", "Shop.Core.Basket.Closed", 17, 17, "Shop.Core.Basket"),
    ("property", "Shop.Core.Basket.this", 18, 18, "Shop.Core.Basket"),
    ("constructor", "Shop.Core.Basket.Basket", 20, 23, "Shop.Core.Basket"),
    ("method", "Shop.Core.Basket.Basket", 25, 25, "Shop.Core.Basket"),
    ("method", "Shop.Core.Basket.+", 27, 27, "Shop.Core.Basket"),
    ("method", "Shop.Core.Basket.int", 28, 28, "Shop.Core.Basket"),
    ("method", "Shop.Core.Basket.FindAsync", 30, 39, "Shop.Core.Basket"),
    ("function", "Shop.Core.Basket.FindAsync.Twice", 35, 35, "Shop.Core.Basket.FindAsync"),
    ("method", "Shop.Core.Basket.Price", 41, 41, "Shop.Core.Basket"),
    ("method", "Shop.Core.Basket.Open", 42, 42, "Shop.Core.Basket"),
    ("type", "Shop.Core.Basket.Sorter", 43, 43, "Shop.Core.Basket"),
    ("struct", "Shop.Core.Basket.Slot", 44, 44, "Shop.Core.Basket"),
    ("field", "Shop.Core.Basket.Slot.Item", 44, 44, "Shop.Core.Basket.Slot"),
    ("class", "Shop.Core.Day", 47, 47, None),
    ("enum", "Shop.Core.Colour", 49, 53, None),
    ("field", "Shop.Core.Colour.Red", 51, 51, "Shop.Core.Colour"),
    ("field", "Shop.Core.Colour.Green", 52, 52, "Shop.Core.Colour"),
    ("interface", "Shop.Core.IPriced", 55, 55, None),
    ("method", "Shop.Core.IPriced.Price", 55, 55, "Shop.Core.IPriced"),
]

REFERENCES = [
    ("imports", "System", "", 1),
    ("imports", "System.Text.StringBuilder", "", 2),
    ("imports", "System.Math", "", 3),
    ("extends", "", "IPriced", 9),
    ("extends", "", "Store", 9),
    ("extends", "Base", "IOpen", 9),
    ("calls", "", "Find", 18),
    ("calls", "a", "Merge", 27),
    ("calls", "", "List", 34),
    ("calls", "", "Load", 36),
    ("calls", "", "Twice", 36),
    ("calls", "Task", "Run", 36),
    ("calls", "this.Log", "Write", 37),
    ("calls", "Base", "Slot", 38),
    ("calls", "", "Abs", 41),
    ("extends", "", "Dated", 47),
    ("extends", "", "IComparable", 55),
]


def test_symbols() -> None:
    assert symbol_rows("csharp") == SYMBOLS


def test_references() -> None:
    assert reference_rows("csharp") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("csharp").symbols)}
    assert found["Shop.Core.Basket"].annotations == ("[Serializable]", '[Obsolete("old")]')
    assert found["Shop.Core.Basket"].doc == "<summary>Keeps things.</summary>"
    assert found["Shop.Core.Basket.FindAsync"].annotations == ("[Pure]",)
    assert found["Shop.Core.Basket.FindAsync"].parameters == 'int index, string key = "a"'
    assert found["Shop.Core.Basket.FindAsync"].return_type == "Task<T>"
    assert found["Shop.Core.Basket.Name"].signature == "public string Name"
    assert not extraction("csharp").broken


def test_aliases() -> None:
    assert [(r.receiver, r.alias) for r in extraction("csharp").references if r.alias] == [
        ("System.Text.StringBuilder", "Text"),
    ]


def test_attributes_under_a_condition() -> None:
    source = b"class A\n{\n#if DEBUG\n    [Theory]\n#endif\n    [Test] // issue 1\n    public void F() { }\n}\n"
    method = extract(source, "csharp").symbols[-1]
    assert (method.annotations, method.signature) == (("[Theory]", "[Test]"), "public void F()")
