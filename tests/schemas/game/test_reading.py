"""Rows in columns give the game that rows as data give, to the last message."""

import json
import random
import re
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from card_games import hidden_goofspiel, kuhn, leduc
from efgc.schemas import game
from efgc.schemas.game import reading
from efgc.schemas.game.reading import read_columns
from efgc.schemas.parts.problems import InputError
from odd_games import games
from small_games import boards, game_of, island, law
from uncompiled import same_bits

KUHN = "".join(game.write(kuhn()))
LINES = KUHN.splitlines()


def reads(text, quickly=True):
    """Return the game of a text, written again, or what is wrong with it."""
    with patch.object(reading, "read_columns", read_columns if quickly else lambda text: None):
        try:
            found = game.read(text)
        except InputError as error:
            return error.problems
        return "".join(game.write(found)), found.digest


def is_read_the_same(text):
    found = reads(text)
    assert found == reads(text, quickly=False)
    return found


def is_quick(text):
    return in_columns(text) is not None


def in_columns(text):
    """Return the game of a text in columns; None if it is read as data."""
    try:
        found = read_columns(text)
    except InputError:
        return None
    return found and found[0]


@pytest.mark.parametrize("made", [kuhn, leduc, lambda: hidden_goofspiel(3, False)])
def test_a_card_game_is_read_the_same(made):
    text = "".join(game.write(made()))
    assert is_quick(text) and is_read_the_same(text)[0] == text


@law(100)
@given(games())
def test_any_texts_and_numbers_are_read_the_same(played):
    text = "".join(game.write(played))
    assert is_quick(text) and is_read_the_same(text)[0] == text


@law(50)
@given(boards())
def test_a_map_is_read_the_same(board):
    rows, bandits, capture, rules = board
    for level in (0, 2):
        text = "".join(game.write(game_of(island(rows, bandits, capture), rules, level)))
        assert is_quick(text) and is_read_the_same(text)[0] == text


@law(50)
@given(games(), st.sampled_from([None, 1, 3]), st.sampled_from([None, (",", ":"), (" ,\t", ": ")]))
def test_other_white_space_is_read_as_quickly(played, indent, separators):
    text = "".join(game.write(played))
    other = json.dumps(json.loads(text), indent=indent, separators=separators)
    assert is_quick(other) and is_read_the_same(other)[0] == text


# What is not a number, text or list; what no JSON has; numbers at the ends of what fits.
PIECES = (
    *('""', "null", "true", "NaN", "Infinity", "-0", "-1", "1.0", "1e3", "01", "0", "1", '"1"'),
    *("2147483647", "2147483648", "4294967296", "9223372036854775808", "1" + "0" * 30, "9" * 5000),
    *("[]", "{}", "[[0]]", "[0, 0]", "[" * 100, '"a', "'a'", '"\\ud800"', '"\\u0041"', '"\u00e9"'),
    *('"1/0"', '"0/1"', '"2/4"', '"-1/2"', '"+1"', '"1e400"', '".5"', '"1/3 "', "\x00", "\ufeff"),
    *('"node": 0, ', '"payoff": "1", ', '"information_sets": [], ', '"nodes": [], ', ", ", ""),
)
TOKENS = re.compile(r'"[^"]*"|-?\d+|[][{},:]|\s+')


@st.composite
def broken(draw):
    """Return the text of a game in which some pieces are others."""
    text = draw(st.sampled_from([KUHN, KUHN, json.dumps(json.loads(KUHN))]))
    for _ in range(draw(st.integers(1, 2))):
        spans = [match.span() for match in TOKENS.finditer(text)]
        begin, end = draw(st.sampled_from(spans))
        other, last = draw(st.sampled_from(spans))
        piece = draw(st.sampled_from([*PIECES, text[other:last], text[other : last + 30]]))
        begin = draw(st.sampled_from([begin, begin, end]))
        text = text[:begin] + piece + text[end:]
    return text[: draw(st.sampled_from([None, None, None, len(text) - 2, end]))]


def columns_of(text):
    """Return the arrays that the quick way makes of a text, None where it makes none."""
    found = in_columns(text)
    if found is None:
        return None
    columns, infosets = found.nodes.columns, found.information_sets.columns
    return [
        *(columns.kind, columns.what, columns.begin, columns.children),
        *(columns.payoffs.numerators, columns.payoffs.denominators, infosets.player),
        *(infosets.state, infosets.sees, infosets.actions, infosets.texts.data),
        *(infosets.texts.begin, infosets.first),
    ]


@law(100)
@given(games() | boards(), broken())
def test_uncompiled_kernels_read_the_same(played, text):
    if isinstance(played, tuple):
        rows, bandits, capture, rules = played
        played = game_of(island(rows, bandits, capture), rules)
    assert columns_of("".join(game.write(played))) is not None
    same_bits(lambda: [columns_of(one) for one in ("".join(game.write(played)), text)])


@law(1000)
@given(broken())
def test_both_readers_report_the_same_problems(text):
    is_read_the_same(text)


def test_both_readers_agree_on_reordered_lines():
    lines = [*LINES]
    draws = random.Random(0)
    for _ in range(30):
        one, two = draws.sample(range(5, len(lines) - 2), 2)
        lines[one], lines[two] = lines[two], lines[one]
        is_read_the_same("\n".join(lines))
        lines[one], lines[two] = lines[two], lines[one]


@pytest.mark.parametrize(
    "one, other",
    [
        ('"payoff": "-1"', '"payoff": "-2/2"'),
        ('"payoff": "-1"', '"payoff": "-1.0"'),
        ('"1/6", "1/6"', '"1/6", "2/12"'),
        ('"1/6", "1/6"', '"1/6",\n"0.1666"'),
        ('"JQ"', '"J\\u0051"'),
        ('"actions": ["p", "b"]', '"actions": ["p","\\u0062"]'),
        ('"actions": ["p", "b"]', '"actions": [ "p", "b"]'),
        ('"actions": ["p", "b"]', '"actions": ["p", "b" ]'),
        ('"actions": ["p", "b"]', '"actions": ["p" , "b"]'),
        ('"actions": ["p", "b"]', '"actions": ["p",\t"b"]'),
        ('"actions": ["p", "b"]', '"state": "", "sees": [ ], "actions": ["p", "b"]'),
        ('"actions": ["p", "b"]', '"state": "a\\/b", "sees": ["\\n"], "actions": ["p", "b"]'),
    ],
)
def test_another_spelling_is_the_same_game(one, other):
    text = KUHN.replace(one, other, 5)
    assert text != KUHN and is_quick(text)
    is_read_the_same(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        KUHN + "x",
        KUHN + KUHN,
        "\ufeff" + KUHN,
        KUHN.replace("Kuhn", '\\"information_sets\\": [] Kuhn'),
        KUHN.replace("Kuhn", '"information_sets": [] Kuhn'),
        KUHN.replace('"title"', '"nodes": [], "title"'),
        KUHN.replace('"title"', '"places": {"information_sets": [0, 0], "nodes": [1, 1]}, "title"'),
        KUHN.replace('"title"', '"source": {"information_sets": [], "nodes": []}, "title"'),
        KUHN.replace('"title"', '"source": {"file": "\\"nodes\\": [", "sha256": "a"}, "title"'),
        KUHN.replace("]}\n", '], "constant": "1"}\n'),
        KUHN.replace("]}\n", '], "format": "efgc/game"}\n'),
        KUHN.replace('"version": 1', '"version": 2'),
        KUHN.replace('"children": [1, 2, 3, 4, 5, 6]', '"children": [1, 1, 3, 4, 5, 6]'),
    ],
)
def test_both_readers_agree_on_text_around_the_nodes(text):
    is_read_the_same(text)
