"""Served embedders against a real server: what is sent, what comes back, and every way in which that fails."""

from __future__ import annotations

import socket
import threading
import time
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from index_artifacts.embedders import exchange, make_embedder
from index_artifacts.embedders.served import ServedEmbedder
from index_artifacts.embedding_config import EmbeddingConfig
from index_artifacts.errors import EmbeddingError, ServerError
from index_artifacts.types import EmbeddingInput, Title
from tests.embedding_server import Handler, Script, cut, serving, status, vector_of, vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATHS = {"ollama": "/api/embed", "openai": "/v1/embeddings"}
TEXTS = [f"search_document: text number {i}" for i in range(5)]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "DELAYS", (0.01,) * len(exchange.DELAYS))


@pytest.fixture
def script() -> Iterator[Script]:
    with serving(Script()) as script:
        yield script


def embedder_of(script: Script, provider: str = "ollama", **settings: Any) -> ServedEmbedder:  # noqa: ANN401
    url = script.url + ("/v1" if provider == "openai" else "")
    model = {"document_prefix": "search_document: ", "query_prefix": "search_query: ", **settings}
    config = EmbeddingConfig(provider, model.pop("model", script.model), url, **model)
    embedder = make_embedder(config, 0 if config.dimension else script.dimension)
    assert isinstance(embedder, ServedEmbedder)
    return embedder


def expected(texts: list[str], dimension: int = 8) -> np.ndarray:
    rows = np.array([vector_of(t, 8)[:dimension] for t in texts])
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def sentence_of(call: Callable[[], object], kind: type[EmbeddingError] = EmbeddingError) -> str:
    """The one sentence of an error, which names provider, URL and model."""
    with pytest.raises(EmbeddingError) as caught:
        call()
    assert type(caught.value) is kind
    text = str(caught.value)
    assert text.startswith("The embedding server of provider '") and text.endswith(".") and "\n" not in text
    return text.partition(" with model 'nomic-embed-text:latest' ")[2] or text


@pytest.mark.parametrize("provider", PATHS)
def test_a_batch_is_one_request_and_its_vectors_are_units_in_its_order(script: Script, provider: str) -> None:
    embedder = embedder_of(script, provider)
    np.testing.assert_allclose(embedder.embed_texts(TEXTS), expected(TEXTS), atol=1e-6)
    assert script.requests == [(PATHS[provider], TEXTS)]


@pytest.mark.parametrize("provider", PATHS)
def test_documents_and_queries_get_their_prefixes_and_are_cut(script: Script, provider: str) -> None:
    embedder = embedder_of(script, provider, max_characters=100)
    document = EmbeddingInput(Title("shop/cart.py"), "Cart add, adds an item.", "def add(self):\n" + "x" * 200, "method", "Cart.add")
    embedder.embed_documents([document])
    embedder.embed_query("  where are items added " + "y" * 200)
    sent, asked = script.texts
    assert sent.startswith("search_document: [method:Cart.add]\nCart add, adds an item.\ndef add(self):\nxxx")
    assert asked.startswith("search_query: where are items added yyy")
    assert (len(sent), len(asked)) == (len("search_document: ") + 100, len("search_query: ") + 100)


def test_empty_texts_keep_their_place_without_a_request(script: Script) -> None:
    embedder = embedder_of(script)
    found = embedder.embed_texts(["", TEXTS[0], ""])
    assert not found[0].any() and not found[2].any()
    np.testing.assert_allclose(found[1:2], expected(TEXTS[:1]), atol=1e-6)
    assert not embedder.embed_texts([""]).any() and not embedder.embed_query(" \n").any()
    assert embedder.form(EmbeddingInput(Title(""), "", " \n")) == ""
    assert script.texts == TEXTS[:1]


@pytest.mark.parametrize("provider", PATHS)
def test_vectors_are_cut_to_the_dimension_that_is_set_and_are_units_again(script: Script, provider: str) -> None:
    embedder = embedder_of(script, provider, dimension=4)
    assert embedder.dimension == 4
    np.testing.assert_allclose(embedder.embed_texts(TEXTS), expected(TEXTS, 4), atol=1e-6)
    wider = embedder_of(script, provider, dimension=16)
    assert sentence_of(lambda: wider.embed_texts(TEXTS)).startswith("answers wrongly (vectors of 8 numbers where 16 are expected); ")


def test_the_model_id_names_whatever_changes_vectors() -> None:
    base = EmbeddingConfig("ollama", "m", "http://h")
    others = [
        replace(base, provider="openai"),
        replace(base, model="n"),
        replace(base, dimension=4),
        replace(base, document_prefix="d: "),
        replace(base, query_prefix="q: "),
        replace(base, max_characters=500),
    ]
    ids = [make_embedder(c, 8).model_id for c in (base, *others)] + [make_embedder(base, 9).model_id]
    assert len(set(ids)) == len(ids)
    same = replace(base, base_url="http://other", batch_size=1, in_flight=1)
    assert make_embedder(same, 8).model_id == ids[0]


def test_an_old_ollama_is_asked_text_by_text_for_the_rest_of_the_run(script: Script) -> None:
    script.old = True
    embedder = embedder_of(script)
    for _ in range(2):
        np.testing.assert_allclose(embedder.embed_texts(TEXTS), expected(TEXTS), atol=1e-6)
    assert [path for path, _ in script.requests] == ["/api/embed"] + ["/api/embeddings"] * 10


def test_a_missing_model_says_how_to_get_it(script: Script) -> None:
    asked = embedder_of(script, model="other:latest")
    assert sentence_of(lambda: asked.embed_texts(TEXTS)) == (
        f"The embedding server of provider 'ollama' at {script.url} with model 'other:latest' does not have the model "
        "(404 Not Found: model \"other:latest\" not found, try pulling it first); run 'ollama pull other:latest'."
    )
    assert len(script.requests) == 1
    asked = embedder_of(script, "openai", model="other")
    assert sentence_of(lambda: asked.embed_texts(TEXTS)).endswith("; mend model of [embedding] or EMBEDDING_MODEL.")


def test_a_wrong_address_is_named(script: Script) -> None:
    script.url += "/wrong"
    for provider in PATHS:
        asked = embedder_of(script, provider)
        text = sentence_of(lambda asked=asked: asked.embed_texts(TEXTS))  # type: ignore[misc]
        assert text == "has no such page (404 Not Found: 404 page not found); mend base_url of [embedding] or EMBEDDING_BASE_URL."


@pytest.mark.parametrize("provider", PATHS)
@pytest.mark.parametrize(
    "failure",
    [
        status(429, {"error": "slow down"}),
        status(500, {"error": "out of memory"}),
        status(502, "<html>Bad Gateway</html>", "text/html"),
        status(503, {"error": "loading model"}),
        cut,
    ],
)
def test_what_passes_is_tried_again(script: Script, provider: str, failure: Callable[[Handler], None]) -> None:
    script.failures.extend([failure] * 3)
    embedder = embedder_of(script, provider)
    np.testing.assert_allclose(embedder.embed_texts(TEXTS), expected(TEXTS), atol=1e-6)
    assert [texts for _, texts in script.requests] == [TEXTS] * 4
    assert (embedder.server.counts["requests"], embedder.server.counts["retries"]) == (4, 3)


@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        (status(429, {"error": {"message": "quota"}}), "takes no more requests for now (429 Too Many Requests: quota); lower in_flight"),
        (status(503, {"error": "loading"}), "fails (503 Service Unavailable: loading); look into the server's log"),
        (cut, "ended the connection before its answer was whole ("),
    ],
)
def test_what_does_not_pass_is_one_sentence(script: Script, failure: Callable[[Handler], None], sentence: str) -> None:
    script.failures.extend([failure] * 50)
    embedder = embedder_of(script, "openai")
    assert sentence_of(lambda: embedder.embed_texts(TEXTS[:1]), ServerError).startswith(sentence)


def test_a_server_that_asks_to_wait_is_given_that_time_and_not_for_ever(script: Script) -> None:
    embedder = embedder_of(script)
    script.failures.append(status(429, Retry_After="1"))
    began = time.monotonic()
    embedder.embed_texts(TEXTS)
    assert 1 <= time.monotonic() - began < 5
    script.failures.append(status(429, Retry_After="86400"))
    assert "takes no more requests for now and asks to wait 86,400 seconds (429 " in sentence_of(
        lambda: embedder.embed_texts(TEXTS), ServerError
    )


@pytest.mark.parametrize("provider", PATHS)
@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        (vectors([[1.0] * 8] * 4), "answers wrongly (4 vectors for 5 texts); "),
        (vectors([[1.0] * 7] * 5), "answers wrongly (vectors of 7 numbers where 8 are expected); "),
        (vectors([[1.0] * 8] * 4 + [[1.0] * 7]), "answers wrongly (vectors of different lengths"),
        (vectors([[1.0] * 8] * 4 + [[float("nan")] * 8]), "answers wrongly (a vector that holds NaN or infinity); "),
        (vectors([[1.0] * 8] * 4 + [[0.0] * 8]), "answers wrongly (a vector of zeros); "),
    ],
)
def test_wrong_vectors_are_refused_and_asked_for_again_by_halves(
    script: Script, provider: str, failure: Callable[[Handler], None], sentence: str
) -> None:
    embedder = embedder_of(script, provider)
    script.failures.append(failure)
    np.testing.assert_allclose(embedder.embed_texts(TEXTS), expected(TEXTS), atol=1e-6)
    assert [len(texts) for _, texts in script.requests] == [5, 2, 3]
    with pytest.raises(exchange.Fault) as caught:
        script.failures.append(failure)
        embedder.server.ask(lambda: embedder._units(embedder.answer(TEXTS), len(TEXTS)))
    assert str(embedder.server.error(caught.value)).partition(" with model 'nomic-embed-text:latest' ")[2].startswith(sentence)


@pytest.mark.parametrize("provider", PATHS)
@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        (status(200, "<html>Log in</html>", "text/html"), "answers with something else than JSON"),
        (status(301, "", Location="http://127.0.0.1:9/"), "has no such page (301 Moved Permanently); mend base_url"),
        (status(200, {"message": "hello"}), "answers wrongly ("),
        (status(200, [1, 2]), "answers wrongly ("),
    ],
)
def test_an_answer_that_is_none_is_one_sentence(script: Script, provider: str, failure: Callable[[Handler], None], sentence: str) -> None:
    script.failures.extend([failure] * 50)
    embedder = embedder_of(script, provider)
    assert sentence_of(lambda: embedder.embed_texts(TEXTS)).startswith(sentence)


def test_answers_without_each_index_once_are_refused(script: Script) -> None:
    embedder = embedder_of(script, "openai")
    twice = {"data": [{"index": 0, "embedding": [1.0] * 8}] * 5}
    script.failures.extend([status(200, twice)] * 50)
    assert sentence_of(lambda: embedder.embed_texts(TEXTS)).startswith("answers wrongly (")


@pytest.mark.parametrize("provider", PATHS)
def test_a_text_that_is_too_long_is_found_and_halved_and_its_neighbours_stay_whole(script: Script, provider: str) -> None:
    script.most_characters = 200
    long = "search_document: " + "word " * 150
    embedder = embedder_of(script, provider)
    found = embedder.embed_texts([*TEXTS, long])
    np.testing.assert_allclose(found, expected([*TEXTS, long[: len(long) // 4]]), atol=1e-6)
    np.testing.assert_array_equal(embedder.embed_texts([long]), found[-1:])
    assert embedder.server.counts["shortened"] == 4


def test_a_request_that_is_too_large_is_halved(script: Script) -> None:
    script.failures.append(status(413, "Payload Too Large", "text/plain"))
    embedder = embedder_of(script, "openai")
    np.testing.assert_allclose(embedder.embed_texts(TEXTS), expected(TEXTS), atol=1e-6)
    assert [len(texts) for _, texts in script.requests] == [5, 2, 3]


@pytest.mark.parametrize("provider", PATHS)
def test_a_text_that_alone_fails_has_no_vector_and_costs_no_other(script: Script, provider: str) -> None:
    script.bad = "number 3"
    embedder = embedder_of(script, provider)
    found = embedder.embed_texts(TEXTS)
    assert not found[3].any()
    good = [0, 1, 2, 4]
    np.testing.assert_allclose(found[good], expected([TEXTS[i] for i in good]), atol=1e-6)


def test_a_server_that_takes_no_text_is_an_error_and_no_bad_text(script: Script) -> None:
    script.failures.extend([status(400, {"error": "no embeddings here"})] * 50)
    embedder = embedder_of(script)
    assert sentence_of(lambda: embedder.embed_texts(TEXTS)).startswith("refuses a request (400 Bad Request: no embeddings here); ")
    assert len(script.requests) < 10


def test_nobody_there_is_said_soon_and_a_server_that_restarts_is_waited_for() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    script = Script(url=f"http://127.0.0.1:{port}")
    embedder = embedder_of(script)
    text = sentence_of(lambda: embedder.embed_texts(TEXTS), ServerError)
    assert text.startswith("cannot be reached (") and "start it with 'ollama serve', or mend base_url" in text
    assert embedder.server.counts["requests"] == 3
    with serving(script, port):
        embedder.embed_texts(TEXTS)
    answered: deque[Any] = deque()
    waiting = threading.Thread(target=lambda: answered.append(embedder.embed_texts(TEXTS)))
    waiting.start()
    time.sleep(0.05)
    with serving(script, port):
        waiting.join(10)
    assert len(answered) == 1


def test_a_silent_server_is_given_up_in_time(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "READ_SECONDS", 0.1)
    script.latency = 1.0
    for provider in PATHS:
        embedder = embedder_of(script, provider, batch_size=7)
        text = sentence_of(lambda e=embedder: e.embed_texts(TEXTS[:1]), ServerError)  # type: ignore[misc]
        assert text.startswith("did not answer within ") and "lower batch_size" in text


def test_the_key_is_sent_and_never_said(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    script.key = "right"
    monkeypatch.setenv("EMBEDDING_API_KEY", "sk-wrong-0123456789")
    embedder = embedder_of(script, "openai", batch_size=31)
    text = sentence_of(lambda: embedder.embed_texts(TEXTS))
    assert text.startswith(
        "refuses the key (401 Unauthorized: Incorrect API key provided: ***); set EMBEDDING_API_KEY to one that it knows"
    )
    assert script.keys == ["Bearer sk-wrong-0123456789"]
    monkeypatch.setenv("EMBEDDING_API_KEY", "sk-two lines\n")
    with pytest.raises(EmbeddingError) as caught:
        embedder_of(script, "openai", batch_size=30)
    assert "sk-" not in str(caught.value)
