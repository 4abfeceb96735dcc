"""Strategies are carried onto a tree by its columns as onto any game, way by way."""

import pytest
from hypothesis import given

from schemas.game.columns import GameColumns
from small_games import PUBLISHED, boards, game_of, island, law, published, solved
from stages.report.carry import carry

pytestmark = pytest.mark.usefixtures("kept_interpreter")


def is_carried_alike(game, tree):
    strategies = solved(game).strategies
    found = carry(game, strategies, tree)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GameColumns, "is_tree", False)
        assert carry(game, strategies, tree) == found


@pytest.mark.parametrize("name", PUBLISHED)
def test_onto_the_trees_of_published_games(name):
    is_carried_alike(*(game_of(published(name), PUBLISHED[name][0], level) for level in (2, 0)))


@law(40)
@given(boards())
def test_onto_the_trees_of_maps(board):
    rows, bandits, capture, rules = board
    is_carried_alike(*(game_of(island(rows, bandits, capture), rules, level) for level in (1, 0)))
