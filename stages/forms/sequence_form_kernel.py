"""Compiled loops over the arrays of a sequence form, and the loops of its reductions."""

import numpy as np

from ...schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ...schemas.kernels.key_tables import KeyTable, add, number_of
    from ...schemas.kernels.sorting import sort
    from ...schemas.parts.arrays import (
        Index,
        Int32s,
        Int32s2,
        Int64,
        Ints,
        ReadInt32s,
        ReadInts,
    )

_NONE = cython.declare(Index, -1)
_SEVERAL = cython.declare(Index, -2)
_MOST = cython.declare(Int64, 2**62)  # The sum of two such numbers fits into 64 bits.


def merge_single(
    parents_begin: ReadInts,
    parents: Int32s,
    actions_begin: ReadInts,
    actions: ReadInt32s,
    merged: Int32s,
) -> Int32s:
    """Merge a single action with its single parent sequence, unless the parent also leads directly
    to an information set behind the action; return for each information set the removed action, or
    -1.

    `merged` has one entry per sequence: the sequence that represents it, initially itself. An
    information set comes after those that its parents end in, so one pass is enough: when it
    reaches an information set, the representatives of its parents are final. `parents` is
    overwritten with these representatives and stays in ascending order.
    """
    # For each sequence its places in `parents` where it is one of several parents.
    head: Ints = np.full(merged.shape[0], -1, np.int64)
    following: Ints = np.full(parents.shape[0], -1, np.int64)
    below: Int32s = np.zeros(parents.shape[0], np.int32)
    removed = np.full(parents_begin.shape[0] - 1, -1, np.int32)
    played: Int32s = removed
    with cython.nogil:
        for number in range(played.shape[0]):
            if parents_begin[number + 1] - parents_begin[number] > 1:
                for member in range(parents_begin[number], parents_begin[number + 1]):
                    below[member] = number
                    following[member] = head[parents[member]]
                    head[parents[member]] = member
        for number in range(played.shape[0]):
            begin: Index = parents_begin[number]
            end: Index = parents_begin[number + 1]
            for member in range(begin, end):
                parents[member] = merged[parents[member]]
            if end - begin > 1:
                sort(parents, begin, end)
            elif end > begin and actions_begin[number + 1] - actions_begin[number] == 1:
                action = actions[actions_begin[number]]
                parent: Index = parents[begin]
                place: Index = head[action]
                alone: bool = True
                while place >= 0 and alone:
                    infoset = below[place]
                    for other in range(parents_begin[infoset], parents_begin[infoset + 1]):
                        alone = alone and merged[parents[other]] != parent
                    place = following[place]
                if alone:
                    merged[action] = parent
                    played[number] = action
    return removed


# Endgames


class Side:
    """A player's part of a form from which endgames are removed.

    The parents and the actions of the information sets are lists, as in SequencesColumns.
    counts, places: per sequence the number of its nonzero entries of A, and the exclusive or of
    their places. If one entry is left, this is its place.
    behind: per sequence the number of information sets that directly follow it.
    played: per information set the action that was removed, or -1 if the set remains.
    standing: the remaining information sets, last first; only the first `left` entries are valid.
    """

    def __init__(
        self,
        player: int,
        parents_begin: ReadInts,
        parents: ReadInt32s,
        actions_begin: ReadInts,
        actions: ReadInt32s,
        behind: Int32s,
    ) -> None:
        """Initialise the side of a player, 0 or 1."""
        self.player = player
        self.parents_begin, self.parents = parents_begin, parents
        self.actions_begin, self.actions = actions_begin, actions
        self.behind = behind
        self.counts = np.zeros(behind.shape[0], np.int32)
        self.places = np.zeros(behind.shape[0], np.int32)
        self.left = actions_begin.shape[0] - 1
        self.played = np.full(self.left, -1, np.int32)
        self.standing = np.arange(self.left - 1, -1, -1, dtype=np.int32)


class Entries:
    """The entries of A, in arrays with room for more; one that becomes 0 keeps its place.

    ends: per player and entry the sequence.
    units: per entry its value.
    places: the pairs of sequences, that of player 1 times 2**32.
    """

    def __init__(self, ends: Int32s2, units: Ints, size: int) -> None:
        """Take over arrays whose first `size` entries are in use."""
        self.ends, self.units = ends, units
        self.places = KeyTable(units.shape[0])
        for place in range(size):
            add(self.places, pair_key(ends[0, place], ends[1, place]))


def fold_endgames(entries: Entries, first: Side, second: Side) -> bool:
    """Remove endgames until there are none; return False if a number became too large."""
    fits: bool = True
    changed: bool = True
    with cython.nogil:
        for place in range(entries.places.size):
            note(first, entries.ends[0, place], place, 1)
            note(second, entries.ends[1, place], place, 1)
        while fits and changed:
            left = first.left + second.left
            fits = fold_side(entries, first, second) and fold_side(entries, second, first)
            changed = first.left + second.left < left
    return fits


def fold_side(entries: Entries, own: Side, other: Side) -> bool:
    """Remove the endgames of one player, from the last information set to the first; return as
    `fold_endgames` does.
    """
    kept = 0
    for at in range(own.left):
        number = own.standing[at]
        met = met_by(entries, own, number)
        if met == _SEVERAL:
            own.standing[kept] = number
            kept += 1
            continue
        best, most = take(entries, own, other, number)
        own.played[number] = best
        for above in range(own.parents_begin[number], own.parents_begin[number + 1]):
            parent = own.parents[above]
            own.behind[parent] -= 1
            if most != 0:
                place = place_of_pair(entries, own.player, parent, met)
                if not put(entries, own, other, place, entries.units[place] + most):
                    return False
    own.left = kept
    return True


def met_by(entries: Entries, own: Side, number: Index) -> Index:
    """Return the only opponent sequence that the actions have payoffs with, _NONE or _SEVERAL;
    _SEVERAL also if an information set follows an action.
    """
    met = _NONE
    for at in range(own.actions_begin[number], own.actions_begin[number + 1]):
        action = own.actions[at]
        if own.behind[action] or own.counts[action] > 1:
            return _SEVERAL
        if own.counts[action]:
            other = cython.cast(Index, entries.ends[1 - own.player, own.places[action]])
            if met != _NONE and met != other:
                return _SEVERAL
            met = other
    return met


def take(entries: Entries, own: Side, other: Side, number: Index) -> tuple[Index, Int64]:
    """Remove the entries of all actions, at most one each; return the action that is best for its
    player, the first one on a tie, and its payoff.
    """
    sign: Int64 = 1 - 2 * own.player
    best: Index = -1
    most: Int64 = 0
    for at in range(own.actions_begin[number], own.actions_begin[number + 1]):
        action = own.actions[at]
        payoff: Int64 = 0
        if own.counts[action]:
            place = own.places[action]
            payoff = sign * entries.units[place]
            put(entries, own, other, place, 0)
        if best < 0 or payoff > most:
            best, most = action, payoff
    return best, sign * most


def place_of_pair(entries: Entries, player: Index, one: Index, other: Index) -> Index:
    """Return the place of the entry for a player's sequence and one of the other player; if there
    is none, add it with the value 0.
    """
    first, second = (one, other) if player == 0 else (other, one)
    size = entries.places.size
    place = number_of(entries.places, pair_key(first, second))
    if place == size:
        entries.ends[0, place], entries.ends[1, place] = first, second
    return place


def pair_key(first: Int64, second: Int64) -> Int64:
    """Return the key of a pair of sequences."""
    return cython.cast(Int64, first) << 32 | cython.cast(Int64, second)


def put(entries: Entries, own: Side, other: Side, place: Index, number: Int64) -> bool:
    """Set an entry; return whether it is small enough."""
    if (entries.units[place] == 0) != (number == 0):
        change = 1 if number else -1
        note(own, entries.ends[own.player, place], place, change)
        note(other, entries.ends[other.player, place], place, change)
    entries.units[place] = number
    return -_MOST <= number <= _MOST


def note(side: Side, sequence: Index, place: Index, change: Index) -> None:
    """Update `counts` and `places` of a sequence after an entry was added or removed."""
    side.counts[sequence] += change
    side.places[sequence] ^= place
