"""Gambit files: the examination of single nodes gives what the arrays give, and is only needed for
unusual files.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from card_games import hidden_goofspiel, leduc
from efgc.schemas.parts.problems import InputError
from efgc.stages.expand.gambit import write_gambit
from efgc.stages.parse.gambit.examination import Examination
from efgc.stages.parse.gambit.reading import Reading
from efgc.stages.parse.gambit.tree import _Reader, read_gambit
from gambit_mutations import mutated
from small_games import boards, game_of, island, law

ARRAYS = ("kind", "what", "begin", "children")
INFOSET_ARRAYS = ("player", "state", "sees", "actions", "first")
GAME = """EFG 2 R "a game" { "A" "B" }
"a comment"

c "" 1 "" { "l" 1/2 "r" 1/2 } 0
p "" 1 1 "here" { "a" "b" } 0
t "" 1 "one" { 1 -1 }
p "" 2 7 "" { "a" "b" } 0
t "" 2 "" { 1/2 -1/2 }
t "" 3 "" { -1/3 1/3 }
p "" 1 1 "here" { "a" "b" } 0
p "" 2 7 "" { "a" "b" } 0
t "" 2 "" { 1/2 -1/2 }
t "" 1 "one" { 1 -1 }
t "" 4 "" { .5 -.5 }
"""
LARGEST, FINE = 2**63, 10**40 + 1


def same_arrays(one, other, names):
    for name in names:
        first, second = getattr(one, name), getattr(other, name)
        assert first.dtype == second.dtype and np.array_equal(first, second), name


def examine_all(reader):
    things = np.ones(len(reader.scan.role), bool)
    reader.examination.examine(reader.scan, np.append(things, False))


def outcome(text, examine=None, **how):
    """Return the reading of a text, or its problems, and how many nodes were examined."""
    examined = []
    with pytest.MonkeyPatch.context() as patch:
        if examine:
            patch.setattr(_Reader, "_examine", examine)
        for part in ("_outcome", "_infoset"):
            done = getattr(Examination, part)
            patch.setattr(
                Examination,
                part,
                lambda self, match, do=done: examined.append(1) or do(self, match),
            )
        try:
            return read_gambit(text, **how), len(examined)
        except InputError as error:
            return error.problems, len(examined)


def is_read_alike(text, **how):
    """Return whether a text is read without the examination of nodes; fail if the examination of
    all of them changes the result.
    """
    found, examined = outcome(text, **how)
    expected, _ = outcome(text, examine_all, **how)
    if not isinstance(found, Reading) or not isinstance(expected, Reading):
        assert found == expected
        return False
    one, other = found.game.columns, expected.game.columns
    same_arrays(one, other, ARRAYS)
    same_arrays(one.infosets, other.infosets, INFOSET_ARRAYS)
    same_arrays(one.infosets.texts, other.infosets.texts, ("data", "begin"))
    same_arrays(one.payoffs, other.payoffs, ("numerators", "denominators"))
    assert one.chances == other.chances
    assert (found.game.title, found.game.players) == (expected.game.title, expected.game.players)
    assert found.game.constant == expected.game.constant
    assert (found.comment, list(found.offsets)) == (expected.comment, list(expected.offsets))
    assert (found.replacements, found.declared()) == (expected.replacements, expected.declared())
    return not examined


@pytest.mark.parametrize(
    "old, new",
    [
        ("\n", "\r\n"),
        ("\n", " "),
        (" ", "\t"),
        (" R ", " D "),
        ("a game", "a g\u00e4me"),
        ("a comment", "\ud7ff"),
        ('"a comment"', ""),
        ("{ ", "{"),
        ("one", "\u00f6ne"),
        ("one", "\ud7ff"),
        (" ", "\u2003"),
        ('"here"', r'"\"here\""'),
        ('"here"', '"he\nre"'),
        ('"here"', '"h\u00e9\u2003re"'),
        ('t "" 1', 't "a\nb" 1'),
        ("2 7", "02 7"),
        ('"l" 1/2 "r" 1/2', '"l" 1 "r" 0'),
        ('t "" 4 "" { .5 -.5 }', 't "" 0'),
        (" }", "}"),
        ("} 0", "}0"),
        ('2 7 "" { "a" "b" } 0\nt "" 2 "" { 1/2 -1/2 }\nt "" 1', '2 7 0\nt "" 2\nt "" 1'),
        ('"" { 1/2', "{ 1/2"),
        ("1 -1 }", "1, -1 }"),
        ("1 -1 }", "1,-1,}"),
        ("1 -1 }", "1.0 -1.00 }"),
        ("1 -1 }", "1e0 -10e-1 }"),
        ("1 -1 }", "01 -2/2 }"),
        ("1 -1 }", f"{LARGEST - 1} {1 - LARGEST} }}"),
        ("1 -1 }", f"{LARGEST} -{LARGEST} }}"),
        ("1 -1 }", f"-{LARGEST} {LARGEST} }}"),
        ("1 -1 }", f"1/{FINE} -1/{FINE} }}"),
        ("1 -1 }", "0.000000000000000001 -0.000000000000000001 }"),
        ("1 -1 }", "1e-300 -1e-300 }"),
        ("} 0\np", '} 9 "on the way" { 1/6 -1/6 }\np'),
        ("} 0\np", f'}} 9 "on the way" {{ {LARGEST} -{LARGEST} }}\np'),
        ("1/2 -1/2 }", "1/2 1/2 }"),
        ('t "" 2 "" { 1/2 -1/2 }', 't "" 0'),
        ('1 "" { "l"', '-2147483647 "" { "l"'),
        ('1 "" { "l"', '-2147483648 "" { "l"'),
        ("2 7", "2 -2147483648"),
        ('t "" 4', 't "" -2147483648'),
        ("2 7", "2 2147483647"),
        ("2 7", "2 -0"),
        ('"here"', '"set 7"'),
        ('"here"', '"it is & <{ [here] }>"'),
        ('{ "a" "b" }', '{ "a" "a" }'),
        ('{ "a" "b" }', '{ "" "}{" }'),
        ('"l" 1/2 "r" 1/2', '"l" .3333333333333333 "r" .6666666666666667'),
        ('t "" 1', 't "1 p c t" 1'),
    ],
)
def test_usual_nodes_are_not_examined(old, new):
    assert old in GAME and is_read_alike(GAME.replace(old, new)) == ("1/2 1/2 }" not in new)


@pytest.mark.parametrize(
    "old, new",
    [
        ('} 0\nt "" 1 "one" { 1 -1 }\np', ' } 0\nt "" 1 "one" { 1 -1 }\np'),
        ("t ", "p "),
        ('1 "one"', '4294967297 "one"'),
        ("2 7", "2 2147483648"),
        ("2 7", "2 -2147483649"),
        ("2 7", "2 7.0"),
        ("2 7", "3 7"),
        ('"l" 1/2 "r" 1/2', '"l" 3/2 "r" -1/2'),
        ('"l" 1/2 "r" 1/2', '"l" 1/2 "r" 1/3'),
        ("1 -1 }", "1 -1 0 }"),
        ("1 -1 }", "1 -1"),
        ("1 -1 }", "1 - 1 }"),
        ("1 -1 }", "+1 -1 }"),
        ("1 -1 }", "1e400 -1e400 }"),
        ("1 -1 }", "1/0 -1/0 }"),
        ('t "" 4', 't "'),
        ('"" { .5 -.5 }\n', '"" { .5 -.5 }\n{'),
        ('"" { .5 -.5 }\n', ""),
        ('2 7 "" { "a" "b" } 0\nt "" 2 "" { 1/2 -1/2 }\nt "" 1', '2 7 "" { "a" } 0\nt "" 1'),
        ('1 1 "here" { "a" "b" } 0\np', '1 1 "there" { "a" "b" } 0\np'),
        ('1 1 "here" { "a" "b" } 0\np', '1 1 "here" {"a" "b"} 0\np'),
    ],
)
def test_unusual_nodes_are_examined(old, new):
    assert old in GAME and not is_read_alike(GAME.replace(old, new))


@pytest.mark.parametrize("cut", range(0, len(GAME), 3))
def test_truncated_files_are_read_alike(cut):
    assert not is_read_alike(GAME[:cut]) or cut < GAME.index('c ""')


@law(150)
@given(mutated(), st.booleans())
def test_mutated_files_are_read_alike(text, split):
    is_read_alike(text, mend=split, split=split)


@pytest.mark.long
@law(3000)
@given(mutated())
def test_many_mutated_files_are_read_alike(text):
    is_read_alike(text)


@pytest.mark.slow
@law(200)
@given(boards(), st.sampled_from((('" ', '"\t'), ("\n", " "), ("\n", "\r\n"), ("R", "D"))))
def test_the_games_of_maps_are_not_examined(board, change):
    rows, bandits, capture, rules = board
    text = "".join(write_gambit(game_of(island(rows, bandits, capture), rules)))
    assert is_read_alike(text) and is_read_alike(text.replace(*change))


@pytest.mark.slow
@pytest.mark.parametrize("made", [leduc, lambda: hidden_goofspiel(3, True)])
def test_card_games_are_not_examined(made):
    assert is_read_alike("".join(write_gambit(made())))


@pytest.mark.slow
@pytest.mark.parametrize(
    "nodes",
    [
        'p "" 1 1 "" { "l" } 0\n' * 20_000 + 't "" 0\n',
        "".join(f'p "" 1 {at} "" {{ "l" }} 0\n' for at in range(-9_999, 10_000)) + 't "" 0\n',
        'p "" 2 1 "" { "l" "r" } 0\n' * 5_000 + 't "" 1 "" { 1 -1 }\n' * 5_001,
        "".join(
            f'p "" {at % 2 + 1} {at} {{ "l" }} {at} {{ 1/{at} -1/{at} }}' for at in range(1, 99)
        )
        + 't "" 0\n',
        f'p "" 1 1 "" {{ {" ".join(map(repr, map(str, range(9_999))))} }} 0\n'.replace("'", '"')
        + "".join(f't "" {at} "" {{ {at}.{at} -{at}.{at} }}\n' for at in range(1, 10_000)),
    ],
    ids=["deep", "deep, many sets", "deep and wide", "paid on the way", "wide"],
)
def test_trees_of_any_form_are_read_alike(nodes):
    assert is_read_alike('EFG 2 R "" { "A" "B" }\n' + nodes)


@pytest.mark.slow
@pytest.mark.parametrize(
    "nodes",
    [
        't "' + "x" * 10**6,
        't "" ' + "9" * 10**6,
        't "" 1 "" { ' + "9" * 10**6 + " 1 }",
        "" + '"' * 10**6,
        'p "" ' * 10**5,
        " " * 10**6,
        'p "" 1 1 "" { "l" ' + '"r" ' * 10**5,
        'p "" 1 1 "" { "l" } 0\n' * 10**5,
    ],
    ids=range(8),
)
def test_long_invalid_files_are_refused(nodes):
    problems, _ = outcome('EFG 2 R "" { "A" "B" }\n' + nodes)
    assert [type(problem.line) for problem in problems] == [int]


def test_positions_are_plain_numbers():
    reading = read_gambit(GAME)
    assert reading.position(2) == (6, 1)
    assert {type(number) for number in reading.position(2)} == {int}
