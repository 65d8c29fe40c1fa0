"""Short runs of `python -m proofs.relations`, and the cases that it has found."""

from __future__ import annotations

import pytest

from proofs import relations
from proofs.relations import CHECK, failure_of, first_failure
from proofs.small import small_world

_A_CLASS = "class C(A, B):\n    def go(self):\n        self.foo()\n"
_CASES = {
    "a file that implements something outside of any symbol": [
        ("write", "r", "i.go", "package p\n\ntype I interface{ F() }\n\nvar _ I = (*T)(nil)\n"),
        ("write", "r", "t.go", "package p\n\ntype T struct{}\n"),
        CHECK,
        ("write", "r", "note.md", "# Words\n"),
    ],
    "two bases on one line that change places in their file": [
        ("write", "r", "ab.py", "class A(X): ...\n\n\nclass B(Y): ...\n"),
        ("write", "r", "x.py", "class X:\n    def foo(self): ...\n"),
        ("write", "r", "y.py", "class Y:\n    def foo(self): ...\n"),
        ("write", "r", "c.py", _A_CLASS),
        CHECK,
        ("write", "r", "ab.py", "class B(Y): ...\n\n\nclass A(X): ...\n"),
    ],
    "a path of dots, and an index file that comes": [
        ("write", "r", "app/base.ts", "import { x } from '..';\n"),
        CHECK,
        ("write", "r", "index.ts", "export const y = 1;\n"),
        ("write", "r", "app/index.ts", "export const z = 1;\n"),
    ],
    "a path of dots, and a package that comes and knows nothing of the name": [
        ("write", "r", "pkg/a.py", "from . import foo\n"),
        ("write", "r", "other.py", "def foo(): ...\n"),
        CHECK,
        ("write", "r", "pkg/__init__.py", '"""Words."""\n'),
    ],
    "a path of dots, and a file beside the folder with its name": [
        ("write", "r", "pkg/a.py", "from . import foo\n"),
        CHECK,
        ("write", "r", "pkg.py", '"""Words."""\n'),
    ],
}


@pytest.mark.parametrize("name", _CASES)
def test_a_change_reaches_what_it_once_did_not(name: str) -> None:
    with small_world():
        assert not failure_of([*_CASES[name], CHECK])


@pytest.mark.parametrize("first", range(0, 16, 8))
def test_relations_resolved_as_far_as_changes_reach_are_those_resolved_from_nothing(first: int) -> None:
    assert not first_failure(range(first, first + 8))


def test_the_proof_would_find_a_change_that_does_not_reach_far_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        relations.relations, "reached_by_definitions", lambda now, before: {f for f, p in enumerate(now) if p not in before.files}
    )
    with small_world():
        steps = [
            ("write", "r", "a.py", "def old(): ...\n"),
            ("write", "r", "b.py", "from a import new\n\nnew()\n"),
            CHECK,
            ("write", "r", "a.py", "def new(): ...\n"),
            CHECK,
        ]
        assert failure_of(steps)
