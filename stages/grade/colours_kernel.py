"""The heights of nodes, which the colours begin with."""

from schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from schemas.parts.arrays import Index, Ints, ReadInts


def find_heights(above: ReadInts, heights: Ints) -> None:
    """Write per node of trees the most moves to an end of play, over zeros; parents stand before
    children.
    """
    with cython.nogil:
        for node in range(above.shape[0] - 1, -1, -1):
            parent: Index = above[node]
            if parent >= 0 and heights[parent] <= heights[node]:
                heights[parent] = heights[node] + 1
