"""A game in columns and in records are one game, and so are a state graph's."""

import pytest
from hypothesis import given

from card_games import hidden_goofspiel, leduc
from schemas import game, state_graph
from schemas.state_graph.views import NumberedNames
from small_games import boards, game_of, island, law
from stages.parse import parse


def is_the_same(played):
    columns = played.in_columns()
    assert columns == played and played == columns
    assert columns.columns is not None and columns.in_columns() is columns
    assert columns.nodes[-3:] == played.nodes[-3:]
    assert columns.information_sets[1:] == played.information_sets[1:]
    assert (
        "".join(game.write(columns)) == "".join(game.write(played))
        and columns.digest == played.digest
    )
    assert columns.columns.is_tree == (
        sum(map(len, map(game.children, played.nodes))) < len(played.nodes)
    )


@pytest.mark.parametrize("made", [leduc, lambda: hidden_goofspiel(3, True)])
def test_a_card_game_in_columns_is_the_same(made):
    is_the_same(made())


@law(100)
@given(boards())
def test_a_map_in_columns_is_the_same(board):
    rows, bandits, capture, rules = board
    text = island(rows, bandits, capture)
    for level in (0, 2):
        is_the_same(game_of(text, rules, level))
        graph = parse(text, "0" * 64, rules=rules, level=level)
        columns = graph.in_columns()
        assert columns == graph and columns.digest == graph.digest
        assert "".join(state_graph.write(columns)) == "".join(state_graph.write(graph))
        assert NumberedNames(len(graph.names)) == graph.names
