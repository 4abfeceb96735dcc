"""The double oracle on state graphs, against exact values on random games."""

import json
import os
import random
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import efgc
from efgc.schemas import bounds, state_graph
from efgc.schemas.bounds import Situation
from efgc.schemas.parts.problems import InputError, SizeError, VerificationError
from efgc.schemas.state_graph import unrolled
from efgc.stages.bounds.answers import Answer
from efgc.stages.bounds.memories.fractions import payoff_unit
from efgc.stages.bounds.memories.search import double_oracle
from efgc.stages.bounds.memories.strategy import Memory, read_strategy
from efgc.stages.bounds.walks import walk_of_graph
from efgc.stages.checkers.bounds_checker import check_bounds
from efgc.stages.checkers.bounds_strategies_checker import Rejected
from efgc.stages.parse.rules import parse_rules
from efgc.stages.report.bounds import report_bounds
from efgc.stages.report.bounds.document import document
from efgc.stages.report.bounds.formats import write_json
from observation_graphs import KUHN
from random_observed import graph_of, random_dark_graph, random_graph
from small_games import law
from uncompiled import same_bits

RULES = Path(__file__).parents[2] / "games" / "rules"
NUMBERS = st.integers(0, 10**6)
FINE = 1e-8
"""A gap that is only reached by an equilibrium, as far as linear programs are exact."""


@cache
def graph_of_rules(name, **overrides):
    return parse_rules((RULES / f"{name}.rules.yaml").read_text(), "", overrides=overrides)


@cache
def solved(name, **overrides):
    """Return a graph of rules, and the last round of its double oracle."""
    graph = graph_of_rules(name, **overrides)
    *_, found = double_oracle(walk_of_graph(graph, 10**5), FINE)
    return graph, found


def claim_of(graph, found):
    """Return the text of the bounds of a round."""
    strategies = [[entry_of(one) for one in strategy] for strategy in found.strategies()]
    claim = {"format": "efgc/bounds", "version": 1, "title": "", "method": "double-oracle"}
    claim |= {"graph_sha256": graph.digest, "strategies": strategies}
    if found.value is not None:
        claim["value"] = str(found.value)
    return claim | {"lower_bound": found.lower, "upper_bound": found.upper}


def entry_of(one):
    return {
        "after": [*one.after],
        "actions": [*one.actions],
        "probabilities": [*one.probabilities],
        **({"exact": [*map(str, one.exact)]} if one.exact else {}),
    }


def checked(claim, graph):
    text = "".join(state_graph.write(graph)).encode()
    said = check_bounds(json.dumps(claim).encode(), text)
    return tuple(map(Fraction, said.removeprefix("the value lies from ").split(" to ")))


def settled(graph):
    """Return the last round of a double oracle that looks for the exact value."""
    unit = payoff_unit(unrolled(graph, 10**5))
    *_, found = double_oracle(walk_of_graph(graph, 10**5), FINE, unit=unit)
    return found


def said_of(claim, graph):
    text = "".join(state_graph.write(graph)).encode()
    return check_bounds(json.dumps(claim).encode(), text)


def test_no_exact_value_is_looked_for_where_distant_bounds_suffice():
    graph = state_graph.read(KUHN)
    walk, unit = walk_of_graph(graph, 10**5), payoff_unit(unrolled(graph, 10**5))
    *_, far = double_oracle(walk, 1.0, unit=unit)
    *_, near = double_oracle(walk, 1e-3, unit=unit)
    assert far.reached and far.value is None and far.step < near.step
    assert near.value == Fraction(-1, 18)


@law(150)
@given(NUMBERS, st.booleans(), st.booleans())
def test_the_exact_value_is_that_of_the_linear_program(number, cyclic, dark):
    graph = graph_of(random_dark_graph(number) if dark else random_graph(number, cyclic))
    if graph is None:
        return
    found = settled(graph)
    assert found.value == efgc.run("".join(state_graph.write(graph))).value_exact
    assert said_of(claim_of(graph, found), graph) == f"the value is {found.value}"


@law(150)
@given(NUMBERS, st.booleans(), st.booleans())
def test_bounds_contain_the_value_at_every_step_and_close(number, cyclic, dark):
    graph = graph_of(random_dark_graph(number) if dark else random_graph(number, cyclic))
    if graph is None:
        return
    value = efgc.run("".join(state_graph.write(graph))).value_exact
    walk = walk_of_graph(graph, 10**5)
    lower, upper = -np.inf, np.inf
    for found in double_oracle(walk, FINE * max(walk.reach, 1.0)):
        assert Fraction(found.lower) <= value <= Fraction(found.upper)
        assert lower <= found.lower and found.upper <= upper
        lower, upper = found.lower, found.upper
    assert found.reached
    both = zip(checked(claim_of(graph, found), graph), (lower, upper), strict=True)
    assert all(float(proved) == pytest.approx(bound, abs=1e-8) for proved, bound in both)


@pytest.mark.parametrize(
    ("name", "overrides", "value"),
    [
        ("kuhn", {}, Fraction(-1, 18)),
        ("leduc", {}, -0.085606424078),
        ("inspection", {}, Fraction(3, 11)),
        ("patrol", {}, Fraction(1, 2)),
        ("interdiction", {}, Fraction(1, 4)),
        ("liars-dice", {"faces": "3"}, None),
        ("goofspiel", {"cards": "3"}, 0),
        ("dark-hex-2", {}, 1),
    ],
)
def test_values_of_published_games(name, overrides, value):
    graph, found = solved(name, **overrides)
    if value is None:
        value = efgc.run("".join(state_graph.write(graph))).value_exact
    assert found.reached and found.upper - found.lower <= FINE
    assert found.lower - 1e-9 <= value <= found.upper + 1e-9
    lower, upper = checked(claim_of(graph, found), graph)
    assert lower - Fraction(1, 10**9) <= value <= upper + Fraction(1, 10**9)


@law(100)
@given(NUMBERS, st.booleans())
def test_a_strategy_is_what_its_record_says(number, cyclic):
    graph = graph_of(random_graph(number, cyclic))
    if graph is None:
        return
    walk = walk_of_graph(graph, 10**5)
    for found in islice(double_oracle(walk, 0.0), 4):
        for player, (situations, bound) in enumerate(
            zip(found.strategies(), (found.lower, found.upper), strict=True), 1
        ):
            strategy = read_strategy(Memory(walk, player), situations)
            assert strategy.situations() == situations
            made, probability = strategy.followed()
            answer = Answer(made, 3 - player, probability).value()
            proved = answer.lower if player == 1 else answer.upper
            assert proved == pytest.approx(bound, abs=1e-9)


def test_going_on_begins_with_the_bounds_and_the_plans_of_before():
    walk = walk_of_graph(graph_of_rules("leduc"), 10**5)
    *_, half = islice(double_oracle(walk, FINE), 12)
    saved = {name: array.copy() for name, array in half.save().items()}
    rounds = double_oracle(walk, FINE, saved=saved)
    first = next(rounds)
    assert (first.step, first.lower, first.upper) == (half.step, half.lower, half.upper)
    assert first.strategies() == half.strategies()
    *_, last = rounds
    assert last.reached and last.step > half.step and last.seconds > half.seconds


def test_what_does_not_fit_is_not_gone_on_from():
    walk = walk_of_graph(graph_of_rules("kuhn"), 10**5)
    *_, found = islice(double_oracle(walk, FINE), 4)
    assert next(double_oracle(walk, FINE, saved=found.save())).lower == found.lower
    other = walk_of_graph(graph_of_rules("leduc"), 10**5)
    for name, array in found.save().items():
        more = array + (0.5 if name == "numbers" else 1000)
        for wrong in (array[:-1], more, -1 - array, array[None], np.full(3, np.nan), None):
            saved = {**found.save(), name: wrong}
            if wrong is None:
                del saved[name]
            with pytest.raises(InputError, match="does not fit this game"):
                next(double_oracle(walk, FINE, saved=saved))
    for factor in (1.3, 1 + 1e-12):
        saved = {**found.save(), "share_best_1": found.save()["share_best_1"] * factor}
        with pytest.raises(InputError, match="does not fit this game"):
            next(double_oracle(walk, FINE, saved=saved))
    *_, found = islice(double_oracle(other, FINE), 20)
    with pytest.raises(InputError, match="does not fit this game"):
        next(double_oracle(walk, FINE, saved=found.save()))


def test_threads_change_nothing():
    walk = walk_of_graph(graph_of_rules("leduc"), 10**5)
    every = (double_oracle(walk, FINE, threads=threads) for threads in (1, 2, 4))
    found = [islice(rounds, 12) for rounds in every]
    lines = [[(one.lower, one.upper, one.strategies()) for one in rounds] for rounds in found]
    assert lines[0] == lines[1] == lines[2]


def test_the_time_limit_ends_a_search():
    walk = walk_of_graph(graph_of_rules("leduc"), 10**5)
    rounds = [*double_oracle(walk, FINE, seconds=0.0)]
    assert [found.step for found in rounds] == [0]
    assert rounds[0].lower > -np.inf


def test_pairs_of_states_and_memories_are_limited():
    walk = walk_of_graph(graph_of_rules("leduc"), 10**5)
    with pytest.raises(SizeError, match="lead to more than 10 states"):
        next(double_oracle(walk, FINE, most=10))
    rounds = double_oracle(walk, FINE, most=1200)
    assert next(rounds).lower > -np.inf
    with pytest.raises(SizeError, match="more than 1,200 states"):
        list(rounds)


def test_the_same_rounds_without_compilation():
    walk = walk_of_graph(graph_of_rules("kuhn"), 10**5)

    def rounds():
        return [
            (found.lower, found.upper, found.strategies()) for found in double_oracle(walk, 0.01)
        ]

    same_bits(rounds)


BET = Situation(None, (), ("bet",), (1.0,), after=("saw 1",))
WRONG = [
    (BET._replace(after=("saw 9",)), "the player cannot have this memory: saw 9"),
    (BET._replace(actions=("fly",)), "the player has no action fly"),
    (BET._replace(actions=("bet", "bet"), probabilities=(0.5, 0.5)), "an action is repeated"),
    (BET._replace(probabilities=(0.0,)), "the probabilities add up to 0"),
]
"""Situations of player 1 that do not fit, and why."""


@pytest.mark.parametrize(("wrong", "reason"), WRONG)
def test_strategies_that_do_not_fit_are_refused_with_their_places(wrong, reason):
    memory = Memory(walk_of_graph(graph_of_rules("kuhn"), 10**5), 1)
    assert read_strategy(memory, [BET]).situations() == (BET,)
    with pytest.raises(InputError) as caught:
        read_strategy(memory, [wrong])
    assert caught.value.problems[0].message.startswith(reason)
    assert caught.value.problems[0].place[:2] == ("strategies", 0)


def test_actions_of_another_memory_are_refused():
    graph = graph_of_rules("leduc")
    walk = walk_of_graph(graph, 10**5)
    fold = Situation(None, (), ("fold",), (1.0,), after=("saw 0",))
    with pytest.raises(InputError, match="the actions are call, raise"):
        read_strategy(Memory(walk, 1), [fold]).followed()
    *_, found = islice(double_oracle(walk, FINE), 3)
    claim = claim_of(graph, found)
    claim["strategies"][0] = [entry_of(fold)]
    with pytest.raises(Rejected, match="does not have all actions that are played after"):
        checked(claim, graph)


ENTRIES = [
    ({"after": "saw 1"}, "after is not a list of texts"),
    ({"after": [1]}, "after is not a list of texts"),
    ({"actions": "bet"}, "actions are not a list of texts"),
    ({"probabilities": [-1.0]}, "probabilities are from 0 to 1"),
    ({"probabilities": [0]}, "probabilities are from 0 to 1"),
    ({"probabilities": []}, "probabilities are from 0 to 1"),
    ({"probabilities": [0.5, 0.5]}, "there is not one probability per action"),
    ({"states": ["s1"]}, "it needs actions and probabilities"),
]


@pytest.mark.parametrize(("change", "reason"), ENTRIES)
def test_the_checker_refuses_broken_entries(change, reason):
    graph, found = solved("kuhn")
    claim = claim_of(graph, found)
    claim["strategies"][0] = [entry_of(BET) | change]
    with pytest.raises(Rejected, match=f"strategy 1, entry 0: {reason}"):
        checked(claim, graph)
    claim["strategies"][0] = [entry_of(BET)] * 2
    with pytest.raises(Rejected, match="the same memory has two entries"):
        checked(claim, graph)


def test_flipped_bytes_are_refused_or_harmless():
    (graph, found), value = solved("kuhn"), Fraction(-1, 18)
    text, draw = json.dumps(claim_of(graph, found)).encode(), random.Random(1)
    written = "".join(state_graph.write(graph)).encode()
    refused = 0
    step = 3 if "WHOLE" in os.environ else 9
    for at in range(0, len(text), step):
        flipped = bytearray(text)
        flipped[at] ^= 1 << draw.randrange(8)
        try:
            said = check_bounds(bytes(flipped), written)
        except Rejected:
            refused += 1
            continue
        lower, upper = said.removeprefix("the value lies from ").split(" to ")
        assert Fraction(lower) <= value <= Fraction(upper)
    assert refused > len(text) / (2 * step)


@pytest.mark.parametrize(
    ("name", "value"), [("kuhn", Fraction(-1, 18)), ("inspection", Fraction(3, 11))]
)
def test_forged_exact_values_are_refused(name, value):
    graph = graph_of_rules(name)
    claim = claim_of(graph, settled(graph))
    assert said_of(claim, graph) == f"the value is {value}"
    draw, refused, many = random.Random(name), 0, 1000 if "WHOLE" in os.environ else 100
    for _ in range(many):
        forged = json.loads(json.dumps(claim))
        entry = draw.choice([one for strategy in forged["strategies"] for one in strategy])
        at = draw.randrange(len(entry["exact"]))
        match draw.randrange(4):
            case 0:
                forged["value"] = str(
                    value + Fraction(draw.choice((-1, 1)), 10 ** draw.randint(1, 12))
                )
            case 1:
                entry["exact"][at] = str(Fraction(draw.randint(0, 99), 99))
            case 2:
                entry["exact"] = [str(Fraction(1, len(entry["exact"])))] * len(entry["exact"])
            case 3:
                entry["after"] = entry.get("after", [])[: draw.randint(0, 2)]
        try:
            said = said_of(forged, graph)
        except Rejected:
            refused += 1
            continue
        assert said == f"the value is {value}"
    assert refused > many / 3


def test_the_checker_refuses_better_bounds():
    graph, found = solved("leduc")
    for key, change in (("lower_bound", 1e-6), ("upper_bound", -1e-6)):
        claim = claim_of(graph, found)
        claim[key] += change
        with pytest.raises(Rejected, match=f"{key} is"):
            checked(claim, graph)


def test_the_report_proves_the_exact_value_again():
    graph = graph_of_rules("kuhn")
    made = bounds.read(json.dumps(complete(claim_of(graph, settled(graph)))))
    report = report_bounds(graph, made, 10**5)
    facts = dict(document(report).facts)
    how = "exact: proved by best responses"
    assert facts["value"] == f"-0.0555555555556 to Alice ({how})"
    assert facts["exactly"] == "-1/18"
    assert json.loads("".join(write_json(report)))["value_exact"] == "-1/18"
    forged = replace(made, value=Fraction(-1, 17), lower_bound=-0.06, upper_bound=-0.05)
    with pytest.raises(VerificationError, match="prove a value -1/18, not -1/17"):
        report_bounds(graph, forged, 10**5)


def complete(claim):
    """Return a claim with what a file of bounds has beside it."""
    more = {"rule": "restricted linear programs", "steps": 1, "status": "gap", "progress": []}
    return claim | more
