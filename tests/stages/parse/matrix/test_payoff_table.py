"""Tables of payoffs in YAML and JSON."""

import pytest

from efgc.schemas.game import check
from efgc.schemas.parts.problems import Code, InputError
from efgc.stages.parse.matrix.payoff_table import parse_payoff_table
from efgc.stages.parse.recognising import is_payoff_table

SHA = "0" * 64
NUMBERED = [("row 1", "row 2"), ("column 1", "column 2")]
NAMED = [("u", "d"), ("l", "r")]


def cells(game):
    rows = [game.nodes[child] for child in game.nodes[0].children]
    return [[game.nodes[child].payoff for child in row.children] for row in rows]


@pytest.mark.parametrize(
    "text, named",
    [
        ("payoffs: [[1, -1], [0, 2]]", NUMBERED),
        ("matrix:\n  - [1, -1]\n  - [0, 2]\n", NUMBERED),
        ('{"payoff_matrix": [[1, -1], [0, 2.0]]}', NUMBERED),
        ('{"rows": ["u", "d"], "columns": ["l", "r"], "payoffs": [[1, -1], [0, 2]]}', NAMED),
        ("payoffs:\n  u: {l: 1, r: -1}\n  d: {r: 2, l: 0}\n", NAMED),
        ("columns: [l, r]\npayoffs:\n  u: [1, -1]\n  d: [0, 2]\n", NAMED),
        ("rows: [u, d]\npayoffs:\n- {l: 1, r: -1}\n- {l: 0, r: 2}\n", NAMED),
        ("rows: [1, 2]\ncolumns: [3, 4]\npayoffs: [[1, -1], [0, 2]]", [("1", "2"), ("3", "4")]),
        ("payoffs: [[[1, -1], [-1, 1]], [[0, 0], [2, -2]]]", NUMBERED),
    ],
)
def test_spellings(text, named):
    game = parse_payoff_table(text, SHA, "a.yaml")
    assert cells(game) == [[1, -1], [0, 2]]
    assert [infoset.actions for infoset in game.information_sets] == named
    assert (game.title, game.constant, check(game)) == ("matrix 2x2", 0, [])
    assert is_payoff_table(text)


def test_names_and_a_constant():
    game = parse_payoff_table(
        "title: Half\nplayers: [row, column]\npayoffs: [[[1/2, 1/2], [1, 0]]]\n", SHA
    )
    assert (game.title, game.players, game.constant) == ("Half", ("row", "column"), 1)


@pytest.mark.parametrize(
    "text, line, column, message",
    [
        ("payoffs: 1\n", 1, 10, "'1' is neither a list nor a mapping of payoffs"),
        ("payoffs: []\n", 1, 10, "there are no payoffs"),
        ("payoffs: [[]]\n", 1, 11, "the row has no payoffs"),
        ("payoffs: [[1, 2], [3]]\n", 1, 19, "the row has 1 payoffs, not 2"),
        ("payoffs:\n- [1, two]\n", 2, 7, "'two' is not a number"),
        ("payoffs: [[1, [1, 2, 3]]]\n", 1, 15, "3 payoffs for 2 players"),
        ("payoffs: [[1, [1, -1]]]\n", 1, 15, "payoffs of one player here, but of both"),
        ("payoffs: [[[1, -1], [1, 1]]]\n", 1, 21, "sum to 2 here and to 0 before"),
        ("payoffs: [[1]]\nnames: [a]\n", 2, 8, "unknown key 'names'; known are payoffs, title"),
        ("payoffs: [[1]]\nplayers: [a]\n", 2, 10, "1 names, for 2 players"),
        ("payoffs: [[1], [2]]\nrows: [a, a]\n", 2, 11, "duplicate name 'a'"),
        ("payoffs: {u: [1]}\nrows: [a]\n", 2, 7, "these names are already in the table"),
        ("payoffs: {u: {l: 1}, d: {r: 2}}\n", 1, 25, "the column names differ"),
        ("payoffs: {u: {l: 1}, d: [2]}\n", 1, 25, "the column names differ"),
        ("payoffs: {u: [1], d: {l: 2}}\n", 1, 22, "the column names differ"),
        ("payoffs:\n  u: [1,\n", 3, 1, ""),
    ],
)
def test_problems_are_reported_with_their_positions(text, line, column, message):
    with pytest.raises(InputError) as found:
        parse_payoff_table(text, SHA)
    problem = found.value.problems[0]
    assert message in problem.message
    assert (problem.line, problem.column) == (line, column)


def test_sums_that_differ_have_a_code():
    with pytest.raises(InputError) as found:
        parse_payoff_table("payoffs: [[[1, -1], [1, 1]]]", SHA)
    assert [problem.code for problem in found.value.problems] == [Code.NOT_CONSTANT_SUM]


@pytest.mark.parametrize(
    "text",
    [
        "game: goofspiel\ncards: 3\n",
        '{"format": "efgc/game", "nodes": [{"payoff": "1"}]}',
        "import numpy\nmatrix: list = [[1]]\n",
        "1 -1\n0 2\n",
    ],
)
def test_other_texts_are_not_tables(text):
    assert not is_payoff_table(text)
