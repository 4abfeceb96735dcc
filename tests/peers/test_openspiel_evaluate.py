"""Evaluations beside OpenSpiel's own figures of the same strategies, in the same run."""

import pytest

from efgc.schemas.game import Chance, Decision, Terminal
from efgc.schemas.strategies import ExactBehaviour
from efgc.schemas.strategy import FittedStrategies
from efgc.stages.evaluate import evaluate
from efgc.stages.parse.openspiel import parse_openspiel
from efgc.stages.report.best_response import as_printed

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install -e '.[openspiel]'"
)
# OpenSpiel adds up floats; over some hundred thousand histories that is off by less than this.
NEAR = 1e-11


def read(name):
    """Return a game of OpenSpiel with ours, the words with which it calls each of our information
    sets, and the actions that it has there.
    """
    theirs, ours = pyspiel.load_game(name), parse_openspiel(f"openspiel:{name}", "", 10**7)
    words, legal, nodes = {}, {}, list(ours.nodes)
    waiting = [(theirs.new_initial_state(), 0)]
    while waiting:
        state, number = waiting.pop()
        node = nodes[number]
        assert state.is_terminal() == isinstance(node, Terminal)
        assert state.is_chance_node() == isinstance(node, Chance)
        if isinstance(node, Terminal):
            continue
        if isinstance(node, Decision):
            called = state.information_state_string()
            assert words.setdefault(node.infoset, called) == called
            legal[called] = state.legal_actions()
        for action, child in zip(state.legal_actions(), node.children, strict=True):
            waiting.append((state.child(action), child))
    return theirs, ours, words, legal


def given(ours, words, policy):
    """Return both players' strategies of a policy, a dict from OpenSpiel's words to shares."""
    return FittedStrategies(
        tuple(
            tuple(
                ExactBehaviour(number, as_printed(policy[words[number]]))
                for number in ours.infosets(player)
            )
            for player in (1, 2)
        )
    )


def tables(legal):
    """Return the uniform policy and the one that always takes the first action, as OpenSpiel's
    tabular policies have them.
    """
    return {
        "uniform": {
            words: [(action, 1 / len(actions)) for action in actions]
            for words, actions in legal.items()
        },
        "always first": {
            words: [(action, float(at == 0)) for at, action in enumerate(actions)]
            for words, actions in legal.items()
        },
    }


def shares_of(table):
    return {words: [share for _, share in shares] for words, shares in table.items()}


def is_enclosed(found, said):
    return found.lower - NEAR <= said <= found.upper + NEAR


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "liars_dice(dice_sides=4)"])
def test_uniform_and_always_first(name):
    theirs, ours, words, legal = read(name)
    for kind, table in tables(legal).items():
        policy = pyspiel.TabularPolicy(table)
        found = evaluate(ours, given(ours, words, shares_of(table)))
        assert is_enclosed(found.nash_conv, pyspiel.nash_conv(theirs, policy)), kind
        assert is_enclosed(found.exploitability, pyspiel.exploitability(theirs, policy))
        state = theirs.new_initial_state()
        values = pyspiel.expected_returns(state, policy, -1, True)
        assert is_enclosed(found.matches[0].value, values[0])
        assert found.nash_conv.exact is not None


PUBLISHED = {"kuhn_poker": 11 / 12, "leduc_poker": 4.747222}  # In OpenSpiel's documents and tests.


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_figures_of_uniform_play(name):
    _, ours, words, legal = read(name)
    found = evaluate(ours, given(ours, words, shares_of(tables(legal)["uniform"])))
    assert abs(found.nash_conv.near - PUBLISHED[name]) < 5e-7


@pytest.mark.long
@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_averages_of_cfr_plus(name):
    theirs, ours, words, _ = read(name)
    solver, done, before = pyspiel.CFRPlusSolver(theirs), 0, float("inf")
    for iterations in (10, 100, 1000):
        while done < iterations:
            solver.evaluate_and_update_policy()
            done += 1
        policy = solver.tabular_average_policy()
        found = evaluate(ours, given(ours, words, shares_of(policy.policy_table())))
        assert is_enclosed(found.nash_conv, pyspiel.nash_conv(theirs, policy))
        assert found.nash_conv.upper - found.nash_conv.lower < 1e-14
        assert found.nash_conv.near < before
        before = found.nash_conv.near


@pytest.mark.long
def test_liars_dice():
    """294,883 nodes, in columns."""
    theirs, ours, words, legal = read("liars_dice")
    assert ours.columns is not None
    for table in tables(legal).values():
        policy = pyspiel.TabularPolicy(table)
        found = evaluate(ours, given(ours, words, shares_of(table)))
        assert is_enclosed(found.nash_conv, pyspiel.nash_conv(theirs, policy))
        total = sum(loss.loss for loss in found.losses)
        assert abs(total - found.nash_conv.near) < NEAR
        assert all(abs(one.answered.near - one.guarantee.near) < NEAR for one in found.strategies)
