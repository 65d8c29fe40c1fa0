"""Run what the README tells people to run: its `sh` blocks, then its `python` blocks, in a home of their own.

Blocks of other languages show output or files and are not run, and neither is `make check`, which runs this.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CHECK = "make check"


def blocks(text: str, language: str) -> list[str]:
    """The contents of a document's fenced blocks in one language, in order."""
    return [body for name, body in _BLOCK.findall(text) if name == language]


def commands(text: str) -> list[str]:
    """Each line of the `sh` blocks, without comments."""
    lines = [line.split(" #")[0].strip() for block in blocks(text, "sh") for line in block.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def main() -> int:
    """Run everything; returns the first exit code that is not 0."""
    text = (ROOT / "README.md").read_text("utf-8")
    runs = [["bash", "-euo", "pipefail", "-c", command] for command in commands(text) if command != CHECK]
    runs += [[sys.executable, "-c", code] for code in blocks(text, "python")]
    # The README calls `lode` as someone does who has put the environment on the PATH.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "LODE_HOME": home, "PATH": path}
        for run in runs:
            print(f"$ {run[-1].rstrip()}", flush=True)
            if code := subprocess.run(run, cwd=ROOT, env=environment, check=False).returncode:
                print(f"README: exit code {code} of: {run[-1].rstrip()}", file=sys.stderr)
                return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
