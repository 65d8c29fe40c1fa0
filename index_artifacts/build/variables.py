"""The written types of variables in one file: what a call's receiver is, where the source says so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index_artifacts.types import CALLABLE_KINDS, CLASS_KINDS, SymbolKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index_artifacts.types import Symbol

_OF_CLASS = re.compile(r"(?:\$?this|self|cls)(?:\.|->)|@{1,2}")  # before the name of a member
_OWN = frozenset({"self", "this", "cls", "$this"})
_SIGILS = "$&*"
_WRAPPERS = (
    "Optional ClassVar Final Type type Promise PromiseLike Awaitable Task ValueTask Readonly Option Box Rc Arc unique_ptr shared_ptr"
)
_WRAPPER = re.compile(rf"(?:\w+(?:\.|::))*(?:{_WRAPPERS.replace(' ', '|')})\s*[<\[](.+)[>\]]", re.DOTALL)
_NOTHING = re.compile(r"\|\s*(?:None|null|undefined)\b|\b(?:None|null|undefined)\s*\|")
_NOISE = re.compile(r"<.*>|\[.*\]|'\w+|[&*?!\s\"']|\b(?:const|mut|dyn|impl|struct|class|final|readonly|unsigned|signed)\b", re.DOTALL)
_SEPARATORS = re.compile(r"::|->|\\")
_WRITTEN = re.compile(r"\.?[^\W\d]\w*(?:\.[^\W\d]\w*)*")
# What is written where a type is left open; a single capital is mostly a type parameter.
_OPEN = re.compile(
    r"(?:Final|ClassVar|type|Type|var|auto|val|let|any|Any|object|Object|dynamic|self|Self|static|mixed|interface|unknown|id|[A-Z])"
)
_GIVEN = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_LONGEST = 200


def written_type(text: str) -> str:
    """The dotted name of a written type, without what wraps, points at or parametrises it; "" where it says nothing."""
    text = _NOTHING.sub("", text[:_LONGEST]).strip().lstrip(":").strip().strip("\"'")
    while (wrapped := _WRAPPER.fullmatch(text)) is not None:
        text = wrapped[1].strip()
    text = _SEPARATORS.sub(".", _NOISE.sub(" ", text)).strip()
    if not _WRITTEN.fullmatch(text) or _OPEN.fullmatch(text):
        return ""
    return text.strip(".")


class Variables:
    """Variables of a file by the symbol that holds them: a function its parameters and locals, a class its members."""

    def __init__(self, symbols: Sequence[Symbol], *, implicit_self: bool) -> None:
        """Take the symbols of the file, and whether its language names members without what says that they are."""
        self._symbols, self._implicit_self = symbols, implicit_self
        self._known: dict[tuple[int, str], str] = {}
        self._local: set[tuple[int, str]] = set()
        self._defined = {(s.parent, s.name) for s in symbols}
        classes = [(s.name, i) for i, s in enumerate(symbols) if s.kind in CLASS_KINDS or s.kind is SymbolKind.TYPE]
        self._classes = dict(reversed(classes))

    def add(self, name: str, written: str, scope: int, *, member: bool = False) -> None:
        """Note the type of a variable; the first type that is written for it holds.

        Args:
            name: As written, with what says that it is a member ("self.store").
            written: Its type.
            scope: Position of the innermost symbol around it, or -1.
            member: Whether it belongs to the class, whatever its name.
        """
        self._note(name, written_type(written), scope, member=member)

    def add_given(self, name: str, given: str, scope: int) -> None:
        """Note that a variable holds what a call gives, as `given_by` writes it."""
        self._note(name, given, scope)

    def _note(self, name: str, kind: str, scope: int, *, member: bool = False) -> None:
        bare, of_class = _bare(name)
        holder = self._holder(scope, of_class=of_class or member)
        if kind:
            self._known.setdefault((holder, bare), kind)
            if member:
                self._known.setdefault((self._holder(scope, of_class=False), bare), kind)

    def bind(self, name: str, scope: int) -> None:
        """Note that a name is a parameter or variable of the innermost function around it."""
        if (holder := self._holder(scope, of_class=False)) >= 0 and self._symbols[holder].kind in CALLABLE_KINDS:
            self._local.add((holder, name))

    def is_local(self, name: str, scope: int) -> bool:
        """Whether a name, from a symbol outwards, is a parameter or variable of a function, and not a function or class in one."""
        while scope >= 0:
            if self._symbols[scope].kind in CALLABLE_KINDS:
                if (scope, name) in self._defined:
                    return False
                if (scope, name) in self._local:
                    return True
            scope = self._symbols[scope].parent
        return False

    def type_of(self, name: str, scope: int) -> str:
        """The type of what a receiver names, from a symbol outwards; "" if none is written."""
        bare, of_class = _bare(name)
        at = scope
        while True:
            at = self._holder(at, of_class=of_class)
            visible = of_class or self._implicit_self or at < 0 or self._symbols[at].kind in CALLABLE_KINDS
            if visible and (known := self._known.get((at, bare))):
                return known
            if at < 0:
                break
            at = self._symbols[at].parent
        owner, _, member = bare.rpartition(".")
        if not owner or not (kind := self.type_of(f"self.{owner}" if of_class else owner, scope)):
            return ""
        # A member of something: of a class in this file its type, of another the way to it.
        holder = self._classes.get(kind.rpartition(".")[2], -1)
        return self._known.get((holder, member), "") if holder >= 0 else f"{kind}:{member}"[:_LONGEST]

    def given_by(self, called: str, scope: int) -> str:
        """What a call of a dotted name gives: the name with "()", or the type of what it is a member of, ":" and the member with "()"."""
        called = _SEPARATORS.sub(".", called).replace("?.", ".")
        owner, _, name = called.rpartition(".")
        if owner and (kind := self.type_of(owner, scope)):
            return f"{kind}:{name}()"[:_LONGEST]
        head = called.partition(".")[0]
        if not _GIVEN.fullmatch(called.removeprefix("$")) or (head not in _OWN and self.is_local(head, scope)):
            return ""
        return f"{called}()"[:_LONGEST]

    def _holder(self, scope: int, *, of_class: bool) -> int:
        """The innermost class, or function or class, from a symbol outwards."""
        kinds = CLASS_KINDS | {SymbolKind.TYPE} if of_class else CLASS_KINDS | CALLABLE_KINDS | {SymbolKind.TYPE}
        while scope >= 0 and self._symbols[scope].kind not in kinds:
            scope = self._symbols[scope].parent
        return scope


def _bare(name: str) -> tuple[str, bool]:
    """A name without sigils and without what says that it is a member, and whether it says so."""
    name = name.replace("::", ".")
    found = _OF_CLASS.match(name)
    rest = name[found.end() :] if found is not None else name
    return rest.lstrip(_SIGILS).replace("->", "."), found is not None
