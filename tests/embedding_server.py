"""A server on this machine that speaks Ollama's protocol, new and old, and OpenAI's, with a model of its own and failures on demand.

The model's vectors depend on the text alone, so that whatever was batched, split or repeated gives the same.
"""

from __future__ import annotations

import hashlib
import json
import socket
import threading
import time
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@dataclass
class Script:
    """How the server behaves, and what it was asked.

    Attributes:
        model: The only one it has.
        dimension: Of its vectors.
        old: Whether it knows only Ollama's older endpoint.
        key: What it wants as key; "" for none.
        latency: Seconds of each request.
        most_characters: A longer text is refused, as is every batch that holds one; 0 for no limit.
        bad: A text that holds this makes the server fail; "" for none.
        failures: What the next requests get instead of vectors, one each.
        requests: Path and texts of each request.
        keys: Authorization header of each request.
        most_at_once: Largest number of requests that were underway at the same time.
    """

    model: str = "nomic-embed-text:latest"
    dimension: int = 8
    old: bool = False
    key: str = ""
    latency: float = 0.0
    most_characters: int = 0
    bad: str = ""
    failures: deque[Callable[[Handler], None]] = field(default_factory=deque)
    requests: list[tuple[str, list[str]]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    most_at_once: int = 0
    url: str = ""

    @property
    def texts(self) -> list[str]:
        """All texts of all requests."""
        return [text for _, texts in self.requests for text in texts]


def vector_of(text: str, dimension: int) -> list[float]:
    """Pseudo-random, from the words of the text; not of length 1."""
    words = text.lower().replace("_", " ").replace("(", " ").split() or ["-"]
    seeds = [int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest()) for word in words]
    total = sum((np.random.default_rng(seed).standard_normal(dimension) for seed in seeds), np.zeros(dimension))
    return [float(x) for x in total]


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # or each small answer waits 40 ms for an acknowledgement
    script: Script
    underway: list[int]
    lock: threading.Lock

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        """Say nothing."""

    def do_POST(self) -> None:
        script = self.script
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        given = body["prompt"] if "prompt" in body else body["input"]
        texts = [given] if isinstance(given, str) else given
        with self.lock:
            script.requests.append((self.path, texts))
            script.keys.append(self.headers.get("Authorization", ""))
            failure = script.failures.popleft() if script.failures else None
            self.underway[0] += 1
            script.most_at_once = max(script.most_at_once, self.underway[0])
        try:
            time.sleep(script.latency)
            if failure is not None:
                failure(self)
            else:
                self._answer(body["model"], texts)
        finally:
            with self.lock:
                self.underway[0] -= 1

    def _answer(self, model: str, texts: list[str]) -> None:
        script = self.script
        ollama = self.path.startswith("/api/")
        if self.path not in {"/api/embeddings", "/v1/embeddings", *(() if script.old else ("/api/embed",))}:
            return self.send(404, "404 page not found", "text/plain")
        if script.key and self.headers.get("Authorization") != f"Bearer {script.key}":
            said = f"Incorrect API key provided: {self.headers.get('Authorization', '').removeprefix('Bearer ')}"
            return self.send(401, {"error": {"message": said}})
        if model != script.model:
            said = f'model "{model}" not found, try pulling it first' if ollama else f"The model `{model}` does not exist"
            return self.send(404, {"error": said if ollama else {"message": said}})
        if script.most_characters and any(len(t) > script.most_characters for t in texts):
            return self.send(400, {"error": {"message": "the input length exceeds the context length"}})
        if script.bad and any(script.bad in t for t in texts):
            return self.send(500, {"error": "failed to encode response: json: unsupported value: NaN"})
        vectors = [vector_of(t, script.dimension) for t in texts]
        if self.path == "/api/embed":
            return self.send(200, {"model": model, "embeddings": vectors, "prompt_eval_count": sum(map(len, texts)) // 4})
        if self.path == "/api/embeddings":
            return self.send(200, {"embedding": vectors[0]})
        rows = [{"object": "embedding", "index": i, "embedding": v} for i, v in enumerate(vectors)]
        return self.send(200, {"object": "list", "data": rows[::-1], "usage": {"prompt_tokens": sum(map(len, texts)) // 4}})

    def send(self, status: int, body: Any, kind: str = "application/json", **headers: str) -> None:  # noqa: ANN401 - whatever JSON can hold
        """Send an answer."""
        data = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)


def status(code: int, body: Any = "", kind: str = "application/json", **headers: str) -> Callable[[Handler], None]:  # noqa: ANN401
    """A failure: an answer with another status."""
    return lambda handler: handler.send(code, body, kind, **headers)


def vectors(rows: list[list[float]]) -> Callable[[Handler], None]:
    """A failure: these vectors, whatever was asked."""

    def answer(handler: Handler) -> None:
        data = [{"index": i, "embedding": row} for i, row in enumerate(rows)]
        handler.send(200, {"embeddings": rows, "data": data})

    return answer


def cut(handler: Handler) -> None:
    """A failure: the connection ends in the middle of the answer."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"embeddings": [[0.1')
    handler.wfile.flush()
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is no news."""


@contextmanager
def serving(script: Script, port: int = 0) -> Iterator[Script]:
    """Run the server while the context lasts; `script.url` says where."""
    handler = type("_Handler", (Handler,), {"script": script, "underway": [0], "lock": threading.Lock()})
    with _Server(("127.0.0.1", port), handler) as server:
        script.url = f"http://127.0.0.1:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield script
        finally:
            server.shutdown()
