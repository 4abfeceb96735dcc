"""The payoffs at the ends of play of a Gambit file, exactly, as arrays."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.parts.rationals import Integers, Rationals, rationals
from stages.parse.gambit.amounts_kernel import amounts, distinct
from stages.parse.gambit.mended_numbers import Meanings
from stages.parse.gambit.numbers import integer
from stages.parse.gambit.outcomes import Outcomes
from stages.parse.gambit.problems import Noted
from stages.parse.gambit.tree_kernel import paid_in_all

Int32s = NDArray[np.int32]


class Amounts(NamedTuple):
    """What is paid in some cases, k of them; last stands the case in which nothing is."""

    payoff: Rationals
    """Shape (k,): to player 1."""
    total: Rationals
    """Shape (k,): to both."""


class Ends(NamedTuple):
    """What is paid at the ends of play."""

    payoffs: Rationals
    """Each once, in order of first visit."""
    number: Int32s
    """Per end of play the number of its payoff."""
    constant: Fraction
    """What both payoffs add up to at every end."""


def read_amounts(
    content: bytes, begin: Int32s, end: Int32s, meanings: Meanings, start: int = 0
) -> Amounts | None:
    """Return what the payoffs are that stand in braces between offsets; None where they are none.

    `start` is the offset of the content in the file.

    >>> places = np.array([[0, 11], [10, 21]], np.int32)
    >>> found = read_amounts(b"{ 1/2 .5 } { 1e1, 0 }", *places, Meanings())
    >>> [list(numbers) for numbers in found]
    [[Fraction(1, 2), Fraction(10, 1), Fraction(0, 1)], [Fraction(1, 1), Fraction(10, 1), \
Fraction(0, 1)]]
    """
    found = np.zeros((4, len(begin) + 1), np.int64)
    found[1::2, -1] = 1  # The case in which nothing is paid.
    amounts(np.frombuffer(content, np.uint8), begin, end, found)
    otherwise = np.flatnonzero(found[1] == 0)
    read = []
    for text in otherwise:
        meanings.begin = start + int(begin[text])
        read.append(_read(content[begin[text] : end[text]].decode(), meanings))
    known = [pair for pair in read if pair is not None]
    if len(known) < len(read):
        return None
    payoff, total = (
        _with(above, below, otherwise, rationals(pair[at] for pair in known))
        for at, (above, below) in enumerate((found[:2], found[2:]))
    )
    return Amounts(payoff, total)


def _with(above: Integers, below: Integers, at: NDArray[np.intp], others: Rationals) -> Rationals:
    """Return rationals with others in some places."""
    if not others.small:
        above, below = above.astype(object), below.astype(object)
    above[at], below[at] = others.numerators, others.denominators
    return Rationals(above, below)


def _read(text: str, meanings: Meanings) -> tuple[Fraction, Fraction] | None:
    """Return payoff and total of a description; None where something is wrong with it."""
    noted = Noted(text)
    outcome = Outcomes(noted, integer, meanings).at(0, "1", text, True)
    return None if noted.problems else (outcome.payoff, outcome.total)


def on_the_way(
    paid: Amounts, begin: Int32s, following: Int32s, own: Int32s
) -> tuple[Amounts, Int32s]:
    """Return what is paid on the ways to nodes and there, and per node which of this it is.

    `own` is per node what it pays itself, -1 for nothing; the children are those of
    `schemas.game.columns`.
    """
    of, sums = np.empty(len(own), np.int32), np.empty((len(own), 2), np.int32)
    sums = sums[: paid_in_all(begin, following, own, of, sums)]
    payoff, total = list(paid.payoff), list(paid.total)
    payoffs: list[Fraction] = []
    totals: list[Fraction] = []
    for above, last in sums.tolist():
        payoffs.append(payoff[last] + (payoffs[above] if above >= 0 else 0))
        totals.append(total[last] + (totals[above] if above >= 0 else 0))
    nothing = [Fraction(0)]
    return Amounts(rationals(payoffs + nothing), rationals(totals + nothing)), of


def ends(paid: Amounts, rows: Int32s) -> Ends | None:
    """Return what is paid at the ends of play, per end a row of `paid`, -1 for nothing; None where
    it does not always add up to the same.
    """
    rows = np.where(rows < 0, np.int32(len(paid.payoff) - 1), rows)
    constant = paid.total[rows[0]]
    total = paid.total
    used = np.zeros(len(total), bool)
    used[rows] = True
    if not (
        (total.numerators[used] == constant.numerator).all()
        and (total.denominators[used] == constant.denominator).all()
    ):
        return None
    payoff = paid.payoff
    if payoff.small:
        number, kept = np.empty(len(rows), np.int32), np.empty(len(rows), np.int64)
        kept = kept[: distinct(payoff.numerators, payoff.denominators, rows, number, kept)]
        return Ends(Rationals(payoff.numerators[kept], payoff.denominators[kept]), number, constant)
    found: dict[Fraction, int] = {}
    each = list(payoff)
    numbers = [found.setdefault(each[row], len(found)) for row in rows.tolist()]
    return Ends(rationals(found), np.array(numbers, np.int32), constant)
