"""Random state graphs of version 2: the stages and the definition agree."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import efgc
from efgc.schemas import game, state_graph
from efgc.schemas.parts.problems import InputError
from efgc.schemas.parts.source import Source
from efgc.stages.expand import expand
from efgc.stages.parse.observed_levels import at_level
from plain_observed import Inconsistent, matrix_value, sizes, value
from random_observed import random_graph, renamed, swapped, text_of
from small_games import law

NUMBERS = st.integers(0, 10**6)


def graph_of(data):
    """Return the graph as read; None if a player cannot know its actions."""
    try:
        return state_graph.read(text_of(data))
    except InputError as error:
        assert "cannot know its actions" in str(error)
        return None


def exact(graph):
    return efgc.run("".join(state_graph.write(graph))).value_exact


@law(200)
@given(NUMBERS, st.booleans())
def test_counts_and_information_sets_are_those_of_the_definition(number, cyclic):
    data = random_graph(number, cyclic)
    graph = graph_of(data)
    try:
        known = sizes(data)
    except Inconsistent:
        assert graph is None
        return
    assert graph is not None
    counted = state_graph.count(state_graph.unrolled(graph, 10**5))
    assert counted[1:] == (*known[:3], known[3:])
    tree = expand(graph)
    assert not game.check(tree)
    assert game.count(tree) == counted


@law(200, 0.05)
@given(NUMBERS, st.booleans())
def test_values_of_graph_and_tree_are_that_of_the_definition(number, cyclic):
    data = random_graph(number, cyclic)
    graph = graph_of(data)
    known = None if graph is None else value(data)
    if graph is None or known is None:
        return
    assert exact(graph) == known
    levelled = replace(graph, source=Source("", "0" * 64, "by hand", 0))
    for level in (0, 1, 2):
        assert exact(at_level(levelled, level)) == known
    assert exact(graph_of(renamed(data, number))) == known
    assert exact(graph_of(swapped(data))) == -known


@law(30)
@given(NUMBERS)
def test_level_1_keeps_histories_and_information_sets(number):
    graph = graph_of(random_graph(number))
    if graph is None:
        return
    graph = replace(graph, source=Source("", "0" * 64, "by hand", 0))
    first = at_level(graph, 1)
    assert len(first.names) <= len(graph.names)
    assert state_graph.count(first) == state_graph.count(graph) == first.counts


@law(200)
@given(NUMBERS, st.booleans())
def test_a_graph_that_is_written_is_read_as_the_same(number, cyclic):
    graph = graph_of(random_graph(number, cyclic))
    if graph is not None:
        again = state_graph.read("".join(state_graph.write(graph)))
        assert again.digest == graph.digest
        assert "".join(state_graph.write(again)) == "".join(state_graph.write(graph))


@pytest.mark.parametrize(
    ("rows", "known"),
    [
        ([[3]], 3),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0),
        ([[2, -1], [-1, 1]], Fraction(1, 5)),
        ([[1, 2], [3, 4]], 3),
    ],
)
def test_the_reference_solves_matrix_games(rows, known):
    assert matrix_value(rows) == known
