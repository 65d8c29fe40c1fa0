"""The declarations of languages."""

import os
import subprocess
import sys


def test_what_declares_languages_has_the_same_digest_in_every_process() -> None:
    code = "from index_artifacts.languages import fingerprints; print(fingerprints())"
    digests = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(digests) == 1
