"""A game is written record by record, to the last byte."""

from dataclasses import replace

import pytest
from hypothesis import given

import plain_game
from card_games import hidden_goofspiel, kuhn, leduc
from efgc.schemas import game
from efgc.schemas.game import InformationSet, writing
from odd_games import games
from small_games import boards, game_of, island, law


def is_written(played):
    assert "".join(game.write(played)) == plain_game.text(played)


@pytest.mark.parametrize("made", [kuhn, leduc, lambda: hidden_goofspiel(3, False)])
def test_a_card_game_is_written(made):
    is_written(made())


@law(100)
@given(games())
def test_any_texts_and_numbers_are_written(played):
    is_written(played)


@law(50)
@given(boards())
def test_a_map_is_written(board):
    rows, bandits, capture, rules = board
    for level in (0, 2):
        is_written(game_of(island(rows, bandits, capture), rules, level))


def test_a_line_longer_than_a_block_is_written_whole(monkeypatch):
    monkeypatch.setattr(writing, "BLOCK", 16)
    is_written(leduc())


def test_a_game_without_actions_or_nodes_is_written():
    is_written(replace(kuhn(), nodes=(), information_sets=()))
    is_written(replace(kuhn(), information_sets=(InformationSet(1, "", (), ()),)))
