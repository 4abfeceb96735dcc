"""Which sequences of two tables of g can be the same ones, by numbers and not by names.

Tables are dictionaries from (row, column) to a number. Rows and columns are coloured by the numbers
in them and the colours of the columns and rows that they meet, until the colouring is stable
(`pipeline.apps.course.points.colouring`). A matching of the tables keeps colours. Sequences of one
colour are not told apart: a guess could blame a plan for the matching. But that there is a matching
is proved: one is found, and compared entry by entry.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .colouring import Colouring, Undecided, find_bijection

Table = Mapping[tuple[int, int], float]
Parents = tuple[Mapping[int, int], Mapping[int, int]]
"""For rows and for columns: from a number to that of the parent sequence."""


class Alike(NamedTuple):
    """Sequences that have the same colour, as many in the first table as in the second."""

    first: tuple[int, ...]
    second: tuple[int, ...]


Classes = tuple[list[Alike], list[Alike]]
"""For rows and for columns: all classes of sequences with the same colour."""


class TableMatch(NamedTuple):
    """The sequences of two tables that can be the same ones."""

    classes: Classes
    proved: bool
    """Whether the tables are the same; False if that was not decided."""


CLOSE = 1e-6  # Numbers at most this far apart are equal.
ZERO = 2.0**-21
"""Numbers of at most this size are not entries of a table. It is about half of CLOSE, but no short
decimal number: rounding could put an entry of that size on either side.
"""

_Place = tuple[int, int, int]  # The table, 0 for rows or 1 for columns, and the number.
_Meets = dict[_Place, list[tuple[int, _Place]]]
_PARENT, _CHILD = -1, -2  # Kinds of edges; those of g have a kind of number, from 0.


def matched(
    first: Table, second: Table, parents: tuple[Parents, Parents] | None = None
) -> TableMatch | None:
    """Return the classes of rows and columns with the same colour; None if the tables differ under
    each matching. With the parents of both tables' sequences, matchings must keep parents, too.

    >>> matched({(1, 1): 2.0, (2, 2): 3.0}, {(7, 5): 3.0, (8, 4): 2.0}).classes
    ([Alike(first=(1,), second=(8,)), Alike(first=(2,), second=(7,))], \
[Alike(first=(1,), second=(4,)), Alike(first=(2,), second=(5,))])
    >>> matched({(1, 1): 2.0, (2, 1): 2.0}, {(1, 1): 2.0, (3, 1): 2.0})
    TableMatch(classes=([Alike(first=(1, 2), second=(1, 3))], [Alike(first=(1,), second=(1,))]), \
proved=True)
    >>> matched({(1, 1): 2.0}, {(1, 1): 2.5})
    """
    if len(first) != len(second):
        return None
    meets = _neighbours(first, second)
    for table, sides in enumerate(parents or ()):
        for side, tree in enumerate(sides):
            _add_tree(meets, table, side, tree)
    places = sorted(meets, key=lambda place: place[0])
    numbers = {place: number for number, place in enumerate(places)}
    edges = [[(kind, numbers[other]) for kind, other in meets[place]] for place in places]
    half = sum(table == 0 for table, _, _ in places)
    colouring = Colouring(edges, half, (side for _, side, _ in places))
    if not colouring.balanced():
        return None
    classes = _classes(places, colouring.colours)
    try:
        pairs = find_bijection(colouring)
    except Undecided:
        return TableMatch(classes, False)
    if pairs is None:
        return None
    same = {places[one][1:]: places[other][1:] for one, other in pairs.items()}
    return TableMatch(classes, _agree(first, second, parents, same))


def _classes(places: Sequence[_Place], colours: Sequence[int]) -> Classes:
    members: dict[int, tuple[list[int], list[int]]] = {}
    sides: dict[int, int] = {}
    for (table, side, number), colour in zip(places, colours, strict=True):
        members.setdefault(colour, ([], []))[table].append(number)
        sides[colour] = side
    found: Classes = ([], [])
    for colour, (mine, yours) in members.items():
        found[sides[colour]].append(Alike(tuple(mine), tuple(yours)))
    return found


def _agree(
    first: Table,
    second: Table,
    parents: tuple[Parents, Parents] | None,
    same: Mapping[tuple[int, int], tuple[int, int]],
) -> bool:
    """Return whether a bijection of rows (0, number) and columns (1, number) keeps all entries and
    parents. Numbers of one kind can be apart if others lie between them.
    """
    for (row, column), number in first.items():
        other = second.get((same[0, row][1], same[1, column][1]))
        if other is None or abs(number - other) > _near(other):
            return False
    for side, (mine, yours) in enumerate(zip(*parents, strict=True) if parents else ()):
        if len(mine) != len(yours) or any(
            yours.get(same[side, child][1]) != same[side, parent][1]
            for child, parent in mine.items()
        ):
            return False
    return True


def parents_by_text(texts: Mapping[int, str]) -> dict[int, int] | None:
    """Return the parents of sequences if each text continues the text of the parent, from the empty
    one; None if they do not, or if a text is there twice.

    >>> parents_by_text({1: "", 2: "e1", 3: "e10", 4: "e1 down", 5: "e10 up"})
    {2: 1, 4: 2, 3: 1, 5: 3}
    >>> parents_by_text({1: "", 2: "up", 3: "up"}), parents_by_text({1: "a", 2: "b"})
    (None, None)
    """
    # Numbers are compared as a whole: e10 does not continue e1.
    split = sorted((re.findall(r"\d+|\D", text), number) for number, text in texts.items())
    found: dict[int, int] = {}
    before: list[tuple[list[str], int]] = []
    for text, number in split:
        while before and text[: len(before[-1][0])] != before[-1][0]:
            before.pop()
        if bool(before) != bool(text) or (before and text == before[-1][0]):
            return None
        if before:
            found[number] = before[-1][1]
        before.append((text, number))
    return found


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
    return _unmatched_rows(shapes[0], shapes[1]), _unmatched_rows(shapes[1], shapes[0])


def _unmatched_rows(
    these: dict[int, tuple[int, ...]], those: dict[int, tuple[int, ...]]
) -> list[int]:
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


def _neighbours(first: Table, second: Table) -> _Meets:
    kinds = _kinds([*first.values(), *second.values()])
    meets: _Meets = {}
    for table, numbers in enumerate((first, second)):
        for (row, column), number in numbers.items():
            one, other = (table, 0, row), (table, 1, column)
            meets.setdefault(one, []).append((kinds[number], other))
            meets.setdefault(other, []).append((kinds[number], one))
    return meets


def _add_tree(meets: _Meets, table: int, side: int, tree: Mapping[int, int]) -> None:
    for child, parent in tree.items():
        one, other = (table, side, child), (table, side, parent)
        meets.setdefault(one, []).append((_PARENT, other))
        meets.setdefault(other, []).append((_CHILD, one))
