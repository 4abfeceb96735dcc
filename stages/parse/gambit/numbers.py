"""The numbers of a Gambit file, and their presumed values: numbers of information sets and
outcomes, the spelling of other numbers, and whether they are floating-point forms of another.

Programs write a double with 17 digits, with its full binary expansion or as a ratio, and may have
computed 1 - p in doubles before. Such numbers are replaced by their presumed values, and the places
are recorded for the report. The probabilities of one chance move are considered together, so that
they sum to 1.

A word that is a double, or a short number rounded to many digits, means the short number that
rounding explains: a decimal of at most PLACES places, or a fraction with a denominator up to
MAX_DENOMINATOR. There are 10^k decimals of k places, and fewer than q^2 fractions with denominators
up to q: of two candidates, the one of the smaller class is taken. A shorter word means exactly its
literal value.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import NamedTuple

from ....schemas.parts.exact import brief, decimal_places
from .grammar import Token

# Of the numbers of information sets and outcomes that Gambit 16.7 accepts.
LIMITS = (-(2**31), 2**31 - 1)
MIN_DIGITS = 12  # Behind the point, of a number that was floating point.
MAX_DENOMINATOR = 10**6  # Of a fraction that it represents.

_INTEGER = re.compile(r"-?\d{1,400}", re.ASCII)

DIGITS = 16
"""Digits of a word that may have been a double; any two decimals of one digit less have different
doubles (C11, 5.2.4.2.2: DBL_DIG).
"""
FEW = 2
"""Places of a word that may be a probability that the caller knows, rounded."""
# 1 - p is off by half a unit in the last place of p and half of its own, each at most 2^-54; the
# same amount again is left for a sum of several.
OFF = Fraction(1, 2**52)
ULPS = Fraction(4, 2**52)  # Relative error of a few operations on payoffs.
LONG = 2**31  # Ratios with denominators from here on may be doubles.
SMALLEST = 1_100  # Doubles are multiples of 2 to the power of minus 1,074.

_DECIMAL = re.compile(r"-?(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?", re.ASCII)


def integer(word: str) -> int | None:
    """Return the whole number that a word represents, or None.

    >>> integer("-3"), integer("1.5")
    (-3, None)
    """
    return int(word) if _INTEGER.fullmatch(word) else None


def unrounded(word: str, number: Fraction) -> Fraction:
    """Return the fraction that a decimal of many digits was rounded from; otherwise the number
    itself.

    Programs write 1/3 as 0.3333333333333333; a person who writes 0.333 may mean just that.

    >>> (unrounded("0.3333333333333333", Fraction("0.3333333333333333")),
    ...     unrounded("0.333", Fraction("0.333")))
    (Fraction(1, 3), Fraction(333, 1000))
    """
    digits = len(word.partition(".")[2])
    if digits < MIN_DIGITS or not word.replace(".", "", 1).isdigit():
        return number
    meant = number.limit_denominator(MAX_DENOMINATOR)
    return meant if abs(meant - number) <= max(Fraction(1, 10**digits), number / 2**52) else number


class Spelling(NamedTuple):
    """The decimal form of a number."""

    digits: int
    """Number of digits from the first one that is not 0."""
    places: int
    """Number of digits after the point."""
    kept: int
    """Number of digits without trailing zeros."""


def _spelling(word: str, value: Fraction) -> Spelling | None:
    """Return the spelling of a number that is not whole; a ratio with a large power of 2 or 10 is
    treated as its decimal.

    >>> _spelling("-0.0010", Fraction(-1, 1000)), _spelling("1.50e-3", Fraction(3, 2000))
    (Spelling(digits=2, places=4, kept=1), Spelling(digits=3, places=5, kept=2))
    >>> _spelling(f"1/{2**40}", Fraction(1, 2**40)), _spelling("1/4", Fraction(1, 4))
    (Spelling(digits=28, places=40, kept=28), None)
    >>> _spelling(f"3/{3 * 2**40}", Fraction(1, 2**40)) is None
    True
    """
    if value.denominator == 1:
        return None
    match = _DECIMAL.fullmatch(word)
    if match:
        whole, behind, exponent = match.groups(default="")
        digits = (whole + behind).lstrip("0")
        return Spelling(len(digits), len(behind) - int(exponent or 0), len(digits.rstrip("0")))
    # As written: a ratio with both terms multiplied by 3 is taken literally.
    below = int(word.partition("/")[2])
    if below < LONG or below.bit_length() > SMALLEST:
        return None
    places = decimal_places(below)
    if places is None:
        return None
    count = len(str(abs(value * 10**places)))
    return Spelling(count, places, count)


class WrittenNumber:
    """A number as it is written, with tests for the numbers that it may mean.

    >>> third = WrittenNumber("0.33333333333333331", Fraction("0.33333333333333331"))
    >>> third.is_double, third.is_near(Fraction(1, 3)), third.is_near(Fraction(1, 4))
    (True, True, False)
    """

    def __init__(self, word: str, value: Fraction) -> None:
        self.word, self.value = word, value
        self.double = float(value) if "/" in word else float(word)

    @cached_property
    def spelling(self) -> Spelling | None:
        return _spelling(self.word, self.value)

    @cached_property
    def is_long(self) -> bool:
        """Whether it has as many digits as a double may need."""
        return self.spelling is not None and self.spelling.digits >= DIGITS

    @cached_property
    def is_double(self) -> bool:
        """Whether it is long and a double, rounded to its digits or written with the fewest digits
        that identify one.
        """
        if not self.is_long or abs(self.double) < sys.float_info.min:
            return False
        assert self.spelling is not None
        # Programs that stop after 17 digits pad with zeros: do not count these.
        rounded = f"{self.double:.{self.spelling.kept - 1}e}"
        return self.value == Fraction(rounded) or self.value == Fraction(repr(self.double))

    @cached_property
    def is_difference(self) -> bool:
        """Whether it is short and can be 1 less a double: a multiple of 2 to the power of minus 53,
        rounded to more places than such numbers have by chance.
        """
        if self.spelling is None or self.is_long or self.spelling.places <= DIGITS:
            return False
        parts = self.value * 2**53
        return abs(round(parts) - parts) <= Fraction(2**52, 10**self.spelling.places)

    @property
    def may_be_floating_point(self) -> bool:
        return self.is_long or self.is_difference

    def is_twice_rounded(self, number: Fraction) -> bool:
        """Return whether a number differs from a given probability only by two roundings."""
        return abs(number - self.value) <= OFF

    def is_far(self, number: Fraction) -> bool:
        """Return whether it is a double or 1 less a double, and a given probability up to
        rounding.
        """
        return (self.is_double or self.is_difference) and self.is_twice_rounded(number)

    def is_few_ulps_from(self, number: Fraction) -> bool:
        """Return whether it is a double, and a given number up to a few operations."""
        return self.is_double and abs(number - self.value) <= ULPS * abs(self.value)

    def is_rounded(self, number: Fraction) -> bool:
        """Return whether it is a number rounded to the written digits."""
        assert self.spelling is not None
        return abs(number - self.value) * 2 * Fraction(10) ** self.spelling.places <= 1

    def is_near(self, number: Fraction) -> bool:
        """Return whether it is the double nearest to a number, or the number itself, rounded to the
        written digits, of which there are many.
        """
        if self.is_double and float(number) == self.double:
            return True
        return self.is_long and self.is_rounded(number)

    def is_known(self, number: Fraction) -> bool:
        """Return the same for a number that the caller knows. FEW places suffice, as does the
        shortest decimal of its double.
        """
        if self.spelling is None:
            return False
        return (
            self.is_near(number)
            or self.spelling.places >= FEW
            and self.is_rounded(number)
            or self.value == Fraction(repr(float(number)))
        )


FIRST = 10  # Number of replacements that are shown.
SHOWN = 25  # Maximum characters of a word in a message.

PLACES = 12  # Of a presumed decimal; also its digits, if it is larger or smaller than 1.
_WAYS = (f".{PLACES}f", f".{PLACES}g", f".{DIGITS - 1}g")  # Formats of a short decimal.
FAR = 10**10  # Limit on the class size of candidates for inexact payoffs: few match by chance.


class Candidate(NamedTuple):
    """A number that a word may mean."""

    far: bool
    """Whether it is not near, but explained by rounding twice."""
    many: int
    """How many numbers are at least as simple; 0 for a number that the caller knows."""
    number: Fraction

    def by_nearness(self) -> tuple[bool, int]:
        return self.far, self.many

    def by_simplicity(self) -> tuple[int, bool]:
        return self.many, self.far


class Replacement(NamedTuple):
    """A word with the number that replaces its literal value."""

    word: str
    meant: Fraction
    offset: int
    """The offset of its first occurrence."""


class Replacements(NamedTuple):
    """The replacements in a file; a repeated word counts once."""

    first: tuple[Replacement, ...] = ()
    """At most FIRST, in the order of the file."""
    many: int = 0

    def remark(self, line: int) -> str:
        """Return the replacements in words; `line` is the line of the first. There must be at least
        one replacement.

        >>> Replacements((Replacement("0.30000000000000004", Fraction(3, 10), 20),), 3).remark(2)
        'line 2: 0.30000000000000004 is 3/10 up to floating-point rounding and is read as 3/10; \
2 more numbers are corrected likewise'
        """
        one = self.first[0]
        word = one.word if len(one.word) <= SHOWN else f"{one.word[: SHOWN - 3]}..."
        more = {1: "", 2: "; 1 more number is corrected likewise"}.get(
            self.many, f"; {self.many - 1:,} more numbers are corrected likewise"
        )
        meant = brief(one.meant)
        short = sum(map(str.isdigit, word)) < MIN_DIGITS
        rounded = short and WrittenNumber(word, Fraction(word)).is_rounded(one.meant)
        how = "rounded to its digits" if rounded else "up to floating-point rounding"
        return f"line {line}: {word} is {meant} {how} and is read as {meant}{more}"


def reads_as(word: str, number: Fraction) -> bool:
    """Return whether a word that means a number is accepted for it, as a payoff and among
    probabilities that sum to 1.

    >>> half, rounded = Fraction(1, 2), Fraction(0.6)
    >>> reads_as("1/2", half), reads_as(str(rounded), rounded)
    (True, False)
    >>> reads_as(f"{3 * rounded.numerator}/{3 * rounded.denominator}", rounded)
    True
    """
    written = WrittenNumber(word.removeprefix("-"), abs(number))
    return {_payoff(written)} | {one.number for one in _probability(written)} <= {
        None,
        written.value,
    }


class Meanings:
    """The presumed meanings of the numbers of one text."""

    def __init__(self, known: Sequence[Fraction] = (), as_written: bool = False) -> None:
        self.known = known
        """Probabilities that the caller expects."""
        self.as_written = as_written
        """Whether payoffs, and probabilities that sum to 1, are taken literally."""
        self._offsets: dict[tuple[str, Fraction], int] = {}
        self._payoffs: dict[str, Fraction | None] = {}

    def replacements(self) -> Replacements:
        """Return the replacements so far."""
        first = sorted(self._offsets.items(), key=lambda one: (one[1], one[0]))[:FIRST]
        return Replacements(
            tuple(Replacement(word, meant, offset) for (word, meant), offset in first),
            len(self._offsets),
        )

    def payoff(self, word: Token, number: Fraction) -> Fraction:
        """Return the presumed payoff of a word with a literal value."""
        if self.as_written:
            return number
        # Most are paid by one player to the other.
        unsigned = word.text.removeprefix("-")
        if unsigned not in self._payoffs:
            self._payoffs[unsigned] = _payoff(WrittenNumber(unsigned, abs(number)))
        meant = self._payoffs[unsigned]
        if meant is None:
            return number
        return self._recorded(word, number, -meant if number < 0 else meant)

    def probabilities(
        self, words: Sequence[Token], numbers: Sequence[Fraction]
    ) -> tuple[Fraction, ...] | None:
        """Return the presumed probabilities of one chance move, given words and their literal
        values. They sum to 1. Return None if they cannot be determined.
        """
        meant: Sequence[Fraction] | None = (
            None if self.as_written else _together(words, numbers, self.known)
        )
        if meant is None:
            meant = numbers if sum(numbers) == 1 else [*map(unrounded, _texts(words), numbers)]
        if sum(meant) != 1:
            return None
        for word, number, one in zip(words, numbers, meant, strict=True):
            self._recorded(word, number, one)
        return tuple(meant)

    def _recorded(self, word: Token, number: Fraction, meant: Fraction) -> Fraction:
        if meant != number:
            key = word.text, meant
            self._offsets[key] = min(word.offset, self._offsets.get(key, word.offset))
        return meant


def _together(
    words: Sequence[Token], numbers: Sequence[Fraction], known: Sequence[Fraction]
) -> list[Fraction] | None:
    """Return the presumed probabilities of one chance move if they sum to 1."""
    written = [*map(WrittenNumber, _texts(words), numbers)]
    found = [_probability(one, known) for one in written]
    ways = [
        [min(several, key=order).number if several else None for several in found]
        for order in (Candidate.by_nearness, Candidate.by_simplicity)
    ]
    sums = [
        [one.value if number is None else number for one, number in zip(written, way, strict=True)]
        for way in ways
    ]
    whole = [meant for meant in sums if sum(meant) == 1]
    rests = (_with_rest(written, found, meant) for meant in sums)
    return next((meant for meant in (*whole, *rests) if meant is not None), None)


def _with_rest(
    written: Sequence[WrittenNumber],
    candidates: Sequence[Sequence[Candidate]],
    meant: Sequence[Fraction],
) -> list[Fraction] | None:
    """Return the presumed numbers, with one of them replaced by the rest to 1: the one closest to
    the rest, or the only one that may be floating point and has no candidate.
    """
    missing = 1 - sum(meant)
    rests = [one + missing for one in meant]
    able = [
        (candidate.by_nearness(), index)
        for index, several in enumerate(candidates)
        for candidate in several
        if candidate.number == rests[index]
    ]
    unknown = [
        index
        for index, one in enumerate(written)
        if one.may_be_floating_point and not candidates[index] and 0 < rests[index] < 1
    ]
    if able:
        _, index = min(able)
    elif len(unknown) == 1 and written[unknown[0]].is_twice_rounded(rests[unknown[0]]):
        [index] = unknown
    else:
        return None
    return [*meant[:index], rests[index], *meant[index + 1 :]]


def _texts(words: Sequence[Token]) -> list[str]:
    return [word.text for word in words]


def _probability(written: WrittenNumber, known: Sequence[Fraction] = ()) -> list[Candidate]:
    """Return the probabilities between 0 and 1 that a number may mean, including those that the
    caller knows.

    >>> {str(one.number) for one in _probability(WrittenNumber("0.30000000000000004",
    ...                                                 Fraction("0.30000000000000004")))}
    {'3/10'}
    """
    if written.spelling is None or not 0 < written.value < 1:
        return []
    found = [
        Candidate(far=not near, many=0, number=number)
        for number in known
        if (near := written.is_known(number)) or written.is_far(number)
    ]
    if written.may_be_floating_point:
        found += [
            candidate._replace(far=not near)
            for candidate in _probabilities(written)
            # Many tiny decimals are within reach: only the double distinguishes them.
            if (near := written.is_near(candidate.number))
            or candidate.many <= 10**PLACES
            and written.is_far(candidate.number)
        ]
    return [candidate for candidate in found if 0 < candidate.number < 1]


def _probabilities(written: WrittenNumber) -> Iterator[Candidate]:
    double, off = written.double, 2 * float(OFF)
    found = (float(format(double, way)) for way in _WAYS)
    for decimal in dict.fromkeys(found):
        yield from _decimal(decimal, double, off)
    yield from _fraction(double, MAX_DENOMINATOR, off)


def _payoff(written: WrittenNumber) -> Fraction | None:
    """Return the presumed positive payoff of a number; None if it is taken literally.

    >>> str(_payoff(WrittenNumber("12.300000000000000710542735760100",
    ...                    Fraction("12.300000000000000710542735760100"))))
    '123/10'
    """
    if len(written.word) < DIGITS or not 0 < written.double < float("inf"):
        return None
    size = max(written.double, 1)
    found = [
        candidate._replace(far=not near)
        for candidate in _payoffs(written.double)
        if (near := written.is_near(candidate.number))
        or candidate.many * size <= FAR
        and written.is_few_ulps_from(candidate.number)
    ]
    return min(found, key=Candidate.by_nearness).number if found else None


def _payoffs(double: float) -> Iterator[Candidate]:
    off = 2 * float(ULPS) * double
    yield from _decimal(float(f"{double:.{PLACES}g}"), double, off)
    # As many fractions as decimals with that many digits.
    yield from _fraction(double, isqrt(int(10**PLACES / max(double, 1))), off)


def _decimal(decimal: float, double: float, off: float) -> Iterator[Candidate]:
    """Yield a decimal of fewer than DIGITS digits, given by its nearest double, unless it is more
    than `off` from another double.
    """
    if abs(decimal - double) <= off:
        mantissa, _, exponent = f"{decimal:.{DIGITS - 2}e}".partition("e")
        places = len(mantissa.rstrip("0")) - 2 - int(exponent)
        number = Fraction(f"{decimal:.{DIGITS - 1}g}")
        yield Candidate(far=True, many=10 ** max(places, 0), number=number)


def _fraction(double: float, most: int, off: float) -> Iterator[Candidate]:
    """Yield the fraction with a denominator up to `most` that is at most `off` from a positive
    double, where `off` is less than 1 / (2 most^2).

    It is a convergent of the continued fraction (Legendre; Hardy and Wright, theorem 184), namely
    the last one, since two such fractions are farther apart.
    """
    above, below = double.as_integer_ratio()
    number, last, denominator, previous = 1, 0, 0, 1
    while below:
        whole = above // below
        if whole * denominator + previous > most:
            break
        above, below = below, above - whole * below
        number, last = whole * number + last, number
        denominator, previous = whole * denominator + previous, denominator
    if denominator and abs(number / denominator - double) <= off:
        yield Candidate(far=True, many=denominator**2, number=Fraction(number, denominator))
