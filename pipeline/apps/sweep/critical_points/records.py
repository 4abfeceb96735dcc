"""The result: optimal play as a function of the probability p. Functions in readable form."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple


class Move(NamedTuple):
    """An action that is played on one side of a bracket and not on the other."""

    player: int
    """1 or 2."""
    infoset: int
    action: int
    """Its index among those of the information set."""
    comes: bool
    """Whether it is played on the upper side."""
    weight: float
    """The probability that play takes it, in the middle of the stretch on which it is played;
    moves are sorted by it, the largest first.
    """
    words: str
    """The action, and on a map the dangerous place it leads to, if that is unique."""
    after: str
    """The player's knowledge at the information set."""


class Function(NamedTuple):
    """The value to player 1 between two p: a rational function of p."""

    low: Fraction
    high: Fraction
    above: tuple[int, ...]
    """Coefficients of the numerator, the constant one first."""
    below: tuple[int, ...]
    """Those of the denominator, which is positive there."""


class Change(NamedTuple):
    """A bracket of p in which optimal play changes; the change is strictly inside."""

    low: Fraction
    high: Fraction
    """At most 1e-9 above `low`."""
    values: tuple[Fraction, Fraction]
    """To player 1 at both ends, proved by best responses on the game."""
    point: Fraction | None
    """The point of the change, if it is a rational number and proved."""
    root: tuple[int, ...]
    """Else a polynomial, constant coefficient first, whose single root in the bracket is the proved
    point; empty if none is known.
    """
    moves: tuple[Move, ...]
    """The actions that come or go at information sets reached on both sides, the most frequent
    first; at a single point all come, and are gone after it.
    """
    alone: bool
    """Play is the same on both sides, and only at `point` between them is more optimal."""


class Critical(NamedTuple):
    """The changes of optimal play between two p, and the value in between."""

    low: Fraction
    high: Fraction
    changes: tuple[Change, ...]
    """Ascending. Outside of them, and of `open`, play is proved to be the same."""
    values: tuple[Function, ...]
    """Ascending, without gaps except for brackets, and for `open` intervals at the ends."""
    open: tuple[tuple[Fraction, Fraction], ...]
    """Brackets, at most 1e-9 wide, in which play was not proved to be the same, though it is the
    same on both sides, or one side is beyond `low` or `high`; ascending. After an interrupted
    search also unsearched intervals, which are wider.
    """


def polynomial_text(coefficients: Sequence[int]) -> str:
    """Return a polynomial in p as text, constant term first.

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
    """Return a rational function of p as text.

    >>> from fractions import Fraction
    >>> ends = Fraction(0), Fraction(1)
    >>> function_text(Function(*ends, (3, -1), (1, 1))), function_text(Function(*ends, (6,), (5,)))
    ('(3 - p)/(1 + p)', '6/5')
    """
    above, below = polynomial_text(function.above), polynomial_text(function.below)
    if below == "1":
        return above
    return "/".join(f"({part})" if " " in part else part for part in (above, below))
