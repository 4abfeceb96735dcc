"""Games in columns are written as those in records are, to the last byte."""

from dataclasses import replace

import pytest
from hypothesis import given

from card_games import hidden_goofspiel, kuhn, leduc
from odd_games import games
from schemas import game
from schemas.game import InformationSet
from schemas.game import writing_columns as writing
from small_games import boards, game_of, island, law


def is_written_the_same(played):
    columns = played.in_columns()
    assert "".join(game.write(columns)) == "".join(game.write(played))
    assert columns.digest == played.digest


@pytest.mark.parametrize("made", [kuhn, leduc, lambda: hidden_goofspiel(3, False)])
def test_a_card_game_is_written_the_same(made):
    is_written_the_same(made())


@law(100)
@given(games())
def test_any_texts_and_numbers_are_written_the_same(played):
    is_written_the_same(played)


@law(50)
@given(boards())
def test_a_map_is_written_the_same(board):
    rows, bandits, capture, rules = board
    for level in (0, 2):
        is_written_the_same(game_of(island(rows, bandits, capture), rules, level))


def test_a_line_longer_than_a_block_is_written_whole(monkeypatch):
    monkeypatch.setattr(writing, "BLOCK", 16)
    is_written_the_same(leduc())


def test_a_game_without_actions_or_nodes_is_written_the_same():
    is_written_the_same(replace(kuhn(), nodes=(), information_sets=()))
    is_written_the_same(replace(kuhn(), information_sets=(InformationSet(1, "", (), ()),)))
