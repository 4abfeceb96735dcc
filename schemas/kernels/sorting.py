"""Sorting for kernels. Compiled, it is the sort of the C library (`sorting.pxd`); this is its twin
in NumPy.
"""

import numpy as np

from ..parts.arrays import Index, Int32s, Ints2


def sort(numbers: Int32s, begin: Index, end: Index) -> None:
    """Sort the numbers from `begin` to `end`."""
    numbers[begin:end].sort()


def sort_threes(rows: Ints2, count: Index) -> None:
    """Sort the first `count` rows, of three numbers each, by their first numbers, those with equal
    ones by their second numbers, and so on.
    """
    rows[:count] = rows[:count][np.lexsort(rows[:count, ::-1].T)]
