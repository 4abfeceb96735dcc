"""Profiles as Gambit's solvers return them: not normalised where no play leads."""

import pytest

from efgc.schemas.parts.problems import InputError
from efgc.stages.strategies import fitted
from gambit_games import parse_gambit

GAME = """EFG 2 R "x" { "A" "B" }
""
p "" 1 1 "" { "in" "out" } 0
p "" 2 1 "" { "left" "right" } 0
p "" 1 2 "" { "up" "down" } 0
t "" 1 "" { 1 -1 }
t "" 2 "" { 2 -2 }
t "" 3 "" { 3 -3 }
p "" 2 2 "" { "high" "low" } 0
t "" 4 "" { 4 -4 }
t "" 5 "" { 5 -5 }
"""


def shares(text):
    game = parse_gambit(GAME, "0" * 64, "")
    found = fitted(text, game)
    return [[list(map(str, each)) for _, each in side] for side in found.players]


@pytest.mark.parametrize(
    "text",
    [
        "[[[1, 0], [1/5, 1/5]], [[0, 1], [0, 3/2]]]",
        "[[[Rational(1, 1), Rational(0, 1)], [Rational(1, 5), Rational(1, 5)]],"
        " [[Rational(0, 1), Rational(1, 1)], [Rational(0, 1), Rational(3, 2)]]]",
        "NE,1,0,1/5,1/5,0,1,0,3/2",
        "NE,1,-2.220446049250313e-16,0.2,0.2,0,1.0000000000000002,-1e-17,1.5",
    ],
)
def test_information_sets_that_no_play_reaches_are_normalised(text):
    assert shares(text) == [[["1", "0"], ["1/2", "1/2"]], [["0", "1"], ["0", "1"]]]


@pytest.mark.parametrize(
    "text, said",
    [
        ("NE,1,0,1/5,1/5,1,0,0,1", "the probabilities sum to 0.4, not 1"),
        ("NE,1,0,1/5,1/5,1/2,1/2,0,1", "the probabilities sum to 0.4, not 1"),
        ("NE,1/2,0,1,0,1,0,0,1", "the probabilities sum to 0.5, not 1"),
        ("NE,1,0,1,-1/5,0,1,0,1", "is below 0"),
        ("NE,1,0,1,x,0,1,0,1", "is not a number"),
    ],
)
def test_what_play_reaches_must_be_a_distribution(text, said):
    with pytest.raises(InputError, match=said):
        shares(text)
