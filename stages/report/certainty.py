"""What kind of number the value of a game is, in the words of all reports: proved exactly, bounded,
or the word of a solver.
"""

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal, localcontext
from enum import StrEnum

DIGITS = 2
"""The digits of a gap that are shown."""
SURE = 12
"""The digits of a difference of floats that do not come from rounding."""
LONGEST = 700
"""More digits than a float has before the point and DIGITS behind the first one of LEAST."""
LEAST = 1e-12
"""The smallest gap whose digits are shown, and the largest number that may be a rounded 0."""


class Certainty(StrEnum):
    """What a value rests on."""

    EXACT = "exact"
    BOUNDED = "bounded"
    CLAIMED = "reported by the solver, not verified"


RESPONSES = "proved by best responses"


def first_line(number: str, certainty: Certainty, how: str = "") -> str:
    """Return the first line of a report: a number, or bounds, with what it rests on.

    >>> first_line("2.01 to agent", Certainty.EXACT)
    '2.01 to agent (exact)'
    >>> first_line("5, minimised", Certainty.CLAIMED, "run `efgc certify`")
    '5, minimised (reported by the solver, not verified: run `efgc certify`)'
    """
    return f"{number} ({certainty}{f': {how}' if how else ''})"


def proof_in_words(players: tuple[str, ...], lower: str, upper: str, grounds: str) -> list[str]:
    """Return a proof in three lines: the guarantee of each player's strategy, and their grounds."""
    first, second = players
    return [
        f"{first} can secure at least {lower} against any play of {second}",
        f"{second} can hold {first} to at most {upper} against any play of {first}",
        f"both bounds: {grounds}",
    ]


def all_digits(number: float) -> str:
    """Return a number with all its digits.

    >>> all_digits(0.1), all_digits(2.0)
    ('0.1', '2')
    """
    return repr(number).removesuffix(".0")


def between(lower: float, upper: float) -> str:
    """Return bounds rounded outward, with as many decimals as their gap needs.

    >>> between(0.664812, 0.667581), between(-1.0000000000000002, 2.0)
    ('between 0.6648 and 0.6676', 'between -1.000000000001 and 2.0')
    """
    gap = max(upper - lower, LEAST)
    places = max(0, DIGITS - 1 - math.floor(math.log10(gap)))
    low, high = outward(lower, places, ROUND_FLOOR), outward(upper, places, ROUND_CEILING)
    return f"between {low} and {high}"


def shared_digits(lower: float, upper: float, most: int = SURE) -> float | None:
    """Return the number to which both bounds are rounded, in as many digits as possible, at most
    `most`; None if they do not share two.

    >>> shared_digits(0.36513, 0.41454), shared_digits(0.41377, 0.41382)
    (None, 0.4138)
    """
    for digits in range(most, 1, -1):
        if (text := f"{lower:.{digits}g}") == f"{upper:.{digits}g}":
            return float(text)
    return 0.0 if max(abs(lower), abs(upper)) <= LEAST else None


def outward(bound: float, places: int, rounding: str) -> str:
    """Return a bound with so many decimals, rounded in one direction; with more where only a
    rounding error is left behind them, so that it is not taken for a whole step.

    >>> outward(-0.05551, 3, ROUND_FLOOR), outward(3.0000000000008655, 1, ROUND_CEILING)
    ('-0.056', '3.000000000001')
    """
    with localcontext(prec=LONGEST):
        exact = Decimal(bound)
        if 0 < abs(exact - round(exact, places)) <= Decimal(LEAST) * max(Decimal(1), abs(exact)):
            places = max(places, SURE)
        return f"{exact.quantize(Decimal(1).scaleb(-places), rounding) + 0:f}"


def at_most(gap: float) -> str:
    """Return the distance of two bounds in two digits, rounded up.

    >>> at_most(0.0611), at_most(0.1 + 0.2), at_most(2.04e-9), at_most(0.0)
    ('0.062', '0.3', '2.1e-09', '0')
    """
    with localcontext(prec=DIGITS, rounding=ROUND_CEILING):
        return f"{float(+Decimal(f'{gap:.{SURE}g}')):.{DIGITS}g}"
