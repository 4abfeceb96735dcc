"""Items in rows of different lengths, such as the moves of states, by the offsets of the rows."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def moves_of(begin: NDArray[Any], states: NDArray[Any]) -> NDArray[np.int64]:
    """Return the numbers of the moves of some states. `begin` has the offset of the moves of each
    state.

    >>> moves_of(np.array([0, 2, 2, 5]), np.array([2, 0])).tolist()
    [2, 3, 4, 0, 1]
    """
    first = begin[states].astype(np.int64)
    sizes = begin[states + 1] - first
    ends = np.cumsum(sizes)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(first - ends + sizes, sizes) + np.arange(total)
