"""What a materialisation shows to people."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import dagster as dg

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from index_artifacts.build.results import StageResult

_SAMPLE = 10
_MARKUP = re.compile(r"[\\`*_~\[\]<>&|$]")  # __init__.py would be shown as a bold init.py


def result(
    stage: StageResult,
    sample: Sequence[dict[str, Any]] = (),
    rate: str = "",
    **more: Any,  # noqa: ANN401
) -> dg.MaterializeResult[None]:
    """A materialisation with a stage's counts, its rate, its digest and some rows.

    Args:
        stage: What the stage made.
        sample: Rows to show as a table.
        rate: Name of the count that is also told per second.
        more: Further metadata.
    """
    metadata: dict[str, Any] = {**stage.told, **more, "seconds": round(stage.seconds, 3), "reused": stage.reused, "digest": stage.key}
    if rate and stage.seconds and not stage.reused:
        metadata[f"{rate}_per_second"] = round(stage.told[rate] / stage.seconds)
    if sample:
        metadata["sample"] = dg.MetadataValue.md(markdown_table(sample[:_SAMPLE]))
    return dg.MaterializeResult(metadata=metadata, data_version=dg.DataVersion(stage.key))


def markdown_table(rows: Sequence[dict[str, Any]]) -> str:
    """Rows as a Markdown table whose cells show their text as it is; line breaks become spaces."""
    names = list(rows[0])
    lines = ["| " + " | ".join(names) + " |", "|" + " --- |" * len(names)]
    lines += ["| " + " | ".join(_cell(row[n]) for n in names) + " |" for row in rows]
    return "\n".join(lines)


def _cell(value: object) -> str:
    text = " ".join(str(value).split())
    return _MARKUP.sub(r"\\\g<0>", text if len(text) <= 100 else f"{text[:99]}…")


def counted(values: Iterable[str]) -> dg.MarkdownMetadataValue | str:
    """How often each value occurs, most frequent first, as a table."""
    return _counts(Counter(v or "(none)" for v in values))


def counted_kinds(counts: Mapping[str, int]) -> dg.MarkdownMetadataValue | str:
    """The counts named "kind ...", most frequent first, as a table."""
    return _counts(Counter({name.removeprefix("kind "): n for name, n in counts.items() if name.startswith("kind ")}))


def _counts(counts: Counter[str]) -> dg.MarkdownMetadataValue | str:
    rows = [{"value": value, "count": n} for value, n in sorted(counts.items(), key=lambda c: (-c[1], c[0]))]
    return dg.MetadataValue.md(markdown_table(rows)) if rows else "none"
