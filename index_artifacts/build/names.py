"""The definitions of one repository by every way in which they can be named. Every way is a dictionary."""

from __future__ import annotations

import posixpath
import sys
from collections import defaultdict
from dataclasses import dataclass, field

from index_artifacts.build.provided import python_modules, seen_together, swift_target
from index_artifacts.languages import languages
from index_artifacts.types import CALLABLE_KINDS, CLASS_KINDS, SymbolKind

TYPE_KINDS = CLASS_KINDS | {SymbolKind.TYPE}
FOLDER_STEMS = frozenset({"index", "__init__", "mod", "lib", "main", "init"})
# What is imported by the name of a file has its suffix; any other dot parts modules.
_FILE_SUFFIXES = frozenset(".h .hpp .hh .rb .php .js .ts .jl .R .r .sh .bash .zsh .lua .zig .proto .dart".split())
_MOST_BASES = 8  # how far up a hierarchy a member is looked for
_HERE = frozenset({"crate", "self", "super"})
_PACKAGES_HAVE_SOURCES = frozenset({"rust", "javascript"})
_RUST_FILES = (".rs", "/mod.rs", "/lib.rs", "/main.rs")  # that hold a module
_MERELY_BOUND = frozenset({SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.FIELD, SymbolKind.PROPERTY})

Counted = dict[tuple[str, str], tuple[int, int]]  # family and name -> a row of that name, and how many there are


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
    results: dict[int, int] = field(default_factory=dict)  # symbol, and the class that is written as what it gives
    open: set[int] = field(default_factory=set)  # classes with a base that is not known
    by_path: dict[str, int] = field(default_factory=dict)
    by_suffix: dict[str, int] = field(default_factory=dict)  # -1 where two files share it
    folders: set[str] = field(default_factory=set)
    top_modules: set[int] = field(init=False)  # Python modules and packages that are imported by their name alone
    packages_of_javascript: set[str] = field(init=False)  # names of folders that are one

    def __post_init__(self) -> None:
        known = languages()
        self.scopes = [seen_together(path, name) for path, name in zip(self.paths, self.languages, strict=True)]
        twins: dict[int, int] = {}  # a companion in Scala and what was defined of the same name before it
        self.families = [known[name].family if name in known else name for name in self.languages]
        for row, kind in enumerate(self.kind):
            if kind == SymbolKind.SECTION:
                continue  # no code names it
            name, parent, file = self.name[row], self.parent[row], self.file[row]
            key = self.families[file], name
            twin = self.in_file.get((file, name), -1)
            if kind in TYPE_KINDS and self.languages[file] == "scala" and twin >= 0 and self.parent[twin] == parent:
                twins[row] = twin
            elif kind in TYPE_KINDS:
                _count(self.types, key, row)
            elif kind in CALLABLE_KINDS:
                _count(self.callables, key, row)
                if parent >= 0:
                    _count(self.methods, key, row)
            if parent < 0 and (kind in TYPE_KINDS or kind in CALLABLE_KINDS):
                _count(self.top_level, key, row)
            if parent >= 0:
                self._define(self.members, (parent, name), row)
                if parent in twins:
                    self._define(self.members, (twins[parent], name), row)
            elif kind in CALLABLE_KINDS and "." in self.qualified[row]:
                self.outside.setdefault((self._reach(file), self.qualified[row]), row)
            if parent < 0 or kind in TYPE_KINDS:
                self._define(self.in_file, (file, name), row)
                if (scope := self.scopes[file]) is not None:
                    self.in_folder.setdefault((scope, name), row)
            if package := self.packages[file] or (self.languages[file] == "swift" and posixpath.basename(swift_target(self.paths[file]))):
                self.full.setdefault(f"{package}.{self.qualified[row]}", row)
        self.top_modules = {file for name, file in python_modules(self.paths, self.languages) if "." not in name}
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

    def gives(self, row: int) -> int:
        """Row of the class that a call of a function or class, or a member, gives; -1 for none."""
        return row if row >= 0 and self.kind[row] in CLASS_KINDS else self.results.get(row, -1)

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
        if written.startswith("package:"):
            return self._of_package(folder, written)
        path = written.replace("\\", "/").replace("::", "/")
        if "/" not in path and posixpath.splitext(path)[1] not in _FILE_SUFFIXES:
            path = path.replace(".", "/")
        python = self.languages[file] == "python"
        if python and path.partition("/")[0] in sys.stdlib_module_names:
            found = self.by_path.get(path, -1)
            return found if found in self.top_modules else -1
        if self.languages[file] == "rust" and (found := self._of_crate(file, path.split("/"))) >= 0:
            return found
        beside = posixpath.normpath(posixpath.join(folder, path))
        if beside in self.by_path:
            return self.by_path[beside]
        if self.families[file] in _PACKAGES_HAVE_SOURCES and (found := self._in_package(path.split("/"))) >= 0:
            return found
        parts = [p for p in posixpath.splitext(path)[0].split("/") if p and p not in _HERE]
        found = self.by_suffix.get("/".join(parts), -1) if parts else -1
        if python and len(parts) == 1 and found not in self.top_modules:
            return -1  # a module of the standard library may have the name of one in a package
        if found >= 0 or not parts:
            return found
        # The first names may be of the package that this repository is the inside of.
        return next((self.by_path[p] for i in range(1, len(parts)) if (p := "/".join(parts[i:])) in self.by_path), -1)

    def _of_crate(self, file: int, parts: list[str]) -> int:
        """File of a module path of Rust from the root of its crate, from the module itself or from those around it; -1 for none."""
        path = self.paths[file]
        folder, name = posixpath.split(posixpath.splitext(path)[0])
        at = folder if name in FOLDER_STEMS else posixpath.join(folder, name)
        if parts[0] == "crate":
            outer, sources, _ = f"/{path}".rpartition("/src/")
            at = f"{outer}/src".strip("/") if sources else folder
        elif parts[0] not in _HERE:
            return -1
        for part in parts:
            at = posixpath.dirname(at) if part == "super" else at if part in _HERE else posixpath.join(at, part)
        return next((self.by_path[p] for end in _RUST_FILES if (p := f"{at}{end}") in self.by_path), -1)

    def _in_package(self, parts: list[str]) -> int:
        """File in the sources of a package of this repository, whose folder has the name of the package; -1 for none."""
        head, *rest = parts[1:] if parts[0].startswith("@") and len(parts) > 1 else parts
        for name in (head, head.replace("_", "-")):
            if (found := self.by_suffix.get("/".join([name, "src", *rest]), -1)) >= 0:
                return found
        return -1

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
