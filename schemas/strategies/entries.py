"""The fast reader of a strategy's JSON text: from the form of our own writer directly into columns.

If it finds anything else, or an error, the slow reader (`schemas.strategy.read`) takes over, which
reports each problem with its place. The text around the list of entries, and each distinct list of
probabilities, are read by functions of the slow reader.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..kernels.pieces import Pieces
from ..parts.documents import MAX_CHARACTERS, Number, read_json
from ..parts.problems import InputError
from ..parts.texts import ascii_array
from ..strategy import Entry, Written, read_data
from .entries_kernel import read_entries

_BLANK = r"[ \t\n\r]*"
_ENTRIES = re.compile(rf'"information_sets"{_BLANK}:{_BLANK}(?=\[{_BLANK}\{{)')
_SHORTEST = len('{"information_set":0,"probabilities":[1]}')
Int32s = NDArray[np.int32]


@dataclass(frozen=True, eq=False, kw_only=True)
class EntryColumns:
    """The k entries in the text of a strategy."""

    text: str
    player: NDArray[np.int8]
    """Shape (k,): 1 or 2; 0 if missing."""
    infoset: Int32s
    """Shape (k,): numbers in the game."""
    words: NDArray[np.int64]
    """Shape (k, 4): begin and end in the text of `after` with its quotes, and of the list `sees`;
    -1 if missing.
    """
    shares: Int32s
    """Shape (k,): index in `played` of the probabilities."""
    played: tuple[Entry, ...]
    """The distinct lists of probabilities, each as an entry of one information set."""

    def __len__(self) -> int:
        return len(self.infoset)


def read_columns(text: str) -> tuple[Written, EntryColumns] | None:
    """Return the contents of a JSON text without its entries, and the entries in columns; None if
    the slow, error-reporting reader must take over.
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
    words, pieces = np.empty((most, 4), np.int64), Pieces()
    size, behind = read_entries(data, begin, player, infoset, words, shares, pieces)
    if behind < 0:
        return None
    # The list begins where a value does, so the text before it is parsed as before.
    rest = read_json(f"{text[:begin]}[]{text[behind:]}")
    written = read_data(rest)
    if rest["information_sets"]:
        return None
    columns = EntryColumns(
        text=text,
        player=player[:size],
        infoset=infoset[:size],
        words=words[:size],
        shares=shares[:size],
        played=tuple(_played(text[start:end] for start, end in pieces.all().tolist())),
    )
    return written, columns


def _played(pieces: Iterable[str]) -> Iterator[Entry]:
    """Yield lists of probabilities as entries of one information set. Raise InputError if the text
    is invalid.
    """
    for piece in read_json(f"[{','.join(pieces)}]"):
        actions, numbers = None, piece
        if isinstance(piece, dict):
            actions, numbers = tuple(piece), piece.values()
        # The kernel accepts only texts and numbers.
        spelled = tuple([one if isinstance(one, str) else Number(one) for one in numbers])
        yield Entry(1, 0, None, None, actions, spelled)
