"""More room in the tables of the compiled walk."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def twice(table: NDArray[Any]) -> NDArray[Any]:
    """Return a table, or a kernel's view of one, with twice the room.

    >>> twice(np.array([3, 5])).tolist()[:2]
    [3, 5]
    """
    table = np.asarray(table)
    more = np.empty((2 * len(table), *table.shape[1:]), table.dtype)
    more[: len(table)] = table
    return more
