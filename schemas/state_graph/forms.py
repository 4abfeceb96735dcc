"""The distinct forms of the states of a graph in columns: their contents without the targets."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.state_graph.columns import GraphColumns, Int32s

DENSE = 2**22  # Below this limit, distinct numbers are found with a table instead of sorting.


class Forms(NamedTuple):
    """The distinct rows of a table."""

    number: Int32s
    """Shape (n,): per row the number of its form, in no particular order."""
    first: NDArray[np.int64]
    """Shape (f,): the first row of each form."""


def state_forms(columns: GraphColumns) -> Forms:
    """Return the forms of all states."""
    row, column = columns.at[:, 0], columns.at[:, 1]
    return forms(columns.kind, columns.what, columns.player, columns.sees, row, column)


def forms(*table: NDArray[np.signedinteger]) -> Forms:
    """Return the forms of the rows of a table, given by its columns of at most 32 bits.

    >>> found = forms(np.array([7, 7, 5]), np.array([-1, -1, 3]))
    >>> found.number.tolist(), found.first.tolist()
    ([1, 1, 0], [2, 0])
    """
    number = np.zeros(len(table[0]), np.int64)
    for column in table if len(number) else ():
        least, most = int(column.min()), int(column.max())
        if most > least:  # The product is below 2**63: `number` is below the number of rows, ...
            number *= most - least + 1  # ... at most 2**31, and the other factor at most 2**32.
            number += column
            number = _dense(number - least)
    first = np.zeros(int(number.max(initial=-1)) + 1, np.int64)
    first[number[::-1]] = np.arange(len(number))[::-1]
    return Forms(number.astype(np.int32), first)


def _dense(number: NDArray[np.int64]) -> NDArray[np.int64]:
    """Renumber the distinct values from 0 without gaps, in the same order."""
    if int(number.max()) >= DENSE:
        return np.unique(number, return_inverse=True)[1]
    there = np.zeros(int(number.max()) + 1, np.bool_)
    there[number] = True
    return (np.cumsum(there) - 1)[number]
