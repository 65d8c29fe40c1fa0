"""First index, unchanged run, a push of some files and query latency over given directories, with the budgets beside.

    python -m benchmarks DIR [DIR ...] [--push 50] [--queries FILE]

The directories are copied to a temporary folder, since the push edits files. A query file has one query a line; without one,
names of sampled symbols and a few sentences are asked.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SENTENCES = (
    "where are timeouts handled",
    "parse a configuration file",
    "retry a request with backoff",
    "write an entry to the log",
    "connection pool limit",
    "处理登录超时的地方",
    "如何解析配置文件",
)


def lode(home: Path, *arguments: str) -> tuple[float, float, dict[str, object]]:
    """Run the command; seconds, peak megabytes of its process and its workers together at most, and its JSON summary."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "pipelines.command", *arguments, "--json"]
    done = subprocess.run(command, env={**os.environ, "LODE_HOME": str(home)}, stdout=subprocess.PIPE, check=True)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e3
    return time.perf_counter() - began, peak, json.loads(done.stdout)


def count_lines(folder: Path) -> int:
    """Lines of the files that the home's published version holds."""
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    table = pq.read_table(next(folder.glob("versions/[!.]*/tables/files.parquet")), columns=["status", "lines"])
    return int(pc.sum(table.filter(pc.equal(table["status"], "indexed"))["lines"]).as_py())


def push(folders: list[Path], count: int) -> int:
    """Append a line to the end of `count` files, spread evenly; how many were edited."""
    files = sorted(p for f in folders for p in f.rglob("*") if p.suffix in {".py", ".java", ".go", ".c", ".ts", ".rs"} and p.is_file())
    chosen = files[:: max(1, len(files) // count)][:count]
    for path in chosen:
        with path.open("a", encoding="utf-8") as out:
            out.write("\n\n")
            out.write("// edited\n" if path.suffix != ".py" else "# edited\n")
    return len(chosen)


def latencies(home: Path, queries: list[str]) -> tuple[float, list[float]]:
    """Seconds to open in a fresh process, and sorted milliseconds a query in this one."""
    code = "import time; t = time.perf_counter(); from index_artifacts import open_index; open_index(); print(time.perf_counter() - t)"
    environment = {**os.environ, "LODE_HOME": str(home)}
    opened = float(subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True).stdout)
    from eval.gate import self_check
    from index_artifacts import open_index

    index = open_index(home)
    asked = queries or [*SENTENCES, *(q.query for q in self_check(index))]
    for query in asked:
        index.search(query)
    times = []
    for query in asked:
        began = time.perf_counter()
        index.search(query)
        times.append(1000 * (time.perf_counter() - began))
    return opened, sorted(times)


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR")
    parser.add_argument("--push", type=int, default=50)
    parser.add_argument("--queries", type=Path)
    options = parser.parse_args()
    queries = options.queries.read_text("utf-8").splitlines() if options.queries else []
    with tempfile.TemporaryDirectory(prefix="lode-bench-") as where:
        work, home = Path(where) / "fleet", Path(where) / "home"
        folders = [Path(shutil.copytree(f, work / f.resolve().name, symlinks=True)) for f in options.folders]
        first, peak, summary = lode(home, "index", *map(str, folders))
        lines = count_lines(home)
        unchanged, _, _ = lode(home, "index")
        size = sum(p.stat().st_size for p in home.rglob("*") if p.is_file()) / 1e6
        edited = push(folders, options.push)
        pushed, _, _ = lode(home, "index")
        opened, times = latencies(home, queries)
    files = summary["counts"]["files"]  # type: ignore[index]
    rows = [
        ("lines / files", f"{lines:,} / {files:,}", ""),
        ("first index", f"{first:.1f} s, {1e6 * first / lines:.1f} s per million lines", "30 s per million lines"),
        ("peak of the largest process", f"{peak:,.0f} MB", "1,500 MB at 4.6 million lines"),
        ("home on disk", f"{size:,.0f} MB", ""),
        ("unchanged run", f"{unchanged:.2f} s, {2000 * unchanged / files:.2f} s per 2,000 files", "1.0 s per 2,000 files"),
        (f"push of {edited} files", f"{pushed:.1f} s", "15 s at 4.6 million lines"),
        ("import and open", f"{opened:.2f} s", "0.5 s"),
        ("query p50 / p99", f"{times[len(times) // 2]:.1f} / {times[int(0.99 * len(times))]:.1f} ms", "10 / 30 ms"),
    ]
    for name, value, budget in rows:
        print(f"{name:<28} {value:<44} {budget}")
    for stage, seconds in summary["seconds"].items():  # type: ignore[attr-defined]
        print(f"  {stage:<26} {seconds:.2f} s")


if __name__ == "__main__":
    main()
