"""What a repository names without defining it, resolved by the rest of the fleet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support import index_without_dagster, write_files

if TYPE_CHECKING:
    from pathlib import Path

    from index_artifacts.config import Home


def test_only_languages_that_call_each_other_resolve_each_other(home: Home, tmp_path: Path) -> None:
    repositories = {
        "app": {"App.java": "class App { void run() { show(1); Printer.print(2); log(3); } }\n"},
        "lib": {"Printer.kt": "class Printer {\n    fun print(i: Int) {}\n}\n", "show.rs": "macro_rules! show { () => {} }\n"},
        "one": {"One.java": "class One { void log(int i) {} }\n"},
        "two": {"Two.java": "class Two { void log(int i) {} }\n"},
    }
    index = index_without_dagster(home, {name: write_files(tmp_path / name, files) for name, files in repositories.items()})
    found = [(r.target, r.target_repo, r.resolution, r.candidates) for r in index.relations("App.run", "callees")]
    assert found == [
        ("Printer.print", "lib", "unique in fleet", 1),
        ("log", "", "ambiguous", 2),
        ("show", "", "external", 0),
    ]


FLEET = {
    "agentkit": {
        "pyproject.toml": "[project]\nname = 'agentkit'\n",
        "src/agentkit/__init__.py": "",
        "src/agentkit/session.py": "class Session:\n    def open(self): ...\n\n\ndef connect():\n    return Session()\n",
        "tests/test_session.py": "def open_session(): ...\n",
    },
    "jvm": {
        "src/Store.java": "package org.shop.store;\npublic class Store { public void get() {} public static Store of() { return null; } }\n"
    },
    "golib": {
        "go.mod": "module example.com/golib/v2\n",
        "cart/cart.go": "package cart\n\nfunc Fill() {}\n\ntype Cart struct{}\n\nfunc (c *Cart) Add() {}\n",
    },
    "web": {"package.json": '{"name": "@shop/web-kit"}', "src/bell.ts": "export class Bell { ring() {} }\nexport function ding() {}\n"},
    "crab": {"Cargo.toml": '[package]\nname = "crab-shop"\n', "src/till.rs": "pub struct Till;\nimpl Till { pub fn open(&self) {} }\n"},
    "dartlib": {
        "pubspec.yaml": "name: cart_kit\nversion: 1.0.0\n",
        "lib/src/cart.dart": "class Cart {\n  void fill() {}\n}\nvoid pack() {}\n",
    },
    "swiftlib": {"Package.swift": "// Shelf\n", "Sources/Shelf/Rack.swift": "public class Rack {\n  public func lift() {}\n}\n"},
    "app": {
        "use.swift": "import Shelf\nfunc raise(r: Rack) {\n  r.lift()\n}\n",
        "use.dart": "import 'package:cart_kit/cart.dart' show Cart;\nimport 'package:cart_kit/src/cart.dart' as kit;\n"
        "import 'dart:io';\nvoid shop(Cart c, File f) {\n  c.fill();\n  kit.pack();\n  f.readSync();\n}\n",
        "main.py": "import agentkit.session\nfrom agentkit.session import Session, connect as join\n\n\ndef run(s: Session):\n    s.open()\n    join()\n    Session().open()\n    open()\n",
        "Use.java": "import org.shop.store.Store;\nimport java.util.List;\nclass Use { void use(Store s, List l) { s.get(); Store.of(); l.get(); } }\n",
        "use.go": 'package main\n\nimport "example.com/golib/v2/cart"\n\nfunc use(c *cart.Cart) {\n\tcart.Fill()\n\tc.Add()\n}\n',
        "use.ts": "import { Bell, ding } from '@shop/web-kit';\nexport function use(b: Bell) { b.ring(); ding(); }\n",
        "use.rs": "use crab_shop::till::Till;\nfn go(t: &Till) { t.open(); }\n",
    },
}


def test_what_is_imported_from_another_repository_means_its_symbols(home: Home, tmp_path: Path) -> None:
    index = index_without_dagster(home, {name: write_files(tmp_path / name, files) for name, files in FLEET.items()})

    def found(name: str, kind: str = "calls") -> list[tuple[str, str, str]]:
        return [(r.target, r.target_repo, r.resolution) for r in index.relations(name, "callees", kind=kind, repo="app")]

    assert found("run") == [
        ("Session.open", "agentkit", "import"),
        ("connect", "agentkit", "import"),
        ("?.open", "", "external"),
        ("Session", "agentkit", "import"),
        ("open", "", "external"),
    ]
    assert found("Use.use") == [
        ("Store.get", "jvm", "import"),
        ("Store.of", "jvm", "import"),
        ("java.util.List.get", "", "external"),
    ]
    assert found("app/use.go:5") == [("Fill", "golib", "import"), ("Cart.Add", "golib", "import")]
    assert found("app/use.ts:2") == [("Bell.ring", "web", "import"), ("ding", "web", "import")]
    assert found("shop") == [("Cart.fill", "dartlib", "import"), ("pack", "dartlib", "import"), ("f.readSync", "", "external")]
    assert found("raise") == [("Rack.lift", "swiftlib", "unique in fleet")]
    assert found("go") == [("Till.open", "crab", "import")]
    imports = {
        (r.source_path, r.target, r.target_path) for s in ("Session", "Store") for r in index.relations(s, "callers", kind="imports")
    }
    assert imports == {
        ("main.py", "Session", "src/agentkit/session.py"),
        ("Use.java", "Store", "src/Store.java"),
    }
