"""The nodes of a Gambit file, as one compiled pass over its bytes finds them.

Things are the information sets of both players and of chance, and outcomes, each with its number in
the file. Texts are the contents of the braces of their descriptions, each kept once.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....schemas.kernels.key_tables import KeyTable
from ....schemas.kernels.pieces import Pieces
from ....schemas.parts.texts import ascii_array
from .scanning_kernel import UNICODE_SPACE, candidates, scan_nodes

Int32s = NDArray[np.int32]
# All characters for which `str.isspace` is true and that are not ASCII.
_SPACES = (
    "\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029"
    "\u202f\u205f\u3000"
)


class Scan(NamedTuple):
    """The n valid nodes at the beginning of a text, with their k things and l texts in order of
    first visit.

    Whether a node is valid is a question of syntax alone: the contents of braces are not read.
    Offsets count characters of the text, places count bytes.
    """

    data: NDArray[np.uint8]
    """The text in UTF-8, with other bytes for white space outside ASCII."""
    before: NDArray[np.int64] | None
    """For each place the number of characters before it; None if it is ASCII."""
    rest: int
    """The offset of the first invalid node, or the end of the file."""
    letter: NDArray[np.uint8]
    """Shape (n,)."""
    infoset: Int32s
    outcome: Int32s
    """Shape (n,): information set and outcome as things; -1 for none."""
    size: Int32s
    """Shape (n,): the number of children: of quoted texts in the description of its actions."""
    offset: NDArray[np.int64]
    """Shape (n,): the offset of the node."""
    role: NDArray[np.int8]
    """Shape (k,): the role; for a player, the player's number."""
    number: Int32s
    """Shape (k,): the number in the file."""
    text: Int32s
    """Shape (k,): the index of its first description among all texts; -1 if there is none at its
    first node.
    """
    doubtful: NDArray[np.bool_]
    """Shape (k,): whether its descriptions differ, or its first node has none; whether its number
    or player is invalid.
    """
    label: Int32s
    length: Int32s
    """Shape (k,): the place of the label, -1 if there is none, and its length."""
    plain: NDArray[np.bool_]
    """Shape (k,): whether the label is printable ASCII without backslashes."""
    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    """Shape (l,): the places of start and end of each text, braces included."""
    use: Int32s
    arity: Int32s
    """Shape (l,): the use of each text, and its number of quoted texts."""

    def at(self, place: int) -> int:
        """Return the offset of a place."""
        return place if self.before is None else int(self.before[place])


def scan(text: str, start: int) -> Scan:
    """Return the nodes of a text from an offset on."""
    # A title that is not ASCII is common, and of no importance here.
    data, before = _bytes(text if text.isascii() else " " * start + text[start:])
    begin = start if before is None else int(np.searchsorted(before, start))
    most = candidates(data[begin:])
    letters = np.empty(most, np.uint8)
    infoset, outcome, size, offset = np.empty((4, most), np.int32)
    by_key, pieces = KeyTable(), Pieces()
    things, texts = np.empty((2 * most, 5), np.int32), np.empty((2 * most, 2), np.int32)
    nodes, end = scan_nodes(
        data, begin, letters, infoset, outcome, size, offset, by_key, things, pieces, texts
    )
    offset, many = offset[:nodes], by_key.size
    key, places = np.asarray(by_key.keys)[:many], pieces.all()
    return Scan(
        data=data,
        before=before,
        rest=int(end if before is None else before[end]),
        letter=letters[:nodes],
        infoset=infoset[:nodes],
        outcome=outcome[:nodes],
        size=size[:nodes],
        offset=offset.astype(np.int64) if before is None else before[offset],
        role=(key & 3).astype(np.int8),
        number=(key >> 2).astype(np.int32),
        text=things[:many, 0],
        doubtful=things[:many, 1].astype(bool),
        label=things[:many, 2],
        length=things[:many, 3],
        plain=things[:many, 4].astype(bool),
        begin=places[:, 0],
        end=places[:, 1],
        use=texts[: len(places), 0],
        arity=texts[: len(places), 1],
    )


def _bytes(text: str) -> tuple[NDArray[np.uint8], NDArray[np.int64] | None]:
    """Return `Scan.data` and `Scan.before` of a text."""
    if text.isascii():
        return ascii_array(text), None
    content = text.encode("utf-8", "surrogatepass")
    leading = (np.frombuffer(content, np.uint8) & 0xC0) != 0x80
    for number, space in enumerate(_SPACES):
        if space in text:
            # As many bytes, so that places stay the same.
            other = UNICODE_SPACE + number % 10, UNICODE_SPACE + number // 10, UNICODE_SPACE
            content = content.replace(space.encode(), bytes(other[: len(space.encode())]))
    return np.frombuffer(content, np.uint8), np.concatenate([[0], np.cumsum(leading)])
