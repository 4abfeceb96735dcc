"""Sequences and information sets of a game in columns in words: see `words`. All of them at once,
which has its own short ways.
"""

import json
from collections.abc import Callable

import numpy as np

from schemas.game.game import Game

KNOWN = 100_000
"""Sequences whose words are kept for those that follow them; these mostly come soon."""


class Words:
    """Information sets and sequences in words, as `schemas.game.words` has them."""

    def __init__(self, game: Game, spelled: Callable[[str], str] = str) -> None:
        """`spelled` makes of a label, or of what is seen, how it is to stand among the words."""
        self.spelled = spelled
        self.columns = game.columns.infosets
        self.parents = game.parents
        self.last = np.repeat(
            np.arange(len(self.columns), dtype=np.int32), np.diff(self.columns.first)
        )
        self.lists: dict[int, tuple[str, ...]] = {-1: ()}
        self.known: dict[int, str] = {}

    def labels(self, infoset: int) -> tuple[str, ...]:
        """Return the actions of an information set."""
        return self._list(int(self.columns.actions[infoset]))

    def sees(self, infoset: int) -> tuple[str, ...]:
        """Return what its player was shown last."""
        return self._list(int(self.columns.sees[infoset]))

    def infoset(self, infoset: int) -> str:
        """Return what the player of an information set knows there."""
        words = [self._sequence(self.parents[infoset][0]), *self._seen(infoset)]
        return " ".join(filter(None, words))

    def _sequence(self, sequence: int) -> str:
        """Return own actions, and what was seen between them."""
        if len(self.known) > KNOWN:
            self.known.clear()
        way = []
        while sequence and sequence not in self.known:
            way.append(sequence)
            sequence = self.parents[self.last[sequence - 1]][0]
        text = self.known[sequence] if sequence else None
        for move in reversed(way):
            infoset = int(self.last[move - 1])
            label = self.labels(infoset)[move - int(self.columns.first[infoset])]
            text = " ".join([*([] if text is None else [text]), *self._seen(infoset), label])
            self.known[move] = text
        return text or ""

    def _seen(self, infoset: int) -> list[str]:
        seen = self.sees(infoset)
        ways = len(self.parents[infoset])
        return ([f"[{', '.join(seen)}]"] if seen else []) + (
            [f"(one of {ways:,} ways)"] if ways > 1 else []
        )

    def _list(self, number: int) -> tuple[str, ...]:
        if number not in self.lists:
            texts = json.loads(self.columns.texts[number])
            self.lists[number] = tuple(map(self.spelled, texts))
        return self.lists[number]
