"""A home with several versions, made at times that are a minute apart."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, tzinfo
from typing import TYPE_CHECKING

from index_artifacts.build import index_version
from index_artifacts.build.published import publish
from index_artifacts.config import load_config
from index_artifacts.errors import GateError
from index_artifacts.fleet import register
from tests.support import build_candidate, write_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import pytest

    from index_artifacts.config import Home

FIRST = {
    "cart.py": 'class Cart:\n    """A basket."""\n\n    def total(self, rate):\n        return 1 * rate\n\n    def clear(self):\n        return 0\n',
    "login.py": "def login_timeout():\n    return 30\n",
    "notes.md": "# Notes\n",
}


class Clock(datetime):
    """Each question for the time is answered a minute later than the one before."""

    asked = 0

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Clock:
        Clock.asked += 1
        return cls(2026, 1, 1, tzinfo=tz) + timedelta(minutes=Clock.asked)


def tick(monkeypatch: pytest.MonkeyPatch, made: int = 0) -> None:
    """Let versions have ids in the order in which they are made, however quickly that is; some may have been made before."""
    Clock.asked = made
    monkeypatch.setattr(index_version, "datetime", Clock)


def make_version(home: Home, root: Path, files: Mapping[str, str | None]) -> str:
    """Write files of the repository `shop` (None removes one), build a version of the fleet, and publish it if it passes."""
    for name in [n for n, content in files.items() if content is None]:
        (root / name).unlink()
    write_files(root, {n: content for n, content in files.items() if content is not None})
    if "shop" not in [r.name for r in load_config(home).repositories]:
        register(home, root, "shop")
    version = build_candidate(home)
    try:
        publish(home, version)
    except GateError:
        return version
    return version


def fail_the_gate(home: Home) -> str:
    """Ask for more than any version reaches; returns the settings as they were."""
    before = home.config_file.read_text("utf-8")
    write_files(home.root, {"golden.jsonl": json.dumps({"query": "login", "relevant": [{"repo": "shop", "path": "none.py"}]})})
    home.config_file.write_text('[quality]\ngolden = ["golden.jsonl"]\nndcg_at_10 = 1.1\n\n' + before, "utf-8")
    return before
