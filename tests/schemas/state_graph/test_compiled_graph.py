"""The kernels of state graphs give the same bits compiled and uncompiled."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from efgc.schemas.parts.extensions import kernels_are_compiled
from efgc.schemas.parts.states import Choice, Look, Terminal
from efgc.schemas.state_graph import StateGraph, order_kernel, write
from efgc.schemas.state_graph.histories import count_histories, count_within, histories_up_to
from efgc.schemas.state_graph.observed_reading import read_observed_columns
from efgc.schemas.state_graph.order import topological
from efgc.schemas.state_graph.reading import read_columns
from efgc.schemas.state_graph.records import Secret
from efgc.stages.parse import parse
from small_games import ARTIFACTS, boards, in_columns, island, law
from uncompiled import same_bits

pytestmark = pytest.mark.skipif(
    not kernels_are_compiled(), reason="the kernels are not compiled here"
)


def graph_of(board, level):
    return parse(island(*board[:3]), "0" * 64, rules=board[3], level=level)


@law(20)
@given(boards(), st.integers(0, 2))
def test_passes_over_random_graphs(board, level):
    same_bits(passes, graph_of(board, level))


def passes(graph):
    """Return what is counted and found on a graph: numbers and arrays."""
    columns = graph.columns
    order = topological(graph)
    queue = np.zeros(len(columns), np.int32)
    size = order_kernel.first_come(columns.begin, columns.targets, graph.start, queue)
    counts = [count_histories(graph), count_within(graph, "", 1000)]
    return [
        [order, size, queue[:size]],
        [each and (each.histories, each.escapes, *each.information_sets) for each in counts],
        histories_up_to(graph, 100),
    ]


@law(20)
@given(boards(), st.integers(0, 2))
def test_texts_of_random_graphs(board, level):
    same_bits(text_and_columns, graph_of(board, level))


def text_and_columns(graph):
    """Return the text that is written of a graph, and what is read of that text."""
    text = "".join(write(graph))
    read_back, _ = read_columns(text)
    columns = read_back.columns
    return [text, columns.kind, columns.what, columns.begin, columns.targets, columns.sees]


@pytest.mark.parametrize("name", ["kuhn", "pursuit"])
def test_graphs_of_version_2(name):
    same_bits(columns_of, (ARTIFACTS / name / f"{name}.states.yaml").read_text())


def columns_of(text):
    """Return what the quick reader reads of a graph of version 2."""
    graph, _ = read_observed_columns(text)
    columns = graph.columns
    first, second = columns.sees
    return [columns.actor, columns.begin, columns.label, columns.target, first, second]


def test_numbers_of_many_digits():
    moves = [Choice(1, tuple((f"m{to}", at + 1) for to in range(3))) for at in range(100)]
    graph = StateGraph(
        title="",
        source=None,
        players=("one", "two"),
        secret=Secret((("e0", (0, 0)), ("e1", (0, 1))), 1),
        names=tuple(f"s{at}" for at in range(103)),
        states=(*moves, Look("e1", 101, 102), Terminal(Fraction(0)), Terminal(Fraction(1))),
        start=0,
    )
    same_bits(passes, in_columns(graph))
