"""The payoffs at the terminal nodes of a Gambit file, exactly, as arrays."""

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
    """The payoffs of k cases; the last case is the one without payoffs."""

    payoff: Rationals
    """Shape (k,): to player 1."""
    total: Rationals
    """Shape (k,): the sum of both players' payoffs."""


class Ends(NamedTuple):
    """The payoffs at the terminal nodes."""

    payoffs: Rationals
    """Distinct payoffs in order of first visit."""
    number: Int32s
    """For each terminal node the index of its payoff."""
    constant: Fraction
    """The sum of both payoffs at every terminal node."""


def read_amounts(
    content: bytes, begin: Int32s, end: Int32s, meanings: Meanings, start: int = 0
) -> Amounts | None:
    """Return the payoffs in the braces between offsets; None if any is unreadable.

    `start` is the offset of the content in the file.

    >>> places = np.array([[0, 11], [10, 21]], np.int32)
    >>> found = read_amounts(b"{ 1/2 .5 } { 1e1, 0 }", *places, Meanings())
    >>> [list(numbers) for numbers in found]
    [[Fraction(1, 2), Fraction(10, 1), Fraction(0, 1)], [Fraction(1, 1), Fraction(10, 1), \
Fraction(0, 1)]]
    """
    found = np.zeros((4, len(begin) + 1), np.int64)
    found[1::2, -1] = 1  # The case without payoffs.
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
    """Return rationals with some of them replaced by others."""
    if not others.small:
        above, below = above.astype(object), below.astype(object)
    above[at], below[at] = others.numerators, others.denominators
    return Rationals(above, below)


def _read(text: str, meanings: Meanings) -> tuple[Fraction, Fraction] | None:
    """Return payoff and sum of a description; None if it is invalid."""
    noted = Noted(text)
    outcome = Outcomes(noted, integer, meanings).at(0, "1", text, True)
    return None if noted.problems else (outcome.payoff, outcome.total)


def on_the_way(
    paid: Amounts, begin: Int32s, following: Int32s, own: Int32s
) -> tuple[Amounts, Int32s]:
    """Return the accumulated payoffs at nodes, and for each node its row of them.

    `own` is for each node its own row of `paid`, -1 for none; the children are those of
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
    """Return the payoffs at terminal nodes, given for each a row of `paid`, -1 for nothing; None if
    their sums are not constant.
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
