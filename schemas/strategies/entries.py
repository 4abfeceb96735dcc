"""Read a strategy from its JSON text: into columns if it has the form that our writer gives it;
otherwise as data, entry by entry, which reports each problem with its place.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import strategy
from ..kernels.numbers import are_distributions, fractions
from ..kernels.rows import Value, read_listed
from ..parts.documents import Data, Number
from ..parts.problems import InputError
from ..parts.rationals import Rationals
from ..strategy import Entry, Written

_KEYS = {
    "player": Value.NUMBER,
    "information_set": Value.NUMBER,
    "after": Value.TEXT,
    "sees": Value.TEXTS,
    "probabilities": Value.NESTED,
}
_SURROGATE = re.compile(r"\\u[dD]")
Int32s = NDArray[np.int32]


@dataclass(frozen=True, eq=False, kw_only=True)
class EntryColumns:
    """The k entries in the text of a strategy, with d different lists of probabilities."""

    text: str
    player: Int32s
    """Shape (k,): 1 or 2; -1 if missing."""
    infoset: Int32s
    """Shape (k,): numbers in the game."""
    words: NDArray[np.int64]
    """Shape (k, 2): begin and end in the text of `after` with its quotes; -1 if missing."""
    shares: Int32s
    """Shape (k,): the number of the list of probabilities."""
    labels: Int32s
    """Shape (d,): index in `actions`."""
    actions: Sequence[tuple[str, ...] | None]
    """Different labels of the actions of an information set; None for all actions in order."""
    begin: Int32s
    """Shape (d + 1,): offset of each list in `numbers`; last the end of all."""
    numbers: Sequence[str]

    def __len__(self) -> int:
        return len(self.infoset)

    def record(self, at: int) -> Entry:
        """Return one entry as a record, without observations."""
        player, (begin, end), shares = int(self.player[at]), self.words[at], self.shares[at]
        return Entry(
            player=player if player > 0 else None,
            infoset=int(self.infoset[at]),
            after=None if begin < 0 else json.loads(self.text[begin:end]),
            sees=None,
            actions=self.actions[self.labels[shares]],
            probabilities=tuple(self.numbers[slice(*self.begin[shares : shares + 2])]),
        )

    def exact(self) -> tuple[Rationals, NDArray[np.bool_]]:
        """Return the numbers, 0 for long or invalid ones, and for each list whether all of them are
        known and form a distribution.
        """
        ends = np.cumsum([len(number) + 1 for number in self.numbers], dtype=np.int64) - 1
        places = np.stack((np.append(0, ends[:-1] + 1), ends), axis=1)
        data = " ".join(self.numbers).encode("ascii", "replace")
        terms = np.empty((2, len(ends)), np.int64)
        fractions(np.frombuffer(data, np.uint8), places, terms)
        known = np.empty(len(self.labels), np.bool_)
        are_distributions(self.begin, terms, known)
        return Rationals(terms[0], np.maximum(terms[1], 1)), known


def read(text: str) -> tuple[Written, EntryColumns | None]:
    """Return the contents of a JSON text, and its entries if they are in columns: then the contents
    have none. Raise InputError with the place of every problem.
    """
    try:
        contents = read_columns(text)
    except InputError:
        contents = None
    return contents or (strategy.read(text), None)


def read_columns(text: str) -> tuple[Written, EntryColumns] | None:
    """Return the contents of a JSON text without its entries, and the entries in columns; None if
    the text has another form. Raise InputError if there are problems; their places are not those
    in the text.
    """
    listed = read_listed(text, {"information_sets": _KEYS})
    if listed is None or _SURROGATE.search(text):
        return None
    rest, [rows] = listed
    player, infoset, after, sees, shares = np.asarray(rows.cells)[: rows.size].T.copy()
    if (
        not np.isin(player, (-1, 1, 2)).all()
        or min(infoset.min(), shares.min()) < 0
        or ((sees >= 0) & (after < 0)).any()
    ):
        return None
    pieces = rows.pieces.all()
    played, which = np.unique(shares, return_inverse=True)
    # Beside `after`, the observations must be texts, but nothing depends on them.
    seen = np.unique(sees[sees >= 0])
    try:
        _, lists = _parsed(text, pieces[seen]), _parsed(text, pieces[played])
    except (ValueError, RecursionError):
        return None
    distributions = _distributions(lists)
    if distributions is None:
        return None
    columns = EntryColumns(
        text=text,
        player=player,
        infoset=infoset,
        words=np.append(pieces, [[-1, -1]], axis=0)[after],
        shares=which.astype(np.int32),
        **distributions,
    )
    return strategy.read_data(rest), columns


def _distributions(lists: Sequence[Data]) -> dict[str, Any] | None:
    """Return the fields of `EntryColumns` for some lists of probabilities, and mappings as tuples
    of pairs; None if one of them is invalid.
    """
    actions: dict[tuple[str, ...] | None, int] = {}
    labels, numbers = [], []
    for each in lists:
        is_named = isinstance(each, tuple) and each
        keys, values = zip(*each, strict=True) if is_named else (None, each)
        labels.append(actions.setdefault(keys, len(actions)))
        numbers.append(values)
    every = [*chain.from_iterable(numbers)]
    if (
        not all(numbers)
        or not {*map(type, every)} <= {str, int, Number}
        or any(keys and len({*keys}) < len(keys) for keys in actions)
    ):
        return None
    return {
        "labels": np.array(labels, np.int32),
        "actions": tuple(actions),
        "begin": np.fromiter(accumulate(map(len, numbers), initial=0), np.int32, len(lists) + 1),
        "numbers": [*map(str, every)],
    }


def _parsed(text: str, ends: NDArray[np.int64]) -> list[Data]:
    """Return the values of some pieces of a text: mappings as tuples of pairs. Raise ValueError if
    a piece is invalid.
    """
    pieces = ",".join([text[begin:end] for begin, end in ends.tolist()])
    return json.loads(  # type: ignore[no-any-return]
        f"[{pieces}]", object_pairs_hook=tuple, parse_float=Number, parse_constant=Number
    )
