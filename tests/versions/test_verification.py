from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest

from index_artifacts.errors import UnknownNameError
from index_artifacts.manifest import checksum, read_manifest, write_manifest
from index_artifacts.versions import verification
from index_artifacts.versions.verification import verify

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from index_artifacts.config import Home


def signed(folder: Path, name: str) -> None:
    """Give a file the checksum that it has now."""
    path = folder / "manifest.json"
    row = json.loads(path.read_text())
    row["checksums"][name] = {"sha256": checksum(folder / name), "bytes": (folder / name).stat().st_size}
    path.write_text(json.dumps(row))


def edit(folder: Path, table: str, change: Callable[[list[dict[str, Any]]], object]) -> None:
    """Change rows of the only part of a table, as code that is wrong would have written them."""
    (name,) = [n for n in read_manifest(folder).checksums if n.startswith(table)]
    path = folder / name
    read = feather.read_table(str(path), memory_map=False) if path.suffix == ".arrow" else pq.ParquetFile(path).read()
    rows = read.to_pylist()
    change(rows)
    path.unlink()  # its other names keep what they had
    written = pa.Table.from_pylist(rows, read.schema)
    if path.suffix == ".arrow":
        feather.write_feather(written, str(path), compression="uncompressed")
    else:
        pq.write_table(written, path)
    signed(folder, name)


def problems(home: Home, version: str) -> list[str]:
    return list(verify(home, version).problems)


def test_a_version_as_it_was_made_has_no_problem(home: Home, two: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = read_manifest(home.version(two[1]))
    known: dict[tuple[int, int], str] = {}
    found = verify(home, two[1], known)
    assert (found.version, found.files, found.problems) == (two[1], len(manifest.checksums), ())
    assert found.bytes == sum(c["bytes"] for c in manifest.checksums.values())
    monkeypatch.setattr(verification, "checksum", lambda path: pytest.fail(f"read {path} again"))
    assert verify(home, two[1], known) == found


def test_files_that_are_not_what_the_manifest_says_are_listed(home: Home, two: tuple[str, str]) -> None:
    folder = home.version(two[1])
    (folder / "spans.arrow").unlink()
    (folder / "extra.txt").write_text("x")
    (folder / ".hidden").write_text("x")
    (folder / "report.html").write_text("x")
    path = folder / "shards.arrow"
    path.write_bytes(bytes([path.read_bytes()[0] ^ 1]) + path.read_bytes()[1:])
    size = read_manifest(folder).checksums["report.html"]["bytes"]
    assert problems(home, two[1]) == [
        f"report.html has 1 bytes instead of {size:,}",
        "shards.arrow does not have its checksum",
        "spans.arrow is missing",
        "extra.txt is not in the manifest",
    ]
    assert problems(home, two[0]) == []


def test_a_manifest_that_cannot_be_read_is_a_problem(home: Home, two: tuple[str, str]) -> None:
    (home.version(two[0]) / "manifest.json").write_text("{")
    (problem,) = problems(home, two[0])
    assert problem.startswith(f"Version {two[0]} has no readable manifest.json (")
    with pytest.raises(UnknownNameError):
        verify(home, "nope")


def test_counts_are_those_of_the_manifest(home: Home, two: tuple[str, str]) -> None:
    folder = home.version(two[1])
    manifest = read_manifest(folder)
    counts = manifest.counts
    edit(folder, "tables/relations.parquet", lambda rows: rows.pop())
    edit(folder, "tables/chunks.parquet", lambda rows: rows.pop())
    assert problems(home, two[1]) == [
        f"{counts['chunks'] - 1} chunks where its manifest says {counts['chunks']}",
        f"{counts['relations'] - 1} relations where its manifest says {counts['relations']}",
        f"spans tells of {counts['chunks']} chunks where there are {counts['chunks'] - 1}",
        f"files.parquet tells of {counts['chunks']} chunks where there are {counts['chunks'] - 1}",
        f"shard 0 has {counts['chunks'] - 1} chunks where shards.arrow says {counts['chunks']} chunks",
    ]
    write_manifest(folder, manifest)
    assert problems(home, two[1])[0].startswith("tables/chunks.parquet/00000-")


def test_a_repository_has_what_its_entry_says(home: Home, two: tuple[str, str]) -> None:
    path = home.version(two[1]) / "manifest.json"
    row = json.loads(path.read_text())
    entry = row["repositories"][0]
    had = f"{entry['files']} files, {entry['chunks']} chunks, {entry['symbols']} symbols"
    entry["chunks"] += 1
    path.write_text(json.dumps(row))
    says = f"{entry['files']} files, {entry['chunks']} chunks, {entry['symbols']} symbols"
    assert problems(home, two[1]) == [f"repository 'shop' has {had} where its manifest says {says}"]
    entry |= {"name": "other", "chunks": 0, "files": 0, "symbols": 0}
    path.write_text(json.dumps(row))
    assert problems(home, two[1]) == ["files.parquet has files of 'shop', which is no repository of the manifest"]


def put(row: int, **values: object) -> Callable[[list[dict[str, Any]]], object]:
    return lambda rows: rows[row].update(values)


_WRONG = [
    ("spans.arrow", put(0, end_line=3), "1 chunks have another span in spans.arrow, first shop/cart.py:1-8"),
    ("spans.arrow", put(1, file=2), "1 chunks have another span in spans.arrow, first shop/cart.py:4-5"),
    ("spans.arrow", put(1, kind=0), "1 chunks have another span in spans.arrow, first shop/cart.py:4-5"),
    (
        "tables/chunks.parquet",
        put(0, path="login.py"),
        "1 chunks are not those of the file that files.parquet has for their row, first shop/login.py:1-8",
    ),
    (
        "tables/symbols.parquet",
        put(0, repo="other"),
        "1 symbols are not those of the file that files.parquet has for their row, first other/cart.py:1-8",
        "2 relations have a source that is no symbol of their file, first shop/cart.py:4",
    ),
    ("tables/symbols.parquet", put(0, end_line=9), "1 symbols do not lie within the lines of their file, first shop/cart.py:1-9"),
    ("tables/symbols.parquet", put(1, parent=3), "1 symbols have a parent that is no other symbol of their file, first shop/cart.py:4-5"),
    ("tables/files.parquet", put(0, first_chunk=1), "first_chunk of files.parquet does not add up"),
    ("tables/relations.parquet", put(0, line=9), "1 relations are on a line that their file does not have, first shop/cart.py:9"),
    ("tables/relations.parquet", put(0, target=5), "1 relations have a target that is no symbol of its file, first shop/cart.py:4"),
    ("tables/relations.parquet", put(0, source=5), "1 relations have a source that is no symbol of their file, first shop/cart.py:4"),
    (
        "tables/relations.parquet",
        put(0, target=-1, target_path="none.py"),
        "1 relations have a target path that is no indexed file, first shop/cart.py:4",
    ),
    ("tables/relations.parquet", put(0, source=-1, source_path="none.py"), "1 relations are in no indexed file, first shop/none.py:4"),
]


@pytest.mark.parametrize(("table", "change", "sentences"), [(table, change, sentences) for table, change, *sentences in _WRONG])
def test_parts_that_contradict_each_other_are_told(
    home: Home, two: tuple[str, str], table: str, change: Callable[[list[dict[str, Any]]], object], sentences: list[str]
) -> None:
    edit(home.version(two[1]), table, change)
    assert problems(home, two[1]) == sentences


def test_symbols_and_ranks_go_together(home: Home, two: tuple[str, str]) -> None:
    folder = home.version(two[1])
    edit(folder, "tables/symbol_ranks.parquet", put(0, id=7))
    first, second = problems(home, two[1])
    assert first.startswith("1 symbols have no rank, first shop/")
    assert second == "1 ranks are of no symbol, first id 7"


def test_documents_stand_for_rows(home: Home, two: tuple[str, str]) -> None:
    folder = home.version(two[1])
    edit(folder, "shards.arrow", put(0, leaf=7))
    counts = read_manifest(folder).counts
    assert problems(home, two[1]) == [
        f"{counts['documents']} documents of text/chunks stand for no row of the chunks",
        f"{counts['file_documents']} documents of text/files stand for no row of the files",
    ]


def test_vectors_of_another_length_are_told(home: Home, two: tuple[str, str]) -> None:
    path = home.version(two[1]) / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "dimension": 128}))
    (problem,) = problems(home, two[1])
    assert problem.startswith("its parts cannot be read (vectors.faiss/00000-")
    assert problem.endswith(" has vectors of length 256 where the manifest says 128)")
