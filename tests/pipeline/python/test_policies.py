"""`efgc.evaluate` takes functions of an information set."""

from fractions import Fraction

import numpy as np
import pytest

import efgc
from efgc.schemas.state_graph import NOTHING
from efgc.schemas.state_graph.unrolling import topological
from efgc.schemas.strategies.states import Remembered
from efgc.stages.parse.rules import parse_rules
from efgc.stages.strategies.policies import Infoset
from phantom_policy import policy
from small_games import ARTIFACTS

CAVE = ARTIFACTS / "cave-example" / "cave-example.txt"
KUHN = ARTIFACTS / "kuhn" / "kuhn.rules.yaml"
PHANTOM = ARTIFACTS / "phantom-tic-tac-toe" / "phantom-tic-tac-toe.rules.yaml"
ROCK = [[0, -1, 2], [1, 0, -1], [-2, 1, 0]]
HALF = Fraction(1, 2)


def greedy(infoset):
    """The miners of `docs/evaluate.md`."""
    if infoset.player == 2:
        return {"take gold" if "take gold" in infoset.actions else infoset.actions[0]: 1}
    return None


def test_a_function_plays_for_one_player_or_both():
    found = efgc.evaluate(CAVE, greedy)
    assert found.guarantees == (None, 3) and found.value.exact == Fraction(201, 100)
    even = efgc.evaluate(CAVE, lambda one: [Fraction(1, len(one.actions))] * len(one.actions))
    assert even.to_dict()["gains"] == efgc.evaluate(CAVE, "uniform").to_dict()["gains"]
    assert efgc.evaluate(CAVE, "uniform:1", greedy).guarantees[1] == 3


@pytest.mark.parametrize(
    "shares",
    [
        (0.25, 0.5, 0.25),
        [Fraction(1, 4), HALF, Fraction(1, 4)],
        np.array([0.25, 0.5, 0.25]),
        ["1/4", "1/2", "0.25"],
    ],
)
def test_a_function_returns_probabilities_as_python_has_them(shares):
    assert efgc.evaluate(ROCK, lambda infoset: shares).exploitability.exact == 0
    arrays = {0: shares, 1: shares}
    assert efgc.evaluate(ROCK, arrays).exploitability.exact == 0

    def by_action(infoset):
        return dict(zip(infoset.actions, shares, strict=True))

    assert efgc.evaluate(ROCK, by_action).exploitability.exact == 0


def test_best_responses_are_strategies():
    uniform = efgc.evaluate(CAVE, "uniform:1", solve=False)
    found = efgc.evaluate(CAVE, "uniform:1", uniform.strategies[0].answer)
    assert found.gains[1] == 0


def test_what_a_function_gets():
    asked = []
    efgc.evaluate(KUHN, lambda infoset: asked.append(infoset) or [HALF, HALF])
    assert len(asked) == 12
    known = [one for one in asked if one.label == "[3] pass [bet]"]
    assert [one.seen for one in known] == [("3", "pass", "bet")]
    assert (known[0].player, known[0].actions) == (1, ("bet", "pass"))


class Careful:
    """A policy that is an object."""

    def __call__(self, infoset):
        return {"pass": 1}


def test_objects_that_can_be_called():
    assert efgc.evaluate(KUHN, Careful()).exploitability.exact == Fraction(1)


@pytest.mark.parametrize(
    "strategy, error, message",
    [
        (lambda infoset: "bet", TypeError, "<lambda> returned 'bet' at [1]; return probabilities"),
        (
            lambda infoset: 1,
            TypeError,
            "<lambda> returned 1 at [1]; return probabilities by action",
        ),
        (lambda infoset: None, efgc.InputError, "<lambda>: the strategy has no information sets"),
        (lambda infoset: [1], efgc.InputError, "<lambda>: player 1, [1]: 1 probability for 2 "),
        (lambda infoset: {"bett": 1}, efgc.InputError, "player 1, [1]: there is no action 'bett'"),
        (lambda infoset: [0.5, 0.6], efgc.InputError, "[1]: the probabilities sum to 1.1, not 1"),
        (lambda infoset: [True, False], efgc.InputError, "[1]: 'True' is not a number"),
        (lambda infoset: {}["bet"], KeyError, "bet"),
        ({99: [1, 0]}, efgc.InputError, "there is no information set 99; they are 0 to 11"),
    ],
)
def test_problems(strategy, error, message):
    with pytest.raises(error) as raised:
        efgc.evaluate(KUHN, strategy)
    assert message in str(raised.value)


def memory_of(texts):
    """Return a memory of own actions, each with what was seen of it."""
    return tuple(Remembered(text, own=at % 2 == 0) for at, text in enumerate(texts))


def by_states():
    """Return the table of the policy by the states of the graph, where it depends on the marks that
    a player knows of, and not on their order.
    """
    graph = parse_rules(PHANTOM.read_text(), "0" * 64)
    columns, texts = graph.columns, graph.columns.texts
    known = {graph.start: ((), ())}
    rows = ["player,state,action,probability"]
    for state in topological(graph).tolist():
        actor, memories = int(columns.actor[state]), known[state]
        for move in columns.moves(state):
            seen = [*memories]
            label, told = texts[columns.label[move]], columns.sees[actor - 1][move]
            assert told != NOTHING and columns.sees[2 - actor][move] == NOTHING
            seen[actor - 1] = (*seen[actor - 1], label, texts[told])
            known.setdefault(int(columns.target[move]), tuple(seen))
        if actor in (1, 2):
            labels = tuple(texts[columns.label[move]] for move in columns.moves(state))
            played = policy(Infoset(actor, labels, memory_of(memories[actor - 1]), ""))
            name = graph.names[state]
            rows += [f"{actor},{name},{cell},{share}" for cell, share in played.items()]
    return "\n".join(rows)


@pytest.mark.slow
def test_phantom_tic_tac_toe_by_memory_is_as_by_states():
    found, expected = efgc.evaluate(PHANTOM, policy), efgc.evaluate(PHANTOM, by_states())
    for one, other in zip(found.guarantees, expected.guarantees, strict=True):
        assert float(one) == pytest.approx(float(other), abs=1e-9)
    assert found._record.matches == expected._record.matches
    assert float(found.guarantees[0]) < float(found.guarantees[1])
