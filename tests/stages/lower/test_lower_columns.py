"""A game in columns has the same linear programs, to the last byte."""

from itertools import combinations

import pytest
from hypothesis import given

from card_games import hidden_goofspiel, leduc
from schemas import columns
from small_games import boards, game_of, island, law
from stages.forms.formulation import Forms
from stages.lower import REDUCTIONS, TEXTS, lower

CHOICES = [names for size in range(len(REDUCTIONS) + 1) for names in combinations(REDUCTIONS, size)]


def is_the_same(game, choices=CHOICES, formats=("lp",)):
    other = game.in_columns()
    for without in choices:
        for player in (1, 2):
            plain, quick = (
                Forms(one).without(without).programs[player - 1] for one in (game, other)
            )
            assert plain.arrays is None and quick.arrays is not None
            assert quick.lines == plain.lines
            assert (quick.columns, quick.rows) == (plain.columns, plain.rows)
            for format in formats:
                text, words = lower(game, player, format, without)
                found, told = lower(other, player, format, without)
                assert found == text and told == words
                assert "".join(columns.write(told)) == "".join(columns.write(words))


@pytest.mark.parametrize("made", [leduc, lambda: hidden_goofspiel(3, True)])
def test_the_programs_of_a_card_game_in_columns_are_the_same(made):
    is_the_same(made(), [()], TEXTS)


@law(60)
@given(boards(max_places=3))
def test_the_programs_of_a_map_in_columns_are_the_same(board):
    rows, bandits, capture, rules = board
    for level in (0, 2):
        is_the_same(game_of(island(rows, bandits, capture), rules, level))
