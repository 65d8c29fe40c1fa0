"""The static embedder reproduces the reference cases of its model."""

import json
from pathlib import Path

import numpy as np
import pytest

from index_artifacts.embedders.static import StaticEmbedder, title_tokens
from index_artifacts.text import model_tokens
from index_artifacts.types import EmbeddingInput, Title

CASES = [json.loads(line) for line in Path(__file__).with_name("static_cases.jsonl").read_text("utf-8").splitlines()]
# The reference documents give their titles as tokens; these titles make those tokens.
TITLES = {
    "src": Title("src/http/client.py", ("HttpClient",), ("send",)),
    "service": Title("service/LoginService.java", ("LoginService",), ("authenticate",)),
    "lib": Title("lib/empty.c"),
    "a": Title("a/b.go"),
}


@pytest.fixture(scope="module")
def embedder() -> StaticEmbedder:
    return StaticEmbedder()


def test_there_are_all_reference_cases() -> None:
    assert len(CASES) == 46


@pytest.mark.parametrize("case", CASES, ids=lambda c: repr(c["text"][:20]))
def test_reference_tokens_and_vectors_reproduce(case: dict, embedder: StaticEmbedder) -> None:
    assert model_tokens(case["text"]) == case["tokens"]
    if case["kind"] == "query":
        vector = embedder.embed_query(case["text"])
    else:
        title = TITLES[case["title_tokens"][0]]
        assert [token for token, _ in title_tokens(title)] == case["title_tokens"]
        vector = embedder.embed_documents([EmbeddingInput(title, "", case["text"])])[0]
    expected = np.array(case["vector"], np.float32)
    if not expected.any():
        assert not vector.any()
    else:
        assert vector @ expected / np.linalg.norm(expected) / np.linalg.norm(vector) > 0.9999


def test_a_batch_gives_the_vectors_of_its_single_documents(embedder: StaticEmbedder) -> None:
    documents = [EmbeddingInput(Title(f"a/{w}.py"), "", f"def {w}(): return {w}") for w in ("load", "save", "retryBudget")]
    one_by_one = np.concatenate([embedder.embed_documents([d]) for d in documents])
    np.testing.assert_array_equal(embedder.embed_documents(documents), one_by_one)
