"""Regret matching on the matrices of a game, against exact values on random and published games."""

from fractions import Fraction
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import efgc
from efgc.schemas import game as games
from efgc.schemas import state_graph
from efgc.schemas.strategies import Behaviour
from efgc.stages.bounds.regret import Aim, minimise_regret
from efgc.stages.expand import expand
from efgc.stages.forms.formulation import Forms
from efgc.stages.forms.reductions import REDUCTIONS
from efgc.stages.lower.matrices import matrices
from efgc.stages.parse.rules import parse_rules
from efgc.stages.report.best_response import guarantees
from learners import matching
from random_observed import graph_of, listed, random_graph
from small_games import ARTIFACTS, law
from uncompiled import same_bits

RULES = Path(__file__).parents[2] / "games" / "rules"
NUMBERS = st.integers(0, 10**6)
WITHOUT = st.sampled_from([(), (*REDUCTIONS,)])


def game_of_rules(name, **overrides):
    return listed(parse_rules((RULES / f"{name}.rules.yaml").read_text(), "", overrides=overrides))


def proved(game, situations):
    """Return what exact best responses on the game prove about strategies."""
    first, second = (
        [Behaviour(one.information_set, 1.0, one.probabilities) for one in strategy]
        for strategy in situations
    )
    return guarantees(game, (first, second))


def contain(game, value, without=(), steps=300):
    """Assert that the bounds of every round contain the value, get better, and are proved by the
    strategies; return the last round.
    """
    lower, upper, found = -np.inf, np.inf, None
    for found in minimise_regret(matching(game, without), Aim(gap=1e-3, steps=steps)):
        assert Fraction(found.lower) <= value <= Fraction(found.upper)
        assert lower <= found.lower and found.upper <= upper
        lower, upper = found.lower, found.upper
        both = proved(game, found.strategies())
        assert (both.lower, both.upper) == pytest.approx((lower, upper), abs=1e-9)
    return found


@law(200)
@given(NUMBERS, st.booleans(), WITHOUT)
def test_bounds_contain_the_value_at_every_step_and_close(number, cyclic, without):
    graph = graph_of(random_graph(number, cyclic))
    if graph is None:
        return
    value = efgc.run("".join(state_graph.write(graph))).value_exact
    last = contain(listed(graph), value, without)
    assert last.upper - last.lower <= 0.1


PUBLISHED = [
    ("kuhn", {}, Fraction(-1, 18)),
    ("leduc", {}, None),
    ("liars-dice", {"faces": "3"}, None),
    ("liars-dice", {"faces": "4"}, Fraction(1, 16)),
    ("goofspiel", {"cards": "3", "hidden": "true"}, Fraction(0)),
]


@pytest.mark.parametrize("name, overrides, value", PUBLISHED)
def test_values_of_published_games(name, overrides, value):
    game = game_of_rules(name, **overrides)
    if value is None:
        value = efgc.run("".join(games.write(game)), exact=True).value_exact
    assert contain(game, value, steps=3000).reached


@pytest.mark.parametrize("name", ["cave-example", "island-1", "three-bushes"])
@pytest.mark.parametrize("unroll", [True, False])
def test_values_of_maps_also_where_histories_share_nodes(name, unroll):
    text = (ARTIFACTS / name / f"{name}.states.yaml").read_text()
    game = expand(state_graph.read(text), 10**6, unroll, lambda done, total: None)
    value = efgc.run("".join(games.write(game)), exact=True).value_exact
    assert contain(game, value, steps=1000).reached


@law(100)
@given(NUMBERS, WITHOUT, st.integers(0, 2**32 - 1))
def test_best_responses_are_enclosed_closely(number, without, seed):
    graph = graph_of(random_graph(number))
    if graph is None:
        return
    game, draw = listed(graph), np.random.default_rng(seed)
    learner = matching(game, without)
    for step in range(1, draw.integers(1, 50)):
        learner.step(step)
    both = [(player, learner.strategy(player)) for player in (1, 2)]
    exact = proved(game, [learner.situations(*one) for one in both])
    for one, bound in zip(both, (exact.lower, exact.upper), strict=True):
        found = learner.response(*one)
        assert found.low <= Fraction(bound) + Fraction(1, 10**12)
        assert Fraction(bound) <= found.high + Fraction(1, 10**12)
        assert found.high - found.low < 1e-11


def exact_response(made, player, strategy):
    """Return player 1's payoff from the floats of matrices, in fractions, if the other player
    responds best to a strategy whose rows are divided by their exact sums.
    """
    own, other = made.trees if player == 1 else made.trees[::-1]
    plan, shares = [Fraction(1)], [Fraction(share) for share in strategy.tolist()]
    for at, (low, high) in enumerate(pairwise((own.first - 1).tolist())):
        parents = own.parents[own.begin[at] : own.begin[at + 1]].tolist()
        above, total = sum(plan[parent] for parent in parents), sum(shares[low:high])
        plan += [above * share / total for share in shares[low:high]]
    values, sign = [Fraction()] * int(other.first[-1]), -1 if player == 1 else 1
    rows, columns, entries = made.payoffs.rows, made.payoffs.columns, made.payoffs.entries
    for row, column, entry in zip(
        *(each.tolist() for each in (rows, columns, entries)), strict=True
    ):
        mine, yours = (row, column) if player == 1 else (column, row)
        values[yours] += sign * plan[mine] * Fraction(entry)
    for at in range(len(other.first) - 2, -1, -1):
        best = max(values[other.first[at] : other.first[at + 1]])
        for parent in other.parents[other.begin[at] : other.begin[at + 1]].tolist():
            values[parent] += best
    return sign * values[0]


@law(100)
@given(NUMBERS, st.booleans(), WITHOUT, st.integers(1, 60))
def test_best_responses_are_enclosed_rigorously_on_the_matrices(number, cyclic, without, steps):
    graph = graph_of(random_graph(number, cyclic))
    if graph is None:
        return
    game = listed(graph)
    formulation = Forms(game).without(without)
    made, learner = matrices(formulation.form.columns, ""), matching(game, without)
    for step in range(1, steps):
        learner.step(step)
    for player in (1, 2):
        strategy = learner.strategy(player)
        found, exact = learner.response(player, strategy), exact_response(made, player, strategy)
        # The entries of A are the nearest floats of the game's numbers, which is in the enclosure.
        assert found.low <= exact <= found.high
        assert found.high - found.low < 1e-11


def test_steps_and_bounds_have_the_same_bits_without_compilation():
    game = game_of_rules("kuhn")

    def made():
        learner = matching(game)
        for step in range(1, 30):
            learner.step(step)
        both = [(player, learner.strategy(player)) for player in (1, 2)]
        ends = [float(end) for one in both for end in learner.response(*one)]
        return [*learner.arrays().values(), *(shares for _, shares in both), *ends]

    same_bits(made)


CHOICE = """\
format: efgc/state-graph
version: 2
title: a choice
players: [one, two]
start: here
states:
  here: {actor: one, moves: {left: even, right: worse}}
  even: {actor: two, moves: {up: high, down: low}}
  high: {payoff: %s}
  low: {payoff: %s}
  worse: {payoff: 0}
"""
SIZES = [("9e+289", "1e+289"), ("1e-321", "5e-322"), ("9e-400", "1e-400"), ("3e-310", "1e-310")]


@pytest.mark.parametrize("high, low", SIZES)
@pytest.mark.parametrize("without", [(), (*REDUCTIONS,)])
def test_payoffs_of_any_size_are_enclosed(high, low, without):
    learner = matching(listed(state_graph.read(CHOICE % (high, low))), without)
    last = next(minimise_regret(learner, Aim(gap=0, steps=64)))
    assert Fraction(last.lower) <= Fraction(low) <= Fraction(last.upper)
    scale = max(Fraction(high), Fraction(1, 10**250))
    assert Fraction(last.upper) - Fraction(last.lower) <= scale / 100


def test_all_payoffs_may_be_0():
    learner = matching(listed(state_graph.read(CHOICE % (0, 0))))
    assert next(islice(minimise_regret(learner, Aim(gap=1e-200)), 1)).reached
