"""By what names other repositories import what one repository holds: packages, modules, and the names in its manifests."""

from __future__ import annotations

import json
import posixpath
import re
import tomllib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_PUBSPEC_NAME = re.compile(r"^name:[ \t]*[\"']?(\w+)", re.MULTILINE)
_GO_MODULE = re.compile(r"^module[ \t]+\"?([^\s\"]+)", re.MULTILINE)
_ROOTS = frozenset({"src", "lib", "python"})  # folders of sources, in which Python packages stand
_TARGETS = frozenset({"Sources", "Tests"})  # folders of the targets of Swift
_NOT_IMPORTED = frozenset(
    {"setup", "conftest", "noxfile", "manage", "tests", "test", "docs", "doc", "examples", "example", "scripts", "benchmarks", "tools"}
)
_DECLARED_IN_MANIFESTS = frozenset({"go"})  # languages whose package clauses do not say how they are imported

Provided = tuple[str, str]  # family, and a dotted prefix of what is imported


def dotted(written: str) -> str:
    """What is imported or named, with one separator for all languages."""
    return re.sub(r"::|->|[\\/]+", ".", written).strip(".").replace("-", "_")


def _package_json(text: str) -> str:
    return str(json.loads(text)["name"])


def _cargo(text: str) -> str:
    return str(tomllib.loads(text)["package"]["name"])


def _go_mod(text: str) -> str:
    found = _GO_MODULE.search(text)
    return found[1] if found else ""


def _pubspec(text: str) -> str:
    found = _PUBSPEC_NAME.search(text)
    return f"package:{found[1]}" if found else ""


# By file name: the family that imports it, and how to read its name.
_MANIFESTS: dict[str, tuple[str, Callable[[str], str]]] = {
    "package.json": ("javascript", _package_json),
    "Cargo.toml": ("rust", _cargo),
    "go.mod": ("go", _go_mod),
    "pubspec.yaml": ("dart", _pubspec),
}


def provided(
    paths: Sequence[str], languages: Sequence[str], families: Sequence[str], packages: Sequence[str], text_of: Callable[[int], str]
) -> list[Provided]:
    """What a repository can be imported by, sorted.

    Args:
        paths: Of its indexed files.
        languages: Of each.
        families: Of each.
        packages: That each declares, or "".
        text_of: Text of a file by its place.
    """
    found = {(f, dotted(p)) for f, p, name in zip(families, packages, languages, strict=True) if p and name not in _DECLARED_IN_MANIFESTS}
    for file, path in enumerate(paths):
        family, read = _MANIFESTS.get(posixpath.basename(path), ("", None))
        if read is None:
            continue
        try:
            name = read(text_of(file))
        except (ValueError, KeyError, TypeError):
            continue  # not what it seems to be, or without a name: nothing can be imported by it
        if name:
            found.add((family, dotted(name)))
    targets = {swift_target(path) for path, language in zip(paths, languages, strict=True) if language == "swift"}
    found |= {("swift", posixpath.basename(target)) for target in targets if target}
    found |= {("python", name.partition(".")[0]) for name, _ in python_modules(paths, languages)}
    return sorted(found)


def swift_target(path: str) -> str:
    """The folder of the target that a Swift file is part of, as its package manager lays them out; "" for any other."""
    parts = posixpath.dirname(path).split("/")
    ends = [end + 1 for end in range(1, len(parts)) if parts[end - 1] in _TARGETS]
    return "/".join(parts[: ends[-1]]) if ends else ""


def seen_together(path: str, language: str) -> str | None:
    """The folder whose files name each other's definitions without importing them; None for a language without."""
    if language == "swift" and (target := swift_target(path)):
        return target
    return posixpath.dirname(path) if language in {"go", "swift"} else None


def dart_packages(paths: Sequence[str], text_of: Callable[[int], str]) -> dict[str, list[str]]:
    """The folders of the Dart packages that a repository holds, by what imports of them start with: "package:" and the name."""
    found: dict[str, list[str]] = {}
    for file, path in enumerate(paths):
        if posixpath.basename(path) == "pubspec.yaml" and (name := _pubspec(text_of(file))):
            found.setdefault(name, []).append(posixpath.dirname(path))
    return found


def python_modules(paths: Sequence[str], languages: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The dotted name of every Python module that other repositories can import, and its file.

    An `__init__.py` tells nothing, since an empty one is no indexed file: what stands in the root, or in a folder of sources, counts.
    """
    for file, (path, language) in enumerate(zip(paths, languages, strict=True)):
        folder, _, below = path.partition("/")
        inside = below if folder in _ROOTS else path
        name = inside.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if language == "python" and name.partition(".")[0] not in _NOT_IMPORTED:
            yield name, file
