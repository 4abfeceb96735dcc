"""The pass over a game that CONTRIBUTING shows."""

import pytest

from card_games import leduc
from python_blocks import blocks
from small_games import game_of, published


def ways(game, infoset):
    """Return in how many ways the player's own moves lead to an information set."""
    parents = game.parents[infoset]
    return sum(ways(game, game.move(parent)[0]) if parent else 1 for parent in parents)


@pytest.mark.parametrize("game", [leduc(), game_of(published("three-bushes"), level=2)])
def test_the_pass_counts_the_ways_to_each_information_set(game):
    names = {}
    [(code, _)] = blocks("CONTRIBUTING.md")
    exec(code, names)
    for player in (1, 2):
        expected = [ways(game, infoset) for infoset in game.infosets(player)]
        assert names["own_ways"](game, player).tolist() == expected
