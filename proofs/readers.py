"""Search while versions are published and collected: no error, no mixture of versions. `python -m proofs.readers --versions 50`."""

from __future__ import annotations

import json
import multiprocessing
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from index_artifacts import open_index
from index_artifacts.versions.collection import collect
from proofs.fleet import Fleet, bring_up_to_date
from proofs.small import scratch, small_sizes
from tests.support import write_files

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

    from index_artifacts import Index

_FILES = 12
_QUERIES = ("marker", "edition", "where is the marker of this edition")
_HOLD = 30  # searches with one index before a reader that holds on lets go


def edition(number: int) -> dict[str, str]:
    """A repository in which every chunk says which edition it is of."""
    return {
        f"part_{i}.py": f'def marker_{i}():\n    """The marker of this edition."""\n    return "edition-{number}-end"\n'
        for i in range(_FILES)
    }


def read(home: str, stop: Event, holds: int, report: str) -> None:
    """Search in a loop until told to stop; write how often, of how many versions, and what went wrong.

    Args:
        home: Folder of the home.
        stop: Set when enough has been published.
        holds: Searches before the published version is opened again.
        report: File for what is told.
    """
    searches, seen, wrong = 0, set[str](), list[str]()
    while not stop.is_set() and len(wrong) < 5:
        try:
            index = open_index(home)
            seen.add(index.manifest.id)
            found = {marker for _ in range(holds) for marker in _markers(index)}
            searches += holds * len(_QUERIES)
            if len(found) != 1:
                wrong.append(f"version {index.manifest.id} holds {sorted(found)}")
        except Exception as error:  # whatever a reader meets is a failure
            wrong.append(f"{type(error).__name__}: {error}")
    Path(report).write_text(json.dumps({"searches": searches, "versions": len(seen), "wrong": wrong}))


def _markers(index: Index) -> set[str]:
    """The editions of all hits of some searches, and of a table."""
    hits = [hit for query in _QUERIES for hit in index.search(query, k=20)]
    texts = [hit.text for hit in hits if "edition-" in hit.text]
    assert texts, "nothing was found"
    index.symbols("marker_1")
    return {text.partition("edition-")[2].partition("-end")[0] for text in texts}


def run(versions: int, keep: int, readers: int = 2, pause: float = 0.0) -> list[dict[str, object]]:
    """Publish so many versions under the eyes of readers, every second of which holds on to what it has opened.

    Returns:
        What each reader told.
    """
    spawn = multiprocessing.get_context("spawn")
    stop = spawn.Event()
    with scratch() as root, small_sizes():
        fleet = Fleet(root)
        fleet.apply(("register", "r"))
        home = fleet.home("home")
        write_files(fleet.repository("r"), {**edition(0), "KEEP.md": "# Nothing\n"})
        bring_up_to_date(home)
        reports = [root / f"reader-{i}.json" for i in range(readers)]
        processes = [
            spawn.Process(target=read, args=(str(home.root), stop, _HOLD if i % 2 else 1, str(path)), daemon=True)
            for i, path in enumerate(reports)
        ]
        for process in processes:
            process.start()
        for number in range(1, versions + 1):
            write_files(fleet.repository("r"), edition(number))
            bring_up_to_date(home)
            collect(home, keep)
            time.sleep(pause)
        stop.set()
        for process in processes:
            process.join(60)
        return [json.loads(path.read_text()) if path.exists() else {"wrong": ["ended without a word"]} for path in reports]


@click.command()
@click.option("--versions", default=50, show_default=True)
@click.option("--keep", default=1, show_default=True, help="Versions that stay besides the published one.")
@click.option("--readers", default=4, show_default=True)
def main(versions: int, keep: int, readers: int) -> None:
    """Publish many versions while others read."""
    told = run(versions, keep, readers)
    for row in told:
        click.echo(json.dumps(row))
    raise SystemExit(any(row["wrong"] for row in told))


if __name__ == "__main__":
    main()
