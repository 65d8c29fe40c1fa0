"""What calls of Python mean, against jedi: how many have the target that jedi gives them, another, several or none.

    python -m benchmarks.calls DIR [DIR ...] [--below FOLDER] [--most 3000] [--show 20]

Needs `pip install jedi`. Install what the code imports beside it, too, so that jedi knows what comes from outside.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import importlib.util
import random
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.__main__ import lode

if TYPE_CHECKING:
    from collections.abc import Iterator

_DEFINITIONS = frozenset({"function", "class", "property"})
_COLUMNS = ("same", "other", "ambiguous", "external", "missing", "outside")  # the last: resolved, though jedi says that it is outside

Call = tuple[str, int, int, str]  # path, line, column, name
Place = tuple[str, int, int]  # path, first and last line


def calls_in(root: Path, below: str) -> Iterator[Call]:
    """Every call of something that has a name."""
    for path in sorted((root / below).rglob("*.py")):
        text = path.read_text("utf-8")
        lines = text.splitlines()
        for node in ast.walk(ast.parse(text)):
            function = node.func if isinstance(node, ast.Call) else None
            if not isinstance(function, ast.Name | ast.Attribute) or path.is_symlink():
                continue
            name = function.id if isinstance(function, ast.Name) else function.attr
            line, end = function.end_lineno or 0, function.end_col_offset or 0
            column = len(lines[line - 1].encode()[:end].decode()) - len(name)
            yield str(path.relative_to(root)), line, column, name


def indexed(folder: Path) -> dict[tuple[str, int, str], list[tuple[str, Place | None]]]:
    """How each call of a directory was resolved, and the place of its target, by path, line and name."""
    import pyarrow.parquet as pq

    with tempfile.TemporaryDirectory(prefix="lode-calls-") as home:
        lode(Path(home), "index", str(folder))
        tables = next(Path(home).glob("versions/[!.]*/tables"))
        places = pq.read_table(tables / "symbols.parquet", columns=["id", "path", "start_line", "end_line"]).to_pylist()
        columns = ["kind", "source_path", "line", "target", "target_name", "resolution"]
        relations = pq.read_table(tables / "relations.parquet", columns=columns).to_pylist()
    place = {p["id"]: (p["path"], p["start_line"], p["end_line"]) for p in places}
    found = defaultdict(list)
    for r in relations:
        if r["kind"] == "calls":
            found[r["source_path"], r["line"], r["target_name"].rpartition(".")[2]].append((r["resolution"], place.get(r["target"])))
    return found


def compare(folder: Path, below: str, most: int, show: int) -> Counter[str]:
    """Count the calls of a directory by what became of them; print some that are not the same."""
    jedi: Any = importlib.import_module("jedi")
    known, calls = indexed(folder), list(calls_in(folder, below))
    chance = random.Random(0)
    project = jedi.Project(folder, sys_path=[str(folder), str(folder / "src"), *sys.path], smart_sys_path=False)
    scripts: dict[str, Any] = {}
    counts: Counter[str] = Counter()
    differing: list[str] = []
    for path, line, column, name in sorted(chance.sample(calls, min(most, len(calls)))):
        if path not in scripts:
            scripts = {path: jedi.Script(path=folder / path, project=project)}
        try:
            targets = scripts[path].goto(line, column, follow_imports=True)
        except RecursionError:  # jedi's own
            continue
        inside = [t for t in targets if t.module_path is not None and t.module_path.is_relative_to(folder)]
        named = [name, *(t.name for t in targets[:1])]  # what is imported under another name goes by its own
        resolution, place = next((found[0] for n in named if (found := known.get((path, line, n)))), ("missing", None))
        if not any(t.type in _DEFINITIONS for t in inside):
            kind = "outside" if place and targets and not inside else ""
        elif place is None:
            kind = resolution
        else:
            spans = [(t.get_definition_start_position(), t.get_definition_end_position(), t.module_path) for t in inside]
            here = [p == folder / place[0] and start and place[1] <= start[0] <= place[2] == end[0] for start, end, p in spans]
            kind = "same" if any(here) else "other"
        counts[kind] += 1
        counts["resolved"] += place is not None
        if kind and kind != "same":
            differing.append(f"{path}:{line} {name}: {kind}, {place or 'nowhere'}; jedi: {targets[0].full_name}")
    print(*chance.sample(differing, min(show, len(differing))), sep="\n")
    return counts


def main() -> None:
    """Compare and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR")
    parser.add_argument("--below", default="", metavar="FOLDER", help="only calls in this folder of each directory")
    parser.add_argument("--most", type=int, default=3000, help="calls a directory, sampled")
    parser.add_argument("--show", type=int, default=0, help="so many that differ")
    options = parser.parse_args()
    if importlib.util.find_spec("jedi") is None:
        sys.exit("jedi is not installed here, and it knows what calls mean; run: pip install jedi")
    found = [(f.name, compare(f, options.below, options.most, options.show)) for f in (f.resolve() for f in options.folders)]
    print(f"{'':<20}" + "".join(f"{c:>11}" for c in _COLUMNS) + "       same      wrong")
    for name, counts in found:
        inside = sum(counts[c] for c in _COLUMNS[:-1])
        shares = counts["same"] / max(inside, 1), (counts["other"] + counts["outside"]) / max(counts["resolved"], 1)
        print(f"{name:<20}" + "".join(f"{counts[c]:>11}" for c in _COLUMNS) + "".join(f"{100 * s:>9.1f} %" for s in shares))


if __name__ == "__main__":
    main()
