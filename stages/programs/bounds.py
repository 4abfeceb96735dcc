"""Bounds on the optimum of a linear program, in rationals, from a plan and dual values in floating
point.

A plan and dual values bound the optimum (weak duality) if they are feasible, and
those of a solver are only nearly so. Here they are made exactly feasible. This
requires the shape of the sequence form (von Stengel 1996, section 4) or of its
dual, which is the other player's:

    maximise  c x + d v   subject to   E x = e,   B v - A x <= b,   x >= 0,

where the rows of E can be repaired in some order, each by its columns with a
coefficient above 0, and each row of B has one coefficient of v above 0. Then x is
repaired row by row, v is the best that x allows, and the game is not needed. Without
E and v, x is scaled until it is feasible. The coefficients are the decimals of the
program, which solvers round to floating point.
"""

from collections.abc import Iterable
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction
from typing import NamedTuple

from ...schemas.parts.exact import in_digits
from ...schemas.solution import Entry
from ..checkers.program_checker import ExactProgram, Numbers

Row = dict[int, Fraction]  # Coefficients by column.


class System(NamedTuple):
    """Maximise `costs z`, where z >= 0 except in free columns, and the rows hold."""

    costs: list[Fraction]
    free: list[bool]
    equal: list[tuple[Row, Fraction]]
    """Each equation with its right-hand side."""
    below: list[tuple[Row, Fraction]]


class Optimum(NamedTuple):
    """The proved bounds on the optimum; None where there is none."""

    lower: Fraction | None
    upper: Fraction | None


def bounds(program: ExactProgram, columns: Iterable[Entry], rows: Iterable[Entry]) -> Optimum:
    r"""Return the bounds on the optimum of a program that a solution's columns and rows prove.

    >>> from efgc.stages.programs.texts import read_exactly
    >>> program = read_exactly("max\n o: v\ns.t.\n f: x + y = 1\n a: v - 3 x <= 0\n"
    ...     " b: v - y <= 0\nbounds\n v free\nend\n")
    >>> bounds(program, [Entry("v", .7, ""), Entry("x", .2499, ""), Entry("y", .75, "")],
    ...        [Entry("f", .7, ""), Entry("a", .25, ""), Entry("b", .75, "")])
    Optimum(lower=Fraction(3376348640639661, 4503599627370496), upper=Fraction(3, 4))
    """
    system = _system(program)
    if system is None:
        return Optimum(None, None)
    sign = 1 if program.maximise else -1
    plan, prices = _values(columns), _values(rows)
    below = [name for name, (ends, _) in program.rows.items() if ends[0] != ends[1]]
    own = feasible_value(system, [plan[name] for name in program.columns])
    other = feasible_value(
        _dual(system), [*(Fraction(0) for _ in system.equal), *(abs(prices[at]) for at in below)]
    )
    lower = None if own is None else program.constant + sign * own
    upper = None if other is None else program.constant - sign * other
    return Optimum(lower, upper) if program.maximise else Optimum(upper, lower)


def _values(entries: Iterable[Entry]) -> Numbers:
    return {entry.name: Fraction(entry.value) for entry in entries}


def _system(program: ExactProgram) -> System | None:
    """Return the program as a system; None if a column is neither free nor bounded only by 0 from
    below, or if a row has two different bounds.
    """
    if any(upper is not None or lower for lower, upper in program.columns.values()):
        return None
    place = {name: at for at, name in enumerate(program.columns)}
    equal, below = [], []
    for (lower, upper), numbers in program.rows.values():
        row = {place[name]: number for name, number in numbers.items() if number}
        if upper is not None and lower == upper:
            equal.append((row, upper))
        elif upper is not None and lower is None:
            below.append((row, upper))
        elif lower is not None and upper is None:
            below.append(({column: -number for column, number in row.items()}, -lower))
        else:
            return None
    sign = 1 if program.maximise else -1
    return System(
        costs=[sign * program.costs.get(name, Fraction(0)) for name in program.columns],
        free=[lower is None for lower, _ in program.columns.values()],
        equal=equal,
        below=below,
    )


def _dual(system: System) -> System:
    """Return the dual system, with the columns of `equal` followed by those of `below`.

    The prices of `equal` are negated, so that the dual has the shape of the sequence form again.
    """
    signs = [-1] * len(system.equal) + [1] * len(system.below)
    transposed: list[Row] = [{} for _ in system.costs]
    for at, (row, _) in enumerate((*system.equal, *system.below)):
        for column, number in row.items():
            transposed[column][at] = signs[at] * number
    rights = [signs[at] * -right for at, (_, right) in enumerate((*system.equal, *system.below))]
    lines = [
        (row, cost, free)
        for row, cost, free in zip(transposed, system.costs, system.free, strict=True)
    ]
    return System(
        costs=rights,
        free=[sign < 0 for sign in signs],
        equal=[(row, cost) for row, cost, free in lines if free],
        below=[
            ({column: -number for column, number in row.items()}, -cost)
            for row, cost, free in lines
            if not free
        ],
    )


def down(number: Fraction | None) -> str:
    """Return a lower bound in 12 digits, rounded so that it remains valid; a dash for none.

    >>> down(Fraction(2, 3)), up(Fraction(2, 3)), down(Fraction(5)), down(None)
    ('0.666666666666', '0.666666666667', '5', '-')
    """
    return "-" if number is None else in_digits(number, 12, ROUND_FLOOR)


def up(number: Fraction | None) -> str:
    """Return an upper bound in the same way as `down` a lower one."""
    return "-" if number is None else in_digits(number, 12, ROUND_CEILING)


def feasible_value(system: System, start: list[Fraction]) -> Fraction | None:
    """Return the objective of a feasible point near `start`; None if none is found."""
    point = [
        value if free else max(value, Fraction(0))
        for value, free in zip(start, system.free, strict=True)
    ]
    if _repair_equations(system, point) and (
        _maximise_free_columns(system, point) or _scale(system, point)
    ):
        return sum(
            (cost * value for cost, value in zip(system.costs, point, strict=True) if cost),
            Fraction(0),
        )
    return None


def _repair_equations(system: System, point: list[Fraction]) -> bool:
    """Make the equations hold, each by its columns with a coefficient above 0; return whether that
    was possible.
    """
    if any(system.free[column] for row, _ in system.equal for column in row):
        return False
    for row, right in _from_above(system.equal):
        left = right - sum(number * point[column] for column, number in row.items() if number < 0)
        if not _share(
            left, {column: number for column, number in row.items() if number > 0}, point
        ):
            return False
    return all(
        sum(number * point[column] for column, number in row.items()) == right
        for row, right in system.equal
    )


def _from_above(rows: list[tuple[Row, Fraction]]) -> list[tuple[Row, Fraction]]:
    """Return the equations in an order in which no later one contains a column that has a
    coefficient above 0 in an earlier one.

    If there is no such order, some equations are left out.
    """
    uses: dict[int, set[int]] = {}
    for equation, (row, _) in enumerate(rows):
        for column in row:
            uses.setdefault(column, set()).add(equation)
    others = [
        sum(len(uses[column]) - 1 for column, number in row.items() if number > 0)
        for row, _ in rows
    ]
    waiting = [equation for equation, count in enumerate(others) if not count]
    ordered = []
    while waiting:
        equation = waiting.pop()
        ordered.append(rows[equation])
        for column, number in rows[equation][0].items():
            if number < 0:
                for above in uses[column]:  # One equation fewer uses that column.
                    others[above] -= rows[above][0][column] > 0
                    if above != equation and not others[above] and rows[above][0][column] > 0:
                        waiting.append(above)
    return ordered[::-1]


def _share(total: Fraction, coefficients: Row, point: list[Fraction]) -> bool:
    """Change columns by as little as necessary, keeping them at least 0, so that they add up to a
    total; return whether this is possible.
    """
    missing = total - sum(number * point[column] for column, number in coefficients.items())
    for column in sorted(coefficients, key=lambda column: (-point[column], column)):
        changed = max(Fraction(0), point[column] + missing / coefficients[column])
        missing -= coefficients[column] * (changed - point[column])
        point[column] = changed
    return missing == 0


def _maximise_free_columns(system: System, point: list[Fraction]) -> bool:
    """Give each free column the largest value that its rows allow; return whether the rows hold."""
    limits: dict[int, list[int]] = {}
    waits: dict[int, int] = {}
    waiting_for: dict[int, list[int]] = {}
    for row_number, (row, right) in enumerate(system.below):
        above = [column for column, number in row.items() if system.free[column] and number > 0]
        if len(above) > 1 or not above and any(system.free[column] for column in row):
            return False
        if not above and sum(number * point[column] for column, number in row.items()) > right:
            return False
        for column in above:
            limits.setdefault(column, []).append(row_number)
            others = [other for other in row if system.free[other] and other != column]
            waits[column] = waits.get(column, 0) + len(others)
            for other in others:
                waiting_for.setdefault(other, []).append(column)
    free = [column for column, free in enumerate(system.free) if free]
    ready = [column for column in free if column in limits and not waits[column]]
    settled = 0
    while ready:
        column = ready.pop()
        settled += 1
        point[column] = min(
            _limit(*system.below[row_number], column, point) for row_number in limits[column]
        )
        for later in waiting_for.get(column, ()):
            waits[later] -= 1
            if not waits[later]:
                ready.append(later)
    return settled == len(free)


def _scale(system: System, point: list[Fraction]) -> bool:
    """Multiply the point by the number nearest to 1 with which the rows hold, where there are
    neither equations nor free columns; return whether there is such a number.
    """
    if system.equal or any(system.free):
        return False
    least, most = Fraction(0), None
    for row, right in system.below:
        left = sum(number * point[column] for column, number in row.items())
        if left > 0:
            most = right / left if most is None else min(most, right / left)
        elif left < 0:
            least = max(least, right / left)
        elif right < 0:
            return False
    factor = max(least, Fraction(1)) if most is None else min(max(least, Fraction(1)), most)
    point[:] = [factor * value for value in point]
    return factor >= least


def _limit(row: Row, right: Fraction, column: int, point: list[Fraction]) -> Fraction:
    return (
        right - sum(number * point[other] for other, number in row.items() if other != column)
    ) / row[column]
