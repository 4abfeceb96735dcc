"""Rounded probabilities: the fractions that they mean, and what is said about them."""

from fractions import Fraction

import pytest

from efgc.stages.parse.osposg.rounded import Roundings, unrounded


@pytest.mark.parametrize(
    "word, meant",
    [
        ("0.16666667", "1/6"),
        ("0.13333334", "2/15"),
        ("0.66666669", "2/3"),
        ("0.166667", "1/6"),
        ("0.16667", "0.16667"),
        ("0.333333", "1/3"),
        ("0.3333333333333333", "1/3"),
        ("0.12500000", "1/8"),
        ("0.27182817", "0.27182817"),
        ("1/3", "1/3"),
        ("1.6e-1", "0.16"),
    ],
)
def test_the_fraction_of_a_rounded_probability(word, meant):
    assert unrounded(word, Fraction(word)) == Fraction(meant)


@pytest.mark.parametrize(
    "words, meant, remarks",
    [
        (
            ("0.33333334", "0.66666669"),
            ("1/3", "2/3"),
            [
                "line 7: 0.33333334 is 1/3 up to floating-point rounding and is read as 1/3; 1 "
                "more number is corrected likewise"
            ],
        ),
        (
            ("0.27182817", "0.72817184"),
            ("27182817/100000001", "72817184/100000001"),
            ["line 7: the probabilities sum to 1.00000001 and are divided by their sum"],
        ),
        (("1/3", "2/3"), ("1/3", "2/3"), []),
    ],
)
def test_the_probabilities_of_a_move_of_chance(words, meant, remarks):
    roundings = Roundings()
    assert roundings.distribution(7, words, [*map(Fraction, words)]) == (*map(Fraction, meant),)
    assert [*roundings.remarks()] == remarks


def test_short_decimals_that_do_not_sum_to_1_are_no_probabilities():
    words = ("0.4", "0.66666669")
    assert Roundings().distribution(7, words, [*map(Fraction, words)]) is None
