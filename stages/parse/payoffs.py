"""Distinct payoffs, for games in columns."""

import numpy as np
from numpy.typing import NDArray

from ...schemas.parts.rationals import Rationals, rationals


def distinct_payoffs(
    numbers: Rationals, uses: NDArray[np.int32]
) -> tuple[Rationals, NDArray[np.int32]]:
    """Return the numbers that are used, each once and in order of first use, and the index of each
    use among them. `uses` holds indices into `numbers`, some of which may be equal.

    >>> from fractions import Fraction
    >>> payoffs, index = distinct_payoffs(
    ...     rationals([Fraction(1, 2), Fraction(3), Fraction(3)]), np.array([2, 0, 1], np.int32))
    >>> list(map(str, payoffs)), index.tolist()
    (['3', '1/2'], [0, 1, 0])
    """
    order = np.lexsort((numbers.denominators, numbers.numerators))
    by_size = numbers.numerators[order], numbers.denominators[order]
    new = np.concatenate([[True], np.any([part[1:] != part[:-1] for part in by_size], axis=0)])
    group = np.empty(len(order), np.int64)
    group[order] = np.cumsum(new) - 1
    groups = group[uses]
    first = np.full(int(groups.max()) + 1, len(uses))
    first[groups[::-1]] = np.arange(len(uses))[::-1]
    coming = np.argsort(first)[: np.count_nonzero(first < len(uses))]
    rank = np.zeros(len(first), np.int32)
    rank[coming] = np.arange(len(coming), dtype=np.int32)
    kept = uses[first[coming]]
    payoffs = Rationals(numbers.numerators[kept], numbers.denominators[kept])
    return payoffs if numbers.small else rationals(payoffs), rank[groups]
