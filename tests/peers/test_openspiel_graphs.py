"""OpenSpiel's policies in games that were expanded from state graphs of OpenSpiel, whose
information sets and actions are in another order.
"""

import json
import random
import re

import pytest

import efgc
from efgc.schemas import observation_graph
from efgc.schemas.parts.problems import EfgcError

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install -e '.[openspiel]'"
)
GAMES = [
    "kuhn_poker",
    "matrix_rps",
    "turn_based_simultaneous_game(game=goofspiel(imp_info=True,num_cards=3))",
    "goofspiel(imp_info=True,num_cards=3,points_order=descending)",
    "liars_dice(dice_sides=2)",
    pytest.param("leduc_poker", marks=pytest.mark.slow),
]


def graph_of(name, tmp_path):
    from efgc.pipeline.cli import efgc as command

    path = tmp_path / "graph.states.yaml"
    command(["parse", "--merged", f"openspiel:{name}", "-o", str(path)], standalone_mode=False)
    return path.read_text()


def random_policy(name):
    """Return random probabilities by information state, as `to_dict` has them."""
    luck, found = random.Random(name), {}
    waiting = [pyspiel.load_game(name).new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            continue
        if state.is_simultaneous_node():
            pairs = [
                (one, other) for one in state.legal_actions(0) for other in state.legal_actions(1)
            ]
            players = (0, 1)
        else:
            pairs = [(action,) for action in state.legal_actions()]
            players = () if state.is_chance_node() else (state.current_player(),)
        for player in players:
            actions = state.legal_actions(player)
            weights = [luck.randint(1, 9) for _ in actions]
            shares = [weight / sum(weights) for weight in weights]
            key = state.information_state_string(player)
            found.setdefault(key, [list(pair) for pair in zip(actions, shares, strict=True)])
        for pair in pairs:
            after = state.clone()
            after.apply_action(*pair) if len(pair) == 1 else after.apply_actions(list(pair))
            waiting.append(after)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_policy_guarantees_the_same_in_the_tree_and_on_the_graph(name, tmp_path):
    text = graph_of(name, tmp_path)
    assert observation_graph.read(text).source.level
    policy = random_policy(name)
    expected = efgc.evaluate(f"openspiel:{name}", json.dumps(policy))
    found = efgc.evaluate(text, json.dumps(policy))
    assert found.guarantees == pytest.approx(expected.guarantees, abs=1e-12)
    assert found.nash_conv == pytest.approx(expected.nash_conv, abs=1e-12)
    assert found.nash_conv > 1e-3
    by_number = {key: {str(at): share for at, share in row} for key, row in policy.items()}
    assert efgc.evaluate(text, json.dumps(by_number)).nash_conv == found.nash_conv
    in_order = {key: [share for _, share in row] for key, row in policy.items()}
    assert efgc.evaluate(text, json.dumps(in_order)).nash_conv == found.nash_conv


@pytest.mark.parametrize("name", GAMES)
def test_a_policy_that_a_graph_writes_is_an_equilibrium_of_the_tree(name, tmp_path):
    written = efgc.run(graph_of(name, tmp_path)).report("openspiel")
    assert efgc.evaluate(f"openspiel:{name}", written).nash_conv == pytest.approx(0, abs=1e-9)


def test_unknown_information_states_and_changed_graphs_are_refused(tmp_path):
    text, policy = graph_of("kuhn_poker", tmp_path), random_policy("kuhn_poker")
    with pytest.raises(EfgcError, match="no information set '3pb'"):
        efgc.evaluate(text, json.dumps({**policy, "3pb": [[0, 0.5], [1, 0.5]]}))
    changed = text.replace("Pass", "Check")
    # A changed graph is not believed to be of OpenSpiel,
    with pytest.raises(EfgcError, match="no information set '0'"):
        efgc.evaluate(changed, json.dumps(policy))
    # unless it says so once more.
    own = re.sub(r"^made:\n(?:  .*\n)*", "", changed, flags=re.MULTILINE)
    with pytest.raises(EfgcError, match="there are other moves after"):
        efgc.evaluate(own, json.dumps(policy))
