"""Exchanges with an embedding server: what may go wrong, how often each is tried again, and how it is said.

HTTP clients are imported when the first request is made: most indexes need none.
"""

from __future__ import annotations

import os
import random
import threading
from collections import Counter
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeVar

from index_artifacts.embedding_config import KEY_VARIABLE
from index_artifacts.errors import EmbeddingError, ServerError

if TYPE_CHECKING:
    from collections.abc import Callable

    import httpx

    from index_artifacts.embedding_config import EmbeddingConfig

Result = TypeVar("Result")

CONNECT_SECONDS, READ_SECONDS = 30.0, 120.0
# Seconds before each new try. They add up to a minute and a half: a server that restarts is waited for.
DELAYS = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 30.0)
_LONGEST_WAIT = 300.0  # a server that asks for more is not waited for
_SHOWN = 200  # characters of what a server said


class Kind(Enum):
    """What went wrong: in words, what to do about it, and how often it is tried again."""

    UNREACHABLE = "cannot be reached", "start the server, or mend base_url of [embedding] or EMBEDDING_BASE_URL", len(DELAYS)
    CUT = "ended the connection before its answer was whole", "look into the server's log and run again", len(DELAYS)
    SLOW = f"did not answer within {READ_SECONDS:.0f} seconds", "lower batch_size of [embedding] or EMBEDDING_BATCH_SIZE", 2
    BUSY = "takes no more requests for now", "lower in_flight of [embedding], or run again later", len(DELAYS)
    BROKEN = "fails", "look into the server's log and run again", len(DELAYS)
    KEY = "refuses the key", f"set {KEY_VARIABLE} to one that it knows", 0
    NO_MODEL = "does not have the model", "mend model of [embedding] or EMBEDDING_MODEL", 0
    NO_PAGE = "has no such page", "mend base_url of [embedding] or EMBEDDING_BASE_URL", 0
    NO_JSON = "answers with something else than JSON", "mend base_url of [embedding] or EMBEDDING_BASE_URL", 0
    TOO_LONG = "finds a text too long", "lower max_characters of [embedding]", 0
    REFUSED = "refuses a request", "look into the server's log, or choose another model", 0
    WRONG = "answers wrongly", "run 'lode index --no-cache' if the model was replaced, or choose another one", 0

    def __init__(self, what: str, remedy: str, tries: int) -> None:
        self.what, self.remedy, self.tries = what, remedy, tries


_PASSING = {Kind.UNREACHABLE, Kind.CUT, Kind.SLOW, Kind.BUSY, Kind.BROKEN}
_OF_STATUS = {401: Kind.KEY, 403: Kind.KEY, 408: Kind.SLOW, 413: Kind.TOO_LONG, 429: Kind.BUSY}
_LONG = ("too long", "too large", "maximum context", "context length", "less than", "exceed")


class Fault(Exception):
    """One try that failed.

    Attributes:
        kind: How.
        said: What the server said about it, or "".
        wait: Seconds that it asks to wait.
    """

    def __init__(self, kind: Kind, said: str = "", wait: float = 0.0) -> None:
        super().__init__(said)
        self.kind, self.said, self.wait = kind, said, wait


class Server:
    """The server of one model: tries again what may pass, counts, and makes sentences of what does not.

    Attributes:
        counts: Of `requests`, `retries` and `tokens`, since the start.
        stopped: Set to end waiting between tries.
    """

    def __init__(self, config: EmbeddingConfig, *, keyed: bool = True) -> None:
        """Nothing is asked yet.

        Args:
            config: Where it is.
            keyed: Whether it may be given the key.
        """
        self.config = config
        self.counts: Counter[str] = Counter()
        self.stopped = threading.Event()
        self._key = os.environ.get(KEY_VARIABLE, "").strip() if keyed else ""
        self._reached = False
        self._lock = threading.Lock()
        if not self._key.isascii() or any(c.isspace() for c in self._key):
            raise EmbeddingError(f"The key in {KEY_VARIABLE} holds white space or other characters that no key has; set it anew.")

    def client_settings(self) -> dict[str, Any]:
        """Settings of an `httpx.Client`; whatever is no answer becomes a `Fault`."""
        import httpx

        return {
            "headers": {"Authorization": f"Bearer {self._key}"} if self._key else {},
            "timeout": httpx.Timeout(READ_SECONDS, connect=CONNECT_SECONDS),
            "limits": httpx.Limits(max_connections=self.config.in_flight, max_keepalive_connections=self.config.in_flight),
            "event_hooks": {"response": [self._check]},
            "follow_redirects": False,  # the key and the texts go where they were meant to go
        }

    def _check(self, response: httpx.Response) -> None:
        """Raise a `Fault` for every answer but a good one."""
        if response.is_success:
            return
        response.read()
        raise Fault(
            self._kind(response.status_code, response.text), self._shown(response), _seconds(response.headers.get("retry-after", ""))
        )

    def _kind(self, status: int, said: str) -> Kind:
        words = said.lower()
        if status in _OF_STATUS:
            return _OF_STATUS[status]
        if (
            status in {400, 422, 500}
            and any(w in words for w in _LONG)
            and any(w in words for w in ("token", "input", "context", "length"))
        ):
            return Kind.TOO_LONG
        if status in {400, 404} and "model" in words and any(w in words for w in ("not found", "not exist", "unknown", "不存在")):
            return Kind.NO_MODEL
        if status == 404 or status < 400:
            return Kind.NO_PAGE
        return Kind.BROKEN if status >= 500 else Kind.REFUSED

    def _shown(self, response: httpx.Response) -> str:
        """Status and the sentence of an error, without the key, which some servers repeat."""
        try:
            body = response.json()
            error = body.get("error", body) if isinstance(body, dict) else body
            said = str(error.get("message", error) if isinstance(error, dict) else error)
        except ValueError:
            html = "<" in response.text[:100]
            said = "" if html else response.text
        said = f"{response.status_code} {response.reason_phrase}: {said}" if said else f"{response.status_code} {response.reason_phrase}"
        return self.without_key(said)

    def without_key(self, text: str) -> str:
        """A text of the server in one short line, without the key."""
        line = " ".join((text.replace(self._key, "***") if self._key else text).split())
        return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"

    def ask(self, request: Callable[[], Result], tries: int | None = None) -> Result:
        """Make a request, again and again as its faults allow.

        Args:
            request: Makes it and takes its answer apart.
            tries: At most so many further ones; default as the fault says.

        Raises:
            Fault: It did not pass.
        """
        for number in range(len(DELAYS) + 1):
            try:
                return self._once(request)
            except Fault as fault:
                # A server that was never there is more likely not to be there than to restart.
                most = min(2, fault.kind.tries) if fault.kind is Kind.UNREACHABLE and not self._reached else fault.kind.tries
                if number >= (most if tries is None else min(tries, most)) or fault.wait > _LONGEST_WAIT:
                    raise
                self.count(retries=1)
                if self.stopped.wait(max(fault.wait, DELAYS[number] * random.uniform(0.8, 1.2))):
                    raise
        raise AssertionError("every fault's tries are bounded by the delays")

    def _once(self, request: Callable[[], Result]) -> Result:
        """One try, every way of failing as a `Fault`."""
        import httpx

        self.count(requests=1)
        try:
            result = request()
        except httpx.TimeoutException as error:
            kind = Kind.UNREACHABLE if isinstance(error, httpx.ConnectTimeout) else Kind.SLOW
            raise Fault(kind, str(error)) from None
        except (httpx.ConnectError, ConnectionError, httpx.UnsupportedProtocol, httpx.InvalidURL) as error:
            raise Fault(Kind.UNREACHABLE, self.without_key(str(error))) from None
        except httpx.TransportError as error:
            raise Fault(Kind.CUT, self.without_key(str(error))) from None
        except UnicodeDecodeError:
            raise Fault(Kind.NO_JSON) from None
        except (ValueError, TypeError) as error:  # of JSON that is none; of Ollama's client where it is another object
            kind = Kind.NO_JSON if type(error).__name__ == "JSONDecodeError" else Kind.WRONG
            raise Fault(kind, self.without_key(str(error))) from None
        self._reached = True
        return result

    def count(self, **more: int) -> None:
        """Add to the counts; requests are made in several threads."""
        with self._lock:
            self.counts.update(more)

    def error(self, fault: Fault, remedy: str = "") -> EmbeddingError:
        """The one sentence about a fault that stays."""
        config = self.config
        said = f" ({fault.said})" if fault.said else ""
        wait = f" and asks to wait {fault.wait:,.0f} seconds" if fault.wait > _LONGEST_WAIT else ""
        kind = ServerError if fault.kind in _PASSING else EmbeddingError
        return kind(
            f"The embedding server of provider '{config.provider}' at {config.base_url} with model '{config.model}' "
            f"{fault.kind.what}{wait}{said}; {remedy or fault.kind.remedy}."
        )


def _seconds(after: str) -> float:
    """Seconds of a Retry-After header, which has a number or a date."""
    try:
        return max(0.0, float(after))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(after) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return 0.0
