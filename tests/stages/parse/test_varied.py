"""Maps with other numbers: what is asked for, and nothing else."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawn_maps import drawn_map
from efgc.schemas.parts.problems import InputError
from efgc.stages.parse.maps import read_map, varied
from small_games import law

CAVE = "2 0.33\n######\n#SE-D#\n#-##G#\n#--E-#\n######\n"
ISLAND = "3\n7\n#######\n#DESED#\n#######\n1\n0.5\n"


@pytest.mark.parametrize(
    "text, p, bandits, expected",
    [
        (CAVE, None, None, CAVE),
        (CAVE, "33/100", 2, CAVE),  # As it is spelled already.
        (CAVE, "1/3", None, CAVE.replace("0.33", "1/3")),
        (CAVE, "0.25", 0, CAVE.replace("2 0.33", "0 1/4")),
        ("  2\t 0.33 \r\n#SE-DE#\r\n", "0", 1, "  1\t 0 \r\n#SE-DE#\r\n"),
        ("\n\n2 2/4\r#SE-DE#\r", "0.5", 1, "\n\n1 2/4\r#SE-DE#\r"),
        (ISLAND, "1", 2, ISLAND.replace("\n1\n0.5\n", "\n2\n1\n")),
        (ISLAND + "0\n", "1/7", None, ISLAND.replace("0.5", "1/7") + "0\n"),
        ("1\n\n4\nS\u2013ED\n\n 1 \n\n.5", "1/3", 0, "1\n\n4\nS\u2013ED\n\n 0 \n\n1/3"),
        ("1 1\nSED\n", "1/2", None, "1 1/2\nSED\n"),
        ("1 1\nSED\n", None, 0, "0 1\nSED\n"),
        ("1 1\nSED\n", None, 5, "5 1\nSED\n"),  # Whoever reads it refuses them.
    ],
)
def test_only_the_given_numbers_change(text, p, bandits, expected):
    assert varied(text, None if p is None else Fraction(p), bandits) == expected


@law(300)
@given(
    st.integers(0, 10**6),
    st.fractions(0, 1, max_denominator=99),
    st.integers(0, 3),
    st.sampled_from(["\n", "\r\n", "\r", "\n \n"]),
)
def test_the_map_differs_only_in_the_numbers(seed, p, bandits, end):
    text = drawn_map(seed)[0].replace("\n", end)
    board = read_map(text)
    bandits = min(bandits, len(board.places))
    made = varied(text, p, bandits)
    assert read_map(made) == replace(board, capture=p, bandits=bandits)
    assert varied(made, p, bandits) == made
    assert read_map(varied(made, board.capture, board.bandits)) == board
    cave = f"{board.bandits} 1/9{end}{end.join(board.rows)}"
    found = read_map(cave)
    assert read_map(varied(cave, p, bandits)) == replace(found, capture=p, bandits=bandits)


@pytest.mark.parametrize(
    "text, place",
    [("0 x\nSED\n", (1, 3)), ("3\n7\n#DESED#\n1\n0.5\n", (1, 1)), ("", (1, 1))],
)
def test_invalid_maps_are_reported_with_their_original_lines(text, place):
    with pytest.raises(InputError) as raised:
        varied(text, Fraction(1, 2), 1)
    assert (raised.value.problems[0].line, raised.value.problems[0].column) == place
