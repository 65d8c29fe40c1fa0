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
