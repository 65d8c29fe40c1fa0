"""First index, unchanged run, pushes, a branch switch and query latency over given directories, with the budgets beside.

    python -m benchmarks DIR [DIR ...] [--queries FILE]

The directories are copied to a temporary folder, since pushes edit files. A query file has one query a line; without one,
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

from benchmarks.pushes import edit, neighbours, sources, spread

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
    done = subprocess.run(command, env={**os.environ, "LODE_HOME": str(home)}, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        sys.exit(f"lode {arguments[0]} ended with code {done.returncode}: {done.stdout.decode()}")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e3
    return time.perf_counter() - began, peak, json.loads(done.stdout)


def count_lines(folder: Path) -> int:
    """Lines of the files that the home's published version holds."""
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    table = pq.read_table(next(folder.glob("versions/[!.]*/tables/files.parquet")), columns=["status", "lines"])
    return int(pc.sum(table.filter(pc.equal(table["status"], "indexed"))["lines"]).as_py())


def pushes(home: Path, folders: list[Path]) -> list[tuple[str, float, dict[str, float]]]:
    """Name, seconds and seconds by stage of each kind of push."""
    largest = max((sources([folder]) for folder in folders), key=len)
    everything = sources(folders)
    half = largest[::2]
    kinds: list[tuple[str, list[Path]]] = [
        ("push of 1 file", neighbours(largest, 1)),
        ("push of 50 neighbours", neighbours(largest, 50)),
        ("push of 50 over one repository", spread(largest, 50)),
        (f"push of 50 over {len(folders)} repositories", spread(everything, 50)),
        ("push of 500 neighbours", neighbours(largest, 500)),
        (f"branch with {len(half):,} other files", half),
    ]
    rows = []
    for mark, (name, files) in enumerate(kinds):
        before = {path: path.read_bytes() for path in half} if files is half else {}
        edit(files, f"m{mark}")
        seconds, _, summary = lode(home, "index")
        rows.append((name, seconds, dict(summary["seconds"])))  # type: ignore[call-overload]
    for path, content in before.items():
        path.write_bytes(content)
    seconds, _, summary = lode(home, "index")
    return [*rows, ("and back", seconds, dict(summary["seconds"]))]  # type: ignore[call-overload]


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
    parser.add_argument("--queries", type=Path)
    options = parser.parse_args()
    queries = options.queries.read_text("utf-8").splitlines() if options.queries else []
    with tempfile.TemporaryDirectory(prefix="lode-bench-") as where:
        work, home = Path(where) / "fleet", Path(where) / "home"
        folders = [Path(shutil.copytree(f, work / f.resolve().name, symlinks=True)) for f in options.folders]
        first, peak, summary = lode(home, "index", *map(str, folders))
        lines = count_lines(home)
        unchanged, _, _ = lode(home, "index")
        size = on_disk(home)
        pushed = pushes(home, folders)
        grown = on_disk(home)
        opened, times = latencies(home, queries)
    files = summary["counts"]["files"]  # type: ignore[index]
    rows = [
        ("lines / files", f"{lines:,} / {files:,}", ""),
        ("first index", f"{first:.1f} s, {1e6 * first / lines:.1f} s per million lines", "30 s per million lines"),
        ("peak of the largest process", f"{peak:,.0f} MB", "1,500 MB at 4.6 million lines"),
        ("home on disk", f"{size:,.0f} MB; {grown:,.0f} MB with {len(pushed)} more versions", ""),
        ("unchanged run", f"{unchanged:.2f} s, {2000 * unchanged / files:.2f} s per 2,000 files", "1.0 s per 2,000 files"),
        *((name, f"{seconds:.1f} s", "15 s at 4.6 million lines" if "50 n" in name else "") for name, seconds, _ in pushed),
        ("import and open", f"{opened:.2f} s", "0.5 s"),
        ("query p50 / p99", f"{times[len(times) // 2]:.1f} / {times[int(0.99 * len(times))]:.1f} ms", "10 / 30 ms"),
    ]
    for name, value, budget in rows:
        print(f"{name:<36} {value:<48} {budget}")
    print_stages([("first", first, summary["seconds"]), *pushed])  # type: ignore[list-item]


def print_stages(runs: list[tuple[str, float, dict[str, float]]]) -> None:
    """Seconds by stage, a column a run; the last line is what no stage accounts for."""
    stages = list(runs[0][2])
    print("\nseconds by stage " + "".join(f"{i:>8}" for i in range(len(runs))))
    for stage in stages:
        print(f"{stage:<17}" + "".join(f"{found.get(stage, 0):8.2f}" for _, _, found in runs))
    print(f"{'the rest':<17}" + "".join(f"{total - sum(found.values()):8.2f}" for _, total, found in runs))
    print("\n".join(f"{i}: {name}" for i, (name, _, _) in enumerate(runs)))


def on_disk(home: Path) -> float:
    """Megabytes of the files below a folder, one with several names once."""
    infos = {(i.st_dev, i.st_ino): i.st_size for p in home.rglob("*") if not p.is_dir() for i in (p.lstat(),)}
    return sum(infos.values()) / 1e6


if __name__ == "__main__":
    main()
