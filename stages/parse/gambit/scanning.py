"""The nodes of a Gambit file, and what they say about information sets and outcomes, in arrays.

Information sets of both players and of chance and outcomes are things, each with its number in the
file. The contents of the braces of their descriptions are texts, each kept once.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stages.parse.gambit.scanning_kernel import candidates, scan_nodes

Int32s = NDArray[np.int32]


class Scanned(NamedTuple):
    """The n nodes of a file, k things and l texts in order of first visit."""

    letter: NDArray[np.uint8]
    """Shape (n,)."""
    what: Int32s
    """Shape (n,): the thing: information set, or outcome at the end of play; -1 for none."""
    offset: Int32s
    """Shape (n,): where the node begins."""
    paid: Int32s
    """Shape (m, 2): each of m nodes with an outcome on the way, and the outcome."""
    role: NDArray[np.int8]
    number: Int32s
    """Shape (k,): role and number in the file."""
    things: Int32s
    """Shape (k, 3): the text; where the label begins, -1 where there is none; its length."""
    texts: Int32s
    """Shape (l, 4): where it begins, with its braces, and ends; its use; how many texts in quotes
    it has.
    """


def scan(data: NDArray[np.uint8]) -> Scanned | None:
    """Return the nodes that a text holds; None if the careful reader must take over."""
    most = candidates(data)
    letters, what, offset = np.empty(most, np.uint8), *np.empty((2, most), np.int32)
    paid, key = np.empty((most, 2), np.int32), np.empty(2 * most, np.int64)
    things, texts = np.empty((2 * most, 3), np.int32), np.empty((2 * most, 4), np.int32)
    nodes, payers, many, different = scan_nodes(
        data, letters, what, offset, paid, key, things, texts
    )
    if nodes < 0:
        return None
    return Scanned(
        letter=letters[:nodes],
        what=what[:nodes],
        offset=offset[:nodes],
        paid=paid[:payers],
        role=(key[:many] & 3).astype(np.int8),
        number=(key[:many] >> 2).astype(np.int32),
        things=things[:many],
        texts=texts[:different],
    )
