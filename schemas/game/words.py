"""Describe the sequences and information sets of a game in words."""

import json

import numpy as np

from ..kernels.passes import Order
from ..parts.texts import texts
from .columns import InfosetColumns
from .reaching import ReachingColumns
from .words_kernel import WordTables, words

START = "the start"
"""The words for an information set before which its player has done and seen nothing."""


class Words:
    """All information sets and sequences of a game in words.

    If several ways lead to an information set, the text describes one of them and gives their
    number.
    """

    def __init__(self, infosets: InfosetColumns, reached: ReachingColumns) -> None:
        self.infosets = infosets
        self._lists: dict[int, tuple[str, ...]] = {-1: ()}
        counts = np.diff(reached.begin)
        ways, index = np.unique(counts[counts > 1], return_inverse=True)
        several = np.full(len(counts), -1, np.int32)
        several[counts > 1] = len(infosets.texts) + index
        spelled = texts(f"(one of {count:,} ways)" for count in ways.tolist())
        every = np.arange(len(infosets), dtype=np.int32)
        self.tables = WordTables(
            Order(every, infosets.first, reached.parent, reached.begin, reached.members),
            np.repeat(every, np.diff(infosets.first)),
            np.append(infosets.texts.data, spelled.data),
            np.append(infosets.texts.begin, infosets.texts.begin[-1] + spelled.begin[1:]),
            infosets.actions,
            infosets.sees,
            several,
        )

    def labels(self, infoset: int) -> tuple[str, ...]:
        """Return the actions of an information set."""
        return self._list(self.infosets.actions[infoset])

    def sees(self, infoset: int) -> tuple[str, ...]:
        """Return the observations of its player since the last move."""
        return self._list(self.infosets.sees[infoset])

    def infoset(self, infoset: int) -> str:
        """Return the own actions and observations of the player at an information set."""
        return _text(words(self.tables, infoset, -1))

    def sequence(self, sequence: int) -> str:
        """Return the own actions of a sequence, with the observations between them in brackets;
        the text of the empty sequence is empty.
        """
        if not sequence:
            return ""
        infoset = int(self.tables.last[sequence - 1])
        return _text(words(self.tables, infoset, sequence - int(self.infosets.first[infoset])))

    def _list(self, number: int) -> tuple[str, ...]:
        if number not in self._lists:
            self._lists[number] = tuple(json.loads(self.infosets.texts[number]))
        return self._lists[number]


def _text(line: bytes) -> str:
    text = line.decode()
    return json.loads(f'"{text}"') if "\\" in text else text
