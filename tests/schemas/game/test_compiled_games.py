"""Compiled kernels of games give the same bits as the Python that they were compiled from."""

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from card_games import kuhn
from drawn_games import AT_THE_BORDERS, SMALL, drawn
from efgc.schemas.game import count, writing
from efgc.schemas.game import reaching_walk as walk
from efgc.schemas.parts.extensions import kernels_are_compiled
from efgc.stages.draw.trees.selection import subtree_sizes
from odd_games import games
from small_games import boards, game_of, island, law
from uncompiled import same_bits

pytestmark = pytest.mark.skipif(
    not kernels_are_compiled(), reason="the kernels are not compiled here"
)


def written(game):
    """Return the text of a game, in blocks."""
    return [*writing.write_bytes(game)]


def sizes(game):
    """Return how large the tree of a game is, and what is behind each node."""
    return [count(game), list(subtree_sizes(game))]


def reached(columns):
    """Return what reaches the nodes of a game."""
    found = walk.ReachingPass(columns)
    found.run()
    weight, weights = found.weights()
    return [*found.number, *found.sets(), weight, list(weights), found.clashes]


@law(20)
@given(games())
def test_any_texts_and_numbers_are_written_with_the_same_bytes(game):
    same_bits(written, game)


@law(5)
@given(boards(), st.sampled_from((0, 2)))
def test_maps_are_written_counted_and_reached_the_same(board, level):
    rows, bandits, capture, rules = board
    game = game_of(island(rows, bandits, capture), rules, level)
    same_bits(written, game)
    same_bits(sizes, game)
    same_bits(reached, game.columns)


def test_lines_longer_than_a_block_are_written_with_the_same_bytes(monkeypatch):
    monkeypatch.setattr(writing, "BLOCK", 16)
    same_bits(written, kuhn())


@law(30)
@given(drawn(SMALL), st.sampled_from((8, 1024)))
def test_sequences_and_weights_that_reach_shared_nodes_are_the_same(game, room):
    with patch.object(walk, "_ROOM", room):
        same_bits(reached, game.columns)


@law(30)
@given(drawn(AT_THE_BORDERS, decisions=False))
def test_large_weights_are_the_same(game):
    same_bits(reached, game.columns)
