"""The sequence form of a game in columns: arrays of what `stages.forms.sequence_form` has as
records.

Sequences and information sets have the same numbers in both.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schemas.parts.rationals import EXACT, Integers

Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Lists:
    """Lists of numbers, n of them, one behind the other."""

    begin: Int64s
    """Shape (n + 1,): where each begins in `members`; last the end of all."""
    members: Int32s

    def __len__(self) -> int:
        return len(self.begin) - 1

    @cached_property
    def sizes(self) -> Int64s:
        """Shape (n,)."""
        return np.diff(self.begin)

    @cached_property
    def owners(self) -> Int64s:
        """Per member the number of its list."""
        return np.repeat(np.arange(len(self)), self.sizes)

    def those(self, which: NDArray[np.bool_]) -> "Lists":
        """Return some of the lists; shape (n,).

        >>> found = lists_of([2, 1, 0, 1], [4, 5, 6, 7]).those(np.array([True, False, True, True]))
        >>> found.begin.tolist(), found.members.tolist()
        ([0, 2, 2, 3], [4, 5, 7])
        """
        return lists_of(self.sizes[which], self.members[np.repeat(which, self.sizes)])

    def at(self, which: Int64s | Int32s) -> "Lists":
        """Return the lists of those numbers, in their order.

        >>> found = lists_of([2, 1, 0, 1], [4, 5, 6, 7]).at(np.array([3, 2, 0, 0]))
        >>> found.begin.tolist(), found.members.tolist()
        ([0, 1, 1, 3, 5], [7, 4, 5, 4, 5])
        """
        begin, sizes = self.begin[which], self.sizes[which]
        ends = np.cumsum(sizes, dtype=np.int64)
        first = np.repeat(begin - ends + sizes, sizes)
        return lists_of(sizes, self.members[first + np.arange(len(first))])


def lists_of(sizes: Any, members: Any) -> Lists:
    """Return lists of those sizes."""
    begin = np.concatenate(([0], np.cumsum(sizes, dtype=np.int64)))
    return Lists(begin, np.asarray(members, np.int32))


@dataclass(frozen=True, eq=False, kw_only=True)
class SequencesColumns:
    """The sequences of one player: the fields of `Sequences`."""

    moves: Int32s
    """Per sequence that is not joined its number in the game."""
    infosets: Int32s
    """The player's information sets, in the game's order."""
    numbers: Int32s
    """The information sets that are there, ascending."""
    parents: Lists
    """Per number the sequences that lead to it, ascending."""
    actions: Lists
    """Per number the sequences that end in it; all of them together ascend, too."""
    removed: Int32s
    """The sequences that reductions removed, ascending."""
    represented_by: Lists
    """Per removed sequence those whose weights add up to its own."""

    @property
    def size(self) -> int:
        """How many sequences there are, the empty, joined and removed ones among them."""
        return 1 + len(self.actions.members) + len(self.removed)

    @property
    def present(self) -> Int32s:
        """The sequences that are there, ascending."""
        return np.concatenate((np.zeros(1, np.int32), self.actions.members))


@dataclass(frozen=True, eq=False, kw_only=True)
class FormColumns:
    """`E`, `F` and `A`, with k payoffs that are not 0."""

    players: tuple[SequencesColumns, SequencesColumns]
    first: Int32s
    """Shape (k,): player 1's sequence. The pairs ascend."""
    second: Int32s
    """Shape (k,): player 2's sequence."""
    units: Integers
    """Shape (k,): the extended utility, in parts of one."""
    parts: int
    """How many units are 1."""

    @cached_property
    def floats(self) -> NDArray[np.float64]:
        """Shape (k,): each extended utility as the nearest float."""
        small = self.units.dtype != object and self.parts <= EXACT
        if small and (not len(self.units) or np.abs(self.units).max() <= EXACT):
            return self.units / self.parts
        distinct, at = np.unique(self.units, return_inverse=True)
        found = [float(Fraction(units, self.parts)) for units in distinct.tolist()]
        return np.array(found, np.float64)[at]

    def find(self, pair: tuple[int, int]) -> int | None:
        """Return where a pair of sequences stands; None where its payoff is 0."""
        low, high = self.first.searchsorted((pair[0], pair[0] + 1))
        at = int(low + self.second[low:high].searchsorted(pair[1]))
        return at if at < high and self.second[at] == pair[1] else None
