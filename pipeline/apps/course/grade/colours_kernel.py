"""Compute the heights of nodes, from which the colours start."""

from .....schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from .....schemas.parts.arrays import Index, Ints, ReadInts


def find_heights(above: ReadInts, heights: Ints) -> None:
    """Write the height of each tree node (the most moves to a terminal node) over zeros; parents
    come before children.
    """
    with cython.nogil:
        for node in range(above.shape[0] - 1, -1, -1):
            parent: Index = above[node]
            if parent >= 0 and heights[parent] <= heights[node]:
                heights[parent] = heights[node] + 1
