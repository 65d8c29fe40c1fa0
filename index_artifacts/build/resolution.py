"""Find what a name in one repository means.

From the surest to the least sure: a member of the same class, a definition in the same file, something imported or of the same
package, the only definition of that name in the repository. Several candidates stay ambiguous, none is external. Every step is
a dictionary look-up, so the time is linear in the number of references.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from index_artifacts.build.names import FOLDER_STEMS, TYPE_KINDS, Counted, Names
from index_artifacts.build.provided import dotted
from index_artifacts.build.variables import written_type
from index_artifacts.languages import common_names, languages
from index_artifacts.types import CALLABLE_KINDS, CLASS_KINDS, Resolution, SymbolKind

_SELF = frozenset({"self", "this", "cls", "Self", "static", "@", "$this", "private"})
_OWN = frozenset({"Self", "self", "static", "this"})  # written for the class itself
_CAPITAL_MEMBERS = frozenset({"csharp", "go"})  # languages whose members may begin like types

Found = tuple[int, int, Resolution, int]  # target file, target symbol, how, number of candidates; -1 for none
_NOWHERE: Found = (-1, -1, Resolution.EXTERNAL, 0)


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
        language = languages().get(names.languages[file])
        if wildcard or language is None or not language.packaged or (language.name == "dart" and not alias):
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
    imports.outside[local] = dotted(f"{module}.{name}")
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
    found = _through(names, file, imports, receiver, last) if receiver else None
    if found is None and receiver.partition(".")[0] in imports.outside:
        return _NOWHERE
    found = found or _visible(names, file, imports, last)
    if found is not None and names.kind[found[0]] in TYPE_KINDS:
        return names.file[found[0]], found[0], found[1], 1
    return _NOWHERE if last in imports.outside else _elsewhere(names, names.types, file, imports, last)


def resolve_result(names: Names, file: int, imports: Imports, row: int, returns: str) -> int:
    """Row of the class that is written as what a symbol gives; -1 for none."""
    if names.kind[row] in CLASS_KINDS:
        return -1
    if returns.strip("\"'&?") in _OWN:
        return names.class_of(row)
    if returns.startswith("("):
        returns = returns[1:].partition(",")[0]  # what goes to the first variable, in Go
    module, _, last = written_type(returns).rpartition(".")
    return resolve_type(names, file, imports, module, last)[1] if last else -1


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
    typed = None
    if is_written(receiver_type):
        typed = _by_type(names, file, imports, receiver_type, name)
    elif receiver_type and (given := _given(names, file, imports, scope, receiver_type)) >= 0:
        typed = _member(names, given, name, Resolution.IMPORT)
    if typed is not None:
        return typed
    language = languages().get(names.languages[file])
    owner = names.class_of(scope)
    if receiver and owner >= 0 and language is not None and receiver == language.super:
        row = next((r for b in names.bases.get(owner, ()) if (r := names.member(b, name)) >= 0), -1)
        return (names.file[row], row, Resolution.SAME_CLASS, 1) if row >= 0 else _NOWHERE
    if owner >= 0 and (receiver in _SELF or (not receiver and language is not None and language.implicit_self)):
        if (row := _own(names, owner, name, outwards=not receiver)) >= 0:
            return names.file[row], row, Resolution.SAME_CLASS, 1
        if receiver and names.inherits_unknown(owner):
            return _NOWHERE
    found = _within(names, scope, name) or _visible(names, file, imports, name) if not receiver else None
    head = (receiver or name).partition(".")[0].partition("::")[0]
    if receiver and receiver not in _SELF and head not in imports.outside:
        found = _through(names, file, imports, receiver, name)
    if found is not None:
        return names.file[found[0]], found[0], found[1], 1
    if head in imports.outside or name in common_names(names.families[file]):
        return _NOWHERE
    if receiver:
        return _NOWHERE if _is_type_outside(names, file, receiver) else _by_name(names, names.methods, file, name)
    # In Dart, a name without receiver means no member of another class.
    bare = names.top_level if names.languages[file] == "dart" else names.callables
    found_call = _elsewhere(names, bare, file, imports, name)
    return found_call if found_call[3] else _elsewhere(names, names.types, file, imports, name)


def _within(names: Names, scope: int, name: str) -> tuple[int, Resolution] | None:
    """A function or class in one of the functions around a reference."""
    while scope >= 0:
        if names.kind[scope] in CALLABLE_KINDS and (row := names.members.get((scope, name), -1)) >= 0:
            return (row, Resolution.SAME_FILE) if names.kind[row] != SymbolKind.METHOD else None
        scope = names.parent[scope]
    return None


def _own(names: Names, owner: int, name: str, *, outwards: bool) -> int:
    """Row of a member of a class, or of one of those around it; -1 for none."""
    while owner >= 0:
        if (row := names.member(owner, name)) >= 0 or not outwards:
            return row
        owner = names.class_of(names.parent[owner])
    return -1


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
    if names.languages[file] == "rust" and (target := names.module(file, receiver)) >= 0:
        row = names.in_file.get((target, name), -1)
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
    _, row, how, candidates = resolve_type(names, file, imports, module, last)
    if row < 0:
        return None if candidates else _NOWHERE
    return _member(names, row, name, how)


def _member(names: Names, owner: int, name: str, how: Resolution) -> Found | None:
    """A member of a type; what a class does not define comes from outside."""
    if (member := names.member(owner, name)) >= 0:
        return names.file[member], member, how, 1
    return _NOWHERE if names.kind[owner] in CLASS_KINDS else None


def _given(names: Names, file: int, imports: Imports, scope: int, written: str) -> int:
    """The class of what calls and members give that follow each other: "Store:open()", "shop.find():cart"; -1 where it is not written."""
    base, *steps = written.split(":")
    if base.endswith("()"):
        receiver, _, name = base[:-2].rpartition(".")
        _, row, how, _ = resolve_call(names, file, imports, scope, receiver, name)
        row = names.gives(row) if how is not Resolution.UNIQUE_IN_REPOSITORY else -1
    else:
        module, _, last = base.rpartition(".")
        row = resolve_type(names, file, imports, module, last)[1]
    for step in steps:
        if row < 0:
            break
        row = names.gives(names.member(row, step.removesuffix("()")))
    return row


def _is_type_outside(names: Names, file: int, receiver: str) -> bool:
    """Whether a receiver reads as a type, by the case of its letters, that the repository does not define."""
    last = receiver.rpartition("::")[2]
    reads_as_type = last.isidentifier() and last[0].isupper() and not last.isupper()
    return reads_as_type and names.languages[file] not in _CAPITAL_MEMBERS and (names.families[file], last) not in names.types


def _elsewhere(names: Names, table: Counted, file: int, imports: Imports, name: str) -> Found:
    """What a bare name means that is not visible in the file: where all that is used must be imported, nothing of other packages."""
    found = _by_name(names, table, file, name)
    language = languages().get(names.languages[file])
    if language is None or not language.packaged or not found[3]:
        return found
    if imports.files and not names.package_of(file):  # whose names are visible, those that they pass on too
        return _by_name(names, names.top_level, file, name)
    package = names.package_of(found[0]) if found[0] >= 0 and names.languages[file] != "go" else ""
    return found if package and package in {names.package_of(file), *imports.packages} else _NOWHERE


def _by_name(names: Names, table: Counted, file: int, name: str) -> Found:
    """The only definition of a name in the languages that the file's calls."""
    row, count = table.get((names.families[file], name), (-1, 0))
    if count == 1:
        return names.file[row], row, Resolution.UNIQUE_IN_REPOSITORY, 1
    return -1, -1, Resolution.AMBIGUOUS if count else Resolution.EXTERNAL, count


def is_written(receiver_type: str) -> bool:
    """Whether a type of a receiver is one that is written, not what calls and members give."""
    return receiver_type != "" and ":" not in receiver_type and not receiver_type.endswith(")")


def external(relations: pa.Table) -> np.ndarray:
    """Which relations may mean something in another repository."""
    found: np.ndarray = pc.equal(relations["resolution"], str(Resolution.EXTERNAL)).to_numpy(zero_copy_only=False)
    return found


def last_name(written: str) -> str:
    """The name at the end of what is written: receiver and name."""
    return written.rpartition(".")[2]
