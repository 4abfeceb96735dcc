"""A strategy's JSON text straight into columns: the quick way, for a text as our own writer leaves
it.

Whatever it does not understand, or finds wrong, it leaves to the careful way
(`schemas.strategy.read`), which says what and where. What stands around the list of entries, and
each different list of probabilities, is read by the careful way's own functions.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from schemas.parts.documents import MAX_CHARACTERS, Number, read_json
from schemas.parts.problems import InputError
from schemas.parts.texts import Bytes, ascii_array
from schemas.strategies.entries_kernel import read_entries
from schemas.strategy import Entry, Written, read_data

_BLANK = r"[ \t\n\r]*"
_ENTRIES = re.compile(rf'"information_sets"{_BLANK}:{_BLANK}(?=\[{_BLANK}\{{)')
_SHORTEST = len('{"information_set":0,"probabilities":[1]}')
Int32s = NDArray[np.int32]


@dataclass(frozen=True, eq=False, kw_only=True)
class EntryColumns:
    """The k entries of a strategy's text."""

    data: Bytes
    """The text."""
    player: NDArray[np.int8]
    """Shape (k,): 1 or 2; 0 where it is not said."""
    infoset: Int32s
    """Shape (k,): numbers in the game."""
    words: NDArray[np.int64]
    """Shape (k, 4): where in the text `after` begins and ends, without its quotes, and the list of
    `sees`; -1 where there is none.
    """
    shares: Int32s
    """Shape (k,): the number of the probabilities among `played`."""
    played: tuple[Entry, ...]
    """Each different list of probabilities once, as an entry of one information set."""

    def __len__(self) -> int:
        return len(self.infoset)


def read_columns(text: str) -> tuple[Written, EntryColumns] | None:
    """Return what a JSON text says, with its entries in columns alone; None where the careful way
    is to look at it.
    """
    if not text.isascii() or len(text) > MAX_CHARACTERS:
        return None
    before = _ENTRIES.search(text)
    try:
        return _read(text, before.end()) if before else None
    except InputError:
        return None


def _read(text: str, begin: int) -> tuple[Written, EntryColumns] | None:
    data = ascii_array(text)
    most = min(len(text) // _SHORTEST, text.count('"probabilities"')) + 1
    player = np.empty(most, np.int8)
    infoset, shares = np.empty(most, np.int32), np.empty(most, np.int32)
    words, found = np.empty((most, 4), np.int64), np.empty((most, 3), np.int64)
    size, count, behind = read_entries(data, begin, player, infoset, words, shares, found)
    if behind < 0:
        return None
    # A list begins where a value does: before it, both texts are the same.
    rest = read_json(f"{text[:begin]}[]{text[behind:]}")
    written = read_data(rest)
    if rest["information_sets"]:
        return None
    columns = EntryColumns(
        data=data,
        player=player[:size],
        infoset=infoset[:size],
        words=words[:size],
        shares=shares[:size],
        played=tuple(_played(text[start:end] for start, end, _ in found[:count].tolist())),
    )
    return written, columns


def _played(pieces: Iterable[str]) -> Iterator[Entry]:
    """Yield lists of probabilities as entries of one information set. Raises InputError."""
    for piece in read_json(f"[{','.join(pieces)}]"):
        actions, numbers = None, piece
        if isinstance(piece, dict):
            actions, numbers = tuple(piece), piece.values()
        # The kernel lets nothing but texts and numbers pass.
        spelled = tuple([one if isinstance(one, str) else Number(one) for one in numbers])
        yield Entry(1, 0, None, None, actions, spelled)
