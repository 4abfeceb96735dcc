"""From a point that nearly satisfies the rows of a system to one that does exactly, in rationals.

`bounds` describes the required shape.
"""

from fractions import Fraction
from typing import NamedTuple

Row = dict[int, Fraction]  # Coefficients by column.


class System(NamedTuple):
    """Maximise `costs z`, where z >= 0 except in free columns, and the rows hold."""

    costs: list[Fraction]
    free: list[bool]
    equal: list[tuple[Row, Fraction]]
    """Each equation with its right-hand side."""
    below: list[tuple[Row, Fraction]]


def feasible_value(system: System, start: list[Fraction]) -> Fraction | None:
    """Return the objective of a feasible point near `start`; None if none is found."""
    point = [
        value if free else max(value, Fraction(0))
        for value, free in zip(start, system.free, strict=True)
    ]
    if _repair_equations(system, point) and _maximise_free_columns(system, point):
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
    for at, (row, _) in enumerate(rows):
        for column in row:
            uses.setdefault(column, set()).add(at)
    others = [
        sum(len(uses[column]) - 1 for column, number in row.items() if number > 0)
        for row, _ in rows
    ]
    waiting = [at for at, count in enumerate(others) if not count]
    found = []
    while waiting:
        at = waiting.pop()
        found.append(rows[at])
        for column, number in rows[at][0].items():
            if number < 0:
                for above in uses[column]:  # One equation fewer uses that column.
                    others[above] -= rows[above][0][column] > 0
                    if above != at and not others[above] and rows[above][0][column] > 0:
                        waiting.append(above)
    return found[::-1]


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
    for at, (row, right) in enumerate(system.below):
        above = [column for column, number in row.items() if system.free[column] and number > 0]
        if len(above) > 1 or not above and any(system.free[column] for column in row):
            return False
        if not above and sum(number * point[column] for column, number in row.items()) > right:
            return False
        for column in above:
            limits.setdefault(column, []).append(at)
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
        point[column] = min(_limit(*system.below[at], column, point) for at in limits[column])
        for later in waiting_for.get(column, ()):
            waits[later] -= 1
            if not waits[later]:
                ready.append(later)
    return settled == len(free)


def _limit(row: Row, right: Fraction, column: int, point: list[Fraction]) -> Fraction:
    return (
        right - sum(number * point[other] for other, number in row.items() if other != column)
    ) / row[column]
