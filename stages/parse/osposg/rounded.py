"""Probabilities that a program wrote with few digits, and the fractions that they mean.

The probabilities of one chance move are taken together: they are the simplest fractions that round
to them if these sum to 1. Else they are divided by their sum, as the programs that read such files
do, if rounding explains that it is not 1.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..gambit.numbers import Replacement, Replacements

FEWEST_PLACES = 6
"""Number of digits after the point from which a probability may be rounded."""
SINGLE = 9
"""Number of digits after the point up to which it may have been in single precision."""
MAX_DENOMINATOR = 10**6


class Roundings:
    """The rounded probabilities of one file."""

    def __init__(self) -> None:
        self._rounded: dict[tuple[str, Fraction], int] = {}
        """The line of the first use of each word, with its meaning."""
        self._divided: tuple[int, Fraction] | None = None
        """The line and the sum of the first probabilities that were divided by it."""

    def distribution(
        self, line: int, words: Sequence[str], numbers: Sequence[Fraction]
    ) -> tuple[Fraction, ...] | None:
        """Return the probabilities of one chance move, given words and their literal values; None
        if they do not sum to 1.

        >>> one_third = ["0.333333"] * 3, [Fraction("0.333333")] * 3
        >>> list(map(str, Roundings().distribution(1, *one_third)))
        ['1/3', '1/3', '1/3']
        """
        meant = [unrounded(word, number) for word, number in zip(words, numbers, strict=True)]
        total = sum(numbers, Fraction(0))
        if sum(meant) == 1:
            for word, number, one in zip(words, numbers, meant, strict=True):
                if number != one:
                    self._rounded.setdefault((word, one), line)
            return tuple(meant)
        if abs(total - 1) > sum(map(_error, words, numbers)):
            return None
        if total != 1 and self._divided is None:
            self._divided = line, total
        return tuple(number / total for number in numbers)

    def remarks(self) -> Iterator[str]:
        """Yield remarks on the probabilities that do not mean what they say."""
        if self._rounded:
            [(key, line), *_] = self._rounded.items()
            yield Replacements((Replacement(*key, 0),), len(self._rounded)).remark(line)
        if self._divided:
            line, total = self._divided
            yield (
                f"line {line}: the probabilities sum to {float(total):.10g} and are divided by "
                "their sum"
            )


def unrounded(word: str, number: Fraction) -> Fraction:
    """Return the simplest fraction that a probability is rounded from, else the probability.

    Fractions with denominators up to q differ by 1/q^2 at least: q is small enough that few
    decimals are near one by chance.

    >>> unrounded("0.16666667", Fraction("0.16666667")), unrounded("0.17", Fraction("0.17"))
    (Fraction(1, 6), Fraction(17, 100))
    """
    places = _places(word)
    if places < FEWEST_PLACES:
        return number
    most = min(MAX_DENOMINATOR, 10 ** (places // 2 - 1))
    meant = number.limit_denominator(most)
    return meant if abs(meant - number) <= _error(word, number) else number


def _error(word: str, number: Fraction) -> Fraction:
    """Return how far a decimal may be from the number that it was rounded from, in single precision
    if it has no more digits than that, else in double precision; 0 for short decimals.
    """
    places = _places(word)
    if places < FEWEST_PLACES:
        return Fraction(0)
    return Fraction(1, 2 * 10**places) + number / 2 ** (24 if places <= SINGLE else 52)


def _places(word: str) -> int:
    """Return the number of digits after the point of a plain decimal."""
    return len(word.partition(".")[2]) if word.replace(".", "", 1).isdigit() else 0
