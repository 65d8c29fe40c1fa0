"""What a call means, where the type of its receiver is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from index_artifacts.fleet import register
from tests.build.test_reach import relations
from tests.support import run_repository, write_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from index_artifacts.config import Home

_JAVA = {
    "a/Store.java": "package a;\npublic class Store extends Base { public void get() {} }\n",
    "a/Base.java": "package a;\nclass Base { public void size() {} }\n",
    "b/Cart.java": "package b;\npublic class Cart { public void get() {} }\n",
}


@pytest.mark.parametrize(
    ("files", "use", "expected"),
    [
        (
            _JAVA,
            {"c/Use.java": "package c;\nimport a.Store;\nclass Use { void f(Store s) { s.get(); s.size(); s.none(); } }\n"},
            [("Store.get", "import"), ("Base.size", "import"), ("s.none", "external")],
        ),
        (
            _JAVA,
            {
                "c/Use.java": "package c;\nimport b.*;\nclass Use { void f(java.util.List s, Cart c, Store t) { s.get(); c.get(); t.get(); } }\n"
            },
            [("Cart.get", "import"), ("s.get", "external"), ("t.get", "external")],
        ),
        (
            {
                "store.py": "class Base:\n    def size(self): ...\n\n\nclass Store(Base):\n    def get(self): ...\n",
                "cart.py": "class Cart:\n    def get(self): ...\n    def size(self): ...\n",
            },
            {"use.py": "from store import Store as Shelf\n\n\ndef use(s: Shelf | None):\n    s.get()\n    s.size()\n"},
            [("Store.get", "import"), ("Base.size", "import")],
        ),
        (
            {
                "shop/store.go": "package shop\n\ntype Store struct{}\n",
                "shop/get.go": "package shop\n\nfunc (s *Store) Get() {}\n",
                "cart/cart.go": "package cart\n\ntype Store struct{}\n\nfunc (s *Store) Get() {}\n",
            },
            {"shop/use.go": "package shop\n\nfunc use(s *Store) {\n\ts.Get()\n}\n"},
            [("Store.Get", "import")],
        ),
        (
            {
                "a/Problem.java": "package a;\npublic class Problem {}\n",
                "c/Near.java": "package c;\nclass Near { static class Inner {} }\n",
            },
            {
                "c/Use.java": "package c;\nclass Use { void f() { new Problem(); new Inner(); g(); h(); } void g() {}\n"
                "  class Deep { void k() { g(); } } }\n"
            },
            [
                ("Problem", "external"),
                ("Near.Inner", "unique in repository"),
                ("Use.g", "same class"),
                ("h", "external"),
                ("Use.g", "same class"),
            ],
        ),
        (
            {
                "main.py": "import pkg\n",
                "pkg/json.py": "def load(): ...\n",
                "pkg/tools.py": "class Tool:\n    def open(self): ...\n    def update(self): ...\n\n\nclass Deep:\n    def k(self): ...\n",
            },
            {
                "pkg/use.py": "import json\nfrom abc import Base\n\n\nclass Use(Base):\n    def f(self, x):\n        def inner(): ...\n"
                "        inner()\n        open(1)\n        x.update()\n        super().k()\n        json.load()\n"
            },
            [
                ("Use.f.inner", "same file"),
                ("open", "external"),
                ("x.update", "external"),
                ("super", "external"),
                ("super.k", "external"),
                ("json.load", "external"),
            ],
        ),
        (
            {
                "pubspec.yaml": "name: shop\n",
                "lib/src/store.dart": "class Store extends Base {\n  void get() {}\n}\nclass Base {\n  void size() {}\n}\n",
                "lib/cart.dart": "part 'cart.g.dart';\nclass Cart {\n  void get() {}\n  void test() {}\n}\n",
                "lib/src/far.dart": "void far() {}\n",
                "other/pubspec.yaml": "name: other\n",
                "other/lib/other.dart": "void strange() {}\n",
                "lib/cart.g.dart": "part of 'cart.dart';\nvoid fill() {}\n",
                "kit/pubspec.yaml": "name: kit\n",
                "kit/lib/kit.dart": "void pack() {}\nvoid fill() {}\n",
            },
            {
                "lib/use.dart": "import 'package:shop/src/store.dart';\nimport 'cart.dart' as c;\nimport 'package:kit/kit.dart';\n"
                "import 'dart:io';\nimport 'package:flutter/src/store.dart' as other;\n"
                "class Use extends Store {\n  void f(Store s, c.Cart t, File g) {\n    s.get();\n    s.size();\n    t.get();\n    g.read();\n"
                "    pack();\n    size();\n    other.pack();\n    f(s, t, g);\n    map.forEach(fill);\n"
                "    test();\n    far();\n    strange();\n  }\n}\n"
            },
            [
                ("Store.get", "import"),
                ("Base.size", "import"),
                ("Cart.get", "import"),
                ("g.read", "external"),
                ("pack", "import"),
                ("Base.size", "same class"),
                ("package:flutter.src.store.dart.pack", "external"),
                ("Use.f", "same class"),
                ("map.forEach", "external"),
                ("test", "external"),
                ("far", "unique in repository"),
                ("strange", "external"),
            ],
        ),
        (
            {
                "model/Rack.scala": "package shop.model\n\nclass Rack(n: Int) { def fill(): Unit = () }\nobject Rack {\n"
                "  def make(n: String): Rack = new Rack(1)\n  object Deep { def dig() = 1 }\n}\n",
                "other/Rack.scala": "package other\nobject Rack { def make(n: Int) = 2; def dig() = 3 }\nobject Tools { def help() = 1 }\n",
            },
            {
                "use.scala": "package app\n\nimport shop.model.Rack\nimport shop.model.Rack._\nimport other.Tools.help\nclass Use {\n"
                '  def f(r: Rack): Unit = { Rack.make("a"); make("b"); Deep.dig(); help(); r.fill(); new Rack(2) }\n}\n'
            },
            [
                ("Rack.make", "import"),
                ("Rack.make", "import"),
                ("Rack.Deep.dig", "import"),
                ("Tools.help", "import"),
                ("Rack.fill", "import"),
                ("Rack", "import"),
            ],
        ),
        (
            {
                "Sources/Shop/Models/Item.swift": "struct Item {}\nfunc pack(_ i: Item) {}\nclass Store {\n  func get() {}\n}\n",
                "Sources/Kit/Item.swift": "struct Item {}\nfunc pack(_ i: Item) {}\n",
                "ios/Runner/Store.swift": "class Store {\n  func get() {}\n}\n",
            },
            {"Sources/Shop/use.swift": "import Foundation\nfunc use(s: Store) {\n  pack(Item())\n  s.get()\n}\n"},
            [("pack", "import"), ("Item", "import"), ("Store.get", "import")],
        ),
        (
            {
                "Sources/Shop/Item.swift": "struct Item {}\nfunc pack(_ i: Item) {}\n",
                "Sources/Kit/Item.swift": "struct Item {}\nfunc pack(_ i: Item) {}\n",
            },
            {"Tests/ShopTests/use.swift": "@testable import Shop\nfunc use() {\n  pack(Item())\n}\n"},
            [("pack", "import"), ("Item", "import")],
        ),
        (
            {"store.h": "class Store {\n  void get();\n};\nclass Cart {\n  void get();\n};\n", "store.cpp": "void Store::get() {}\n"},
            {"use.cpp": '#include "store.h"\nvoid use(Store& s) { s.get(); }\n'},
            [("Store.get", "import")],
        ),
        (
            {"store.py": "class Base:\n    def get(self): ...\n\n\nclass Other:\n    def get(self): ...\n    def put(self): ...\n"},
            {
                "use.py": "from abc import Abstract\nfrom store import Base\n\n\nclass Use(Abstract, Base):\n    def get(self):\n"
                "        super().get()\n        super(Use, self).put()\n        self.put()\n"
            },
            [("Base.get", "same class"), ("super.put", "external"), ("self.put", "external"), *[("super", "external")] * 2],
        ),
        (
            {"store.py": "class Store:\n    def open(self): ...\n    def items(self): ...\n    def fill(self): ...\n\n\ndef load(): ...\n"},
            {"use.py": "def use(x):\n    open(1)\n    x.items()\n    x.fill()\n    load()\n"},
            [("open", "external"), ("x.items", "external"), ("Store.fill", "unique in repository"), ("load", "external")],
        ),
        (
            {"store.py": "def load(): ...\ndef save(): ...\n"},
            {"use.py": "from store import *\n\n\ndef use(load):\n    def add(): ...\n    load()\n    save()\n    add()\n"},
            [("save", "import"), ("use.add", "same file")],
        ),
        (
            {"shop/__init__.py": "x = 1\n", "shop/json.py": "def load(): ...\n", "shop/cart.py": "class Cart:\n    def load(self): ...\n"},
            {"shop/use.py": "import json\nfrom shop import cart\n\njson.load()\ncart.Cart.load(1)\n"},
            [("json.load", "external"), ("Cart.load", "import")],
        ),
        (
            {"store.py": "@overload\ndef get(a: int): ...\n@overload\ndef get(a: str): ...\ndef get(a): ...\n\n\nclass Base:\n    x = 1\n"},
            {"use.py": "import store as s\nfrom store import get\n\nget(1)\n\n\nclass Use(s.Base): ...\n"},
            [("get", "import")],
        ),
        (
            {
                "packages/shop/package.json": "{}\n",
                "packages/shop/src/cart.ts": "export function fill() {}\nexport class Cart { static get() {} }\n",
                "store.ts": "export default class Store { static get() {} }\nexport function load() {}\n",
            },
            {
                "use.ts": "import { fill } from '@my/shop/cart';\nimport { Cart } from 'shop-of-others';\nimport Store from './store';\n"
                "function use(load: any) { fill(); Cart.get(); Store.get(); new Store(); load(); }\n"
                "function other() { load(); [].map(Store.get); return { fill() { fill(); } }; }\n"
            },
            [("fill", "import")] * 2
            + [("shop_of_others.Cart.get", "external"), ("Store.get", "import"), ("Store", "import"), ("load", "external")]
            + [("?.map", "external")],
        ),
        (
            {
                "store.py": "from cart import Cart\n\n\nclass Store:\n    def find(self) -> 'Cart | None': ...\n"
                "    @property\n    def log(self) -> Cart: ...\n\n\ndef load() -> Store: ...\n",
                "cart.py": "class Cart:\n    def fill(self) -> Self: ...\n\n\nclass Other:\n    def find(self): ...\n    def fill(self): ...\n",
            },
            {
                "use.py": "from store import load, Store\n\n\nasync def use(s: Store):\n    x = await load()\n    x.find().fill().fill()\n"
                "    s.log.fill()\n    x.none()\n"
            },
            [("load", "import"), ("Store.find", "import"), *[("Cart.fill", "import")] * 3, ("x.none", "external")],
        ),
        (
            {
                "store/store.go": "package store\n\ntype Store struct{}\n\nfunc (s *Store) Get() {}\n\nfunc Open(a int) (*Store, error) {}\n",
                "cart/cart.go": "package cart\n\ntype Cart struct{}\n\nfunc (s *Cart) Get() {}\n",
            },
            {"use/use.go": 'package use\n\nimport "example.org/shop/store"\n\nfunc use() {\n\ts, err := store.Open(1)\n\ts.Get()\n}\n'},
            [("Open", "import"), ("Store.Get", "import")],
        ),
        (
            {
                "shop-core/src/lib.rs": "pub mod cart;\npub fn open() {}\n",
                "shop-core/src/cart.rs": "pub fn fill() {}\n",
                "shop/src/lib.rs": "mod cart;\nfn shut() {}\n",
                "shop/src/cart/mod.rs": "mod use_;\npub fn fill() {}\npub fn pay() {}\n",
                "shop/src/cart/keys.rs": "pub fn turn() {}\n",
            },
            {
                "shop/src/cart/use_.rs": "use shop_core::cart::fill;\nuse super::{pay, keys};\nuse crate::shut;\n\n"
                "fn all() { fill(); pay(); keys::turn(); shut(); shop_core::open(); crate::cart::pay(); super::keys::turn(); }\n"
                "struct Cart;\nstruct Lid;\nimpl Cart { fn seal(&self) { Box::seal(1); } }\nimpl Lid { fn seal(&self) { lid.seal(); } }\n"
            },
            [
                *((n, "import") for n in ("fill", "pay", "turn", "shut", "open", "pay", "turn")),
                ("Box.seal", "external"),
                ("lid.seal", "ambiguous"),
            ],
        ),
        (
            {
                "a/Store.java": "package a;\npublic class Store { Cart find() {} static Store open() {} }\n",
                "a/Cart.java": "package a;\nclass Cart { void get() {} }\n",
            },
            {"a/Use.java": "package a;\nclass Use { void get() { var s = Store.open(); s.find().get(); } }\n"},
            [("Store.open", "import"), ("Store.find", "import"), ("Cart.get", "import")],
        ),
    ],
)
def test_a_call_means_the_member_of_the_written_type(
    home: Home, tmp_path: Path, files: Mapping[str, str], use: Mapping[str, str], expected: list[tuple[str, str]]
) -> None:
    register(home, write_files(tmp_path / "r", {**files, **use}), "r")
    run_repository(home, "r")
    (path,) = use
    found = [(r["target_name"], r["resolution"]) for r in relations(home) if r["kind"] == "calls" and r["source_path"] == path]
    assert sorted(found) == sorted(expected)
