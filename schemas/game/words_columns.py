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
        infosets, reached = game.columns.infosets, game.reached
        ways = reached.begin[reached.parent]
        self.spelled = spelled
        self.texts = infosets.texts
        # As lists, which are looked into one by one much quicker than arrays.
        self.actions: list[int] = infosets.actions.tolist()
        self.seen: list[int] = infosets.sees.tolist()
        self.first: list[int] = infosets.first.tolist()
        self.above: list[int] = reached.members[ways].tolist()
        self.ways: list[int] = (reached.begin[reached.parent + 1] - ways).tolist()
        self.last: list[int] = np.repeat(
            np.arange(len(infosets), dtype=np.int32), np.diff(infosets.first)
        ).tolist()
        self.lists: dict[int, tuple[str, ...]] = {-1: ()}
        self.told: dict[int, str] = {-1: ""}
        self.known: dict[int, str] = {0: ""}

    def labels(self, infoset: int) -> tuple[str, ...]:
        """Return the actions of an information set."""
        return self._list(self.actions[infoset])

    def sees(self, infoset: int) -> tuple[str, ...]:
        """Return what its player was shown last."""
        return self._list(self.seen[infoset])

    def infoset(self, infoset: int) -> str:
        """Return what the player of an information set knows there."""
        above = self.above[infoset]
        words = self.known.get(above)
        if words is None:
            words = self._sequence(above)
        return self._behind(words, infoset)

    def _sequence(self, sequence: int) -> str:
        """Return own actions, and what was seen between them."""
        if len(self.known) > KNOWN:
            self.known = {0: ""}
        way = []
        while sequence not in self.known:
            way.append(sequence)
            sequence = self.above[self.last[sequence - 1]]
        text = self.known[sequence]
        for move in reversed(way):
            infoset = self.last[move - 1]
            label = self.labels(infoset)[move - self.first[infoset]]
            before = self._behind(text, infoset)
            text = f"{before} {label}" if before else label
            self.known[move] = text
        return text

    def _behind(self, words: str, infoset: int) -> str:
        """Return words with what was seen behind them at an information set."""
        sees, ways = self.seen[infoset], self.ways[infoset]
        if sees not in self.told:
            self.told[sees] = f"[{', '.join(self._list(sees))}]"
        for told in (self.told[sees], f"(one of {ways:,} ways)" if ways > 1 else ""):
            if told:
                words = f"{words} {told}" if words else told
        return words

    def _list(self, number: int) -> tuple[str, ...]:
        if number not in self.lists:
            texts = json.loads(self.texts[number])
            self.lists[number] = tuple(map(self.spelled, texts))
        return self.lists[number]
