"""Gambit's normal form: both spellings, against the same game as rows of numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from efgc.schemas.game import check
from efgc.schemas.parts.problems import Code, InputError
from efgc.stages.parse.matrix.normal_form import parse_normal_form
from efgc.stages.parse.matrix.rows import parse_matrix
from efgc.stages.parse.recognising import is_normal_form
from samples import SAMPLES

SHA = "0" * 64
HEAD = 'NFG 1 R "x" { "a" "b" } '
NAMES = '{ { "u" "d" } { "l" "m" "r" } } '


def shape(game):
    """Return what a game is, but for its title and source."""
    return game.players, game.constant, game.information_sets, list(game.nodes)


def cells(game):
    rows = [game.nodes[child] for child in game.nodes[0].children]
    return [[game.nodes[child].payoff for child in row.children] for row in rows]


def test_both_spellings_are_one_game():
    normal = parse_normal_form(SAMPLES["inspection.nfg"], SHA)
    rows = parse_matrix(SAMPLES["inspection.csv"], SHA)
    assert shape(normal)[1:] == shape(rows)[1:]
    assert (normal.title, normal.players) == ("Inspection", ("driver", "inspector"))
    assert check(normal) == []


@pytest.mark.parametrize(
    "text",
    [
        HEAD + NAMES + "1 -1 4 -4 2 -2 5 -5 3 -3 6 -6",
        HEAD + "\n" + NAMES + '\n"a comment"\n1 -1\n4 -4\n2 -2\n5 -5\n3 -3\n6 -6\n',
        HEAD + NAMES + '{ { "" 1, -1 } { "" 2 -2 } { "" 3 -3 } { "" 4 -4 } { "" 5 -5 } '
        '{ "" 6 -6 } } 1 4 2 5 3 6',
        HEAD.replace(" R ", " D ") + NAMES + "1.0 -1.0, 4e0 -4 2 -2 5 -5 3 -3 6 -6",
    ],
)
def test_spellings(text):
    game = parse_normal_form(text, SHA, "a.nfg")
    assert cells(game) == [[1, 2, 3], [4, 5, 6]]
    assert [infoset.actions for infoset in game.information_sets] == [("u", "d"), ("l", "m", "r")]
    assert (game.constant, game.title, game.players) == (0, "x", ("a", "b"))
    assert (game.source.file, check(game), is_normal_form(text)) == ("a.nfg", [], True)


def test_numbers_instead_of_names_and_no_outcome():
    game = parse_normal_form(HEAD + '{ 2 1 } { { "won" 1 1 } } 1 1', SHA)
    assert (cells(game), game.constant) == ([[1], [1]], 2)
    assert [infoset.actions for infoset in game.information_sets] == [
        ("row 1", "row 2"),
        ("column 1",),
    ]
    assert cells(parse_normal_form(HEAD + '{ 2 1 } { { "" 1 -1 } } 0 1', SHA)) == [[0], [1]]


@pytest.mark.parametrize(
    "text, line, column, message",
    [
        ("NFG", 1, 4, "expected 1, the version of the format; found the end of the file"),
        ('NFG 2 R "x"', 1, 5, "expected 1, the version of the format; found '2'"),
        ("NFG 1 R x", 1, 9, "expected the game's title in quotes"),
        ('NFG 1 R "x', 1, 9, "a quote is opened here and never closed"),
        ('NFG 1 R "x" { "a" "b" "c" } { 1 1 1 } 0 0 0', 1, 12, "3 players; a game must have 2"),
        (HEAD + "{ 2 2 2 }", 1, 24, "strategies of 3 players"),
        (
            HEAD + "{ 2 0 } ",
            1,
            29,
            "expected a player's strategies, or how many they are; found '0'",
        ),
        (HEAD + '{ { "u" } { } } 1 1', 1, 35, "expected strategies"),
        (HEAD + "{ 1 1 }\n1 x", 2, 3, "'x' is not a number of reasonable size"),
        (HEAD + "{ 1 1 }\n1", 2, 2, "1 payoffs; the strategies of both players require 2"),
        (HEAD + "{ 1 1 }\n1 -1 2", 2, 6, "3 payoffs; the strategies of both players require 2"),
        (HEAD + "{ 99999999 99999999 } 1", 1, 24, "9,999,999,800,000,001 pairs of strategies"),
        (HEAD + "{ 1 2 }\n1 -1\n2 -1", 3, 1, "the payoffs sum to 1 here and to 0 before"),
        (HEAD + '{ 1 1 } { { "" 1 } } 1', 1, 35, "1 payoffs for 2 players"),
        (HEAD + '{ 1 1 } { { "" 1 -1 } } 2', 1, 49, "'2' is not one of the 1 outcomes"),
        (HEAD + '{ 1 1 } { "a" }', 1, 35, "expected an outcome in braces"),
    ],
)
def test_problems_are_reported_with_their_positions(text, line, column, message):
    with pytest.raises(InputError) as found:
        parse_normal_form(text, SHA)
    problem = found.value.problems[0]
    assert message in problem.message
    assert (problem.line, problem.column) == (line, column)


def test_sums_that_differ_have_a_code():
    with pytest.raises(InputError) as found:
        parse_normal_form(HEAD + "{ 1 2 } 1 -1 2 -1", SHA)
    assert [problem.code for problem in found.value.problems] == [Code.NOT_CONSTANT_SUM]


@given(
    st.integers(1, 4).flatmap(
        lambda width: st.lists(
            st.lists(st.fractions(max_denominator=30), min_size=width, max_size=width),
            min_size=1,
            max_size=4,
        )
    ),
    st.fractions(max_denominator=5),
)
def test_the_game_equals_that_of_its_rows(rows, constant):
    pairs = (f"{row[at]} {constant - row[at]}" for at in range(len(rows[0])) for row in rows)
    text = f"{HEAD} {{ {len(rows)} {len(rows[0])} }} {' '.join(pairs)}"
    found = parse_normal_form(text, SHA)
    plain = parse_matrix(str([[str(cell) for cell in row] for row in rows]).replace("'", ""), SHA)
    assert cells(found) == rows
    assert found.constant == constant
    assert (found.information_sets, found.nodes) == (plain.information_sets, plain.nodes)
