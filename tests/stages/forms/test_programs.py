"""Programs and their equations are those of the form in records, to the last digit."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given

import plain_forms
import plain_game
from card_games import hidden_goofspiel, kuhn, leduc, liars_dice
from scaled_games import drawn as scaled
from schemas.linear_program import symbol_name
from small_games import boards, game_of, island, law, shifted
from stages.forms.column_table import column_table
from stages.forms.formulation import Forms
from stages.forms.reductions import REDUCTIONS
from stages.report.exact.equations import Equations

CHOICES = [names for size in range(len(REDUCTIONS) + 1) for names in combinations(REDUCTIONS, size)]


def are_those_of_records(game, left_out=CHOICES):
    whole = plain_forms.sequence_form(game)
    told = plain_game.words(game)
    for without in left_out:
        form, formulation = plain_forms.reduced(whole, without), Forms(game).without(without)
        for player, found in enumerate(formulation.programs, 1):
            is_the_program(found, form, player)
            are_its_words(column_table(formulation, player), told, form)


def is_the_program(found, form, player):
    lines = plain_forms.lines(form, player)
    assert found.lines == lines
    exact = [
        [(column, Fraction(int(part.p), int(part.q))) for column, part in line]
        for line in Equations(found).lines
    ]
    assert exact == list(lines)
    assert found.arrays.lines.members.tolist() == [at for line in lines for at, _ in line]
    assert found.arrays.coefficients.tolist() == [float(part) for line in lines for _, part in line]
    assert found.names == tuple(map(symbol_name, (*found.columns, *found.rows)))
    assert found.names == tuple(map(symbol_name, found.number))
    assert found.number[found.columns[found.objective]] == found.objective
    assert symbol_name(found.columns[found.objective]) in ("v0", "u0")
    assert found.width == len(found.columns) and len(found.domains) == len(found.number)
    assert len(found.rows) == len(lines)


def are_its_words(table, told, form):
    """Hold that names mean what the records say; joined sequences have names of others alone."""
    sequences, infosets = told
    for one in (*table.columns, *table.rows):
        player, number = form.players[one.player - 1], int(one.name[1:])
        if one.sum_of or not number:
            assert one.information_set is None
        elif one.name[0] in "vuf":
            assert one.information_set == player.infosets[number - 1]
            assert one.meaning == infosets[one.information_set]
        elif one.information_set is not None:
            assert one.meaning == sequences[player.moves[number]]
            assert one.meaning.endswith(one.action)


@pytest.mark.parametrize(
    "made", [kuhn, leduc, lambda: liars_dice(3), lambda: hidden_goofspiel(3, True)]
)
def test_the_programs_of_a_card_game(made):
    are_those_of_records(made(), [(), tuple(REDUCTIONS)])


@law(30)
@given(boards(max_places=3))
def test_the_programs_of_a_map(board):
    rows, bandits, capture, rules = board
    for level in (0, 2):
        are_those_of_records(game_of(island(rows, bandits, capture), rules, level))


@pytest.mark.parametrize("number", range(20))
def test_the_programs_of_payoffs_of_very_different_sizes(number):
    """Their reductions are left to the plain way."""
    game = shifted(scaled("all", number), Fraction(1, 7 * 10**40 + 3))
    are_those_of_records(game, [(), tuple(REDUCTIONS)])
