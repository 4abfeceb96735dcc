"""Strategies for states of a state graph: every distribution sums to 1, by the labels there."""

import json
from fractions import Fraction

import pytest

from efgc.schemas.parts.problems import InputError
from efgc.schemas.state_graph import read
from efgc.stages.evaluate import UnlistedGame, evaluate_graph
from efgc.stages.strategies import fitted_to_graph
from efgc.stages.strategies.entries import InfosetEntry, Text
from efgc.stages.strategies.graphs import fit_to_graph

GRAPH = """\
format: efgc/state-graph
version: 2
title: two
players: [A, B]
start: deal
states:
  deal: {actor: chance, moves: {x: {p: 1/2, to: s, sees: {A: x}}, y: {p: 1/2, to: t, sees: {A: y}}}}
  s: {actor: A, moves: {left: w, right: l}}
  t: {actor: A, moves: {apple: w, left: l, pear: w}}
  w: {payoff: -1}
  l: {payoff: -2}
"""
S, T = {"left": -1, "right": -2}, {"apple": -1, "left": -2, "pear": -1}


def bounds_of(graph, *situations):
    """Return a file of bounds in which player 1 plays in some situations."""
    last = {"step": 1, "lower_bound": -9, "upper_bound": 9, "seconds": None}
    head = {"format": "efgc/bounds", "version": 1, "title": "", "graph_sha256": graph.digest}
    made = {"method": "regret", "rule": "magnetic mirror descent", "steps": 1, "status": "limit"}
    numbers = {"lower_bound": -9, "upper_bound": 9, "progress": [last]}
    given = [
        {"states": states, "actions": actions, "probabilities": [share] * len(actions)}
        for states, actions in situations
        for share in [1 / len(actions)]
    ]
    return json.dumps({**head, **made, **numbers, "strategies": [given, []]}, indent=1)


def guarantee(*situations):
    graph = read(GRAPH)
    game = UnlistedGame(graph, 100_000)
    text = bounds_of(graph, *situations)
    fit = fitted_to_graph(text, game.graph, lambda: graph.digest, lambda: game.situations)
    return evaluate_graph(game, fit).strategies[0].guarantee.near


def problems(*situations):
    with pytest.raises(InputError) as caught:
        guarantee(*situations)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize("at_s", [["left"], ["left", "right"], ["right", "left"], ["right"]])
@pytest.mark.parametrize("at_t", [["left"], ["pear", "left"], ["pear", "left", "apple"]])
def test_actions_are_played_by_their_labels(at_s, at_t):
    expected = sum(map(S.get, at_s)) / len(at_s) / 2 + sum(map(T.get, at_t)) / len(at_t) / 2
    assert guarantee((["s"], at_s), (["t"], at_t)) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("states", [["s", "t"], ["t", "s"]])
def test_an_entry_for_states_with_other_actions_is_read_by_labels(states):
    assert guarantee((states, ["left"])) == pytest.approx(-1.5, abs=1e-9)


@pytest.mark.parametrize("states", [["s", "t"], ["t", "s"]])
@pytest.mark.parametrize("action, state", [("right", "t"), ("pear", "s")])
def test_an_action_that_a_state_of_an_entry_lacks_has_its_place(states, action, state):
    [problem] = problems((states, ["left", action]))
    line = bounds_of(read(GRAPH), (states, ["left", action])).split('"strategies"')[0].count("\n")
    message = f"{line + 3}:4: there is no action '{action}' in the state '{state}'; known: "
    assert problem.startswith(message)


def test_duplicate_actions_are_refused_with_their_places():
    found = problems((["s"], ["left", "left"]), (["t"], ["apple", "pear", "apple"]))
    assert [problem.split(": ")[1] for problem in found] == [
        "duplicate action 'left'",
        "duplicate action 'apple'",
    ]
    assert all(problem[0].isdigit() for problem in found)


def test_a_row_never_sums_to_less_than_1():
    """Whatever the reader of a format lets pass."""
    graph = read(GRAPH)
    game = UnlistedGame(graph, 100_000)
    spots = [()] * 2
    entry = InfosetEntry(1, None, None, ("left", "left"), ("1/2", "1/2"), (), spots, states=("s",))
    with pytest.raises(InputError, match="duplicate action 'left'"):
        fit_to_graph("", Text(entries=[entry]), graph, game.situations)
    rest = entry._replace(actions=("left", "apple"), states=("t",))
    whole = entry._replace(actions=("right", "left"), numbers=("1/3", "2/3"))
    [mine, _] = fit_to_graph("", Text(entries=[whole, rest]), graph, game.situations).players
    assert all(sum(row) == 1 for row in mine.distributions if row)
    assert (Fraction(2, 3), Fraction(1, 3)) in mine.distributions
