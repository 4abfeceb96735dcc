"""Descriptions of the sequences and information sets of a game in columns. All that a program needs
are computed together: those of `sequence_text` and `infoset_text`, each starting with the words of
its parent.
"""

import json
from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from schemas.game.columns import GameColumns
from schemas.game.reaching import ReachingColumns
from stages.forms.sequence_form import SequenceForm, Sequences

Numbers = NDArray[np.int64]


class Telling:
    """The descriptions of the information sets that remain in a form, and of the sequences that end
    in them.
    """

    def __init__(self, game: GameColumns, reached: ReachingColumns, form: SequenceForm) -> None:
        self._told, self._last, self._known = {0: ""}, {0: (-1, "")}, {0: ""}
        left = np.concatenate([_left(player) for player in form.players])
        texts = game.infosets.texts
        read = cache(lambda text: tuple(json.loads(texts[text])))
        # An information set comes after those that its parents end in.
        for infoset, first, parent, ways, sees, labels in _ways(game, reached, left):
            words = [self._told[parent]] if parent else []
            if sees >= 0:
                words.append(f"[{', '.join(read(sees))}]")
            if ways > 1:
                words.append(f"(one of {ways:,} ways)")
            self._known[infoset] = " ".join(word for word in words if word)
            before = " ".join([*words, ""])
            for sequence, label in enumerate(read(labels), first):
                self._told[sequence], self._last[sequence] = before + label, (infoset, label)

    def last(self, sequence: int) -> tuple[int, str]:
        """Return information set and label of a sequence's last action; it must not be empty."""
        return self._last[sequence]

    def sequence(self, sequence: int) -> str:
        """Return a sequence in words."""
        return self._told[sequence]

    def infoset(self, infoset: int) -> str:
        """Return a description of the player's knowledge at an information set."""
        return self._known[infoset]


def _left(player: Sequences) -> Numbers:
    numbers, infosets = (np.array(tuple(of), int) for of in (player.numbers, player.infosets))
    found: Numbers = infosets[numbers[numbers <= len(infosets)] - 1]
    return found


def _ways(game: GameColumns, reached: ReachingColumns, left: Numbers) -> Iterable[list[int]]:
    """Return the information sets and those on one way to them, ascending.

    Each has the first of its sequences, the first sequence that leads to it and the number of such
    sequences, and the numbers of the texts of its observations and of its labels.
    """
    needed = np.zeros(len(game.infosets), np.bool_)
    first = game.infosets.first
    while len(left):
        needed[left] = True
        above = np.unique(reached.members[reached.begin[reached.parent[left]]])
        left = first.searchsorted(above[above > 0], "right") - 1
        left = left[~needed[left]]
    found = np.flatnonzero(needed)
    parents = reached.parent[found]
    begin, end = reached.begin[parents], reached.begin[parents + 1]
    sees, actions = game.infosets.sees[found], game.infosets.actions[found]
    columns = found, first[found], reached.members[begin], end - begin, sees, actions
    return np.stack(columns, 1).tolist()  # type: ignore[no-any-return]
