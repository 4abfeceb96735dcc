"""The equations of a program are those of the linear program's definition, to the last digit."""

from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given

import plain_forms
from card_games import hidden_goofspiel, kuhn, leduc, liars_dice
from efgc.schemas.linear_program import symbol_name
from efgc.stages.forms.formulation import Forms
from efgc.stages.forms.reductions import REDUCTIONS
from efgc.stages.report.exact.basic import Equations
from scaled_games import drawn as scaled
from small_games import boards, game_of, island, law, shifted


def has_its_lines(game, left_out=((), tuple(REDUCTIONS))):
    for without in left_out:
        for player, program in enumerate(Forms(game).without(without).programs, 1):
            lines = plain_forms.lines(program.form, player)
            assert list(program.lines) == lines
            assert Equations(program).lines == tuple(
                [(column, fmpq(*number.as_integer_ratio())) for column, number in line]
                for line in lines
            )
            assert program.names == tuple(map(symbol_name, program.number))
            assert program.number[program.columns[program.objective]] == program.objective
            assert symbol_name(program.columns[program.objective]) in ("v0", "u0")
            assert program.width == len(program.columns)
            assert len(program.domains) == len(program.number)


@pytest.mark.parametrize(
    "made", [kuhn, leduc, lambda: liars_dice(3), lambda: hidden_goofspiel(3, True)]
)
def test_the_equations_of_a_card_game(made):
    has_its_lines(made())


@law(30)
@given(boards(max_places=3))
def test_the_equations_of_a_map(board):
    rows, bandits, capture, rules = board
    has_its_lines(game_of(island(rows, bandits, capture), rules, 0))


@pytest.mark.parametrize("number", range(20))
def test_the_equations_of_payoffs_of_very_different_sizes(number):
    """Their reductions are left to the plain way, and the program is then none in columns."""
    game = shifted(scaled("all", number), Fraction(1, 7 * 10**40 + 3))
    has_its_lines(game, [tuple(REDUCTIONS)])
