"""The lines of a linear program as they are written: those of its definition, in floats."""

from itertools import combinations

import pytest
from hypothesis import given

import plain_forms
from card_games import hidden_goofspiel, leduc
from small_games import boards, game_of, island, law
from stages.forms.formulation import Forms
from stages.lower import REDUCTIONS
from stages.lower.model import build, label

CHOICES = [names for size in range(len(REDUCTIONS) + 1) for names in combinations(REDUCTIONS, size)]


def are_the_lines(game, choices=CHOICES):
    for without in choices:
        for player, program in enumerate(Forms(game).without(without).programs, 1):
            model = build(program, "")
            columns = [*model.x.values(), *model.v.values()]
            assert (*map(label, columns), *model.f, *model.b) == program.names
            number = {id(column): at for at, column in enumerate(columns)}
            bodies = [row.body for rows in (model.f, model.b) for row in rows.values()]
            found = [
                ([number[id(one)] for one in body.linear_vars], [*body.linear_coefs])
                for body in bodies
            ]
            assert found == [
                ([column for column, _ in line], [float(part) for _, part in line])
                for line in plain_forms.lines(program.form, player)
            ]


@pytest.mark.parametrize("made", [leduc, lambda: hidden_goofspiel(3, True)])
def test_of_a_card_game(made):
    are_the_lines(made(), [()])


@law(60)
@given(boards(max_places=3))
def test_of_a_map(board):
    rows, bandits, capture, rules = board
    for level in (0, 2):
        are_the_lines(game_of(island(rows, bandits, capture), rules, level))
