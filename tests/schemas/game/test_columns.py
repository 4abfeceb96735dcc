"""Records become columns, and the records that are seen in these are the same."""

from dataclasses import replace

import pytest
from hypothesis import given

from card_games import kuhn
from efgc.schemas.parts import views
from odd_games import records
from small_games import boards, game_of, island, law


def is_seen_as(those, seen):
    """Hold that a view has just these records, whichever way it makes them."""
    assert seen == those and those == tuple(seen) and hash(seen) == hash(replaced(seen))
    assert [seen[at] for at in range(len(those))] == list(those)
    assert seen[1:] == those[1:] and seen[-1] == those[-1]
    assert seen != those[:-1] and seen != list(those) and seen != (*those[:-1], None)


def replaced(seen):
    """Return another view of the same columns."""
    return type(seen)(seen.columns)


@law(200)
@given(records())
def test_records_are_seen_as_they_were_given(both):
    infosets, nodes = both
    for kept in (0, views.KEPT):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(views, "KEPT", kept)
            game = replace(kuhn(), information_sets=infosets, nodes=nodes)
            is_seen_as(infosets, game.information_sets)
            is_seen_as(nodes, game.nodes)
            made = game.with_records()
            assert made is game and game.nodes[0] is game.nodes[0]
            is_seen_as(infosets, game.information_sets)
            is_seen_as(nodes, game.nodes)


@law(50)
@given(boards())
def test_games_of_equal_records_are_equal(board):
    rows, bandits, capture, rules = board
    for level in (0, 2):
        game = game_of(island(rows, bandits, capture), rules, level)
        again = replace(game, information_sets=(*game.information_sets,), nodes=(*game.nodes,))
        assert again == game and again.columns is not game.columns
        assert again.digest == game.digest
        other = replace(game, title="another")
        assert other != game and other.columns is game.columns and other.digest != game.digest
        sharing = sum(len(getattr(node, "children", ())) for node in game.nodes) - len(game.nodes)
        assert game.columns.is_tree == (sharing < 0)
