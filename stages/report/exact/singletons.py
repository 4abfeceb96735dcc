"""The pivots of elimination that touch nothing: entries alone in their row or their column.

Most of a sequence-form basis goes that way, one line after the other, without any arithmetic but
the division by the pivot.
"""

from typing import NamedTuple

from flint import fmpq

Line = list[tuple[int, fmpq]]


class Pivot(NamedTuple):
    """A row and a column that are taken out."""

    row: int
    column: int
    number: fmpq
    """Where they meet."""
    along: Line
    """What else is in the row, by column."""
    factors: Line
    """How often the row is subtracted from others, by row."""


def peeled(rows: list[dict[int, fmpq]], columns: list[set[int]]) -> list[Pivot]:
    """Take out entries that are alone in a line as long as there are some, and return the pivots.

    `rows` holds the entries by column, `columns` the rows that have one. What is left in both is
    without the lines taken out, which are empty.

    >>> rows = [{0: fmpq(2)}, {0: fmpq(6), 1: fmpq(1)}]
    >>> [(pivot.row, pivot.column, pivot.factors) for pivot in peeled(rows, [{0, 1}, {1}])]
    [(0, 0, [(1, 3)]), (1, 1, [])]
    """
    found: list[Pivot] = []
    single_rows = [at for at, row in enumerate(rows) if len(row) == 1]
    single_columns = [at for at, column in enumerate(columns) if len(column) == 1]
    while single_rows or single_columns:
        if single_rows:
            row = single_rows.pop()
            if len(rows[row]) == 1:
                found.append(_by_row(row, rows, columns, single_rows))
        else:
            column = single_columns.pop()
            if len(columns[column]) == 1:
                found.append(_by_column(column, rows, columns, single_columns))
    return found


def _by_row(
    row: int, rows: list[dict[int, fmpq]], columns: list[set[int]], singles: list[int]
) -> Pivot:
    """Take out the only entry of a row; what becomes a single entry is noted."""
    column, number = rows[row].popitem()
    columns[column].discard(row)
    factors = []
    for other in columns[column]:
        line = rows[other]
        factors.append((other, line.pop(column) / number))
        if len(line) == 1:
            singles.append(other)
    columns[column].clear()
    return Pivot(row, column, number, [], factors)


def _by_column(
    column: int, rows: list[dict[int, fmpq]], columns: list[set[int]], singles: list[int]
) -> Pivot:
    """Take out the only entry of a column, likewise."""
    row = columns[column].pop()
    number = rows[row].pop(column)
    along = list(rows[row].items())
    for at, _ in along:
        columns[at].discard(row)
        if len(columns[at]) == 1:
            singles.append(at)
    rows[row].clear()
    return Pivot(row, column, number, along, [])
