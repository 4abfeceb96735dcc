"""Gambit files: the quick way to columns reads what the careful way reads, or gives up."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from card_games import hidden_goofspiel, leduc
from efgc.schemas.game import Game
from efgc.schemas.parts.problems import InputError
from efgc.stages.expand.gambit import write_gambit
from efgc.stages.parse import gambit
from efgc.stages.parse.gambit import read_gambit
from efgc.stages.parse.gambit.quick_tree import quick_tree
from efgc.stages.parse.gambit.tree import read_tree
from gambit_games import parse_gambit
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


def game_of_tree(tree):
    return Game(
        title=tree.title,
        source=None,
        players=tree.players,
        states=0,
        information_sets=tree.information_sets,
        nodes=tree.nodes,
        constant=tree.constant,
    )


def same_arrays(one, other, names):
    for name in names:
        first, second = getattr(one, name), getattr(other, name)
        assert first.dtype == second.dtype and np.array_equal(first, second), name


def is_read_alike(text):
    """Return whether the quick way reads a text; fails where it reads it otherwise."""
    quick = quick_tree(text)
    if quick is None:
        return False
    is_the_same(quick, read_tree(text))  # Nothing that is refused is read quickly.
    return True


def is_the_same(quick, careful):
    found, expected = (game_of_tree(tree).columns for tree in (quick, careful))
    same_arrays(found, expected, ARRAYS)
    same_arrays(found.infosets, expected.infosets, INFOSET_ARRAYS)
    same_arrays(found.infosets.texts, expected.infosets.texts, ("data", "begin"))
    same_arrays(found.payoffs, expected.payoffs, ("numerators", "denominators"))
    assert found.chances == expected.chances
    assert quick[:4] == careful[:4] and list(quick.offsets) == list(careful.offsets)


def outcome(text):
    """Return what reading a text gives: the game and where its nodes stand, or what is wrong."""
    try:
        reading = read_gambit(text, "0" * 64, "a.efg")
    except InputError as error:
        return error.problems
    return reading.game, [reading.position(node) for node in range(len(reading.game.nodes))]


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
def test_usual_spellings_are_read_quickly(old, new):
    assert old in GAME and is_read_alike(GAME.replace(old, new)) == ("1/2 1/2 }" not in new)


@pytest.mark.parametrize(
    "old, new",
    [
        ("one", "\u00f6ne"),
        ("one", "\ud7ff"),
        ('"here"', r'"\"here\""'),
        ('"here"', '"he\nre"'),
        ('t "" 1', 't "a\nb" 1'),
        ('} 0\nt "" 1 "one" { 1 -1 }\np', ' } 0\nt "" 1 "one" { 1 -1 }\np'),
        ("t ", "p "),
        ('1 "one"', '4294967297 "one"'),
        ("2 7", "2 2147483648"),
        ("2 7", "2 -2147483649"),
        ("2 7", "2 7.0"),
        ("2 7", "02 7"),
        ("2 7", "3 7"),
        ('"l" 1/2 "r" 1/2', '"l" 1 "r" 0'),
        ('"l" 1/2 "r" 1/2', '"l" 3/2 "r" -1/2'),
        ('"l" 1/2 "r" 1/2', '"l" 1/2 "r" 1/3'),
        ("1 -1 }", "1 -1 0 }"),
        ("1 -1 }", "1 -1"),
        ("1 -1 }", "1 1 }"),
        ("1 -1 }", "1 - 1 }"),
        ("1 -1 }", "+1 -1 }"),
        ("1 -1 }", "1e400 -1e400 }"),
        ("1 -1 }", "1/0 -1/0 }"),
        ('t "" 4 "" { .5 -.5 }', ""),
        ('t "" 4', 't "" 0'),
        ('t "" 4', 't "'),
        ('"" { .5 -.5 }\n', '"" { .5 -.5 }\nt "" 1\n'),
        ('"" { .5 -.5 }\n', '"" { .5 -.5 }\n{'),
        ('"" { .5 -.5 }\n', ""),
        ("EFG", "efg"),
        ("EFG 2", "EFG 1"),
        ('"B"', '"B" "C"'),
    ],
)
def test_other_spellings_fall_back_to_the_careful_reader(old, new):
    assert old in GAME and quick_tree(GAME.replace(old, new)) is None


@pytest.mark.parametrize("cut", range(0, len(GAME), 3))
def test_truncated_files_are_not_read_quickly(cut):
    assert quick_tree(GAME[:cut]) is None


@pytest.mark.long
@law(3000)
@given(mutated())
def test_mutated_files_are_read_alike_or_not_quickly(text):
    is_read_alike(text)


@pytest.mark.slow
@law(500)
@given(text=mutated())
def test_both_readers_report_the_same_problems(text):
    found = outcome(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gambit, "quick_tree", lambda *asked: None)
        assert outcome(text) == found


@pytest.mark.slow
@law(200)
@given(boards(), st.sampled_from((('" ', '"\t'), ("\n", " "), ("\n", "\r\n"), ("R", "D"))))
def test_the_games_of_maps_are_read_quickly(board, change):
    rows, bandits, capture, rules = board
    text = "".join(write_gambit(game_of(island(rows, bandits, capture), rules)))
    assert is_read_alike(text) and is_read_alike(text.replace(*change))


@pytest.mark.slow
@pytest.mark.parametrize("made", [leduc, lambda: hidden_goofspiel(3, True)])
def test_card_games_are_read_quickly(made):
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
def test_invalid_long_files_fall_back_to_the_slow_reader_early(nodes):
    assert quick_tree('EFG 2 R "" { "A" "B" }\n' + nodes) is None


def test_positions_are_plain_numbers():
    assert quick_tree(GAME) is not None
    reading = read_gambit(GAME)
    assert reading.position(2) == (6, 1)
    assert {type(number) for number in reading.position(2)} == {int}


def test_without_perfect_recall_the_problems_are_the_same(monkeypatch):
    text = 'EFG 2 R "" { "A" "B" }\n' + 'p "" 1 1 "" { "l" "r" } 0\n' * 2 + 't "" 0\n' * 3
    assert quick_tree(text) is not None
    with pytest.raises(InputError) as quick:
        parse_gambit(text, "0" * 64)
    monkeypatch.setattr(gambit, "quick_tree", lambda *asked: None)
    with pytest.raises(InputError) as careful:
        parse_gambit(text, "0" * 64)
    assert quick.value.problems == careful.value.problems
