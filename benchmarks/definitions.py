"""The definitions that codelode finds in given directories beside those of Universal Ctags.

    python -m benchmarks.definitions DIR [DIR ...] [--sample 10] [--language NAME]

Types, functions and methods are compared, by name: a tag and a symbol are the same where the tag's line is one of the symbol's.
Recall is the share of the tags that are symbols of any kind, precision the share of the symbols that are tags of any kind. What
disagrees is listed, and neither is right because it is the other's: CONTRIBUTING tells what the differences are.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from index_artifacts.build.extraction import extract
from index_artifacts.languages import language_of
from index_artifacts.types import CALLABLE_KINDS, CLASS_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from index_artifacts.types import Symbol

# By language: its name in ctags, and the names of the kinds of tag that are types, functions and methods.
LANGUAGES: dict[str, tuple[str, frozenset[str]]] = {
    "python": ("Python", frozenset({"class", "function", "member"})),
    "java": ("Java", frozenset({"annotation", "class", "enum", "interface", "method"})),
    "javascript": ("JavaScript", frozenset({"class", "function", "generator", "method", "getter", "setter"})),
    "typescript": ("TypeScript", frozenset({"class", "function", "generator", "interface", "enum", "method", "namespace", "alias"})),
    "go": ("Go", frozenset({"func", "type", "struct", "interface", "methodSpec", "talias"})),
    "rust": ("Rust", frozenset({"struct", "interface", "function", "enum", "typedef", "macro", "method"})),
    "c": ("C", frozenset({"function", "enum", "struct", "typedef", "union"})),
    "cpp": ("C++", frozenset({"function", "class", "enum", "struct", "typedef", "union"})),
    "csharp": ("C#", frozenset({"class", "enum", "interface", "method", "struct"})),
    "ruby": ("Ruby", frozenset({"class", "method", "module", "singletonMethod"})),
    "php": ("PHP", frozenset({"class", "function", "interface", "trait"})),
    "kotlin": ("Kotlin", frozenset({"interface", "class", "object", "method"})),
    "lua": ("Lua", frozenset({"function"})),
    "elixir": ("Elixir", frozenset({"function", "module", "protocol", "macro"})),
}
_NO_DEFINITIONS = frozenset({"parameter", "macroparam", "tparam", "label", "header", "packageName", "unknown"})
_SYMBOL_KINDS = CALLABLE_KINDS | CLASS_KINDS
_KEYWORDS = {"java": {"try"}, "javascript": {"extends"}, "typescript": {"as", "extends", "from", "new"}}  # taken for names
_BEFORE = re.compile(r"^\w[\w.:]*[.:](?=\w)")
_LARGEST = 1_000_000  # as the scan of a repository takes them
_LEFT_OUT = frozenset({"node_modules", "vendor", "third_party", "build", "dist", "target"})


@dataclass(frozen=True, slots=True, order=True)
class Tag:
    """What ctags found: a name, the line that it stands on, and the name of its kind."""

    name: str
    line: int
    kind: str


@dataclass(slots=True)
class Tally:
    """How the tags and symbols of one language agree."""

    files: int = 0
    tags: int = 0
    symbols: int = 0
    missed: list[tuple[str, Tag]] = field(default_factory=list)
    added: list[tuple[str, Tag]] = field(default_factory=list)

    @property
    def recall(self) -> float:
        """Share of the tags that are symbols."""
        return 1 - len(self.missed) / max(1, self.tags)

    @property
    def precision(self) -> float:
        """Share of the symbols that are tags."""
        return 1 - len(self.added) / max(1, self.symbols)


def compare(tags: Sequence[Tag], symbols: Sequence[Symbol], kinds: frozenset[str]) -> tuple[list[Tag], list[Tag]]:
    """The tags of some kinds that no symbol is, and the symbols of types and callables that no tag is."""
    named: dict[str, list[int]] = defaultdict(list)
    for position, symbol in enumerate(symbols):
        named["".join(symbol.name.split())].append(position)
    missed, met = [], set()
    for tag in sorted(tags):
        around = [i for i in named["".join(tag.name.split())] if symbols[i].start_line <= tag.line <= symbols[i].end_line]
        # Several tags may be one symbol (`typedef struct Item {} Item`), and one tag is of one symbol.
        met |= set(sorted(around, key=lambda i: (i in met, -symbols[i].start_line))[:1])
        if not around and tag.kind in kinds:
            missed.append(tag)
    rest = [s for i, s in enumerate(symbols) if i not in met and s.kind in _SYMBOL_KINDS]
    return missed, [Tag(s.name, s.start_line, str(s.kind)) for s in rest]


def is_invented(language: str, kind: str, name: str, line: str) -> bool:
    """Whether a tag is none of a definition: what ctags takes for one by mistake, or what only declares.

    Args:
        language: Its name in codelode.
        kind: Name of the kind of the tag.
        name: Of the tag.
        line: The line that it stands on.
    """
    if kind in _NO_DEFINITIONS or name.startswith(("__anon", "<")) or name in _KEYWORDS.get(language, ()):
        return True
    if language == "java":
        return "." in name  # a call in an initializer
    if language == "javascript":
        return kind == "class" and not re.search(r"\b(?:class|function)\b", line)  # any object
    if language == "kotlin":  # parameters of lambdas, and companions without a name
        return (kind == "method" and not re.search(r"\bfun\b", line)) or (kind == "object" and name not in line)
    return language == "typescript" and kind == "alias" and not re.search(r"\btype\s+\w+.*=", line)  # an import


def bare(name: str) -> str:
    """The name of a tag without what ctags writes before it (Lua, JavaScript)."""
    return name if "operator" in name else _BEFORE.sub("", name.strip("`"))


def tags_of(paths: Sequence[Path], language: str) -> dict[str, list[Tag]]:
    """What ctags finds in files of one language, by path."""
    name, _ = LANGUAGES[language]
    command = ["ctags", f"--language-force={name}", "--output-format=json", "--fields=+nK", "--extras=-{anonymous}", "--sort=no"]
    command += ["--kinds-C=+px", "--kinds-C++=+px", "-f", "-", "-L", "-"]  # with local variables, ctags loses what follows
    done = subprocess.run(command, input="\n".join(map(str, paths)), capture_output=True, text=True, errors="replace", check=True)
    found: dict[str, list[Tag]] = defaultdict(list)
    for line in done.stdout.splitlines():
        row = json.loads(line)
        if row["_type"] == "tag" and not is_invented(language, row["kind"], row["name"], row["pattern"]):
            found[row["path"]].append(Tag(bare(row["name"]), row["line"], row["kind"]))
    return found


def sources(folders: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    """The files of languages that both know, with their language, in order."""
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder).parts[:-1]
            if path.is_symlink() or not path.is_file() or path.stat().st_size > _LARGEST:
                continue
            if any(part.startswith(".") or part in _LEFT_OUT for part in inside):
                continue
            with path.open("rb") as file:
                language = language_of(path.name, file.read(4096))
            if language in LANGUAGES:
                yield language, path


def measure(paths: Sequence[Path], language: str) -> Tally:
    """How the tags and symbols of files of one language agree."""
    tally, tags = Tally(), tags_of(paths, language)
    kinds = LANGUAGES[language][1]
    for path in paths:
        symbols = extract(path.read_bytes(), language).symbols
        mine = tags.get(str(path), [])
        missed, added = compare(mine, symbols, kinds)
        tally.files += 1
        tally.tags += sum(t.kind in kinds for t in mine)
        tally.symbols += sum(s.kind in _SYMBOL_KINDS for s in symbols)
        tally.missed += [(str(path), tag) for tag in missed]
        tally.added += [(str(path), tag) for tag in added]
    return tally


def _print_sample(title: str, found: list[tuple[str, Tag]], count: int) -> None:
    kinds = ", ".join(f"{kind} {number:,}" for kind, number in Counter(tag.kind for _, tag in found).most_common())
    print(f"  {title}: {kinds}")
    for path, tag in sorted(random.Random(1).sample(found, min(count, len(found)))):
        print(f"    {path}:{tag.line} {tag.kind} {tag.name}")


def main() -> None:
    """Compare, and print a row a language with a sample of what disagrees."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR")
    parser.add_argument("--sample", type=int, default=10, help="disagreements shown a language, each way")
    parser.add_argument("--language", help="only this one")
    options = parser.parse_args()
    if shutil.which("ctags") is None:
        sys.exit("ctags is not installed; install Universal Ctags, with JSON output.")
    files: dict[str, list[Path]] = defaultdict(list)
    for language, path in sources(options.folders):
        if options.language in {None, language}:
            files[language].append(path)
    for language, paths in sorted(files.items()):
        found = measure(paths, language)
        figures = f"recall {found.recall:.4f} of {found.tags:,} tags, precision {found.precision:.4f} of {found.symbols:,} symbols"
        print(f"{language}: {found.files:,} files, {figures}")
        if options.sample:
            _print_sample("tags that are no symbol", found.missed, options.sample)
            _print_sample("symbols that are no tag", found.added, options.sample)


if __name__ == "__main__":
    main()
