"""Compiled loops over the arrays of a sequence form, and of its reductions."""

import numpy as np

from schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from schemas.parts.arrays import (
        Index,
        Int32s,
        Int32s2,
        Int64,
        Ints,
        ReadInt32s,
        ReadInts,
    )
    from schemas.parts.key_tables import slot

_NONE = cython.declare(Index, -1)
_SEVERAL = cython.declare(Index, -2)
_MOST = cython.declare(Int64, 2**62)  # So that the sum of two numbers has 64 bits.


def pair_order(first: ReadInt32s, second: ReadInt32s, firsts: Index, seconds: Index) -> Int32s:
    """Return the numbers of pairs in ascending order, equal ones in their own.

    `first` and `second` are below `firsts` and `seconds`. Counted and laid in order by the second,
    then by the first.
    """
    by_second: Int32s = np.empty(first.shape[0], np.int32)
    found = np.empty(first.shape[0], np.int32)
    by_both: Int32s = found
    place: Ints = np.zeros(max(firsts, seconds) + 1, np.int64)
    with cython.nogil:
        count(second, seconds, place)
        for at in range(second.shape[0]):
            by_second[place[second[at]]] = at
            place[second[at]] += 1
        count(first, firsts, place)
        for number in range(first.shape[0]):
            pair = by_second[number]
            by_both[place[first[pair]]] = pair
            place[first[pair]] += 1
    return found


def count(keys: ReadInt32s, size: Index, place: Ints) -> None:
    """Fill where each key below `size` comes first when all keys are in order."""
    for key in range(size + 1):
        place[key] = 0
    for at in range(keys.shape[0]):
        place[keys[at] + 1] += 1
    for key in range(size):
        place[key + 1] += place[key]


def merge_single(
    parents_begin: ReadInts,
    parents: Int32s,
    actions_begin: ReadInts,
    actions: ReadInt32s,
    merged: Int32s,
) -> Int32s:
    """Take one action for one parent sequence wherever `Editor.mergeable` allows it; return per
    information set the action that was removed, -1 where none was.

    `merged` has the size of all sequences and says of each which one stands for it: at first
    itself. An information set comes behind those that its parents end in, so one turn is enough,
    and what stands for a parent is settled when the turn comes to the information set. `parents`
    changes to what stands for them; it stays in ascending order.
    """
    # Of each sequence the places in `parents` where it is one of several.
    head: Ints = np.full(merged.shape[0], -1, np.int64)
    following: Ints = np.full(parents.shape[0], -1, np.int64)
    below: Int32s = np.zeros(parents.shape[0], np.int32)
    found = np.full(parents_begin.shape[0] - 1, -1, np.int32)
    played: Int32s = found
    with cython.nogil:
        for number in range(played.shape[0]):
            if parents_begin[number + 1] - parents_begin[number] > 1:
                for at in range(parents_begin[number], parents_begin[number + 1]):
                    below[at] = number
                    following[at] = head[parents[at]]
                    head[parents[at]] = at
        for number in range(played.shape[0]):
            begin: Index = parents_begin[number]
            end: Index = parents_begin[number + 1]
            for at in range(begin, end):
                parents[at] = merged[parents[at]]
            if end - begin > 1:
                in_order(parents, begin, end)
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
    return found


def in_order(numbers: Int32s, begin: Index, end: Index) -> None:
    """Lay some numbers in order, of which nearly all are."""
    for last in range(begin + 1, end):
        at: Index = last
        while at > begin and numbers[at - 1] > numbers[at]:
            numbers[at - 1], numbers[at] = numbers[at], numbers[at - 1]
            at -= 1


# Endgames


class Side:
    """A player's part of a form from which endgames are removed.

    The parents and the actions of the information sets stand in lists, as in SequencesColumns.
    counts, places: per sequence how many of its entries of A are not 0, and the exclusive or of
    their places: where one is left, that is its place.
    behind: per sequence how many information sets are right behind it.
    played: per information set the action that was removed, -1 where it stands.
    standing: the information sets that stand, last first; the first `left` count.
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
        """Make a player's side; `player` is 0 or 1."""
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
    units: per entry.
    table: the places of pairs by their hash, -1 where there is none.
    """

    def __init__(self, ends: Int32s2, units: Ints, size: int) -> None:
        """Take over arrays of which `size` entries are there."""
        self.ends, self.units, self.size = ends, units, size
        places = 2 ** max(4, (2 * units.shape[0] - 1).bit_length())
        self.table = np.full(places, -1, np.int32)


def fold_endgames(entries: Entries, first: Side, second: Side) -> bool:
    """Remove endgames until there are none; return whether no number became too large."""
    fits: bool = True
    changed: bool = True
    with cython.nogil:
        for place in range(entries.size):
            entries.table[slot_of(entries, entries.ends[0, place], entries.ends[1, place])] = place
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
    """Return the one sequence that all actions meet, _NONE or _SEVERAL; this also where an
    information set is behind one.
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
    """Take the entries of all actions, one each at most; return the action that is best for its
    player, the first of equals, and its payoff.
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
    """Return the place of the entry of a player's sequence and one of the other player; a new entry
    is 0.
    """
    first, second = (one, other) if player == 0 else (other, one)
    at = slot_of(entries, first, second)
    if entries.table[at] < 0:
        entries.table[at] = entries.size
        entries.ends[0, entries.size], entries.ends[1, entries.size] = first, second
        entries.size += 1
    return cython.cast(Index, entries.table[at])


def slot_of(entries: Entries, first: Int64, second: Int64) -> Index:
    """Return where in the table a pair stands, or would."""
    first, second = cython.cast(Int64, first), cython.cast(Int64, second)
    size = entries.table.shape[0]
    at = slot(first << 32 | second, size)
    place = entries.table[at]
    while place >= 0 and (entries.ends[0, place] != first or entries.ends[1, place] != second):
        at = (at + 1) & (size - 1)
        place = entries.table[at]
    return at


def put(entries: Entries, own: Side, other: Side, place: Index, number: Int64) -> bool:
    """Set an entry; return whether it is small enough."""
    if (entries.units[place] == 0) != (number == 0):
        change = 1 if number else -1
        note(own, entries.ends[own.player, place], place, change)
        note(other, entries.ends[other.player, place], place, change)
    entries.units[place] = number
    return -_MOST <= number <= _MOST


def note(side: Side, sequence: Index, place: Index, change: Index) -> None:
    """Note that an entry of a sequence is there now, or no longer."""
    side.counts[sequence] += change
    side.places[sequence] ^= place
