"""Describe sequences and information sets in words: `sequence_text` and `infoset_text` for a few of
them, `Words` for all of a game.
"""

import json
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from .game import Game

KNOWN = 100_000
"""Maximum number of sequences whose text is cached for their successors, which mostly come soon."""


START = "the start"
"""The words for an information set before which its player has done and seen nothing."""


def one_path(game: Game, sequence: int) -> list[int]:
    """Return the nonempty sequences on one way to a sequence, first move first, the sequence itself
    included.
    """
    way: list[int] = []
    while sequence:
        way.append(sequence)
        sequence = game.parents[game.move(sequence)[0]][0]
    return way[::-1]


def sequence_text(game: Game, sequence: int) -> str:
    """Return a sequence in words: own actions, with the observations between them in brackets.

    The text of the empty sequence is empty. If several ways lead to an information
    set, the text describes one of them and gives their number.
    """
    words: list[str] = []
    for infoset, action in map(game.move, one_path(game, sequence)):
        words += [*_observation_words(game, infoset), _actions(game, infoset)[action]]
    return " ".join(words)


def infoset_text(game: Game, infoset: int) -> str:
    """Return the player's own actions and observations at an information set in words, or START."""
    words = [sequence_text(game, game.parents[infoset][0]), *_observation_words(game, infoset)]
    return " ".join(word for word in words if word) or START


def _observation_words(game: Game, infoset: int) -> list[str]:
    """Return the words to be added to the parent sequence of an information set."""
    seen, ways = _observations(game, infoset), len(game.parents[infoset])
    return ([f"[{', '.join(seen)}]"] if seen else []) + (
        [f"(one of {ways:,} ways)"] if ways > 1 else []
    )


def _actions(game: Game, infoset: int) -> tuple[str, ...]:
    infosets = game.columns.infosets
    return _labels(infosets.texts[infosets.actions[infoset]])


def _observations(game: Game, infoset: int) -> tuple[str, ...]:
    infosets = game.columns.infosets
    return _labels(infosets.texts[infosets.sees[infoset]]) if infosets.sees[infoset] >= 0 else ()


@lru_cache(maxsize=4096)
def _labels(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))


class Words:
    """All information sets and sequences of a game in words, each made from those before it."""

    def __init__(self, game: Game, spelled: Callable[[str], str] = str) -> None:
        """Prepare the tables of a game; `spelled` is the function that formats a label or an
        observation.
        """
        infosets, reached = game.columns.infosets, game.reached
        ways = reached.begin[reached.parent]
        self.spelled = spelled
        self.texts = infosets.texts
        # Indexing single elements of a list is much faster than of an array.
        self.actions: list[int] = infosets.actions.tolist()
        self.seen: list[int] = infosets.sees.tolist()
        self.first: list[int] = infosets.first.tolist()
        self.above: list[int] = reached.members[ways].tolist()
        self.ways: list[int] = (reached.begin[reached.parent + 1] - ways).tolist()
        self.last: list[int] = np.repeat(
            np.arange(len(infosets), dtype=np.int32), np.diff(infosets.first)
        ).tolist()
        self.lists: dict[int, tuple[str, ...]] = {-1: ()}
        self.told: dict[tuple[int, int], str] = {}
        self.known: dict[int, str] = {0: ""}

    def labels(self, infoset: int) -> tuple[str, ...]:
        """Return the actions of an information set."""
        return self._list(self.actions[infoset])

    def sees(self, infoset: int) -> tuple[str, ...]:
        """Return the observations of its player since the last move."""
        return self._list(self.seen[infoset])

    def infoset(self, infoset: int) -> str:
        """Return the player's own actions and observations at an information set; may be empty."""
        above = self.above[infoset]
        words = self.known.get(above)
        if words is None:
            words = self.sequence(above)
        return self._behind(words, infoset)

    def last_action(self, sequence: int) -> tuple[int, str]:
        """Return information set and label of a sequence's last action; it must not be empty."""
        infoset = self.last[sequence - 1]
        return infoset, self.labels(infoset)[sequence - self.first[infoset]]

    def sequence(self, sequence: int) -> str:
        """Return the own actions of a sequence, and the observations between them."""
        if len(self.known) > KNOWN:
            self.known = {0: ""}
        way = []
        while sequence not in self.known:
            way.append(sequence)
            sequence = self.above[self.last[sequence - 1]]
        text = self.known[sequence]
        for move in reversed(way):
            infoset, label = self.last_action(move)
            before = self._behind(text, infoset)
            text = f"{before} {label}" if before else label
            self.known[move] = text
        return text

    def _behind(self, words: str, infoset: int) -> str:
        """Return the words followed by the observations at an information set."""
        sees, ways = self.seen[infoset], self.ways[infoset]
        if (sees, ways) not in self.told:
            told = [f"[{', '.join(self._list(sees))}]"] if sees >= 0 else []
            told += [f"(one of {ways:,} ways)"] if ways > 1 else []
            self.told[sees, ways] = " ".join(told)
        behind = self.told[sees, ways]
        return f"{words} {behind}" if words and behind else words or behind

    def _list(self, number: int) -> tuple[str, ...]:
        if number not in self.lists:
            texts = json.loads(self.texts[number])
            self.lists[number] = tuple(map(self.spelled, texts))
        return self.lists[number]
