"""Gambit reads what we write and finds the same value."""

import pytest
from hypothesis import HealthCheck, given, settings

from efgc.schemas.parts.problems import InputError
from efgc.stages.expand.gambit import write_gambit
from gambit_versions import equilibrium, payoff
from small_games import PUBLISHED, boards, game_of, island, published, solved

gambit = pytest.importorskip(
    "pygambit", reason="pygambit is not installed: pip install -e '.[peers]'"
)


@pytest.mark.slow
@pytest.mark.parametrize("name", PUBLISHED)
def test_published_games(name, tmp_path):
    rules, value = PUBLISHED[name]
    game = game_of(published(name), rules)
    assert _value(_read(game, tmp_path)) == value


@settings(deadline=None, max_examples=25, suppress_health_check=list(HealthCheck))
@given(boards(max_rows=3, max_columns=3, max_places=2))
def test_random_maps(tmp_path_factory, board):
    rows, bandits, capture, rules = board
    try:
        game = game_of(island(rows, bandits, capture), rules, max_states=100)
    except InputError:
        return
    if len(game.nodes) > 300:
        return  # Gambit's exact simplex is slow.
    read = _read(game, tmp_path_factory.mktemp("gambit"))
    assert abs(float(_value(read)) - solved(game).bounds.value) <= 1e-9


def _read(game, folder):
    path = folder / "game.efg"
    path.write_text("".join(write_gambit(game)))
    return gambit.read_efg(str(path))


def _value(game):
    """Return player 1's payoff under Gambit's own exact linear program."""
    return payoff(equilibrium(gambit, game), "agent")
