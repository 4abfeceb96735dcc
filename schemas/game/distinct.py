"""Distinct numbers in order of use, for the columns of a game."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..parts.rationals import Rationals, rationals


def distinct_rationals(
    numbers: Rationals, uses: NDArray[np.int32]
) -> tuple[Rationals, NDArray[np.int32]]:
    """Return the numbers that are used, each once and in order of first use, and the index of each
    use among them. `uses` holds indices into `numbers`, some of which may be equal.

    >>> from fractions import Fraction
    >>> found, index = distinct_rationals(
    ...     rationals([Fraction(1, 2), Fraction(3), Fraction(3)]), np.array([2, 0, 1], np.int32))
    >>> list(map(str, found)), index.tolist()
    (['3', '1/2'], [0, 1, 0])
    """
    order = np.lexsort((numbers.denominators, numbers.numerators))
    by_size = numbers.numerators[order], numbers.denominators[order]
    new = np.concatenate([[True], np.any([part[1:] != part[:-1] for part in by_size], axis=0)])
    group = np.empty(len(order), np.int64)
    group[order] = np.cumsum(new) - 1
    representative = np.empty(len(order), np.int64)
    representative[group] = np.arange(len(order))
    groups, index = in_order_of_use(group[uses], len(order))
    kept = representative[groups]
    found = Rationals(numbers.numerators[kept], numbers.denominators[kept])
    return found if numbers.small else rationals(found), index


def in_order_of_use(
    uses: NDArray[np.integer[Any]], many: int
) -> tuple[NDArray[np.integer[Any]], NDArray[np.int32]]:
    """Return the numbers below `many` that are used, in order of first use, and the index of each
    use among them.

    >>> numbers, index = in_order_of_use(np.array([4, 2, 4]), 5)
    >>> numbers.tolist(), index.tolist()
    ([4, 2], [0, 1, 0])
    """
    uses = uses.astype(np.intp)
    first = np.full(many, len(uses))
    first[uses[::-1]] = np.arange(len(uses))[::-1]
    begins = np.zeros(len(uses) + 1, bool)
    begins[first] = True
    order = uses[begins[:-1]]
    rank = np.zeros(many, np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return order, rank[uses]
