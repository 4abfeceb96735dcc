"""How many histories there are behind the nodes of a game."""

from fractions import Fraction

import pytest
from hypothesis import given

from efgc.schemas.game import Chance, Game, Terminal, children
from efgc.stages.draw.trees.selection import subtree_sizes, tree_sizes
from small_games import boards, game_of, island, law


@law(30)
@given(boards())
def test_of_any_map(board):
    rows, bandits, capture, rules = board
    for level in (0, 2):
        game = game_of(island(rows, bandits, capture), rules, level=level)
        found = [1] * len(game.nodes)
        for number in reversed(range(len(found))):
            found[number] += sum(found[child] for child in children(game.nodes[number]))
        assert list(subtree_sizes(game)) == found
        assert max(tree_sizes(game, 0, None)) == found[0]


@pytest.mark.parametrize("length", [3, 61, 62, 63, 64, 80])
def test_of_more_than_64_bits(length):
    half = (Fraction(1, 2),) * 2
    nodes = [Chance(("l", "r"), half, (at + 1, at + 1)) for at in range(length)]
    game = Game(
        title="",
        source=None,
        players=("", ""),
        states=0,
        information_sets=(),
        nodes=(*nodes, Terminal(Fraction(0))),
    )
    expected = [2 ** (length - at + 1) - 1 for at in range(length + 1)]
    assert list(subtree_sizes(game)) == expected
    assert list(tree_sizes(game, 0, None)) == [2 ** (moves + 1) - 1 for moves in range(length + 1)]
