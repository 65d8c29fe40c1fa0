"""Judge a version and keep the report in its folder."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from eval.gate import judge
from eval.golden import load_golden
from eval.report import render
from index_artifacts.embedders.remembered import remembering
from index_artifacts.errors import ArtifactError
from index_artifacts.manifest import checksum, read_manifest, write_manifest
from index_artifacts.query.index import Index, open_index
from index_artifacts.store import read_json, write_json, write_text, writer_lock

if TYPE_CHECKING:
    from index_artifacts.config import Config, Home


def judge_version(home: Home, config: Config, version: str) -> dict[str, Any]:
    """Judge a candidate against the golden sets of `lode.toml` and the published version.

    Writes `quality.json` and `report.html`, then the manifest with their checksums and a summary. A published version keeps
    the report that it was published with.

    Returns:
        The report, as `gate.judge` makes it.
    """
    folder = home.version(version)
    current = home.current()
    if current == version and (folder / "quality.json").exists():
        return dict(read_json(folder / "quality.json"))
    queries = load_golden(home.root / path for path in config.quality.golden)
    published = _published(home, current) if queries and current and current != version else None
    index = open_index(home.root, version)
    with remembering(home, index, published):
        report = judge(index, queries, published, config.quality)
    with writer_lock(home):
        write_json(folder / "quality.json", report)
        write_text(folder / "report.html", render(report))
        manifest = read_manifest(folder)
        checksums = dict(manifest.checksums)
        for name in ("quality.json", "report.html"):
            checksums[name] = {"sha256": checksum(folder / name), "bytes": (folder / name).stat().st_size}
        summary = {"passed": report["verdict"]["passed"], "reasons": report["verdict"]["reasons"], "queries": report["queries"]}
        summary |= {**report["overall"], "self_recall_at_10": report["self_check"].get("recall_at_10", 1.0)}
        write_manifest(folder, replace(manifest, checksums=checksums, quality=summary))
    return report


def _published(home: Home, current: str) -> Index | None:
    """The published version, or None where it cannot be searched: a damaged version must not keep its replacement back."""
    try:
        index = open_index(home.root, current)
        _ = index.embedder
        return index
    except ArtifactError:
        return None
