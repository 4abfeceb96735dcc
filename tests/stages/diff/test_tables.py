"""Values of tables that differ: the texts show that they do."""

from fractions import Fraction

import pytest

from efgc.stages.diff.tables import compare_tables

LONG = Fraction(10**24 + 1, 3**50)
"""Shown exactly only where it looks like the other number."""


@pytest.mark.parametrize(
    "before, after, texts",
    [
        (0.5, 0.25, ("0.5", "0.25")),
        (9.52381, 9.5238100952, ("9.52381", "9.5238100952")),
        (1 / 3, Fraction(1, 2), ("0.3333333", "1/2")),
        (LONG, LONG + Fraction(1, 10**9), (str(LONG), str(LONG + Fraction(1, 10**9)))),
    ],
)
def test_texts(before, after, texts):
    [change] = compare_tables({("value", ""): before}, {("value", ""): after})
    assert (change.before, change.after) == texts
