"""PageRank against networkx."""

import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from index_artifacts.build.ranks import page_rank

EDGES = st.lists(st.tuples(st.integers(-1, 11), st.integers(-1, 11), st.sampled_from([1.0, 2.0])), max_size=40)


@given(EDGES)
def test_ranks_are_those_of_networkx(edges: list[tuple[int, int, float]]) -> None:
    columns = list(zip(*edges, strict=True)) or [(), (), ()]
    found = page_rank(np.array(columns[0], np.int64), np.array(columns[1], np.int64), np.array(columns[2], float), 12)

    graph: nx.DiGraph[int] = nx.DiGraph()
    for source, target, weight in edges:
        if source >= 0 and target >= 0 and source != target:
            so_far = graph.get_edge_data(source, target, {"weight": 0.0})["weight"]
            graph.add_edge(source, target, weight=so_far + weight)
    for _, _, data in graph.edges(data=True):
        data["weight"] = math.sqrt(data["weight"])
    expected = np.full(12, 0.15 if graph else 1.0)
    for node, rank in nx.pagerank(graph, alpha=0.85, tol=1e-12, max_iter=1000).items() if graph else ():
        expected[node] = rank * len(graph)

    assert found == pytest.approx(expected, abs=1e-4)
