"""`efgc.evaluate` takes strategies as people have them in Python."""

from fractions import Fraction

import pytest

import efgc
from small_games import ARTIFACTS

CAVE = ARTIFACTS / "cave-example" / "cave-example.txt"
EFG = ARTIFACTS / "cave-example" / "cave-example.efg"
ROCK = [[0, -1, 2], [1, 0, -1], [-2, 1, 0]]
HALF = Fraction(1, 2)
SHARES = [Fraction(1, 4), HALF, Fraction(1, 4)]


def numpy_array():
    return pytest.importorskip("numpy").array([SHARES, SHARES], float)


@pytest.mark.parametrize(
    "strategy, exploitability",
    [
        ("uniform", Fraction(1, 3)),
        ("first", Fraction(1)),
        ([SHARES, SHARES], Fraction(0)),
        ([[SHARES], [SHARES]], Fraction(0)),
        (((0.25, 0.5, 0.25), (0.25, 0.5, 0.25)), Fraction(0)),
        (numpy_array, Fraction(0)),
        (lambda: efgc.run(ROCK), Fraction(0)),
        (lambda: efgc.run(ROCK).strategies, Fraction(0)),
    ],
)
def test_a_matrix_game_takes_names_lists_arrays_and_results(strategy, exploitability):
    given = strategy() if callable(strategy) else strategy
    assert efgc.evaluate(ROCK, given).exploitability.exact == exploitability


@pytest.mark.parametrize("player", [1, 2])
def test_a_mapping_by_information_sets_determines_its_player(player):
    strategy = efgc.run(CAVE).strategies[player - 1]
    found = efgc.evaluate(CAVE, {one.label: one.plays for one in strategy})
    assert found.strategies[player - 1].guarantee.exact == Fraction(201, 100)
    assert found.strategies[2 - player] is None
    assert efgc.evaluate(CAVE, strategy).guarantees == found.guarantees


def test_a_name_may_be_of_one_player():
    both = efgc.evaluate(ROCK, "uniform:1", "first:2")
    assert both.guarantees == (Fraction(-1, 3), 1)
    with pytest.raises(efgc.InputError, match="uniform:3: no such file"):
        efgc.evaluate(ROCK, "uniform:3")


@pytest.mark.packages
def test_profiles_of_pygambit_are_strategies():
    pygambit = pytest.importorskip("pygambit", reason="pygambit is not installed")
    game = pygambit.read_efg(str(EFG))
    expected = efgc.evaluate(EFG, "uniform").exploitability.exact
    for profile in (
        game.mixed_behavior_profile(),
        game.mixed_behavior_profile(rational=True),
        game.mixed_strategy_profile(),
        game.mixed_strategy_profile(rational=True),
    ):
        assert efgc.evaluate(game, profile).exploitability.exact == expected


@pytest.mark.packages
@pytest.mark.parametrize("rational", [False, True])
@pytest.mark.parametrize("name", ["cave-example", "island-2"])
def test_solutions_of_pygambit_are_taken_as_they_are(name, rational):
    pygambit = pytest.importorskip("pygambit", reason="pygambit is not installed")
    game = pygambit.read_efg(str(ARTIFACTS / name / f"{name}.efg"))
    found = pygambit.nash.lp_solve(game, rational=rational)
    if not hasattr(found, "equilibria"):
        pytest.skip("pygambit 17, in beta, prints profiles in another form")
    [profile] = found.equilibria
    for given in (profile, str(profile)):
        assert efgc.evaluate(game, given).exploitability < 1e-9


@pytest.mark.packages
@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_policies_of_openspiel_are_strategies(name):
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    policies = pytest.importorskip("open_spiel.python.policy")
    measured = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    game = pyspiel.load_game(name)
    for policy in (
        policies.UniformRandomPolicy(game),
        policies.FirstActionPolicy(game),
        policies.TabularPolicy(game),
        pyspiel.UniformRandomPolicy(game),
    ):
        found = efgc.evaluate(f"openspiel:{name}", policy)
        if isinstance(policy, policies.Policy):
            assert found.nash_conv == pytest.approx(measured.nash_conv(game, policy))
        else:
            uniform = efgc.evaluate(game, "uniform")
            assert found.nash_conv == pytest.approx(uniform.nash_conv)


@pytest.mark.packages
def test_policies_for_moves_at_once_are_strategies():
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    policies = pytest.importorskip("open_spiel.python.policy")
    game = pyspiel.load_game("goofspiel(imp_info=True,num_cards=3)")
    found = efgc.evaluate(game, policies.UniformRandomPolicy(game))
    assert found.nash_conv == efgc.evaluate(game, "uniform").nash_conv


def test_an_invalid_strategy_is_refused_with_a_list_of_valid_types():
    with pytest.raises(
        TypeError, match="set is not a strategy; a strategy is a path, a text, a name"
    ):
        efgc.evaluate(CAVE, {1})
