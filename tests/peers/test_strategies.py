"""Strategies of other tools: what they write is read, and what we write they read back."""

import io
import json
from fractions import Fraction

import pytest

from efgc.schemas.strategies import ExactBehaviour
from efgc.schemas.strategy import FittedStrategies
from efgc.stages.expand.gambit import write_gambit
from efgc.stages.parse.openspiel import parse_openspiel
from efgc.stages.report import FORMATS as REPORTS
from efgc.stages.strategies import FORMATS, fitted, recognised
from gambit_games import parse_gambit
from gambit_versions import payoff, printed
from samples import SAMPLES
from small_games import PUBLISHED, game_of, published, solved

GAMES = ("kuhn_poker", "leduc_poker", "liars_dice(dice_sides=2)", "matrix_rps")
GOOFSPIEL = "goofspiel(num_cards=3,imp_info=True)"


@pytest.fixture
def spiel():
    return pytest.importorskip(
        "pyspiel", reason="OpenSpiel is not installed: pip install -e '.[openspiel]'"
    )


@pytest.fixture
def gambit():
    return pytest.importorskip(
        "pygambit", reason="pygambit is not installed: pip install -e '.[peers]'"
    )


def named(name):
    return parse_openspiel(f"openspiel:{name}", "0" * 64, 10**6)


def drawn(policy):
    """Draw a policy at random, in place."""
    import numpy as np

    weights = np.random.RandomState(7).rand(*policy.action_probability_array.shape)
    weights = weights * policy.legal_actions_mask
    policy.action_probability_array[:] = weights / weights.sum(axis=1, keepdims=True)


def by_turns(spiel, name):
    game = spiel.load_game(name)
    at_once = game.get_type().dynamics == spiel.GameType.Dynamics.SIMULTANEOUS
    return spiel.convert_to_turn_based(game) if at_once else game


def played(found, game):
    """Return what is done at each information state, by OpenSpiel's labels."""
    return {
        game.information_sets[infoset].sees[0]: dict(
            zip(game.information_sets[infoset].actions, map(float, shares), strict=True)
        )
        for strategy in found.players
        for infoset, shares in strategy
    }


@pytest.mark.parametrize("name", (*GAMES, GOOFSPIEL))
def test_a_policy_of_openspiel_is_played_as_it_is(name, spiel):
    from open_spiel.python import policy as policies

    there, here = by_turns(spiel, name), named(name)
    policy = policies.TabularPolicy(there)
    drawn(policy)
    text = json.dumps(policy.to_dict())
    assert recognised(text) == "openspiel"
    found = fitted(text, here)
    assert found.completed == 0 and found.adjusted < 1e-15
    table, checked = played(found, here), 0
    for state in policy.states:
        player = state.current_player()
        knows = state.information_state_string(player)
        known = {
            state.action_to_string(player, action): share
            for action, share in policy.action_probabilities(state).items()
        }
        # A game at once that was made one of turns says first who moves.
        said = table[" ".join(knows.removeprefix(f"Current player: {player}\n").split())]
        assert said == pytest.approx({label: known.get(label, 0.0) for label in said}, abs=1e-15)
        assert said.keys() >= known.keys()
        checked += 1
    assert checked == len(table)


@pytest.mark.parametrize("name", GAMES[:3])
def test_openspiel_reads_the_strategies_of_a_report(name, spiel):
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import exploitability

    there, here = spiel.load_game(name), named(name)
    report = solved(here)
    written = json.loads("".join(REPORTS["openspiel"](report)))
    table = {
        state: [(number, share) for number, share in pairs] for state, pairs in written.items()
    }
    table = spiel.TabularPolicy(table)
    policy = policies.tabular_policy_from_callable(there, table.action_probabilities)
    assert exploitability.exploitability(there, policy) < 1e-12
    assert len(written) == len(here.information_sets)


def test_the_sample_of_openspiel_is_an_equilibrium_of_kuhn_poker(spiel):
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import exploitability

    there, here = spiel.load_game("kuhn_poker"), named("kuhn_poker")
    text = SAMPLES["kuhn.policy.json"]
    table = spiel.TabularPolicy(
        {state: [(at, share) for at, share in pairs] for state, pairs in json.loads(text).items()}
    )
    policy = policies.tabular_policy_from_callable(there, table.action_probabilities)
    assert exploitability.exploitability(there, policy) < 1e-15
    assert all(fitted(text, here).players)


@pytest.mark.parametrize("rational", [True, False])
@pytest.mark.parametrize("name, level", [("island-2", 0), ("two-bushes", 0), ("cave-example", 0)])
def test_profiles_are_exchanged_with_pygambit_in_both_directions(
    name, level, rational, gambit, tmp_path
):
    here = game_of(published(name), PUBLISHED[name][0], level)
    path = tmp_path / "game.efg"
    path.write_text("".join(write_gambit(here)))
    there = gambit.read_efg(str(path))
    exact = tuple(map(tuple, solved(here).exact.strategies))
    data = json.loads("".join(FORMATS["pygambit"].write(here, exact)))
    if not rational:
        data = [[[float(Fraction(one)) for one in part] for part in player] for player in data]
    profile = there.mixed_behavior_profile(data=data, rational=rational)
    assert abs(payoff(profile, "agent") - PUBLISHED[name][1]) < 1e-12
    found = fitted(printed(profile), here)
    if rational:
        assert found == FittedStrategies(exact, 0.0, 0)
    assert found.adjusted < 1e-15
    for mine, theirs in zip(exact, found.players, strict=True):
        for (number, shares), (same, near) in zip(mine, theirs, strict=True):
            assert number == same
            assert [*map(float, near)] == pytest.approx([*map(float, shares)], 1e-15)


def test_information_sets_follow_gambits_order_whatever_their_numbers(gambit, tmp_path):
    text = """EFG 2 R "x" { "A" "B" }
""

p "" 1 7 "late" { "L" "R" } 0
p "" 2 5 "b5" { "x" "y" } 0
t "" 1 "" { 1 -1 }
p "" 1 2 "a2" { "u" "d" } 0
t "" 2 "" { 2 -2 }
t "" 3 "" { 0 0 }
p "" 2 3 "b3" { "x" "y" "z" } 0
t "" 4 "" { 1 -1 }
t "" 5 "" { 3 -3 }
t "" 6 "" { 3 -3 }
"""
    path = tmp_path / "game.efg"
    path.write_text(text)
    there = gambit.read_efg(str(path))
    here = parse_gambit(text, "0" * 64)
    assert [[here.information_sets[at].sees[0] for at in here.infosets(one)] for one in (1, 2)] == [
        ["late", "a2"],
        ["b5", "b3"],
    ]
    shares = [[["1/3", "2/3"], ["1", "0"]], [["1/2", "1/2"], ["1/3", "1/3", "1/3"]]]
    profile = there.mixed_behavior_profile(data=shares, rational=True)
    wanted = tuple(
        tuple(
            ExactBehaviour(infoset, tuple(map(Fraction, part)))
            for infoset, part in zip(here.infosets(player), parts, strict=True)
        )
        for player, parts in enumerate(shares, 1)
    )
    assert fitted(printed(profile), here).players == wanted
    line = ",".join(["NE", *(one for parts in shares for part in parts for one in part)])
    assert fitted(line, here).players == wanted
    if hasattr(profile, "payoff"):  # 16.7 prints lists.
        assert fitted(str(profile["A"]), here).players == (wanted[0], None)


def test_tables_of_strategies_survive_a_round_trip_through_pandas():
    pandas = pytest.importorskip("pandas", reason="pandas is not installed: pip install pandas")
    game = game_of(published("island-2"), "island-2018", 2)
    report = solved(game)
    frame = pandas.read_csv(io.StringIO("".join(REPORTS["csv"](report))))
    assert len(frame) == sum(len(shares) for one in report.exact.strategies for _, shares in one)
    assert frame.groupby("information_set").probability.sum().sub(1).abs().max() < 1e-15
    exact = tuple(map(tuple, report.exact.strategies))
    assert fitted(frame.to_csv(), game).players == exact
    assert fitted(frame.to_csv(index=False), game).players == exact
