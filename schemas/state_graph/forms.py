"""The different forms of the states of a graph in columns: what they say but for the targets."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.state_graph.columns import GraphColumns, Int32s

DENSE = 2**22  # So many numbers are told apart by a table.


class Forms(NamedTuple):
    """The rows of a table, told apart."""

    number: Int32s
    """Shape (n,): per row the number of its form, in no particular order."""
    first: NDArray[np.int64]
    """Shape (f,): per form the first row that has it."""


def state_forms(columns: GraphColumns) -> Forms:
    """Return the forms of all states."""
    row, column = columns.at[:, 0], columns.at[:, 1]
    return forms(columns.kind, columns.what, columns.player, columns.sees, row, column)


def forms(*table: NDArray[np.signedinteger]) -> Forms:
    """Return the forms of the rows of a table that is given by its columns, of 32 bits at most.

    >>> found = forms(np.array([7, 7, 5]), np.array([-1, -1, 3]))
    >>> found.number.tolist(), found.first.tolist()
    ([1, 1, 0], [2, 0])
    """
    number = np.zeros(len(table[0]), np.int64)
    for column in table if len(number) else ():
        least, most = int(column.min()), int(column.max())
        if most > least:  # Both factors are below 2**32, and so the product is below 2**63 ...
            number *= most - least + 1  # ... because the number is below that of the rows, 2**31.
            number += column
            number = _dense(number - least)
    first = np.zeros(int(number.max(initial=-1)) + 1, np.int64)
    first[number[::-1]] = np.arange(len(number))[::-1]
    return Forms(number.astype(np.int32), first)


def _dense(number: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return numbers from 0 in their place, without gaps."""
    if int(number.max()) >= DENSE:
        return np.unique(number, return_inverse=True)[1]
    there = np.zeros(int(number.max()) + 1, np.bool_)
    there[number] = True
    return (np.cumsum(there) - 1)[number]
