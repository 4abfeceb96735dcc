"""Classes of states that a player cannot tell apart, in time almost linear in the moves.

They are coarser than what it remembers: states that are apart by the order alone in which the
player learned something are in one class, too.
"""

import numpy as np
from numpy.typing import NDArray

from .classes_kernel import represent, unite

Int32s = NDArray[np.int32]


def equivalence(size: int, origin: Int32s, letter: Int32s, target: Int32s, silent: int) -> Int32s:
    """Return for each of `size` states the state that represents its class: the smallest
    equivalence relation in which a `silent` move changes nothing, and states that follow equivalent
    ones by the same letter are equivalent. `origin`, `letter` and `target` are those of the moves.
    """
    parent = np.arange(size, dtype=np.int32)
    quiet = letter == silent
    unite(parent, origin[quiet], target[quiet])
    origin, letter, target = origin[~quiet], letter[~quiet], target[~quiet]
    while True:
        represent(parent)
        key = parent[origin].astype(np.int64) << 32 | letter
        order = np.argsort(key, kind="stable")
        same: NDArray[np.bool_] = key[order][1:] == key[order][:-1]
        if not unite(parent, target[order][:-1][same], target[order][1:][same]):
            return parent
