"""The `lode` command over small shards, as a process to be killed: `python -m proofs.lode index`.

With `PROOF_WORKERS=1`, whatever worker processes can do they do. With `PROOF_DIE_AT=n` the process kills itself at its n-th write.
"""

from __future__ import annotations

import importlib
import itertools
import os
import signal

from proofs.small import small_sizes
from proofs.writes import at_each_write


def main() -> None:
    """Run the command."""
    last, counter = int(os.environ.get("PROOF_DIE_AT", "0")), itertools.count(1)

    def die(_: str) -> None:
        if next(counter) == last:
            os.kill(os.getpid(), signal.SIGKILL)

    with small_sizes(0 if os.environ.get("PROOF_WORKERS") else None), at_each_write(die):
        importlib.import_module("pipelines.command").lode()


if __name__ == "__main__":
    main()
