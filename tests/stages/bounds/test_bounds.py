"""Best responses, situations and regret minimisation against the definition, on random games."""

from fractions import Fraction
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import efgc
from efgc.schemas import state_graph
from efgc.schemas.bounds import Situation
from efgc.schemas.parts.problems import InputError, OptionError, SizeError
from efgc.stages.bounds import regret
from efgc.stages.bounds.answers import Answer, move_probabilities
from efgc.stages.bounds.knowledge import situations
from efgc.stages.bounds.mirror_descent import MirrorDescent
from efgc.stages.bounds.recall import with_recall
from efgc.stages.bounds.regret import Aim, minimise_regret
from efgc.stages.bounds.walks import uniform, walk_of_graph
from efgc.stages.parse.rules import parse_rules
from learners import learner_of
from plain_observed import _histories, _offers
from random_observed import first, graph_of, random_graph
from small_games import law
from uncompiled import same_bits

RULES = Path(__file__).parents[2] / "games" / "rules"
NUMBERS = st.integers(0, 10**6)


@pytest.mark.parametrize(
    ("name", "first_gets", "second_gets"),
    [("kuhn", "1/2", "-5/12"), ("leduc", "167/80", "-383/144")],
)
def test_best_responses_to_uniform_play_are_the_published_ones(name, first_gets, second_gets):
    graph = parse_rules((RULES / f"{name}.rules.yaml").read_text(), "")
    walk = walk_of_graph(graph, 10**5)
    for player, exact in ((1, first_gets), (2, second_gets)):
        found = Answer(walk, player, uniform(walk)).value()
        assert found.low <= Fraction(exact) <= found.high
        assert found.high - found.low < 1e-10


PAID = """format: efgc/state-graph
version: 2
title: a third in any case
players: [first, second]
start: a
states:
  a: {actor: first, moves: {x: {to: b}, y: {to: b}}}
  b: {actor: second, moves: {z: {to: c}, w: {to: c}}}
  c: {payoff: 1/3}
"""


def test_no_best_response_is_beyond_the_payoffs():
    walk = walk_of_graph(state_graph.read(PAID), 100)
    assert walk.payoffs == (Fraction(1, 3), Fraction(1, 3))
    found = Answer(walk, 1, uniform(walk)).value()
    assert found.low == found.high == Fraction(1, 3)
    paid_before = state_graph.read(PAID.replace("{to: c}", "{to: c, reward: 1}"))
    rewarded = Answer(walk_of_graph(paid_before, 100), 1, uniform(walk)).value()
    assert rewarded.low < Fraction(4, 3) < rewarded.high


@law(200)
@given(NUMBERS, st.booleans(), st.booleans())
def test_best_responses_are_those_of_the_listed_game(number, cyclic, even):
    graph = graph_of(random_graph(number, cyclic))
    if graph is None:
        return
    walk = walk_of_graph(graph, 10**5)
    if not set(walk.actor) & {1, 2}:
        return
    name = "uniform" if even else "first"
    listed = efgc.evaluate("".join(state_graph.write(graph)), name)
    for player, guarantee in ((2, listed.guarantees[0]), (1, listed.guarantees[1])):
        found = Answer(walk, player, uniform(walk) if even else first(walk)).value()
        assert found.low <= guarantee + Fraction(1, 10**9)
        assert guarantee - Fraction(1, 10**9) <= found.high


@law(200)
@given(NUMBERS, st.booleans())
def test_a_situation_follows_from_what_the_player_remembers(number, cyclic):
    data = random_graph(number)
    graph = graph_of(data)
    if graph is None:
        return
    walk = walk_of_graph(graph, 10**5)
    number_of = dict(zip(walk.name, range(len(walk)), strict=True))
    for player, who in enumerate(data["players"], 1):
        known, found = {}, situations(walk, player)
        for state, memories, _, _ in _histories(data):
            if data["states"][state].get("actor") == who:
                situation = found[number_of[state]]
                assert situation >= 0
                assert known.setdefault(memories[player - 1], situation) == situation
        assert set(found[found >= 0]) == set(known.values())
        assert len(set(known.values())) <= len(_offers(data))


@law(150)
@given(NUMBERS, st.booleans())
def test_bounds_contain_the_value_at_every_step_and_get_better(number, cyclic):
    graph = graph_of(random_graph(number, cyclic))
    if graph is None:
        return
    value = efgc.run("".join(state_graph.write(graph))).value_exact
    walk, aim = walk_of_graph(graph, 10**5), Aim(gap=1e-3, steps=300)
    lower, upper = -np.inf, np.inf
    for found in minimise_regret(MirrorDescent(walk, aim), aim):
        assert Fraction(found.lower) <= value <= Fraction(found.upper)
        assert lower <= found.lower and found.upper <= upper
        lower, upper = found.lower, found.upper
        probability = move_probabilities(walk, found.strategies())
        assert Answer(walk, 2, probability).value().lower == pytest.approx(lower, abs=1e-9)
        assert Answer(walk, 1, probability).value().upper == pytest.approx(upper, abs=1e-9)


@pytest.mark.parametrize("listed", [False, True])
def test_going_on_gives_what_one_run_gives(listed):
    graph = parse_rules((RULES / "kuhn.rules.yaml").read_text(), "")
    aim = Aim(gap=0, steps=128)
    *_, whole = minimise_regret(learner_of(graph, listed, aim), aim)
    half = next(minimise_regret(learner_of(graph, listed, aim), aim))
    saved = {name: array.copy() for name, array in half.save().items()}
    *_, rest = minimise_regret(learner_of(graph, listed, aim), aim, saved)
    assert (rest.step, rest.lower, rest.upper) == (whole.step, whole.lower, whole.upper)
    assert rest.strategies() == whole.strategies()


def test_strategies_that_do_not_fit_are_refused_with_their_places():
    graph = parse_rules((RULES / "kuhn.rules.yaml").read_text(), "")
    walk = walk_of_graph(graph, 10**5)
    state = next(name for name, actor in zip(walk.name, walk.actor, strict=True) if actor == 1)
    fine = Situation(None, (state,), ("bet", "pass"), (1.0, 3.0))
    low = walk.begin[walk.name.index(state)]
    assert list(move_probabilities(walk, ([fine], None))[low : low + 2]) == [0.25, 0.75]
    wrong = [
        fine._replace(states=("nowhere",)),
        fine._replace(actions=("bet", "fold")),
        fine._replace(probabilities=(0.0, 0.0)),
    ]
    with pytest.raises(InputError) as refused:
        move_probabilities(walk, (wrong, [fine]))
    assert [problem.place for problem in refused.value.problems] == [
        ("strategies", 0, 0),
        ("strategies", 0, 1),
        ("strategies", 0, 2),
        ("strategies", 1, 0),
    ]


@pytest.mark.parametrize("listed", [False, True])
def test_rounds_end_in_time_and_change_nothing(listed, monkeypatch):
    graph = parse_rules((RULES / "kuhn.rules.yaml").read_text(), "")
    aim = Aim(gap=0, steps=256)
    *_, whole = minimise_regret(learner_of(graph, listed, aim), aim)
    monkeypatch.setattr(regret, "PAUSE", 0.0)
    rounds, saved = 0, None
    while saved is None or saved["numbers"][0] < 256:
        last = next(minimise_regret(learner_of(graph, listed, aim), aim, saved))
        rounds, saved = rounds + 1, last.save()
    assert rounds > 100
    assert (last.lower, last.upper) == (whole.lower, whole.upper)
    assert last.strategies() == whole.strategies()


@pytest.mark.parametrize("listed", [False, True])
def test_no_bounds_are_begun_when_the_time_is_over(listed, monkeypatch):
    graph = parse_rules((RULES / "kuhn.rules.yaml").read_text(), "")
    learner = partial(learner_of, graph, listed, Aim(gap=0))
    early, due = (found.step for found in islice(minimise_regret(learner(), Aim(gap=0)), 2))
    clock, answers = [0.0], []
    respond = type(learner()).response

    def watch(done, total):
        clock[0] = done / 100

    def noted(self, player, strategy):
        answers.append(clock[0])
        return respond(self, player, strategy)

    monkeypatch.setattr(type(learner()), "response", noted)
    monkeypatch.setattr(regret.time, "perf_counter", lambda: clock[0])
    aim = Aim(gap=0, seconds=due / 100)
    *_, last = minimise_regret(learner(), aim, None, watch)
    assert last.step == due and set(answers) == {early / 100}
    # They are computed if the search goes on.
    again = next(minimise_regret(learner(), Aim(gap=0), last.save()))
    *_, whole = minimise_regret(learner(), Aim(gap=0, steps=due))
    assert (again.step, again.lower, again.upper) == (due, whole.lower, whole.upper)
    # The first bounds are computed in any case.
    clock[0], answers = 0.0, []
    *_, last = minimise_regret(learner(), Aim(gap=0, seconds=0.03), None, watch)
    assert last.step == 3 and len(answers) == 2 and last.lower > -np.inf


@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize("cost", [0.1, 2.0])
def test_the_search_leaves_time_for_the_proof_of_the_report(listed, cost, monkeypatch):
    graph = parse_rules((RULES / "kuhn.rules.yaml").read_text(), "")
    learner, clock = learner_of(graph, listed, Aim(gap=0)), [0.0]
    step, respond = type(learner).step, type(learner).response

    def slow_step(self, time):
        clock[0] += 0.01
        step(self, time)

    def slow_response(self, player, strategy):
        clock[0] += cost / 2
        return respond(self, player, strategy)

    monkeypatch.setattr(type(learner), "step", slow_step)
    monkeypatch.setattr(type(learner), "response", slow_response)
    monkeypatch.setattr(regret.time, "perf_counter", lambda: clock[0])
    *_, last = minimise_regret(learner, Aim(gap=0, seconds=10.0))
    assert 5.0 < clock[0] <= 10.01 - cost and not last.reached


@pytest.mark.parametrize("listed", [False, True])
def test_what_does_not_fit_is_not_gone_on_from(listed):
    graph = parse_rules((RULES / "kuhn.rules.yaml").read_text(), "")
    learner = partial(learner_of, graph, listed, Aim(gap=0))
    saved = next(minimise_regret(learner(), Aim(gap=0))).save()
    for name in saved:
        nothing = {**saved, name: saved[name] * np.nan}
        if name.startswith("best"):
            with pytest.raises(InputError, match="does not fit this game"):
                wrong = {**saved, name: saved[name] * (1 + 1e-12)}
                next(minimise_regret(learner(), Aim(gap=0), wrong))
        for broken in ({**saved, name: np.zeros(1000)}, nothing, {**saved}):
            if broken[name] is saved[name]:
                del broken[name]
            with pytest.raises(InputError, match="does not fit this game"):
                next(minimise_regret(learner(), Aim(gap=0), broken))


@law(150)
@given(NUMBERS, st.booleans(), st.integers(1, 6))
def test_bounds_with_recall_contain_the_value_at_every_step(number, cyclic, recall):
    graph = graph_of(random_graph(number, cyclic))
    if graph is None:
        return
    value = efgc.run("".join(state_graph.write(graph))).value_exact
    walk, aim = walk_of_graph(graph, 10**5), Aim(gap=1e-3, steps=100, recall=recall)
    for found in minimise_regret(MirrorDescent(walk, aim), aim):
        assert Fraction(found.lower) <= value <= Fraction(found.upper)
        claimed = Fraction(found.lower), Fraction(found.upper)
        for player, strategy in enumerate(found.strategies(), 1):
            own = with_recall(walk, player, recall).walk
            only = (strategy, None) if player == 1 else (None, strategy)
            answer = Answer(own, 3 - player, move_probabilities(own, only)).value()
            bound = answer.low if player == 1 else answer.high
            assert abs(bound - claimed[player - 1]) < 1e-9


@law(150)
@given(NUMBERS, st.integers(1, 40))
def test_recall_tells_apart_what_is_remembered_and_no_more(number, recall):
    data = random_graph(number)
    graph = graph_of(data)
    if graph is None:
        return
    walk = walk_of_graph(graph, 10**5)
    for player, who in enumerate(data["players"], 1):
        try:
            own = with_recall(walk, player, recall).walk
        except OptionError as refused:
            recall = int(str(refused).split()[-1])
            own = with_recall(walk, player, recall).walk
        found = situations(own, player)
        places = dict(zip(zip(own.name, own.last, strict=True), found, strict=True))
        known = {}
        for state, memories, _, _ in _histories(data):
            if data["states"][state].get("actor") == who:
                words = [f"{does} {text}" for text, does in memories[player - 1]]
                situation = places[state, tuple(words[-recall:])]
                # A situation follows from the memory,
                assert known.setdefault(memories[player - 1], situation) == situation
        # and all of a memory that is short enough.
        if all(len(memory) <= recall for memory in known):
            assert len(set(known.values())) == len(known)


def test_states_with_recall_are_the_same_without_compilation():
    graph = parse_rules((RULES / "leduc.rules.yaml").read_text(), "")
    walk = walk_of_graph(graph, 10**5)

    def made(walk):
        found = with_recall(walk, 1, 2)
        return found.origin, found.memory, found.walk.begin, found.walk.target

    same_bits(made, walk)


def test_recall_is_limited():
    graph = parse_rules((RULES / "leduc.rules.yaml").read_text(), "")
    walk = walk_of_graph(graph, 10**5)
    with pytest.raises(OptionError, match=r"--recall 99 is too large.*: use at most \d+$"):
        with_recall(walk, 1, 99)
    with pytest.raises(SizeError, match="--recall 2 leads to more than 500 states"):
        with_recall(walk, 1, 2, 500)


@pytest.mark.parametrize("payoff", ["1e-321", "-1e-321", "1e-400", "3e-310", "1e-300"])
def test_bounds_contain_values_that_underflow(payoff):
    many, value = 1000, Fraction(payoff)
    moves = "".join(f"m{at}: {{p: 1/{many}, to: end}}, " for at in range(many))
    graph = state_graph.read(
        f"{{format: efgc/state-graph, version: 2, title: t, players: [a, b], start: deal, states: "
        f"{{deal: {{actor: chance, moves: {{{moves}}}}}, end: {{payoff: {payoff}}}}}}}"
    )
    walk = walk_of_graph(graph, 10**4)
    for player in (1, 2):
        found = Answer(walk, player, uniform(walk)).value()
        assert found.lower <= value <= found.upper < found.lower + Fraction(1, 10**200)
