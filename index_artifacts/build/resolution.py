"""Find what a name in one repository means.

From the surest to the least sure: a member of the same class, a definition in the same file, something imported or of the same
package, the only definition of that name in the repository. Several candidates stay ambiguous, none is external. Every step is
a dictionary look-up, so the time is linear in the number of references.
"""

from __future__ import annotations

import posixpath
from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from index_artifacts.languages import languages
from index_artifacts.types import CALLABLE_KINDS, CLASS_KINDS, RelationKind, Resolution, SymbolKind

_SELF = frozenset({"self", "this", "cls", "Self", "static", "@", "$this"})
_SUPER = frozenset({"super", "parent", "base", "super()"})
_TYPE_KINDS = CLASS_KINDS | {SymbolKind.TYPE}
FOLDER_STEMS = frozenset({"index", "__init__", "mod", "lib", "main"})
_MOST_BASES = 8  # how far up a hierarchy a member is looked for
_HERE = frozenset({"crate", "self", "super"})
_MERELY_BOUND = frozenset({SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.FIELD, SymbolKind.PROPERTY})

Counted = dict[tuple[str, str], tuple[int, int]]  # family and name -> a row of that name, and how many there are
Found = tuple[int, int, Resolution, int]  # target file, target symbol, how, number of candidates; -1 for none
_NOWHERE: Found = (-1, -1, Resolution.EXTERNAL, 0)


def _count(table: Counted, key: tuple[str, str], row: int) -> None:
    known = table.get(key)
    table[key] = (row, 1) if known is None else (known[0], known[1] + 1)


@dataclass(slots=True)
class Names:
    """The definitions of one repository by every way in which they can be named. Files and symbols are rows."""

    paths: list[str]
    languages: list[str]
    packages: list[str]
    kind: list[str]
    name: list[str]
    qualified: list[str]
    parent: list[int]  # row, or -1
    file: list[int]
    families: list[str] = field(init=False)  # of each file: languages that call each other share one
    types: Counted = field(default_factory=dict)
    callables: Counted = field(default_factory=dict)
    methods: Counted = field(default_factory=dict)
    top_level: Counted = field(default_factory=dict)
    in_file: dict[tuple[int, str], int] = field(default_factory=dict)
    in_folder: dict[tuple[str, str], int] = field(default_factory=dict)
    members: dict[tuple[int, str], int] = field(default_factory=dict)
    outside: dict[tuple[str, str], int] = field(default_factory=dict)  # family or folder, and qualified name of a method without parent
    full: dict[str, int] = field(default_factory=dict)
    bases: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    open: set[int] = field(default_factory=set)  # classes with a base that is not known
    by_path: dict[str, int] = field(default_factory=dict)
    by_suffix: dict[str, int] = field(default_factory=dict)  # -1 where two files share it
    folders: set[str] = field(default_factory=set)
    packages_of_python: set[str] = field(init=False)  # folders that are one
    packages_of_javascript: set[str] = field(init=False)  # names of folders that are one

    def __post_init__(self) -> None:
        known = languages()
        self.families = [known[name].family if name in known else name for name in self.languages]
        for row, kind in enumerate(self.kind):
            name, parent, file = self.name[row], self.parent[row], self.file[row]
            key = self.families[file], name
            if kind in _TYPE_KINDS:
                _count(self.types, key, row)
            elif kind in CALLABLE_KINDS:
                _count(self.callables, key, row)
                if parent >= 0:
                    _count(self.methods, key, row)
            if parent < 0 and (kind in _TYPE_KINDS or kind in CALLABLE_KINDS):
                _count(self.top_level, key, row)
            if parent >= 0:
                self._define(self.members, (parent, name), row)
            elif kind in CALLABLE_KINDS and "." in self.qualified[row]:
                self.outside.setdefault((self._reach(file), self.qualified[row]), row)
            if parent < 0 or kind in _TYPE_KINDS:
                self._define(self.in_file, (file, name), row)
                if self.languages[file] == "go":
                    self.in_folder.setdefault((posixpath.dirname(self.paths[file]), name), row)
            if self.packages[file]:
                self.full.setdefault(f"{self.packages[file]}.{self.qualified[row]}", row)
        self.packages_of_python = {
            posixpath.dirname(p) for p, n in zip(self.paths, self.languages, strict=True) if n == "python" and "__init__.py" in p
        }
        manifests = [posixpath.dirname(p) for p in self.paths if posixpath.basename(p) == "package.json"]
        self.packages_of_javascript = {posixpath.basename(folder) for folder in manifests if folder}
        for file, path in enumerate(self.paths):
            self._add_path(file, path)

    def _define(self, table: dict[tuple[int, str], int], key: tuple[int, str], row: int) -> None:
        """Take a definition beside others of its name: in Python what is defined last holds, after overloads without a body."""
        known = table.setdefault(key, row)
        if known != row and self.languages[self.file[row]] == "python" and self.kind[row] not in _MERELY_BOUND:
            table[key] = row

    def _add_path(self, file: int, path: str) -> None:
        self.by_path[path] = file
        stem = posixpath.splitext(path)[0]
        self.folders.add(posixpath.dirname(path))
        keys = [stem]
        if posixpath.basename(stem) in FOLDER_STEMS:
            keys.append(posixpath.dirname(stem))
        for key in keys:
            self.by_path.setdefault(key, file)
            parts = key.split("/")
            for i in range(len(parts)):
                if i and self.languages[file] == "python" and "/".join(parts[:i]) in self.packages_of_python:
                    continue  # a module of a package has the name of the package before its own
                suffix = "/".join(parts[i:])
                self.by_suffix[suffix] = file if self.by_suffix.get(suffix, file) == file else -1

    def _reach(self, file: int) -> str:
        """Where methods of a type may stand in other files: in Go its folder, else anywhere in its languages."""
        return posixpath.dirname(self.paths[file]) if self.languages[file] == "go" else self.families[file]

    def member(self, owner: int, name: str) -> int:
        """Row of a member of a class or of what it extends, methods in other files included; -1 for none."""
        seen, queue = {owner}, [owner]
        while queue and len(seen) <= _MOST_BASES:
            at = queue.pop(0)
            if (row := self.members.get((at, name), -1)) >= 0:
                return row
            if (row := self.outside.get((self._reach(self.file[at]), f"{self.qualified[at]}.{name}"), -1)) >= 0:
                return row
            queue += [b for b in self.bases.get(at, ()) if b not in seen]
            seen.update(queue)
        return -1

    def inherits_unknown(self, owner: int) -> bool:
        """Whether a class or one that it extends has a base that is not in the repository."""
        seen, queue = {owner}, [owner]
        while queue and len(seen) <= _MOST_BASES:
            at = queue.pop(0)
            if at in self.open:
                return True
            queue += [b for b in self.bases.get(at, ()) if b not in seen]
            seen.update(queue)
        return False

    def class_of(self, symbol: int) -> int:
        """Row of the innermost class around a symbol, itself included; -1 for none."""
        while symbol >= 0 and self.kind[symbol] not in CLASS_KINDS:
            symbol = self.parent[symbol]
        return symbol

    def module(self, file: int, written: str) -> int:
        """File that a written module path means; -1 for none, or for several."""
        folder = posixpath.dirname(self.paths[file])
        if written.startswith("."):
            return self._relative(folder, written)
        path = written.replace("\\", "/").replace("::", "/")
        if "/" not in path and not posixpath.splitext(path)[1] in {".h", ".hpp", ".hh", ".rb", ".php", ".js", ".ts"}:
            path = path.replace(".", "/")
        python = self.languages[file] == "python"
        if not python or folder not in self.packages_of_python:
            beside = posixpath.normpath(posixpath.join(folder, path))
            if beside in self.by_path:
                return self.by_path[beside]
        parts = [p for p in posixpath.splitext(path)[0].split("/") if p and p not in _HERE]
        found = self.by_suffix.get("/".join(parts), -1) if parts else -1
        if found >= 0 or not parts:
            return found
        # The first names may be of the package that this repository is the inside of.
        return next((self.by_path[p] for i in range(1, len(parts)) if (p := "/".join(parts[i:])) in self.by_path), -1)

    def is_package_here(self, written: str) -> bool:
        """Whether a module path of JavaScript names a package that a folder of the repository is said to be."""
        parts = written.split("/")
        name = parts[1] if written.startswith("@") and len(parts) > 1 else parts[0]
        return name in self.packages_of_javascript

    def _relative(self, folder: str, written: str) -> int:
        if written.startswith(("./", "../")) or "/" in written:
            path = posixpath.normpath(posixpath.join(folder, written))
        else:
            dots = len(written) - len(written.lstrip("."))
            path = posixpath.join(folder, *[".."] * (dots - 1), written[dots:].replace(".", "/"))
            path = posixpath.normpath(path)
        stem = posixpath.splitext(path)[0]
        return self.by_path.get(path, self.by_path.get(stem, -1))


@dataclass(slots=True)
class Imports:
    """What one file can name because it imports it."""

    symbols: dict[str, int] = field(default_factory=dict)  # local name -> symbol row
    modules: dict[str, int] = field(default_factory=dict)  # local name -> file row
    folders: dict[str, str] = field(default_factory=dict)  # local name -> folder
    packages: list[str] = field(default_factory=list)  # packages whose names are visible
    files: list[int] = field(default_factory=list)  # files whose names are visible
    outside: set[str] = field(default_factory=set)  # local names from outside of the repository


def add_import(names: Names, file: int, imports: Imports, module: str, name: str, alias: str) -> Found:
    """Take one import into what its file can name, and tell what it means."""
    dotted = module.replace("\\", ".").replace("::", ".").removesuffix(".*").strip(".")
    wildcard = module.endswith("*") or name == "*"
    local = alias or name or dotted.rpartition(".")[2].rpartition("/")[2]
    full = f"{dotted}.{name}" if name and name != "*" else dotted
    if (row := names.full.get(full, -1)) >= 0:
        imports.symbols[local] = row
        return names.file[row], row, Resolution.IMPORT, 1
    target = names.module(file, module.removesuffix("*").removesuffix(".").removesuffix("::") if wildcard else module)
    if name and name != "*":
        return _import_name(names, file, imports, target, module, name, local)
    if target >= 0:
        imports.modules[local] = target
        language = languages().get(names.languages[file])
        if wildcard or language is None or not language.explicit:
            imports.files.append(target)
        return target, -1, Resolution.IMPORT, 1
    head, _, last = dotted.rpartition(".")
    if "::" in module and (owner := names.module(file, module.rpartition("::")[0])) >= 0:
        return _import_name(names, file, imports, owner, module, last, alias or last)
    for i in range(dotted.count("/") + 1):
        folder = "/".join(dotted.split("/")[i:])
        if "/" in dotted and folder in names.folders:
            imports.folders[local] = folder
            return -1, -1, Resolution.IMPORT, 1
    imports.packages.append(head if wildcard and not dotted else dotted)
    imports.outside.add(local)
    return _NOWHERE


def _import_name(names: Names, file: int, imports: Imports, target: int, module: str, name: str, local: str) -> Found:
    """Take one named thing of a module into what the file can name."""
    if target >= 0 and (row := names.in_file.get((target, name), -1)) >= 0:
        imports.symbols[local] = row
        return target, row, Resolution.IMPORT, 1
    separator = "" if module.endswith(".") else "/" if "/" in module else "."
    below = names.module(file, f"{module}{separator}{name}")
    if below >= 0:
        imports.modules[local] = below
        return below, -1, Resolution.IMPORT, 1
    if target >= 0 or names.is_package_here(module):
        if (row := _exported(names, file, target, name)) >= 0:
            imports.symbols[local] = row
            return names.file[row], row, Resolution.IMPORT, 1
        if target >= 0:
            return target, -1, Resolution.IMPORT, 1
    imports.outside.add(local)
    return _NOWHERE


def _exported(names: Names, file: int, target: int, name: str) -> int:
    """What a name of a module is: defined in it, or the only definition of that name, which it then re-exports; -1 for none."""
    if (row := names.in_file.get((target, name), -1)) >= 0:
        return row
    row, count = names.top_level.get((names.families[file], name), (-1, 0))
    return row if count == 1 else -1


def _visible(names: Names, file: int, imports: Imports, name: str) -> tuple[int, Resolution] | None:
    """A definition that the file can name without a receiver."""
    if (row := names.in_file.get((file, name), -1)) >= 0:
        return row, Resolution.SAME_FILE
    if (row := imports.symbols.get(name, -1)) >= 0:
        return row, Resolution.IMPORT
    if (other := imports.modules.get(name, -1)) >= 0 and (row := names.in_file.get((other, name), -1)) >= 0:
        return row, Resolution.IMPORT  # exported by default, and imported by its own name
    if names.languages[file] == "go":
        row = names.in_folder.get((posixpath.dirname(names.paths[file]), name), -1)
        if row >= 0:
            return row, Resolution.IMPORT
    for package in (names.packages[file], *imports.packages):
        if package and (row := names.full.get(f"{package}.{name}", -1)) >= 0:
            return row, Resolution.IMPORT
    for other in imports.files:
        if (row := names.in_file.get((other, name), -1)) >= 0:
            return row, Resolution.IMPORT
    return None


def resolve_type(names: Names, file: int, imports: Imports, receiver: str, name: str) -> Found:
    """What a written type means."""
    last = name.rpartition(".")[2].rpartition("::")[2].rpartition("\\")[2]
    found = _through(names, file, imports, receiver, last) if receiver else None
    if found is None and receiver.partition(".")[0] in imports.outside:
        return _NOWHERE
    found = found or _visible(names, file, imports, last)
    if found is not None and names.kind[found[0]] in _TYPE_KINDS:
        return names.file[found[0]], found[0], found[1], 1
    if last in imports.outside:
        return _NOWHERE
    return _by_name(names, names.types, file, last)


def resolve_call(names: Names, file: int, imports: Imports, scope: int, receiver: str, name: str, receiver_type: str = "") -> Found:
    """What a call means.

    Args:
        names: Of the repository.
        file: The one that calls.
        imports: Of that file.
        scope: Row of the calling symbol, or -1.
        receiver: As written, or "".
        name: What is called.
        receiver_type: Type that is written for the receiver, or "".
    """
    if receiver_type and (typed := _by_type(names, file, imports, receiver_type, name)) is not None:
        return typed
    language = languages().get(names.languages[file])
    owner = names.class_of(scope)
    if receiver in _SUPER and owner >= 0:
        row = next((r for b in names.bases.get(owner, ()) if (r := names.member(b, name)) >= 0), -1)
        return (names.file[row], row, Resolution.SAME_CLASS, 1) if row >= 0 else _NOWHERE
    if owner >= 0 and (receiver in _SELF or (not receiver and language is not None and language.implicit_self)):
        if (row := names.member(owner, name)) >= 0:
            return names.file[row], row, Resolution.SAME_CLASS, 1
        if receiver and names.inherits_unknown(owner):
            return _NOWHERE
    found = _within(names, scope, name) or _visible(names, file, imports, name) if not receiver else None
    head = (receiver or name).partition(".")[0].partition("::")[0]
    if receiver and receiver not in _SELF and head not in imports.outside:
        found = _through(names, file, imports, receiver, name)
    if found is not None:
        return names.file[found[0]], found[0], found[1], 1
    if head in imports.outside or (language is not None and name in language.builtins):
        return _NOWHERE
    if receiver:
        return _by_name(names, names.methods, file, name)
    if language is not None and language.explicit:
        return _by_name(names, names.top_level, file, name) if imports.files else _NOWHERE
    found_call = _by_name(names, names.callables, file, name)
    return found_call if found_call[3] else _by_name(names, names.types, file, name)


def _within(names: Names, scope: int, name: str) -> tuple[int, Resolution] | None:
    """A function or class in one of the functions around a reference."""
    while scope >= 0:
        if names.kind[scope] in CALLABLE_KINDS and (row := names.members.get((scope, name), -1)) >= 0:
            return (row, Resolution.SAME_FILE) if names.kind[row] != SymbolKind.METHOD else None
        scope = names.parent[scope]
    return None


def _through(names: Names, file: int, imports: Imports, receiver: str, name: str) -> tuple[int, Resolution] | None:
    """A member of what the receiver names: an imported module, a folder of Go, a class."""
    if (target := imports.modules.get(receiver, -1)) >= 0:
        if (owner := names.in_file.get((target, receiver), -1)) >= 0 and (row := names.member(owner, name)) >= 0:
            return row, Resolution.IMPORT  # of what the module exports by default
        stem = posixpath.splitext(posixpath.basename(names.paths[target]))[0]
        row = _exported(names, file, target, name) if stem in FOLDER_STEMS else names.in_file.get((target, name), -1)
        return (row, Resolution.IMPORT) if row >= 0 else None
    if receiver in imports.folders:
        row = names.in_folder.get((imports.folders[receiver], name), -1)
        return (row, Resolution.IMPORT) if row >= 0 else None
    module, _, last = receiver.replace("::", ".").replace("\\", ".").rpartition(".")
    found = None
    if (target := imports.modules.get(module, -1)) >= 0 and (row := names.in_file.get((target, last), -1)) >= 0:
        found = row, Resolution.IMPORT
    found = found or _visible(names, file, imports, last)
    if found is None:
        row, count = names.types.get((names.families[file], last), (-1, 0))
        found = (row, Resolution.UNIQUE_IN_REPOSITORY) if count == 1 else None
    if found is not None and names.kind[found[0]] in CLASS_KINDS and (row := names.member(found[0], name)) >= 0:
        return row, found[1]
    return None


def _by_type(names: Names, file: int, imports: Imports, written: str, name: str) -> Found | None:
    """A member of a written type; None where several types are named so. What the type does not define comes from outside."""
    module, _, last = written.rpartition(".")
    target, row, how, candidates = resolve_type(names, file, imports, module, last)
    if row < 0:
        return None if candidates else _NOWHERE
    if (member := names.member(row, name)) >= 0:
        return names.file[member], member, how, 1
    return _NOWHERE if target >= 0 and names.kind[row] in CLASS_KINDS else None


def _by_name(names: Names, table: Counted, file: int, name: str) -> Found:
    """The only definition of a name in the languages that the file's calls."""
    row, count = table.get((names.families[file], name), (-1, 0))
    if count == 1:
        return names.file[row], row, Resolution.UNIQUE_IN_REPOSITORY, 1
    return -1, -1, Resolution.AMBIGUOUS if count else Resolution.EXTERNAL, count


def external(relations: pa.Table) -> np.ndarray:
    """Which relations may mean something in another repository: all but imports that this one does not resolve."""
    mask = pc.and_(pc.equal(relations["resolution"], str(Resolution.EXTERNAL)), pc.not_equal(relations["kind"], str(RelationKind.IMPORTS)))
    found: np.ndarray = mask.to_numpy(zero_copy_only=False)
    return found


def last_name(written: str) -> str:
    """The name at the end of what is written: receiver and name."""
    return written.rpartition(".")[2]
