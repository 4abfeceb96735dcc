"""Regret minimisation on public nodes and types, against exact values of random public games."""

import json
import random
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import efgc
from efgc.schemas import bounds, state_graph
from efgc.stages.bounds.public_game import public_game
from efgc.stages.bounds.public_matching import PublicMatching
from efgc.stages.bounds.regret import Aim, minimise_regret
from efgc.stages.checkers.bounds_checker import check_bounds
from efgc.stages.parse.rules import parse_rules
from efgc.stages.report.bounds import report_bounds
from random_observed import graph_of
from small_games import law
from uncompiled import same_bits

RULES = Path(__file__).parents[2] / "games" / "rules"
PLAYERS = ("one", "two")


@cache
def graph_of_rules(name, **overrides):
    return parse_rules((RULES / f"{name}.rules.yaml").read_text(), "", overrides=overrides)


def random_public_graph(number):
    """Return a graph of a deal, of which each player sees a part, and moves that both see."""
    luck = random.Random(number)
    hands = luck.randint(1, 3), luck.randint(2, 3)
    pairs = [(a, b) for a in range(hands[0]) for b in range(hands[1]) if luck.random() < 0.8]
    pairs = pairs if len(pairs) > 1 else [(0, 0), (0, 1)]
    size = luck.randint(2, 6)
    actors = [luck.choice(PLAYERS) for _ in range(size)]
    moves = [
        {label: luck.randint(at + 1, size + 1) for label in "abc"[: luck.randint(1, 3)]}
        for at in range(size)
    ]
    parts = [luck.randint(1, 3) for _ in pairs]
    states = {
        "deal": {
            "actor": "chance",
            "moves": {
                f"{a}{b}": {
                    "p": str(Fraction(part, sum(parts))),
                    "to": f"n0 {a}{b}",
                    "sees": {"one": f"hand {a}", "two": f"hand {b}"},
                }
                for (a, b), part in zip(pairs, parts, strict=True)
            },
        }
    }
    for a, b in pairs:
        for at in range(size):
            to = {label: f"n{target} {a}{b}" for label, target in moves[at].items()}
            states[f"n{at} {a}{b}"] = {"actor": actors[at], "moves": to}
        for at in (size, size + 1):
            states[f"n{at} {a}{b}"] = {
                "payoff": str(Fraction(luck.randint(-6, 6), luck.randint(1, 3)))
            }
    return {"players": list(PLAYERS), "start": "deal", "states": reached(states)}


def reached(states):
    found, waiting = {}, ["deal"]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = states[name]
            for move in states[name].get("moves", {}).values():
                waiting.append(move if isinstance(move, str) else move["to"])
    return {name: state for name, state in states.items() if name in found}


def written(graph):
    return "".join(state_graph.write(graph))


def claim_of(graph, found):
    """Return bounds as plain data."""
    strategies = [
        [
            {
                "actions": [*one.actions],
                "probabilities": [*one.probabilities],
                "after": [*one.after],
            }
            for one in strategy
        ]
        for strategy in found.strategies()
    ]
    claim = {"format": "efgc/bounds", "version": 1, "title": "", "graph_sha256": graph.digest}
    claim |= {"method": "regret", "rule": found.rule, "steps": found.step, "status": "gap"}
    claim |= {"lower_bound": found.lower, "upper_bound": found.upper, "progress": []}
    return claim | {"strategies": strategies}


@law(200)
@given(st.integers(0, 10**6))
def test_bounds_contain_the_value_at_every_step_and_are_proved_by_others(number):
    graph = graph_of(random_public_graph(number))
    game = public_game(graph)
    assert game is not None
    value = efgc.run(written(graph)).value_exact
    aim = Aim(1e-3 * max(1.0, game.high - game.low), steps=3000)
    for found in minimise_regret(PublicMatching(game, 1), aim):
        assert Fraction(found.lower) <= value <= Fraction(found.upper)
    assert found.reached
    claim = claim_of(graph, found)
    proved = check_bounds(json.dumps(claim).encode(), written(graph).encode())
    both = proved.removeprefix("the value lies from ").split(" to ")
    for bound, said in zip((found.lower, found.upper), both, strict=True):
        assert float(Fraction(said)) == pytest.approx(bound, abs=1e-9)
    report = report_bounds(graph, bounds.read(json.dumps(claim)), 10**5)
    assert report.proved.lower == pytest.approx(found.lower, abs=1e-9)
    assert report.proved.upper == pytest.approx(found.upper, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "overrides", "public"),
    [
        ("kuhn", {}, True),
        ("liars-dice", {"faces": "3"}, True),
        ("leduc", {}, False),
        ("inspection", {}, False),
        ("goofspiel", {"cards": "3"}, False),
        ("dark-hex-2", {}, False),
    ],
)
def test_games_that_are_public_after_the_deal_are_recognised(name, overrides, public):
    assert (public_game(graph_of_rules(name, **overrides)) is not None) == public


def test_threads_change_nothing_and_a_search_goes_on():
    game = public_game(graph_of_rules("liars-dice", faces="4"))

    def rounds(threads, saved=None):
        made = minimise_regret(PublicMatching(game, threads), Aim(1e-5), saved)
        return [(one.step, one.lower, one.upper, one.save()) for one in made]

    first, second = rounds(1), rounds(3)
    assert [one[:3] for one in first] == [one[:3] for one in second]
    assert len(first) > 5
    half = first[len(first) // 2]
    assert [one[:3] for one in rounds(2, half[3])][-1] == first[-1][:3]


def test_the_same_rounds_without_compilation():
    game = public_game(graph_of_rules("kuhn"))

    def rounds():
        made = minimise_regret(PublicMatching(game, 1), Aim(1e-3))
        return [(one.lower, one.upper, one.strategies()) for one in made]

    same_bits(rounds)


def test_what_is_hardly_ever_played_is_left_out_of_a_proved_strategy():
    learner = PublicMatching(public_game(graph_of_rules("kuhn")), 1)
    learner.arrays()["average_1"][:] = np.tile([1.0, 1e-7], 6)
    assert set(learner.strategy(1)) <= {0.0, 1.0, 1 / (1 + 1e-7), 1e-7 / (1 + 1e-7)}
    assert all(one.probabilities == (1.0,) for one in learner.situations(1, learner.strategy(1)))


def test_forgotten_regrets_and_late_strategies_bring_the_bounds_close():
    learner = PublicMatching(public_game(graph_of_rules("liars-dice", faces="4")), 1)
    *_, last = minimise_regret(learner, Aim(1e-12, steps=400))
    assert last.upper - last.lower < 1e-6  # 4e-5 with regrets that are all kept, and t**2.
