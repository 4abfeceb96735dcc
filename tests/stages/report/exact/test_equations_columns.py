"""The equations of a program in columns are those of its records, to the last digit."""

from fractions import Fraction

import pytest
from hypothesis import given

from card_games import hidden_goofspiel, kuhn, leduc, liars_dice
from scaled_games import drawn as scaled
from schemas.linear_program import symbol_name
from small_games import boards, game_of, island, law, shifted
from stages.forms.formulation import Forms
from stages.forms.reductions import REDUCTIONS
from stages.report.exact.equations import Equations

pytestmark = pytest.mark.usefixtures("kept_interpreter")


def are_the_same(game, left_out=((), tuple(REDUCTIONS))):
    columns = game.in_columns()
    for without in left_out:
        both = zip(
            Forms(game).without(without).programs,
            Forms(columns).without(without).programs,
            strict=True,
        )
        for plain, found in both:
            assert plain.arrays is None and found.arrays is not None
            assert Equations(found).lines == Equations(plain).lines
            assert (found.names, found.domains) == (plain.names, plain.domains)
            assert plain.names == tuple(map(symbol_name, plain.number))
            assert plain.number[plain.columns[plain.objective]] == plain.objective
            assert symbol_name(plain.columns[plain.objective]) in ("v0", "u0")
            assert plain.width == len(plain.columns) and len(plain.domains) == len(plain.number)


@pytest.mark.parametrize(
    "made", [kuhn, leduc, lambda: liars_dice(3), lambda: hidden_goofspiel(3, True)]
)
def test_the_equations_of_a_card_game(made):
    are_the_same(made())


@law(30)
@given(boards(max_places=3))
def test_the_equations_of_a_map(board):
    rows, bandits, capture, rules = board
    are_the_same(game_of(island(rows, bandits, capture), rules, 0))


@pytest.mark.parametrize("number", range(20))
def test_the_equations_of_payoffs_of_very_different_sizes(number):
    """Their reductions are left to the plain way, and the program is then none in columns."""
    game = shifted(scaled("all", number), Fraction(1, 7 * 10**40 + 3))
    are_the_same(game, [tuple(REDUCTIONS)])
