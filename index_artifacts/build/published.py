"""Point `current` at a version that has passed the gate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index_artifacts.errors import GateError
from index_artifacts.query.index import open_index
from index_artifacts.store import read_json, write_text, writer_lock

if TYPE_CHECKING:
    from index_artifacts.config import Home


def publish(home: Home, version: str) -> bool:
    """Publish a version: re-read its verdict, open it once more, replace `current` atomically.

    Returns:
        Whether it was the published version already.

    Raises:
        GateError: It has no verdict, or one against it; `current` stays.
        DamagedIndexError: It cannot be opened; `current` stays.
    """
    with writer_lock(home):
        path = home.version(version) / "quality.json"
        if not path.exists():
            raise GateError(f"Version {version} has not been judged; materialise quality first, or run 'lode index'.")
        verdict = read_json(path)["verdict"]
        if not verdict["passed"]:
            raise GateError(
                f"Version {version} did not pass the gate: {'; '.join(verdict['reasons'])}. It stays a candidate "
                f"(report: {home.version(version) / 'report.html'}); the published version is unchanged."
            )
        if home.current() == version:
            return True
        open_index(home.root, version)
        write_text(home.current_file, f"{version}\n")
    return False
