"""Numbers for values, for rows of several, and for bags of them: equal numbers where all is equal,
compared number by number, so that no print could collide.
"""

import numpy as np
import numpy.typing as npt

from schemas.parts.key_tables import KeyTable, enter

Numbers = npt.NDArray[np.int64]


def ranks(first: Numbers, *columns: Numbers) -> Numbers:
    """Return per row of columns of numbers from 0 on a number from 0 on, the same for the same rows
    alone.

    >>> ranks(np.array([3, 1, 3, 3]), np.array([0, 0, 0, 1])).tolist()
    [0, 1, 0, 2]
    """
    found = first
    for column in columns:
        # Both factors are numbers of nodes or below: their product is far from 2**63.
        found = numbered(found * (int(column.max(initial=0)) + 1) + column)
    return found


def numbered(values: Numbers) -> Numbers:
    """Return per value a number from 0 on, the same for the same values alone."""
    found = np.empty(len(values), np.int32)
    enter(KeyTable(len(values)), values, 0, found)
    return found.astype(np.int64)


def bags(values: Numbers, each: Numbers, sizes: Numbers) -> Numbers:
    """Return per bag a number for the values in it, the same where the same values are in it
    equally often alone.

    `each` is the bag of each value, `sizes` their numbers of values.

    >>> bags(np.array([5, 7, 7, 5, 7]), np.array([0, 0, 1, 1, 2]), np.array([2, 2, 1, 0])).tolist()
    [0, 0, 1, 2]
    """
    spread = int(values.max(initial=0)) + 1
    return _runs(np.sort(each * spread + values) % spread, sizes)


def _runs(values: Numbers, lengths: Numbers) -> Numbers:
    """Return per run of values a number, the same for the same runs alone: neighbours are taken
    together until one is left.
    """
    found = np.zeros(len(lengths), np.int64)
    waiting, left = np.arange(len(lengths)), lengths
    while True:
        ended = left <= 1
        begins = np.cumsum(left) - left
        whole = ended & (left == 1)
        found[waiting[whole]] = values[begins[whole]]
        if ended.all():
            # Runs of one length end at the same time, so that their numbers can be compared.
            return ranks(found, lengths)
        values = values[np.repeat(~ended, left)]
        waiting, left = waiting[~ended], left[~ended]
        halves = (left + 1) // 2
        places = np.arange(int(halves.sum())) - np.repeat(np.cumsum(halves) - halves, halves)
        one = np.repeat(np.cumsum(left) - left, halves) + 2 * places
        other = np.where(
            2 * places + 1 < np.repeat(left, halves),
            values[np.minimum(one + 1, len(values) - 1)] + 1,
            0,
        )
        values, left = ranks(values[one], other), halves
