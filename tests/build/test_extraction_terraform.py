from tests.build.extraction_tables import extraction, reference_rows, symbol_rows

SYMBOLS = [
    ("section", "terraform", 1, 3, None),
    ("variable", "region", 5, 9, None),
    ("section", "locals", 11, 13, None),
    ("variable", "name", 12, 12, None),
    ("section", "aws_instance.web", 15, 18, None),
    ("section", "network", 20, 22, None),
    ("variable", "ip", 24, 26, None),
]

REFERENCES = [
    ("imports", "./network", "", 21),
]


def test_symbols() -> None:
    assert symbol_rows("terraform") == SYMBOLS


def test_references() -> None:
    assert reference_rows("terraform") == REFERENCES


def test_parts() -> None:
    found = {s.qualified_name: s for s in reversed(extraction("terraform").symbols)}
    assert found["terraform"].signature == "terraform {"
    assert found["region"].signature == 'variable "region"'
    assert found["region"].doc == "Where it runs."
    assert found["locals"].signature == "locals {"
    assert found["name"].signature == 'name = "shop-${var.region}"'
    assert found["aws_instance.web"].signature == 'resource "aws_instance" "web" {'
    assert found["network"].signature == 'module "network" {'
    assert not extraction("terraform").broken
