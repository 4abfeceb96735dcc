"""Matching the sequences of two tables of g, by g alone, independently of their names.

Tables are dictionaries from (row, column) to a number. Rows and columns are coloured by the numbers
in them and the colours of the columns and rows that they meet, until the colouring is stable
(colour refinement). Ties are broken by matching one candidate with another, and the result is
verified at the end.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

Table = Mapping[tuple[int, int], float]
Places = tuple[dict[int, int], dict[int, int]]
"""For rows and for columns: from the number in the first table to the number in the second."""

CLOSE = 1e-6  # Numbers at most this far apart are equal.
ROUNDS = 2_000_000  # Limit of numbers visited, after which matching is given up.

_Place = tuple[int, int, int]  # The table, 0 for rows or 1 for columns, and the number.


def matched(first: Table, second: Table) -> Places | None:
    """Return a matching of the nonzero rows and columns under which all numbers agree; None if none
    was found.

    >>> matched({(1, 1): 2.0, (2, 2): 3.0}, {(7, 5): 3.0, (8, 4): 2.0})
    ({1: 8, 2: 7}, {1: 4, 2: 5})
    >>> matched({(1, 1): 2.0}, {(1, 1): 2.5})
    """
    if len(first) != len(second):
        return None
    meets = _meets(first, second)
    colours: dict[_Place, int] = dict.fromkeys(meets, 0)
    spent = 0
    while True:
        colours, rounds = _refined(meets, colours)
        spent += rounds * len(first)
        classes: dict[int, tuple[list[_Place], list[_Place]]] = {}
        for place, colour in colours.items():
            classes.setdefault(colour, ([], []))[place[0]].append(place)
        if any(len(mine) != len(yours) for mine, yours in classes.values()):
            return None
        several = [pair for pair in classes.values() if len(pair[0]) > 1]
        if not several:
            break
        if spent > ROUNDS:
            return None
        mine, yours = min(several, key=lambda pair: len(pair[0]))
        colours[mine[0]] = colours[yours[0]] = len(classes)
    found: Places = ({}, {})
    for (one,), (other,) in classes.values():
        found[one[1]][one[2]] = other[2]
    same = all(
        abs(second.get((found[0][row], found[1][column]), 0.0) - number) <= _near(number)
        for (row, column), number in first.items()
    )
    return found if same else None


def rows_apart(first: Table, second: Table) -> tuple[list[int], list[int]]:
    """Return the unmatched rows of each table: rows are paired if they have the same numbers in any
    order, each row at most once.

    >>> rows_apart({(1, 1): 2.0, (2, 1): 3.0}, {(7, 5): 3.0, (8, 5): 4.0})
    ([1], [8])
    """
    kinds = _kinds([*first.values(), *second.values()])
    lists: list[dict[int, list[int]]] = [{}, {}]
    for rows, table in zip(lists, (first, second), strict=True):
        for (row, _), number in table.items():
            rows.setdefault(row, []).append(kinds[number])
    shapes = [{row: tuple(sorted(them)) for row, them in rows.items()} for rows in lists]
    return _left(shapes[0], shapes[1]), _left(shapes[1], shapes[0])


def _left(these: dict[int, tuple[int, ...]], those: dict[int, tuple[int, ...]]) -> list[int]:
    free = Counter(those.values())
    left = []
    for row, shape in these.items():
        if free[shape]:
            free[shape] -= 1
        else:
            left.append(row)
    return left


def _near(number: float) -> float:
    return CLOSE * max(1.0, abs(number))


def _kinds(numbers: Iterable[float]) -> dict[float, int]:
    """Return an identifier for each number, the same for numbers that are close."""
    kinds: dict[float, int] = {}
    last, kind = 0.0, 0
    for number in sorted(set(numbers)):
        kind += number - last > _near(number)
        kinds[number] = kind
        last = number
    return kinds


def _meets(first: Table, second: Table) -> dict[_Place, list[tuple[int, _Place]]]:
    kinds = _kinds([*first.values(), *second.values()])
    meets: dict[_Place, list[tuple[int, _Place]]] = {}
    for table, numbers in enumerate((first, second)):
        for (row, column), number in numbers.items():
            one, other = (table, 0, row), (table, 1, column)
            meets.setdefault(one, []).append((kinds[number], other))
            meets.setdefault(other, []).append((kinds[number], one))
    return meets


def _refined(
    meets: dict[_Place, list[tuple[int, _Place]]], colours: dict[_Place, int]
) -> tuple[dict[_Place, int], int]:
    """Return the stable colours and the number of rounds of refinement."""
    rounds, many = 0, 0
    while True:
        rounds += 1
        known: dict[object, int] = {}
        made = {}
        for place, those in meets.items():
            around = tuple(sorted((kind, colours[other]) for kind, other in those))
            made[place] = known.setdefault((colours[place], place[1], around), len(known))
        colours = made
        if len(known) == many:
            return colours, rounds
        many = len(known)
