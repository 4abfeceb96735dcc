"""Exact values without any basis: equal bounds, and strategies in simple fractions that two best
responses prove.
"""

import hashlib
import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from card_games import kuhn
from efgc.schemas import certificate
from efgc.schemas import game as game_schema
from efgc.schemas.report import Bounds, Proof
from efgc.stages.checkers.game_checker import check_certificate
from efgc.stages.documents import Layout
from efgc.stages.lower import lower
from efgc.stages.parse import parse
from efgc.stages.report import report
from efgc.stages.report.certify import certify
from efgc.stages.report.exact import simple_fractions
from efgc.stages.report.exact.from_basis import Limits
from efgc.stages.report.exact.simple_fractions import (
    is_convincing,
    prove_equal,
    prove_simple,
    simplest,
)
from efgc.stages.report.induction import INDUCTION_FORMATS, report_induction
from efgc.stages.solve import solve
from efgc.stages.solve.induction import solve_graph
from small_games import ARTIFACTS, PUBLISHED, game_of, published

EVERY = [(name, level) for name in PUBLISHED for level in (0, 1, 2)]


def reported(game, solver="glpk", **options):
    return report(game, [solve(lower(game)[0], solver)], **options)


@given(st.fractions(-4, 4, max_denominator=50), st.fractions(0, 1, max_denominator=60))
def test_the_simplest_fraction_has_the_smallest_denominator_and_is_nearest_to_0(low, width):
    found = simplest(low, low + width)
    denominator = next(q for q in range(1, 10_000) if -(-low * q // 1) <= (low + width) * q // 1)
    numerators = range(-(-low * denominator // 1), (low + width) * denominator // 1 + 1)
    assert found == Fraction(min(numerators, key=abs), denominator)


@pytest.mark.parametrize(
    "lower, upper, alone",
    [
        (0.0, 0.0, True),
        (7.096774193548386, 7.09677419354839, True),
        (-1e-12, 1e-12, True),
        (9.999999999999999e-09, 1e-08, True),
        (0.31, 0.36, False),
        (0.31622776, 0.31622777, False),
        (-0.08560642407800086, -0.08560642407799733, False),
    ],
)
def test_a_fraction_is_accepted_only_if_chance_would_not_explain_it(lower, upper, alone):
    assert is_convincing(Bounds(lower, upper)) == alone


@pytest.mark.many
@pytest.mark.parametrize("solver", ["glpk", "highs"])
@pytest.mark.parametrize("name, level", EVERY)
def test_published_values_follow_from_floats_alone(name, level, solver):
    rules, value = PUBLISHED[name]
    game = game_of(published(name), rules, level=level)
    made = reported(game, solver, exact=False)
    found = prove_simple(game, made.strategies, made.bounds)
    assert found.value == value
    assert all(
        sum(behaviour.probabilities) == 1 and min(behaviour.probabilities) >= 0
        for strategy in found.strategies
        for behaviour in strategy
    )


@pytest.mark.parametrize("limit, value", [("SIZE", 0), ("LIMITS", Limits(touched=0))])
def test_programs_too_large_for_rationals_are_proved_by_simple_fractions(monkeypatch, limit, value):
    monkeypatch.setattr(f"efgc.stages.report.exact.from_basis.{limit}", value)
    game = kuhn()
    made = reported(game)
    assert isinstance(made.exact, Proof) and made.exact.value == Fraction(-1, 18)
    assert said_by_the_checker(made) == "the value is -1/18"
    monkeypatch.setattr(simple_fractions, "NODES", 1)
    assert "--exact proves it, however long that takes" in reported(game).exact


def test_simple_fractions_that_are_no_equilibrium_prove_nothing():
    game = kuhn()
    made = reported(game)
    bounds = Bounds(made.bounds.lower - 1e-9, made.bounds.upper + 1e-9)
    assert prove_simple(game, made.strategies, bounds).value == Fraction(-1, 18)
    away = tuple(
        tuple(
            entry._replace(probabilities=(0.5, 0.5)) if min(entry.probabilities) == 0 else entry
            for entry in strategy
        )
        for strategy in made.strategies
    )
    assert prove_simple(game, away, bounds) is None
    assert prove_simple(game, (made.strategies[0], away[1]), bounds) is None
    assert prove_simple(game, (away[0], made.strategies[1]), bounds) is None


@pytest.mark.parametrize("name, value", [("three-bushes", 0), ("two-bushes", 5)])
def test_equal_bounds_are_a_proof(name, value):
    made = reported(game_of(published(name), PUBLISHED[name][0]), exact=False)
    assert made.bounds.lower == made.bounds.upper == value
    assert made.exact.value == value
    assert said_by_the_checker(made) == f"the value is {value}"


def test_bounds_that_differ_are_none():
    made = reported(game_of(published("island-2")), exact=False)
    assert made.bounds.lower < made.bounds.upper
    assert made.exact == "left out, as --no-exact asks"
    assert prove_equal(made.strategies, made.bounds) is None


def test_the_value_of_the_tree_that_strategies_are_carried_to_is_proved_there():
    game, tree = (game_of(published("island-1"), level=level) for level in (2, 0))
    solutions = [solve(lower(game)[0])]
    made = report(game, solutions, tree)
    assert made.game is tree and made.exact.value == Fraction(220, 31)
    assert said_by_the_checker(made) == "the value is 220/31"


def test_a_failed_proof_of_carried_strategies_names_the_game_they_came_from(
    monkeypatch,
):
    monkeypatch.setattr(simple_fractions, "NODES", 1)
    game, tree = (game_of(published("island-1"), level=level) for level in (2, 0))
    found = report(game, [solve(lower(game)[0])], tree).exact
    assert found == (
        "the strategies were carried here from the game of level 2; without --on the value "
        "is proved there"
    )


def test_onto_the_same_game_nothing_is_carried(monkeypatch):
    monkeypatch.setattr(simple_fractions, "NODES", 1)
    game = game_of(published("island-1"))
    solutions = [solve(lower(game)[0])]
    assert report(game, solutions, game_schema.read("".join(game_schema.write(game)))) == report(
        game, solutions
    )


def test_equal_bounds_of_a_game_solved_state_by_state_are_a_proof(monkeypatch):
    """The first of three cards is bid without mixing: even the bounds of floating-point strategies
    are one number there.
    """
    monkeypatch.setattr("efgc.stages.report.induction.state_by_state.EXACT_GAMES", 0)
    graph = parse((ARTIFACTS / "goofspiel-3" / "goofspiel-3.yaml").read_text(), "0" * 64)
    made = report_induction(graph, solve_graph(graph, "kernel"))
    assert (made.proved.lower, made.proved.upper, made.exact) == (0, 0, 0) and made.proved.bound > 0
    detailed = "".join(INDUCTION_FORMATS["text"](made, Layout(verbose=True)))
    assert "every state  its value is known within" in detailed
    four = parse((ARTIFACTS / "goofspiel-4" / "goofspiel-4.yaml").read_text(), "0" * 64)
    other = report_induction(four, solve_graph(four, "kernel"))
    assert other.proved.lower < other.proved.upper and other.exact is None


def said_by_the_checker(made):
    text = "".join(game_schema.write(made.game))
    claim = "".join(certificate.write(certify(made, hashlib.sha256(text.encode()).hexdigest())))
    assert json.loads(claim)["value"] == str(made.exact.value)
    return check_certificate(claim.encode(), text.encode())
