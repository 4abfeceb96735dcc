"""What every action is worth against the other player's strategy."""

import pytest

from card_games import kuhn
from efgc.schemas.strategies import Behaviour
from efgc.stages.report.best_response import best_response_value
from efgc.stages.report.measures import LEAST, action_values
from plain_reports import action_values as plain_values
from small_games import PUBLISHED, game_of, published, solved

# Sums of a few hundred products of floats, divided by a weight that is no smaller than 1e-3 here.
NEAR = 1e-10

FORK = "3\n7\n#######\n#DESED#\n#######\n1\n0.5\n"


def uniform(game):
    """Return the strategies that do everything equally often."""
    return tuple(
        tuple(
            Behaviour(infoset, 1.0, (1 / len(record.actions),) * len(record.actions))
            for infoset, record in enumerate(game.information_sets)
            if record.player == player
        )
        for player in (1, 2)
    )


def test_the_fork_by_hand():
    game = game_of(FORK)
    values = action_values(game, solved(game).strategies)
    by_state = {
        (record.player, record.sees): found
        for record, found in zip(game.information_sets, values, strict=True)
    }
    # Both ways: a fight with probability 1/2, lost with probability 1/2.
    assert by_state[1, ()].weight == 1
    assert by_state[1, ()].values == pytest.approx((7.5, 7.5))
    # Whoever came through a fight has won; the weight is that of the bandit there and of chance.
    assert by_state[1, ("e1 occupied", "escaped")] == (0.25, (10.0,))
    # The bandit wherever it is: the agent chooses each side half the time.
    assert by_state[2, ()].values == pytest.approx((7.5, 7.5))


@pytest.mark.many
@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("name", PUBLISHED)
def test_an_equilibrium_plays_only_best_actions(name, level):
    game = game_of(published(name), PUBLISHED[name][0], level)
    report = solved(game)
    values = action_values(game, report.strategies)
    for player, strategy in enumerate(report.strategies, 1):
        best = max if player == 1 else min
        for infoset, own_reach, probabilities in strategy:
            if values[infoset] is not None and own_reach:
                for value, played in zip(values[infoset].values, probabilities, strict=True):
                    assert not played or abs(value - best(values[infoset].values)) < NEAR


@pytest.mark.parametrize("play", [uniform, lambda game: solved(game).strategies])
@pytest.mark.parametrize("game", [kuhn(), game_of(published("island-3"), level=2)])
def test_those_of_the_first_information_sets_make_the_best_response(game, play):
    strategies = play(game)
    values = action_values(game, strategies)
    for player in (1, 2):
        best = max if player == 1 else min
        first = [number for number in game.infosets(player) if game.parents[number] == (0,)]
        worth = sum(
            values[number].weight * best(values[number].values)
            for number in first
            if values[number]
        )
        proved = best_response_value(game, player, strategies[2 - player])
        assert abs(worth - proved) < NEAR


def test_sets_that_the_other_player_never_reaches_have_no_action_values():
    game = game_of(published("cave-example"))
    values = action_values(game, solved(game).strategies)
    never = [number for number, found in enumerate(values) if found is None]
    # The miners always fight, so that the agent never comes on from where one took the gold; and it
    # goes down, so that they meet it at e2 alone.
    told = [game.information_sets[number].sees for number in never]
    assert [seen for seen in told if seen] == [
        ("take gold",),
        ("encounter at e1",),
        ("take gold",),
    ]


@pytest.mark.many
@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("name", PUBLISHED)
def test_they_are_those_of_the_definition(name, level):
    game = game_of(published(name), PUBLISHED[name][0], level)
    for strategies in (solved(game).strategies, uniform(game)):
        assert [*action_values(game, strategies)] == plain_values(game, strategies, LEAST)
