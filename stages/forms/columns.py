"""The sequence form of a game in columns: the contents of the records of
`stages.forms.sequence_form`, as arrays.

Sequences and information sets have the same numbers in both.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...schemas.parts.rationals import EXACT, Integers

Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Lists:
    """n lists of numbers, stored one after the other."""

    begin: Int64s
    """Shape (n + 1,): the start of each list in `members`; the last entry is the end of all."""
    members: Int32s

    def __len__(self) -> int:
        return len(self.begin) - 1

    @cached_property
    def sizes(self) -> Int64s:
        """Shape (n,)."""
        return np.diff(self.begin)

    @cached_property
    def owners(self) -> Int64s:
        """For each member the number of its list."""
        return np.repeat(np.arange(len(self)), self.sizes)

    def those(self, which: NDArray[np.bool_]) -> "Lists":
        """Return the lists that a mask selects; `which` has shape (n,).

        >>> found = lists_of([2, 1, 0, 1], [4, 5, 6, 7]).those(np.array([True, False, True, True]))
        >>> found.begin.tolist(), found.members.tolist()
        ([0, 2, 2, 3], [4, 5, 7])
        """
        return lists_of(self.sizes[which], self.members[np.repeat(which, self.sizes)])

    def at(self, which: Int64s | Int32s) -> "Lists":
        """Return the lists with the given numbers, in the given order.

        >>> found = lists_of([2, 1, 0, 1], [4, 5, 6, 7]).at(np.array([3, 2, 0, 0]))
        >>> found.begin.tolist(), found.members.tolist()
        ([0, 1, 1, 3, 5], [7, 4, 5, 4, 5])
        """
        begin, sizes = self.begin[which], self.sizes[which]
        ends = np.cumsum(sizes, dtype=np.int64)
        first = np.repeat(begin - ends + sizes, sizes)
        return lists_of(sizes, self.members[first + np.arange(len(first))])


def lists_of(sizes: Any, members: Any) -> Lists:
    """Return lists of the given sizes."""
    begin = np.concatenate(([0], np.cumsum(sizes, dtype=np.int64)))
    return Lists(begin, np.asarray(members, np.int32))


@dataclass(frozen=True, eq=False, kw_only=True)
class SequencesColumns:
    """The sequences of one player: the fields of `Sequences`."""

    moves: Int32s
    """For each sequence that is not joined, its number in the game."""
    infosets: Int32s
    """The player's information sets, in the game's order."""
    numbers: Int32s
    """The remaining information sets, ascending."""
    parents: Lists
    """For each of `numbers` the sequences that lead to it, ascending."""
    actions: Lists
    """For each of `numbers` the sequences that end in it; all lists together also ascend."""
    removed: Int32s
    """The sequences that reductions removed, ascending."""
    represented_by: Lists
    """For each removed sequence the sequences whose weights add up to its weight."""

    @property
    def size(self) -> int:
        """The number of sequences, including the empty, joined and removed ones."""
        return 1 + len(self.actions.members) + len(self.removed)

    @property
    def present(self) -> Int32s:
        """The sequences that were not removed, ascending."""
        return np.concatenate((np.zeros(1, np.int32), self.actions.members))


@dataclass(frozen=True, eq=False, kw_only=True)
class FormColumns:
    """`E`, `F` and `A`, where A has k nonzero payoffs."""

    players: tuple[SequencesColumns, SequencesColumns]
    first: Int32s
    """Shape (k,): player 1's sequence. The pairs are in ascending order."""
    second: Int32s
    """Shape (k,): player 2's sequence."""
    units: Integers
    """Shape (k,): the extended utility, in units of 1 / `parts`."""
    parts: int
    """The number of units in 1."""

    @cached_property
    def floats(self) -> NDArray[np.float64]:
        """Shape (k,): each extended utility as the nearest float."""
        small = self.units.dtype != object and self.parts <= EXACT
        if small and (not len(self.units) or np.abs(self.units).max() <= EXACT):
            return self.units / self.parts
        distinct, at = np.unique(self.units, return_inverse=True)
        found = [float(Fraction(units, self.parts)) for units in distinct.tolist()]
        return np.array(found, np.float64)[at]
