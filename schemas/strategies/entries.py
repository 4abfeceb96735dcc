"""The fast reader of a strategy's JSON text: from the form of our own writer directly into columns.

If it finds anything else, or an error, the slow reader (`schemas.strategy.read`) takes over, which
reports each problem with its place. The text around the list of entries, and each distinct list of
probabilities, are read by functions of the slow reader.
"""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..kernels.rows import Rows, Value, read_rows
from ..parts.documents import MAX_CHARACTERS, Data, Findings, read_json
from ..parts.problems import InputError
from ..parts.texts import ascii_array
from ..strategy import Entry, Written, read_data, spelled

_BLANK = r"[ \t\n\r]*"
_ENTRIES = re.compile(rf'"information_sets"{_BLANK}:{_BLANK}(?=\[{_BLANK}\{{)')
_KEYS = {
    "player": Value.NUMBER,
    "information_set": Value.NUMBER,
    "after": Value.TEXT,
    "sees": Value.TEXTS,
    "probabilities": Value.NESTED,
}
Int32s = NDArray[np.int32]


@dataclass(frozen=True, eq=False, kw_only=True)
class EntryColumns:
    """The k entries in the text of a strategy."""

    text: str
    player: Int32s
    """Shape (k,): 1 or 2; -1 if missing."""
    infoset: Int32s
    """Shape (k,): numbers in the game."""
    words: NDArray[np.int64]
    """Shape (k, 2): begin and end in the text of `after` with its quotes; -1 if missing."""
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
    rows = Rows(_KEYS, text.count('"probabilities"'))
    behind = read_rows(ascii_array(text), begin, rows)
    if behind < 0:
        return None
    player, infoset, after, sees, shares = np.asarray(rows.cells)[: rows.size].T.copy()
    if (
        not np.isin(player, (-1, 1, 2)).all()
        or min(infoset.min(), shares.min()) < 0
        or ((sees >= 0) & (after < 0)).any()
    ):
        return None
    # The list begins where a value does, so the text before it is parsed as before.
    rest = read_json(f"{text[:begin]}[]{text[behind:]}")
    written = read_data(rest)
    if rest["information_sets"]:
        return None
    ends = rows.pieces.all()
    # Beside `after`, the observations must be texts, but nothing depends on them.
    _parsed(text, ends[np.unique(sees[sees >= 0])])
    played, which = np.unique(shares, return_inverse=True)
    findings = Findings()
    distinct = tuple([_entry(findings, one) for one in _parsed(text, ends[played])])
    findings.stop()
    columns = EntryColumns(
        text=text,
        player=player,
        infoset=infoset,
        words=np.append(ends, [[-1, -1]], axis=0)[after],
        shares=which.astype(np.int32),
        played=distinct,
    )
    return written, columns


def _parsed(text: str, ends: NDArray[np.int64]) -> list[Data]:
    """Return the values of some pieces of a text. Raise InputError if the text is invalid."""
    pieces = ",".join([text[start:end] for start, end in ends.tolist()])
    return read_json(f"[{pieces}]")  # type: ignore[no-any-return]


def _entry(findings: Findings, probabilities: Data) -> Entry:
    """Return a mapping or list of probabilities as an entry of one information set. It is a problem
    if they are not numbers, or there are none.
    """
    actions = tuple(probabilities) if isinstance(probabilities, dict) else None
    numbers = probabilities if actions is None else probabilities.values()
    written = tuple([spelled(findings, (), number) for number in numbers])
    if not written:
        findings.add((), "the list is empty")
    return Entry(1, 0, None, None, actions, written)
