"""What the colours of nodes begin with, compiled."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled


@compiled
def heights(above):
    """Return per node of trees the most moves to an end of play; parents stand before children."""
    found = np.zeros(above.size, np.int64)
    for node in range(above.size - 1, -1, -1):
        parent = above[node]
        if parent >= 0 and found[parent] <= found[node]:
            found[parent] = found[node] + 1
    return found
