"""The lines of a linear program as they are written are those of its definition, in floats, and its
table says in words what its names mean.
"""

from itertools import combinations

import pytest
from hypothesis import given

import plain_forms
import plain_game
from card_games import hidden_goofspiel, leduc
from efgc.stages.forms.column_table import column_table
from efgc.stages.forms.formulation import Forms
from efgc.stages.lower import REDUCTIONS
from efgc.stages.lower.program_files import build, label
from small_games import boards, game_of, island, law

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


def are_the_words(game, choices=CHOICES):
    """Joined sequences are told by the names of others alone."""
    sequences, infosets = plain_game.words(game)
    for without in choices:
        formulation = Forms(game).without(without)
        for player in (1, 2):
            table = column_table(formulation, player)
            for one in (*table.columns, *table.rows):
                side, number = formulation.form.players[one.player - 1], int(one.name[1:])
                if one.sum_of or not number:
                    assert one.information_set is None
                elif one.name[0] in "vuf":
                    assert one.information_set == side.infosets[number - 1]
                    assert one.meaning == infosets[one.information_set]
                else:
                    assert one.meaning == sequences[side.moves[number]]
                    assert one.meaning.endswith(one.action)
                    assert side.moves[number] in game.sequences(one.information_set)


@pytest.mark.parametrize("made", [leduc, lambda: hidden_goofspiel(3, True)])
def test_the_legend_of_a_card_game(made):
    are_the_lines(made(), [()])
    are_the_words(made(), [()])


@law(60)
@given(boards(max_places=3))
def test_the_legend_of_a_map(board):
    rows, bandits, capture, rules = board
    for level in (0, 2):
        game = game_of(island(rows, bandits, capture), rules, level)
        are_the_lines(game)
        are_the_words(game)
