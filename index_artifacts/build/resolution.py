"""Find what a name in one repository means.

From the surest to the least sure: a member of the same class, a definition in the same file, something imported or of the same
package, the only definition of that name in the repository. Several candidates stay ambiguous, none is external. Every step is
a dictionary look-up, so the time is linear in the number of references.
"""

from __future__ import annotations

import posixpath
import sys
from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from index_artifacts.build.provided import dotted, python_modules, seen_together, swift_target
from index_artifacts.languages import common_names, languages
from index_artifacts.types import CALLABLE_KINDS, CLASS_KINDS, Resolution, SymbolKind

_SELF = frozenset({"self", "this", "cls", "Self", "static", "@", "$this", "private"})
_SUPER = frozenset({"super", "parent", "base", "super()"})
_TYPE_KINDS = CLASS_KINDS | {SymbolKind.TYPE}
FOLDER_STEMS = frozenset({"index", "__init__", "mod", "lib", "main", "init"})
# What is imported by the name of a file has its suffix; any other dot parts modules.
_FILE_SUFFIXES = frozenset(".h .hpp .hh .rb .php .js .ts .jl .R .r .sh .bash .zsh .lua .zig .proto .dart".split())
_MOST_BASES = 8  # how far up a hierarchy a member is looked for
_HERE = frozenset({"crate", "self", "super"})

Counted = dict[tuple[str, str], tuple[int, int]]  # family and name -> a row of that name, and how many there are
Found = tuple[int, int, Resolution, int]  # target file, target symbol, how, number of candidates; -1 for none


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
    dart_packages: dict[str, list[str]] = field(default_factory=dict)  # "package:" and name -> folders
    dart_folders: dict[str, str] = field(default_factory=dict)  # folder -> "package:" and name
    scopes: list[str | None] = field(init=False)  # of each file: the folder whose files see each other
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
    by_path: dict[str, int] = field(default_factory=dict)
    by_suffix: dict[str, int] = field(default_factory=dict)  # -1 where two files share it
    folders: set[str] = field(default_factory=set)
    top_modules: set[int] = field(default_factory=set)  # Python modules and packages that are imported by their name alone

    def __post_init__(self) -> None:
        known = languages()
        self.scopes = [seen_together(path, name) for path, name in zip(self.paths, self.languages, strict=True)]
        twins: dict[int, int] = {}  # a companion in Scala and what was defined of the same name before it
        self.families = [known[name].family if name in known else name for name in self.languages]
        for row, kind in enumerate(self.kind):
            name, parent, file = self.name[row], self.parent[row], self.file[row]
            key = self.families[file], name
            twin = self.in_file.get((file, name), -1)
            if kind in _TYPE_KINDS and self.languages[file] == "scala" and twin >= 0 and self.parent[twin] == parent:
                twins[row] = twin
            elif kind in _TYPE_KINDS:
                _count(self.types, key, row)
            elif kind in CALLABLE_KINDS:
                _count(self.callables, key, row)
                if parent >= 0:
                    _count(self.methods, key, row)
            if parent < 0 and (kind in _TYPE_KINDS or kind in CALLABLE_KINDS):
                _count(self.top_level, key, row)
            if parent >= 0:
                self.members.setdefault((parent, name), row)
                self.members.setdefault((twins.get(parent, parent), name), row)
            elif kind in CALLABLE_KINDS and "." in self.qualified[row]:
                self.outside.setdefault((self._reach(file), self.qualified[row]), row)
            if parent < 0 or kind in _TYPE_KINDS:
                self.in_file.setdefault((file, name), row)
                if (scope := self.scopes[file]) is not None:
                    self.in_folder.setdefault((scope, name), row)
            if package := self.packages[file] or (self.languages[file] == "swift" and posixpath.basename(swift_target(self.paths[file]))):
                self.full.setdefault(f"{package}.{self.qualified[row]}", row)
        for file, path in enumerate(self.paths):
            self._add_path(file, path)
        self.top_modules |= {file for name, file in python_modules(self.paths, self.languages) if "." not in name}

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
        if written.startswith("package:"):
            return self._of_package(folder, written)
        path = written.replace("\\", "/").replace("::", "/")
        if "/" not in path and not posixpath.splitext(path)[1] in _FILE_SUFFIXES:
            path = path.replace(".", "/")
        if self.languages[file] == "python" and path.partition("/")[0] in sys.stdlib_module_names:
            return next((f for f in self.top_modules if self.by_path.get(path) == f), -1)
        beside = posixpath.normpath(posixpath.join(folder, path))
        if beside in self.by_path:
            return self.by_path[beside]
        parts = [p for p in posixpath.splitext(path)[0].split("/") if p and p not in _HERE]
        found = self.by_suffix.get("/".join(parts), -1) if parts else -1
        if len(parts) == 1 and self.languages[file] == "python" and found not in self.top_modules:
            return -1  # a module of the standard library may have the name of one in a package
        if found >= 0 or not parts:
            return found
        # The first names may be of the package that this repository is the inside of.
        return next((self.by_path[p] for i in range(1, len(parts)) if (p := "/".join(parts[i:])) in self.by_path), -1)

    def _of_package(self, folder: str, written: str) -> int:
        """File of a Dart package: of the one around, where several have the name."""
        package, _, path = written.partition("/")
        known = self.dart_packages.get(package, [])
        around = [f for f in known if not f or f"{folder}/".startswith(f"{f}/")] if len(known) > 1 else known
        return self.by_path.get(posixpath.join(max(around, key=len), "lib", path), -1) if around else -1

    def package_of(self, file: int) -> str:
        """What a file is part of: the package that it declares, in Dart that of the folders around."""
        if self.languages[file] != "dart":
            return self.packages[file]
        if not self.dart_folders:
            self.dart_folders = {"": "package:"} | {f: p for p, found in self.dart_packages.items() for f in found}
        at = posixpath.dirname(self.paths[file])
        while at not in self.dart_folders:
            at = posixpath.dirname(at)
        return self.dart_folders[at]

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
    outside: dict[str, str] = field(default_factory=dict)  # local name -> dotted name of what is imported from outside

    def full(self, written: str) -> str:
        """A written name, with what is imported from outside under its whole name."""
        head, dot, rest = dotted(written).partition(".")
        return f"{self.outside[head]}{dot}{rest}" if head in self.outside else written


def add_import(names: Names, file: int, imports: Imports, module: str, name: str, alias: str) -> Found:
    """Take one import into what its file can name, and tell what it means."""
    plain = module.replace("\\", ".").replace("::", ".").removesuffix(".*").strip(".")
    wildcard = module.endswith("*") or name == "*"
    if module.startswith("package:"):
        imports.packages.append(module.partition("/")[0])
    local = alias or name or plain.rpartition(".")[2].rpartition("/")[2]
    full = f"{plain}.{name}" if name and name != "*" else plain
    if (row := names.full.get(full, -1)) >= 0:
        imports.symbols[local] = row
        if not name and names.languages[file] in {"scala", "java"}:  # all that an object or class holds
            imports.packages.append(full)
        return names.file[row], row, Resolution.IMPORT, 1
    target = names.module(file, module.removesuffix("*").removesuffix(".").removesuffix("::") if wildcard else module)
    if name and name != "*":
        return _import_name(names, file, imports, target, module, name, local)
    if target >= 0:
        imports.modules[local] = target
        imports.files.append(target)
        return target, -1, Resolution.IMPORT, 1
    head, _, last = plain.rpartition(".")
    if "::" in module and (owner := names.module(file, module.rpartition("::")[0])) >= 0:
        return _import_name(names, file, imports, owner, module, last, alias or last)
    for i in range(plain.count("/") + 1):
        folder = "/".join(plain.split("/")[i:])
        if "/" in plain and folder in names.folders:
            imports.folders[local] = folder
            return -1, -1, Resolution.IMPORT, 1
    imports.packages.append(head if wildcard and not plain else plain)
    imports.outside[local] = dotted(full)
    return -1, -1, Resolution.EXTERNAL, 0


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
    if target >= 0:
        row, count = names.top_level.get((names.families[file], name), (-1, 0))
        if count == 1:  # re-exported by the module
            imports.symbols[local] = row
            return names.file[row], row, Resolution.IMPORT, 1
        return target, -1, Resolution.IMPORT, 1
    imports.outside[local] = dotted(f"{module}.{name}")
    return -1, -1, Resolution.EXTERNAL, 0


def _visible(names: Names, file: int, imports: Imports, name: str) -> tuple[int, Resolution] | None:
    """A definition that the file can name without a receiver."""
    if (row := names.in_file.get((file, name), -1)) >= 0:
        return row, Resolution.SAME_FILE
    if (row := imports.symbols.get(name, -1)) >= 0:
        return row, Resolution.IMPORT
    scope = names.scopes[file]
    if scope is not None and (row := names.in_folder.get((scope, name), -1)) >= 0:
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
    found = _visible(names, file, imports, last)
    if found is None and receiver:
        found = _through(names, file, imports, receiver, last)
    if found is not None and names.kind[found[0]] in _TYPE_KINDS:
        return names.file[found[0]], found[0], found[1], 1
    if last in imports.outside:
        return -1, -1, Resolution.EXTERNAL, 0
    return _elsewhere(names, names.types, file, imports, last)


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
    if receiver in _SELF or receiver in _SUPER or (not receiver and language is not None and language.implicit_self):
        if receiver in _SUPER:
            row = next((r for b in names.bases.get(owner, ()) if (r := names.member(b, name)) >= 0), -1)
        else:
            row = _own(names, owner, name, outwards=not receiver)
        if row >= 0:
            return names.file[row], row, Resolution.SAME_CLASS, 1
    if not receiver and (row := _local(names, scope, name)) >= 0:
        return file, row, Resolution.SAME_FILE, 1
    found = _visible(names, file, imports, name) if not receiver else None
    if found is None and receiver and receiver not in _SELF:
        found = _through(names, file, imports, receiver, name)
    if found is not None:
        return names.file[found[0]], found[0], found[1], 1
    head = (receiver or name).partition(".")[0].partition("::")[0]
    if head in imports.outside or receiver in _SUPER or (receiver and name in common_names(names.families[file])):
        return -1, -1, Resolution.EXTERNAL, 0
    if receiver and receiver != "?":
        return _by_name(names, names.methods, file, name)
    # In Dart, a name without receiver means no member of another class.
    bare = names.top_level if not receiver and names.languages[file] == "dart" else names.callables
    found_call = _elsewhere(names, bare, file, imports, name)
    return found_call if found_call[3] else _elsewhere(names, names.types, file, imports, name)


def _through(names: Names, file: int, imports: Imports, receiver: str, name: str) -> tuple[int, Resolution] | None:
    """A member of what the receiver names: an imported module, a folder of Go, a class."""
    if (target := imports.modules.get(receiver, -1)) >= 0:
        row = names.in_file.get((target, name), -1)
        return (row, Resolution.IMPORT) if row >= 0 else None
    if receiver in imports.folders:
        row = names.in_folder.get((imports.folders[receiver], name), -1)
        return (row, Resolution.IMPORT) if row >= 0 else None
    last = receiver.replace("::", ".").replace("\\", ".").rpartition(".")[2]
    found = _visible(names, file, imports, last)
    if found is None:
        row, count = names.types.get((names.families[file], last), (-1, 0))
        found = (row, Resolution.UNIQUE_IN_REPOSITORY) if count == 1 else None
    if found is not None and names.kind[found[0]] in CLASS_KINDS and (row := names.member(found[0], name)) >= 0:
        return row, found[1]
    return None


def _own(names: Names, owner: int, name: str, *, outwards: bool) -> int:
    """Row of a member of a class, or of one of those around it; -1 for none."""
    while owner >= 0:
        if (row := names.member(owner, name)) >= 0 or not outwards:
            return row
        owner = names.class_of(names.parent[owner])
    return -1


def _local(names: Names, scope: int, name: str) -> int:
    """Row of a function in one of the functions around; -1 for none."""
    while scope >= 0:
        row = names.members.get((scope, name), -1)
        if row >= 0 and names.kind[scope] in CALLABLE_KINDS and names.kind[row] in CALLABLE_KINDS:
            return row
        scope = names.parent[scope]
    return -1


def _elsewhere(names: Names, table: Counted, file: int, imports: Imports, name: str) -> Found:
    """What a bare name means that is not visible in the file: where all that is used must be imported, nothing of other packages."""
    found = _by_name(names, table, file, name)
    language = languages().get(names.languages[file])
    if language is None or not language.packaged or not found[3]:
        return found
    package = names.package_of(found[0]) if found[0] >= 0 and names.languages[file] != "go" else ""
    near = package != "" and package in {names.package_of(file), *imports.packages}
    return found if near else (-1, -1, Resolution.EXTERNAL, 0)


def _by_type(names: Names, file: int, imports: Imports, written: str, name: str) -> Found | None:
    """A member of a written type; None where several types are named so. What the type does not define comes from outside."""
    module, _, last = written.rpartition(".")
    target, row, how, candidates = resolve_type(names, file, imports, module, last)
    if row < 0:
        return None if candidates else (-1, -1, Resolution.EXTERNAL, 0)
    if (member := names.member(row, name)) >= 0:
        return names.file[member], member, how, 1
    return (-1, -1, Resolution.EXTERNAL, 0) if target >= 0 and names.kind[row] in CLASS_KINDS else None


def _by_name(names: Names, table: Counted, file: int, name: str) -> Found:
    """The only definition of a name in the languages that the file's calls."""
    row, count = table.get((names.families[file], name), (-1, 0))
    if count == 1:
        return names.file[row], row, Resolution.UNIQUE_IN_REPOSITORY, 1
    return -1, -1, Resolution.AMBIGUOUS if count else Resolution.EXTERNAL, count


def external(relations: pa.Table) -> np.ndarray:
    """Which relations may mean something in another repository."""
    found: np.ndarray = pc.equal(relations["resolution"], str(Resolution.EXTERNAL)).to_numpy(zero_copy_only=False)
    return found


def last_name(written: str) -> str:
    """The name at the end of what is written: receiver and name."""
    return written.rpartition(".")[2]
