"""Histories are counted alike in records and in columns."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import plain_counting as plain
from efgc.schemas import state_graph
from efgc.schemas.parts.counts import UNREDUCED
from efgc.schemas.parts.states import Choice, Look, Relocation, Terminal
from efgc.schemas.state_graph import StateGraph
from efgc.schemas.state_graph.histories import count_histories, count_within, histories_up_to
from efgc.schemas.state_graph.records import Secret
from efgc.stages.parse import parse
from small_games import ARTIFACTS, boards, in_columns, in_records, island, law

LIMITS = (1, 2, 3, 5, 8, 13, 40, 100, 300, 1000, 10**30)
LARGER = (["S-E-D", "-EG--", "E--E-"], 2, "1/3", "island-2018"), 1
CAVE = (["SE-D", "-EGE"], 2, "1/3", "cave-2023"), 0


def graph_of(drawn):
    board, level = drawn
    return in_records(parse(island(*board[:3]), "0" * 64, rules=board[3], level=level))


drawn_graphs = st.tuples(boards(), st.integers(0, 2))


@pytest.mark.slow
@law(300)
@given(drawn_graphs)
@example(LARGER)
@example(CAVE)
def test_histories_are_counted_alike(drawn):
    graph = graph_of(drawn)
    columns = in_columns(graph)
    assert count_histories(columns) == plain.count_within(graph, UNREDUCED)
    for limit in LIMITS:
        for most in (limit, 12 * limit, 12 * limit + 5, limit + 0.5):
            assert count_within(columns, "x", most) == plain.count_within(graph, "x", most)
        assert histories_up_to(columns, limit) == plain.histories_up_to(graph, limit)


@pytest.mark.slow
@law(100)
@given(drawn_graphs, st.sampled_from((0, 1, 7, 30)))
@example(LARGER, 100)
def test_the_count_stops_alike(drawn, enough):
    graph = graph_of(drawn)
    columns = in_columns(graph)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("plain_counting.ENOUGH", enough)
        patch.setattr("efgc.schemas.state_graph.arrival.ENOUGH", enough)
        for limit in LIMITS:
            assert histories_up_to(columns, limit) == plain.histories_up_to(graph, limit)


def graph_with(states, places=1, size=1):
    return StateGraph(
        title="",
        source=None,
        players=("one", "two"),
        secret=Secret(tuple((f"e{at}", (0, at)) for at in range(places)), size),
        names=tuple(f"s{at}" for at in range(len(states))),
        states=tuple(states),
        start=0,
    )


@pytest.mark.parametrize("ways", [1, 2, 3, 10])
@pytest.mark.parametrize("length", [0, 1, 30, 31, 32, 33, 61, 62, 63, 64, 65, 96, 300])
def test_numbers_of_escapes_are_exact_at_any_size(length, ways):
    moves = [Choice(1, tuple((f"m{move}", at + 1) for move in range(ways))) for at in range(length)]
    graph = graph_with([*moves, Terminal(Fraction(1))], places=5, size=2)
    found = count_histories(in_columns(graph))
    assert found == plain.count_within(graph, UNREDUCED)
    assert found.escapes == comb(5, 2) * ways**length


@pytest.mark.parametrize("places", [62, 63])
def test_a_secret_of_many_places(places):
    states = [
        Look("e61", 1, 2),
        Relocation(("seen",), "e0", 3),
        Terminal(Fraction(0)),
        Choice(2, (("a", 4), ("b", 4), ("c", 4)), ("seen",)),
        Terminal(Fraction(1)),
    ]
    graph = graph_with(states, places)
    columns = in_columns(graph)
    assert count_histories(columns) == plain.count_within(graph, UNREDUCED)
    assert histories_up_to(columns, 100) == plain.histories_up_to(graph, 100)


def test_a_secret_of_too_many_places():
    graph = in_columns(graph_with([Look("e61", 1, 1), Terminal(Fraction(1))], 64, 2))
    assert count_within(graph) is None
    assert histories_up_to(graph, 100) == (64 * 63 // 2, False)


@pytest.mark.parametrize("name", ["goofspiel-3", "droid-duel"])
def test_graphs_without_a_secret(name):
    graph = state_graph.read((ARTIFACTS / name / f"{name}.states.yaml").read_text())
    assert count_histories(graph) == plain.count_within(graph, UNREDUCED)
    for most in (1000, 10**6):
        assert count_within(graph, "x", most) == plain.count_within(graph, "x", most)
