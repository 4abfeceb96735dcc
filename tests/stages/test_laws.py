"""Laws that hold for every map, on maps that Hypothesis draws, and the documents' published
values.
"""

import math
import random
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import brute_force
from efgc.schemas import game as game_schema
from efgc.schemas import solution as solution_schema
from efgc.schemas import state_graph
from efgc.schemas.parts.problems import InputError
from efgc.schemas.state_graph.histories import count_histories
from efgc.schemas.strategies import Behaviour
from efgc.stages.lower import lower
from efgc.stages.parse import parse
from efgc.stages.report.best_response import best_response_value
from efgc.stages.solve import solve
from small_games import PUBLISHED, boards, game_of, island, law, published, shifted, solved, swapped

NEAR = 1e-9  # The solvers reach 1e-14 on games of this size.


@pytest.mark.many
@pytest.mark.parametrize("solver", ["glpk", "highs"])
@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize("name", PUBLISHED)
def test_published_values(name, player, solver):
    rules, value = PUBLISHED[name]
    found = solved(game_of(published(name), rules), player, solver)
    assert abs(found.bounds.value - float(value)) <= NEAR
    assert found.bounds.exploitability <= NEAR


@pytest.mark.long
@law(200)
@given(boards())
def test_every_map(board):
    rows, bandits, capture, rules = board
    game = _game(rows, bandits, capture, rules)
    reports = [
        solved(game, player, solver, format)
        for player, solver, format in (
            (1, "glpk", "lp"),
            (2, "glpk", "mps"),
            (1, "highs", "mps"),
            (2, "highs", "lp"),
        )
    ]
    values = [report.bounds.value for report in reports]
    assert max(values) - min(values) <= NEAR  # Both players' programs, both solvers, both formats.
    for report in reports:
        assert report.bounds.exploitability <= NEAR
        assert report.bounds.lower <= report.bounds.upper + NEAR
        for strategy, plan in zip(report.strategies, report.plans, strict=True):
            assert all(math.isclose(sum(entry.probabilities), 1) for entry in strategy)
            assert all(0 <= weight <= 1 + NEAR for weight in plan)
    assert abs(solved(swapped(game)).bounds.value + values[0]) <= NEAR
    assert abs(solved(shifted(game, 7)).bounds.value - values[0] - 7) <= NEAR


@pytest.mark.slow
@law(200)
@given(boards(max_rows=3, max_columns=3))
def test_brute_force_agrees(board):
    expected = brute_force.value(*board)
    assume(expected is not None)
    assert (
        abs(solved(_game(*board)).bounds.value - expected) <= 1e-7
    )  # HiGHS's own tolerance on the matrix game.


@pytest.mark.slow
@law(200)
@given(boards())
def test_artifacts_read_back_the_same(board):
    rows, bandits, capture, rules = board
    game = _game(*board)  # First: it gives up what is too large.
    graph = parse(island(rows, bandits, capture), "0" * 64, rules=rules, level=0)
    assert state_graph.read("".join(state_graph.write(graph))) == graph
    assert game_schema.check(game) == []
    assert game_schema.read("".join(game_schema.write(game))) == game
    assert count_histories(graph).histories == len(game.nodes)
    solution = solve(lower(game)[0])
    assert solution_schema.read("".join(solution_schema.write(solution))) == solution


@pytest.mark.slow
@law(200)
@given(boards(), st.integers(0, 2**32 - 1))
def test_no_strategy_beats_the_bounds(board, seed):
    """What an opponent earns against an equilibrium strategy never passes the value, whatever it
    plays.
    """
    game = _game(*board)
    report = solved(game)
    for player in (1, 2):
        strategy = _random_strategy(game, player, seed)
        value = best_response_value(game, 3 - player, strategy)
        bound = report.bounds.value
        assert value <= bound + NEAR if player == 1 else value >= bound - NEAR


@pytest.mark.parametrize(
    "rows, bandits, capture, value",
    [
        (["SD"], 0, "0.5", 10),  # S beside D, no dangerous place
        (["SGD"], 0, "1", 11),
        (["S#D"], 0, "0.5", 0),  # no way to the exit
        (["S-G", "###", "--D"], 0, "0.5", 0),  # only dead ends
        (["DSGD"], 0, "0.5", 11),  # several exits
        (["SED"], 0, "1", 10),  # nobody is there
        (["SED"], 1, "0", 10),  # a bandit who never wins
        (["SED"], 1, "1", 0),  # a bandit who always wins
        (["SED"], 1, "1/4", "30/4"),
        (["EEE", "ESE", "EED"], 7, "0.5", "10/2"),  # as many bandits as places: one fight at least
    ],
)
def test_values_by_hand(rows, bandits, capture, value):
    report = solved(game_of(island(rows, bandits, capture)))
    assert abs(report.bounds.value - float(Fraction(value))) <= NEAR


def _game(rows, bandits, capture, rules):
    try:
        return game_of(island(rows, bandits, capture), rules, max_states=2_000)
    except InputError:
        assume(False)


def _random_strategy(game, player, seed):
    chance = random.Random(seed)
    found = []
    for infoset in game.infosets(player):
        weights = [chance.random() + 1e-3 for _ in game.information_sets[infoset].actions]
        found.append(Behaviour(infoset, 1.0, tuple(weight / sum(weights) for weight in weights)))
    return tuple(found)
