"""Matrices as people write them, and the games that they are."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from efgc.schemas.game import Decision, Terminal, check, write
from efgc.schemas.parts.problems import InputError
from efgc.stages.parse.matrix.rows import is_matrix, parse_matrix, read_table
from gambit_games import parse_gambit
from small_games import law

SHA = "0" * 64
NAMED = (("u", "d"), ("l", "r"))
NUMBERED = (("row 1", "row 2"), ("column 1", "column 2"))


def payoffs(game):
    """Return the matrix of a game, which is read node by node."""
    rows = [game.nodes[child] for child in game.nodes[0].children]
    assert game.nodes[0].infoset == 0 and {row.infoset for row in rows} == {1}
    return [[game.nodes[child].payoff for child in row.children] for row in rows]


def names(game):
    return tuple(infoset.actions for infoset in game.information_sets)


@pytest.mark.parametrize(
    "text, expected, named",
    [
        ("1 -1\n0 2\n", [[1, -1], [0, 2]], NUMBERED),
        ("1, -1\r\n0, 2", [[1, -1], [0, 2]], NUMBERED),
        ("1;-1;\n0;2;\n", [[1, -1], [0, 2]], NUMBERED),
        ("1\t-1\n\n0\t2\n", [[1, -1], [0, 2]], NUMBERED),
        ("# payoffs\n  1   \u22121 \n0 2e0\n", [[1, -1], [0, 2]], NUMBERED),
        ("[[1, -1], [0, 2]]", [[1, -1], [0, 2]], NUMBERED),
        ("[[ 1. -1.]\n [ 0.  2.]]\n", [[1, -1], [0, 2]], NUMBERED),
        ("- [1, -1]\n- [0, 2]\n", [[1, -1], [0, 2]], NUMBERED),
        (",l,r\nu,1,-1\nd,0,2\n", [[1, -1], [0, 2]], NAMED),
        ("player 1,l,r\nu,1,-1\nd,0,2\n", [[1, -1], [0, 2]], NAMED),
        ("l r\nu 1 -1\nd 0 2\n", [[1, -1], [0, 2]], NAMED),
        ("l,r\n1,-1\n0,2\n", [[1, -1], [0, 2]], (NUMBERED[0], NAMED[1])),
        ("u,1,-1\nd,0,2\n", [[1, -1], [0, 2]], (NAMED[0], NUMBERED[1])),
        (",7,8\n5,1,-1\n6,0,2\n", [[1, -1], [0, 2]], (("5", "6"), ("7", "8"))),
        (
            ',"a, ""b""",r\nu,1/3,-.5\nd,0,2\n',
            [["1/3", "-1/2"], [0, 2]],
            (NAMED[0], ('a, "b"', "r")),
        ),
        ('"far left" r\n1 2\n3 4\n', [[1, 2], [3, 4]], (NUMBERED[0], ("far left", "r"))),
        ("1,2\n", [[1, 2]], (("row 1",), NUMBERED[1])),
        ("1,\n2,\n", [[1], [2]], (NUMBERED[0], ("column 1",))),
        ("5,\n", [[5]], (("row 1",), ("column 1",))),
        ("[5]", [[5]], (("row 1",), ("column 1",))),
        ("[1]\n[2]\n", [[1], [2]], (NUMBERED[0], ("column 1",))),
        ("1\n-2\n1/2\n", [[1], [-2], ["1/2"]], (("row 1", "row 2", "row 3"), ("column 1",))),
        ("7\n9\n2\n", [[7], [9], [2]], (("row 1", "row 2", "row 3"), ("column 1",))),
        ("pay\n1\n2\n3\n", [[1], [2], [3]], (("row 1", "row 2", "row 3"), ("pay",))),
    ],
)
def test_a_matrix_is_a_game_in_which_both_choose_at_once(text, expected, named):
    assert is_matrix(text)
    game = parse_matrix(text, SHA, "m.csv")
    assert (payoffs(game), names(game)) == (
        [[Fraction(number) for number in row] for row in expected],
        named,
    )
    assert [infoset.player for infoset in game.information_sets] == [1, 2]
    assert (check(game), game.source.file, game.source.rules) == ([], "m.csv", "matrix")


@pytest.mark.parametrize(
    "text, problems",
    [
        ("1 2 3\n4 5 x\n", ["2:5: 'x' is not a number; use one such as 3, -0.5 or 1/3"]),
        ("1, 2\n3,  (4)\n5, 1/0\n", ["2:5: '(4)' is not", "3:4: '1/0' is not a number"]),
        ("1,2\n3\n4,5\n", ["2:2: the row has 1 number, not 2"]),
        ("1,2\n3,4,5\n6,7\n", ["2:5: the row has 3 numbers, not 2"]),
        ("1 2\n 3  \n4 5\n", ["2:3: the row has 1 number, not 2"]),
        ("1,,2\n3,4,5\n", ["1:3: '' is not a number"]),
        (",l,l\nu,1,2\nu,3,4\n", ["1:4: duplicate name 'l'", "3:1: duplicate name 'u'"]),
        (
            ",l,\nu,1,2\n,3,4\n",
            ["1:1: 1 column names for 2 columns", "3:1: a name is missing"],
        ),
        ("a,b,c\n1,2\n3,4\n", ["1:1: 3 column names for 2 columns"]),
        ("l,r\n", ["1:1: the matrix has no rows of numbers"]),
        ("\n\n# nothing\n", ["1:1: the matrix has no rows of numbers"]),
        ("1,nan\n2,inf\n", ["1:3: 'nan' is not", "2:3: 'inf' is not"]),
        ("1,1e999\n2,3\n", ["1:3: '1e999' is not a number"]),
        ("[[1, 2],\n [3, x]]\n", ["2:6: 'x' is not a number"]),
        (f"1,{'9' * 5000}\n2,3\n", ["1:3: '9999"]),
        ("[][]", ["1:2: the row has 0 numbers, not 1", "1:4: the row has 0 numbers, not 1"]),
        ("[[], [a, 2]]", ["1:3: a name is missing", "1:3: the row has 0 numbers, not 1"]),
        ("[[a, b], [], [1, 2], [3, 4]]", ["1:11: the row has 0 numbers, not 2"]),
    ],
)
def test_problems_are_reported_with_their_positions(text, problems):
    with pytest.raises(InputError) as raised:
        parse_matrix(text, SHA)
    told = [str(problem) for problem in raised.value.problems]
    assert len(told) == len(problems)
    assert all(one.startswith(begin) for one, begin in zip(told, problems, strict=True)), told


def test_a_limited_number_of_words_is_reported():
    with pytest.raises(InputError) as raised:
        parse_matrix("1 2\n" + "a b\n" * 500 + "3 4\n", SHA)
    assert len(raised.value.problems) == 50


numbers = st.one_of(
    st.integers(-99, 99),
    st.fractions(-9, 9, max_denominator=7),
    st.decimals(-9, 9, places=3),
)


def as_efg(rows):
    """Return the same game as Gambit writes it, in another way."""
    columns = " ".join(f'"column {at}"' for at in range(1, len(rows[0]) + 1))
    lines = [
        f'EFG 2 R "matrix {len(rows)}x{len(rows[0])}" {{ "player 1" "player 2" }}',
        'p "" 1 1 "" { ' + " ".join(f'"row {at}"' for at in range(1, len(rows) + 1)) + " } 0",
    ]
    known = {}
    for row in rows:
        lines.append(f'p "" 2 1 "" {{ {columns} }} 0')
        for number in row:
            place = known.setdefault(number, len(known) + 1)
            lines.append(f't "" {place} "" {{ {number} {-number} }}')
    return "\n".join(lines) + "\n"


@law(200)
@given(
    st.integers(1, 5).flatmap(
        lambda width: st.lists(st.lists(numbers, min_size=width, max_size=width), min_size=1)
    ),
    st.sampled_from([",", ";", "\t", " ", " , "]),
)
def test_a_matrix_is_the_game_that_gambit_writes(rows, separator):
    exact = [[Fraction(number) for number in row] for row in rows]
    end = separator if len(rows[0]) == 1 else ""
    text = "".join(f"{separator.join(map(str, row))}{end}\n" for row in rows)
    # In blanks a short one may be something else.
    assert separator in "\t " or is_matrix(text)
    game = parse_matrix(text, SHA)
    by_gambit = parse_gambit(as_efg(exact), SHA)
    # Gambit's file names the information sets.
    sets = tuple(infoset._replace(sees=()) for infoset in by_gambit.information_sets)
    assert "".join(write(game)) == "".join(
        write(replace(by_gambit, information_sets=sets, source=game.source))
    )


def by_rows(rows):
    """Return the nodes of a matrix: below each move of player 1 one of player 2, with its ends."""
    step = len(rows[0]) + 1
    starts = range(1, 1 + step * len(rows), step)
    nodes = [Decision(0, tuple(starts))]
    for start, row in zip(starts, rows, strict=True):
        nodes.append(Decision(1, tuple(range(start + 1, start + step))))
        nodes += map(Terminal, row)
    return tuple(nodes)


@law(100)
@given(
    st.integers(1, 6).flatmap(
        lambda width: st.lists(st.lists(numbers, min_size=width, max_size=width), min_size=1)
    )
)
def test_the_nodes_are_those_of_the_rows(rows):
    text = ",l\n" if len(rows[0]) == 1 else ""
    text += "".join(
        f"{f'r{at},' if text else ''}{','.join(map(str, row))}\n" for at, row in enumerate(rows)
    )
    made = parse_matrix(text, SHA)
    expected = replace(made, nodes=by_rows([[Fraction(cell) for cell in row] for row in rows]))
    assert made == expected and "".join(write(made)) == "".join(write(expected))
    assert list(made.columns.payoffs) == list(expected.columns.payoffs) and check(made) == []


@pytest.mark.parametrize(
    "text", ['"' * 100_000, ("," * 100_000), ("a " * 50_000), "[" * 100_000, "1," * 50_000 + "x"]
)
def test_no_text_takes_long_or_raises_other_errors(text):
    try:
        parse_matrix(text, SHA)
    except InputError as error:
        assert error.problems[0].line == 1
    assert read_table(text) is not None


@law(300)
@given(st.text(st.sampled_from('019.-+/eE,;\t \n\r#[]"ab\u2212\u0665_'), max_size=60))
def test_any_text_is_a_game_or_refused_with_a_position(text):
    is_matrix(text)
    try:
        game = parse_matrix(text, SHA)
    except InputError as error:
        assert all(problem.line and problem.column for problem in error.problems)
    else:
        assert check(game) == []


OUTSIDE = [
    ("[[1, 2], [3, 4], (5, 9)]", (1, 18)),
    ("[[1, 2], [3, 4]] * 10", (1, 18)),
    ("[1, 2]\n[3, 4]\n0 0", (3, 1)),
    ("[[1, 2], [3, 4], null]", (1, 18)),
    ("[[1, 2], [3, 4]]\n[[5, 6], [7, 8]]", (1, 16)),
    ("[[1 2]\n [3 4]\n ...\n [5 6]]", (3, 2)),
    ("[[1, 2], [3, 4]", (1, 16)),
    ("[[1, 2], [3, 4]]]", (1, 17)),
    ("[[[1, 2], [3, 4]]]", (1, 2)),
]


@pytest.mark.parametrize("text, place", OUTSIDE)
def test_what_is_in_no_row_of_a_list_is_refused_with_its_place(text, place):
    with pytest.raises(InputError) as caught:
        parse_matrix(text, SHA)
    [problem] = caught.value.problems
    assert (problem.line, problem.column) == place
    assert "is in no row of the matrix" in str(problem) or "] is missing" in str(problem)


def test_comments_in_lists_are_no_rows():
    text = '[["a # b", 1, 2], # was [9, 9]\n # [8, 8]\n ["b", 3, 4]]\n'
    assert payoffs(parse_matrix(text, SHA)) == [[1, 2], [3, 4]]


@pytest.mark.parametrize("cell", [".-5", ".+5", "1.-5", "-.-5"])
def test_a_sign_after_the_point_is_no_number(cell):
    with pytest.raises(InputError, match="is not a number"):
        parse_matrix(f"1 2 3\n4 {cell} 6\n", SHA)
