"""The changes between stretches: brackets with the value proved at both ends, in readable numbers;
the exact point of a change, if known; and the actions that come into play or go out of it.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from flint import fmpq, fmpq_poly, fmpz_poly

from .....schemas.parts.problems import StageBug
from .....stages.report.exact.basic import residuals
from .coverage import is_searched
from .family import Family
from .functions import variations
from .play import Play, moves, play, proved
from .records import Change, Critical, Function
from .stretch import Curves, Stretch, face, stretch


class _Point(NamedTuple):
    """The proved only point between two stretches at which anything can change."""

    number: Fraction | None
    """None if it is not rational."""
    root: tuple[int, ...]
    """Then a polynomial with this single root there; constant coefficient first."""


def critical_changes(
    family: Family, stretches: Sequence[Stretch], ends: tuple[fmpq, fmpq]
) -> Critical:
    """Return the result for the p between `ends`, from ascending stretches that cover them except
    for gaps.
    """
    plays = [play(family, one.positive) for one in stretches]
    changes: list[Change] = []
    known = _reach(stretches, ends)
    unknown = [(ends[0], known[0]), (known[1], ends[1])]
    for number, (lower, upper) in enumerate(zip(stretches, stretches[1:], strict=False)):
        if lower.high.at == upper.low.at and lower.positive != upper.positive:
            raise StageBug("efgc: a bug of ours: play changes where it was proved not to")
        if not is_searched(lower, upper):
            unknown.append(_bracket(lower, upper))
        elif plays[number] != plays[number + 1]:
            changes.append(_change(family, (lower, upper), (plays[number], plays[number + 1])))
        elif lower.high.at < upper.low.at:
            where = _point(lower, upper)
            if where is not None and where.number is not None:
                changes += _point_change(family, (lower, upper), where, plays[number])
            elif not _bridged(family, lower, upper):
                # At a point that is not rational more may be optimal; that is not examined.
                unknown.append(_bracket(lower, upper))
    sign = 1 if family.program.player == 1 else -1
    values = _functions(stretches, family.program.objective, sign, known)
    return Critical(
        _fraction(ends[0]),
        _fraction(ends[1]),
        changes=tuple(changes),
        values=tuple(values),
        open=tuple((_fraction(a), _fraction(b)) for a, b in sorted(unknown) if a < b),
    )


def _change(family: Family, around: tuple[Stretch, Stretch], plays: tuple[Play, Play]) -> Change:
    lower, upper = around
    before, after = plays
    where = _point(lower, upper) or _Point(None, ())
    found = [
        *moves(family, (before, after), upper, True),
        *moves(family, (after, before), lower, False),
    ]
    found.sort(key=lambda move: (-move.weight, move.infoset, move.action))
    low, high = _bracket(lower, upper)
    return Change(
        low=_fraction(low),
        high=_fraction(high),
        values=(proved(family, lower, low), proved(family, upper, high)),
        point=where.number,
        root=where.root,
        moves=tuple(found),
        alone=False,
    )


def _point_change(
    family: Family, around: tuple[Stretch, Stretch], where: _Point, before: Play
) -> list[Change]:
    """Return the change at the single point between two stretches with the same play; none if
    play is the same at the point, too.
    """
    assert where.number is not None
    equations = family.at(fmpq(*where.number.as_integer_ratio()))
    positive = set[int]()
    for solution in face(equations, around[0].basis).solutions:
        values = residuals(equations, solution)[0]
        positive |= {place for place, value in enumerate(values) if value}
    there = play(family, positive)
    if there == before:
        return []
    low, high = _bracket(*around)
    return [
        Change(
            low=_fraction(low),
            high=_fraction(high),
            values=(proved(family, around[0], low), proved(family, around[1], high)),
            point=where.number,
            root=(),
            moves=tuple(moves(family, (before, there), around[0], True)),
            alone=True,
        )
    ]


def _bridged(family: Family, lower: Stretch, upper: Stretch) -> bool:
    """Return whether one stretch spans both: then the gap between them is closed."""
    ends = lower.high.at, upper.low.at
    found = stretch(Curves(family), _simplest(*ends), ends, lower.basis)
    return found is not None and found.low.root is None and found.high.root is None


GRID = 10**10
"""Ends are rounded to multiples of 1/GRID, if the stretches contain one close by."""


def _bracket(lower: Stretch, upper: Stretch) -> tuple[fmpq, fmpq]:
    """Return a number of each of two stretches, close to the gap between them."""
    return _upper_end(lower), _lower_end(upper)


def _reach(stretches: Sequence[Stretch], ends: tuple[fmpq, fmpq]) -> tuple[fmpq, fmpq]:
    """Return the ends; at an end in a gap, a number of the nearest stretch instead."""
    first, last = stretches[0], stretches[-1]
    return (
        ends[0] if first.low.at == ends[0] else _lower_end(first),
        ends[1] if last.high.at == ends[1] else _upper_end(last),
    )


def _lower_end(found: Stretch) -> fmpq:
    low = (found.low.at * GRID).floor() + 1
    return fmpq(low, GRID) if low < found.high.at * GRID else found.low.at


def _upper_end(found: Stretch) -> fmpq:
    high = (found.high.at * GRID).ceil() - 1
    return fmpq(high, GRID) if high > found.low.at * GRID else found.high.at


def _functions(
    stretches: Sequence[Stretch], objective: int, sign: int, ends: tuple[fmpq, fmpq]
) -> Iterator[Function]:
    """Yield the value between `ends`, as one function per interval of p; `objective` is the
    column of the value, which is multiplied by `sign`.
    """
    begin = ends[0]
    for at, one in enumerate(stretches):
        last = at + 1 == len(stretches)
        here = _function(one, objective, sign)
        if (
            not last
            and is_searched(one, stretches[at + 1])
            and _function(stretches[at + 1], objective, sign) == here
        ):
            continue
        low, high = (ends[1], ends[1]) if last else _bracket(one, stretches[at + 1])
        yield Function(_fraction(begin), _fraction(low), *here)
        begin = high


def _fraction(number: fmpq) -> Fraction:
    """Return FLINT's number as Python's."""
    return Fraction(int(number.p), int(number.q))


def _function(found: Stretch, objective: int, sign: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return numerator and denominator, without common factors, the denominator positive."""
    above, below = sign * found.plans[0].above[objective], found.plans[0].below
    common = above.gcd(below)
    above, below = above // common, below // common
    unit = above.denom().lcm(below.denom())
    parts = [(one * fmpq_poly([fmpq(unit)])).numer() for one in (above, below)]
    content = parts[0].content().gcd(parts[1].content())
    if below((found.low.at + found.high.at) / 2) < 0:
        content = -content
    first, second = (tuple(int(number) for number in (one // content).coeffs()) for one in parts)
    return first, second


def _point(lower: Stretch, upper: Stretch) -> _Point | None:
    """Return the only point between two stretches at which anything can change; None if unknown.

    The lower stretch holds up to the first root of its polynomials, the upper one from the last
    root of its own. If none of them has any other root between the stretches, the point is this
    root.
    """
    a, b = lower.high.at, upper.low.at
    if lower.high.root is None:
        return None
    for factor in _factors(lower.high.root):
        if variations(factor, a, b) == 1 and _has_no_other_root(factor, lower.signs, a, b):
            if not _has_no_other_root(factor, upper.signs, a, b):
                return None
            coefficients = tuple(map(int, factor.coeffs()))
            if len(coefficients) == 2:
                return _Point(Fraction(-coefficients[0], coefficients[1]), ())
            return _Point(None, coefficients)
    return None


def _simplest(a: fmpq, b: fmpq) -> fmpq:
    """Return the number strictly between two positive ones that has the smallest denominator.

    >>> _simplest(fmpq(1, 7), fmpq(2, 5))
    1/3
    """
    whole = a.floor()
    if whole + 1 < b:
        return fmpq(whole + 1)
    if whole == a:
        # Between a and the next integer: a plus a unit fraction.
        return whole + 1 / fmpq((1 / (b - whole)).floor() + 1)
    return whole + 1 / _simplest(1 / (b - whole), 1 / (a - whole))


def _factors(polynomial: fmpz_poly) -> Iterable[fmpz_poly]:
    return [factor for factor, _ in polynomial.factor()[1]]


def _has_no_other_root(
    factor: fmpz_poly, polynomials: Iterable[fmpz_poly], a: fmpq, b: fmpq
) -> bool:
    """Return whether it is proved that no polynomial has a root between a and b except the
    factor's.
    """
    for polynomial in polynomials:
        rest = polynomial
        while rest.degree() >= factor.degree() and not divmod(rest, factor)[1]:
            rest //= factor
        if variations(rest, a, b):
            return False
    return True
