"""From probabilities as text to a distribution."""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from ...schemas.parts.exact import brief, read_exact, read_fraction
from ...schemas.parts.problems import shown
from .entries import TOLERANCE, InfosetEntry, Log, listed

NEAR = Fraction(1, 10**6)
"""The largest difference between a decimal and the exact number next to it."""
LONGEST = 100_000
"""The most characters of a number. Exact strategies have long ones; reading takes quadratic time.
"""

MOST_BITS = 4 * LONGEST
"""The most bits of an information set's common denominator: enough for one longest number and some
more. Sums take quadratic time.
"""
FEW, SHORT = 20, 4_000
"""The most numbers, and bits of their common denominator, that are summed in the fast way."""
TOO_LONG = "the common denominator of the probabilities is too long"


class Shares(NamedTuple):
    """Numbers that are probabilities."""

    probabilities: tuple[Fraction, ...]
    adjusted: Fraction
    """The change to the largest of them that makes all sum to 1."""


def amount(text: str) -> Fraction | str:
    """Return the probability that a text spells, or an error message.

    >>> amount("1/3"), amount(".25"), amount("-0.5")
    (Fraction(1, 3), Fraction(1, 4), "the probability '-0.5' is below 0")
    """
    if not text.strip():
        return "a probability is missing"
    number = _number(text)
    if number is None:
        return f"{shown(text)} is not a number; write 0.25 or 1/4"
    above, below = number.as_integer_ratio()
    if above < 0:
        return f"the probability {shown(text)} is below 0"
    if above > below and number > 1 + TOLERANCE:
        return f"the probability {shown(text)} is above 1"
    return number


def _number(text: str) -> Fraction | None:
    spelled = text.strip()
    if len(spelled) > LONGEST:
        return None
    number = read_exact(spelled)
    return read_fraction(spelled) if number is None else number


def _are_near(one: Fraction, other: Fraction) -> bool:
    """Return whether two numbers differ by at most NEAR. Without their difference, because
    reducing it to lowest terms takes long for long numbers.
    """
    above, below = one.as_integer_ratio()
    over, under = other.as_integer_ratio()
    return abs(above * under - over * below) * NEAR.denominator <= below * under * NEAR.numerator


def shares(numbers: Sequence[Fraction]) -> Shares | str:
    """Return the distribution formed by nonnegative numbers, or an error message.

    Decimals are rounded: if rounding explains the error of the sum, the largest of them is set to 1
    minus the others, as in the bounds of a report.

    >>> shares([Fraction("0.333333")] * 3).adjusted, shares([Fraction(1, 2)])
    (Fraction(1, 1000000), 'the probabilities sum to 0.5, not 1')
    """
    if _add_up(numbers):
        return Shares(tuple(numbers), Fraction(0))
    total = Fraction(0)
    for number in numbers:
        total += number
        if total.denominator.bit_length() > MOST_BITS:
            return TOO_LONG
    off = total - 1
    if not off:
        return Shares(tuple(numbers), Fraction(0))
    largest = max(range(len(numbers)), key=numbers.__getitem__)
    left = numbers[largest] - off
    if abs(off) > max(2, len(numbers)) * TOLERANCE or left < 0:
        return f"the probabilities sum to {brief_decimal(total)}, not 1"
    adjusted = [*numbers]
    adjusted[largest] = left
    return Shares(tuple(adjusted), abs(off))


def _add_up(numbers: Sequence[Fraction]) -> bool:
    """Return whether numbers certainly sum to 1; faster than adding fractions."""
    ratios = [number.as_integer_ratio() for number in numbers[:FEW]]
    below = math.lcm(*[ratio[1] for ratio in ratios])
    if len(numbers) > FEW or below.bit_length() > SHORT:
        return False
    return sum([above * (below // divisor) for above, divisor in ratios]) == below


def brief_decimal(number: Fraction) -> str:
    """Return a number for a message: as a decimal if that is exact, else as a short fraction.

    >>> brief_decimal(Fraction("0.999")), brief_decimal(Fraction(5, 6))
    ('0.999', '5/6')
    """
    short = f"{float(number):.12g}"
    return short if Fraction(short) == number else brief(number)


class Amounts:
    """The distributions of a text; equal numbers are parsed once."""

    def __init__(self, log: Log) -> None:
        self.log = log
        """Collects the problems."""
        self.adjusted = Fraction(0)
        """The largest adjustment so far."""
        self.overruled = 0
        """In how many entries decimals differ from the exact numbers beside them."""
        self._amount, self._number = cache(amount), cache(_number)
        self._shares: dict[tuple[str, ...], Shares] = {}

    def shares(
        self, entry: InfosetEntry, labels: Sequence[str] = ()
    ) -> tuple[Fraction, ...] | None:
        """Return the probabilities of an information set, or record the problem and return None;
        `labels` are all its actions.
        """
        numbers = self._chosen(entry) if entry.exact else entry.numbers
        found = self.distribution(numbers)
        if isinstance(found, str):
            out = [label for label in labels if label not in (entry.actions or labels)]
            rest = f"; missing: {listed(out)}" if out and found != TOO_LONG else ""
            self.log.add(f"{found}{rest}", entry.spot)
        elif found is None:
            for number, spot in zip(numbers, entry.spots, strict=True):
                if isinstance(wrong := self._amount(number), str):
                    self.log.add(wrong, spot)
        return found if isinstance(found, tuple) else None

    def distribution(self, numbers: tuple[str, ...]) -> tuple[Fraction, ...] | str | None:
        """Return the probabilities for the given texts, or an error message about their sum; None
        if a single one is invalid.
        """
        known = self._shares.get(numbers)
        if known is None:
            amounts = [*map(self._amount, numbers)]
            read = [each for each in amounts if not isinstance(each, str)]
            if len(read) < len(amounts):
                return None
            made = shares(read)
            if isinstance(made, str):
                return made
            known = self._shares[numbers] = made
            self.adjusted = max(self.adjusted, made.adjusted)
        return known.probabilities

    def _chosen(self, entry: InfosetEntry) -> tuple[str, ...]:
        """Return the exact numbers where all decimals agree with them, else the decimals."""
        assert entry.exact is not None
        both = [*zip(entry.numbers, entry.exact, strict=True)]
        if all(self._agree(*pair) for pair in both if all(pair)):
            return tuple(exact or number for number, exact in both)
        self.overruled += 1
        return tuple(number or exact for number, exact in both)

    def _agree(self, number: str, exact: str) -> bool:
        """Return whether a number is the rounded exact one. Invalid exact ones are reported
        later.
        """
        precise, near = self._amount(exact), self._number(number)
        if near is None:
            return False
        return isinstance(precise, str) or _are_near(near, precise)
