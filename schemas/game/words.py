"""Describe the sequences and information sets of a game in words."""

import json

import numpy as np

from .columns import InfosetColumns
from .reaching import ReachingColumns

START = "the start"
"""The words for an information set before which its player has done and seen nothing."""
KEPT = 2**16
"""The most sequences whose words are kept: one in the middle of play begins with those before it.
"""


class Words:
    """All information sets and sequences of a game in words.

    If several ways lead to an information set, the text describes one of them and gives their
    number.
    """

    def __init__(self, infosets: InfosetColumns, reached: ReachingColumns) -> None:
        self.infosets, self.reached = infosets, reached
        self._lists: dict[int, tuple[str, ...]] = {-1: ()}
        self._infoset_of = np.repeat(np.arange(len(infosets)), np.diff(infosets.first))
        """The information set of each sequence but the empty one."""
        self._known = {0: ""}

    def labels(self, infoset: int) -> tuple[str, ...]:
        """Return the actions of an information set."""
        return self._list(self.infosets.actions[infoset])

    def sees(self, infoset: int) -> tuple[str, ...]:
        """Return the observations of its player since the last move."""
        return self._list(self.infosets.sees[infoset])

    def infoset(self, infoset: int) -> str:
        """Return the own actions and observations of the player at an information set."""
        return self._seen(self.sequence(self._above(infoset)), infoset)

    def sequence(self, sequence: int) -> str:
        """Return the own actions of a sequence, with the observations between them in brackets;
        the text of the empty sequence is empty.
        """
        way = []
        while sequence not in self._known:
            way.append(sequence)
            sequence = self._above(self._infoset_of[sequence - 1])
        text = self._known[sequence]
        if len(self._known) > KEPT:
            self._known = {0: ""}
        for move in reversed(way):
            infoset = self._infoset_of[move - 1]
            label = self.labels(infoset)[move - self.infosets.first[infoset]]
            text = self._known[move] = _joined(self._seen(text, infoset), label)
        return text

    def _above(self, infoset: int) -> int:
        """Return the last move of one way to an information set."""
        begin = self.reached.begin[self.reached.parent[infoset]]
        return int(self.reached.members[begin])

    def _seen(self, before: str, infoset: int) -> str:
        """Return the words for a way to an information set, given those for its moves."""
        text, own = before, self.reached.parent[infoset]
        if self.infosets.sees[infoset] >= 0:
            text = _joined(text, f"[{', '.join(self.sees(infoset))}]")
        ways = int(self.reached.begin[own + 1] - self.reached.begin[own])
        return _joined(text, f"(one of {ways:,} ways)") if ways > 1 else text

    def _list(self, number: int) -> tuple[str, ...]:
        if number not in self._lists:
            self._lists[number] = tuple(json.loads(self.infosets.texts[number]))
        return self._lists[number]


def _joined(before: str, more: str) -> str:
    return f"{before} {more}" if before else more
