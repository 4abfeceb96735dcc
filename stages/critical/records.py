"""The result, how optimal play depends on the probability p, and its functions as people write
them.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple


class Move(NamedTuple):
    """An action that is played on one side of a bracket and not on the other."""

    player: int
    """1 or 2."""
    infoset: int
    action: int
    """Its place among those of the information set."""
    comes: bool
    """Whether it is played on the upper side."""
    weight: float
    """How often play takes it, in the middle of the stretch on which it is played: what matters
    more comes first.
    """
    words: str
    """The action, and on a map the dangerous place it leads to, if that is one alone."""
    after: str
    """What the player knows where it takes the action; empty at the start."""


class Function(NamedTuple):
    """The value to player 1 between two p: a rational function of p."""

    low: Fraction
    high: Fraction
    above: tuple[int, ...]
    """Coefficients of the numerator, that of 1 first."""
    below: tuple[int, ...]
    """Of the denominator, which is positive there."""

    def at(self, p: Fraction) -> Fraction:
        """Return the value at p.

        >>> Function(Fraction(0), Fraction(1), (3, -1), (1, 1)).at(Fraction(1, 2))
        Fraction(5, 3)
        """
        return _at(self.above, p) / _at(self.below, p)


class Change(NamedTuple):
    """A bracket of p in which optimal play changes; both its ends are outside of the change."""

    low: Fraction
    high: Fraction
    """No more than 1e-9 above."""
    values: tuple[Fraction, Fraction]
    """To player 1 at both ends, proved by best responses on the game."""
    point: Fraction | None
    """Where it is, if that is a rational number that is proved to be the place."""
    root: tuple[int, ...]
    """Else: the polynomial, that of 1 first, whose one root in the bracket is proved to be the
    place; empty where no such one is known.
    """
    moves: tuple[Move, ...]
    """What comes or goes where play comes on both sides, what matters most first; at a single point
    all come, and are gone beyond it.
    """
    alone: bool
    """Play is the same on both sides, and more is optimal at the one `point` between them."""


class Piece(NamedTuple):
    """An interval of p on which optimal play is the same, but for single points between changes."""

    low: Fraction
    high: Fraction
    played: tuple[tuple[int, int], ...]
    """Information sets to which play comes, each with an action that is taken there, ascending."""


class Critical(NamedTuple):
    """Where optimal play changes between two p, and the value in between."""

    low: Fraction
    high: Fraction
    changes: tuple[Change, ...]
    """Ascending. Outside of them, and of what is open, play is proved to be the same."""
    pieces: tuple[Piece, ...]
    """Ascending; between two of them is a change of which play is not the same on both sides."""
    values: tuple[Function, ...]
    """Ascending, without gaps but for brackets, and for what is open at the ends."""
    open: tuple[tuple[Fraction, Fraction], ...]
    """Brackets, no wider than 1e-9, in which play was not proved to be the same, though it is on
    both sides, or the one side is beyond `low` or `high`; ascending. Of a search that was stopped
    also intervals that were not searched, which are wider.
    """


def _at(coefficients: tuple[int, ...], p: Fraction) -> Fraction:
    found = Fraction(0)
    for coefficient in reversed(coefficients):
        found = found * p + coefficient
    return found


def polynomial_text(coefficients: Sequence[int]) -> str:
    """Return a polynomial in p, that of 1 first.

    >>> polynomial_text((10, -1)), polynomial_text((0, 0, 2)), polynomial_text((-1, 0, 11))
    ('10 - p', '2p^2', '-1 + 11p^2')
    """
    parts: list[str] = []
    for power, coefficient in enumerate(coefficients):
        if coefficient:
            size = abs(coefficient)
            letter = ("", "p")[power] if power < 2 else f"p^{power}"
            term = f"{size if size > 1 or not power else ''}{letter}"
            sign = "-" if coefficient < 0 else "+"
            parts.append(f" {sign} {term}" if parts else f"{'-' if coefficient < 0 else ''}{term}")
    return "".join(parts) or "0"


def function_text(function: Function) -> str:
    """Return a rational function of p.

    >>> from fractions import Fraction
    >>> ends = Fraction(0), Fraction(1)
    >>> function_text(Function(*ends, (3, -1), (1, 1))), function_text(Function(*ends, (6,), (5,)))
    ('(3 - p)/(1 + p)', '6/5')
    """
    above, below = polynomial_text(function.above), polynomial_text(function.below)
    if below == "1":
        return above
    return "/".join(f"({part})" if " " in part else part for part in (above, below))
