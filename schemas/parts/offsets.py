"""Items in rows of different lengths, such as the moves of states: one after the other, with the
offset of each row, and last the number of all.
"""

import numpy as np
from numpy.typing import NDArray

Int32s = NDArray[np.int32]


def moves_of(begin: Int32s, states: Int32s) -> NDArray[np.int64]:
    """Return the numbers of the moves of some states. `begin` has the offset of the moves of each
    state.
    """
    first = begin[states].astype(np.int64)
    sizes = begin[states + 1] - first
    ends = np.cumsum(sizes)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(first - ends + sizes, sizes) + np.arange(total)
