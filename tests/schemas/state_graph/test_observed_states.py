"""The states of observation graphs as records."""

from fractions import Fraction

import pytest

from efgc.schemas.parts.problems import InputError, SizeError
from efgc.schemas.parts.states import Move, Terminal, Turn, moves, targets
from efgc.schemas.state_graph import count, counting, observed_checking, read
from efgc.stages.expand import expand
from observation_graphs import BURGLAR, KUHN


def state(text, name):
    graph = read(text)
    return graph.states[graph.names.index(name)], graph


def test_a_move_has_what_the_players_see_only_if_the_graph_says_so():
    night, graph = state(BURGLAR, "night")
    dark, open_ = graph.names.index("dark"), graph.names.index("open")
    assert night == Turn(
        1,
        (
            Move("steal", open_, None, Fraction(2), (None, None)),
            Move("wait", dark, None, Fraction(0), (None, None)),
        ),
    )
    first, graph = state(KUHN, "JQ")
    assert [move.sees for move in moves(first)] == [None, None]
    assert [graph.names[one] for one in targets(first)] == ["JQ bet", "JQ check"]


def test_chance_and_ends():
    noise, _ = state(BURGLAR, "noise")
    assert noise.player == 0
    assert [(move.probability, move.sees) for move in noise.moves] == [
        (Fraction(1, 3), ("noise", "noise")),
        (Fraction(2, 3), (None, None)),
    ]
    caught, graph = state(BURGLAR, "caught")
    assert caught == Terminal(Fraction(-5)) and not targets(caught)
    assert len(graph.states) == len(graph.names)


def test_large_limits_and_many_situations_are_no_problem():
    huge = BURGLAR.replace("moves: 6", "moves: 1000000000")
    assert read(huge).limit.moves == 10**9


def test_actions_are_not_compared_in_too_many_situations(monkeypatch):
    broken = KUHN.replace("JQ: {actor: Ann, moves: {check:", "JQ: {actor: Ann, moves: {go:")
    monkeypatch.setattr(observed_checking, "MAX_SITUATIONS", 10)
    graph = read(broken)
    with pytest.raises(InputError) as caught:
        expand(graph)
    assert str(caught.value) == (
        "states.JQ.moves: Ann cannot know its actions: after JK they are bet, check, after JQ they "
        "are bet, go, and it saw the same"
    )
    with pytest.raises(SizeError, match="states in the situations of Ann"):
        monkeypatch.setattr(counting, "MAX_SITUATIONS", 10)
        count(graph)
