"""The compiled loop of `endgames`.

The entries of A stand in arrays, and a hash table says where a pair of sequences stands; one that
becomes 0 keeps its place. Per sequence there are the number of its entries that are not 0 and the
exclusive or of their places: where one is left, that is its place.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled, compiled_part

MOST = 2**62
"""No number here is larger, so that the sum of two has 64 bits."""
NONE, SEVERAL = np.int64(-1), np.int64(-2)
_MIXER = np.uint64(0x9E3779B97F4A7C15)  # Knuth's multiplicative hashing, by the golden ratio.


@compiled
def fold_endgames(forms, ends, units, counts, places, behind, played):
    """Remove endgames until there are none; return how many pairs stand in `ends` at last, -1 where
    a number became too large.

    Tuples hold an array per player. `forms`: where the parents of its information sets begin, the
    parents, where the actions begin, the actions. `ends`: per entry of A its sequence, with `units`
    beside it and room behind them for one entry per parent. `counts`, `places`: as above. `behind`:
    per sequence how many information sets are right behind it. `played`: per information set the
    action that was removed, -1 where it stands.
    """
    table = _table(ends, units, counts, places)
    size = np.sum(counts[0])
    # What stands, last first, and how many of it.
    left = np.arange(played[0].size)[::-1].copy(), np.arange(played[1].size)[::-1].copy()
    sizes = np.array([played[0].size, played[1].size])
    changed = True
    while changed:
        changed = False
        for player in range(2):
            parents_begin, parents, actions_begin, actions = forms[player]
            standing = left[player]
            kept = 0
            for number in standing[: sizes[player]]:
                own = actions[actions_begin[number] : actions_begin[number + 1]]
                met = _met(player, own, ends, counts, places, behind)
                if met == SEVERAL:
                    standing[kept] = number
                    kept += 1
                    continue
                best, most = _taken(player, own, ends, units, counts, places)
                played[player][number] = best
                changed = True
                for at in range(parents_begin[number], parents_begin[number + 1]):
                    parent = parents[at]
                    behind[player][parent] -= 1
                    if most == 0:
                        continue
                    one, two = (np.int64(parent), met) if player == 0 else (met, np.int64(parent))
                    slot = _slot(table, ends, one, two)
                    if table[slot] < 0:
                        table[slot] = size
                        ends[0][size], ends[1][size] = one, two
                        size += 1
                    place = table[slot]
                    if not _set(place, units[place] + most, ends, units, counts, places):
                        return -1
            sizes[player] = kept
    return size


@compiled_part
def _met(player, actions, ends, counts, places, behind):
    """Return the one sequence that all actions meet, NONE or SEVERAL; this also where an
    information set is behind one.
    """
    met = NONE
    for action in actions:
        if behind[player][action] or counts[player][action] > 1:
            return SEVERAL
        if counts[player][action]:
            other = np.int64(ends[1 - player][places[player][action]])
            if met != NONE and met != other:
                return SEVERAL
            met = other
    return met


@compiled_part
def _taken(player, actions, ends, units, counts, places):
    """Take the entries of all actions, one each at most; return the action that is best for its
    player, the first of equals, and its payoff.
    """
    sign = 1 - 2 * player
    best, most = actions[0], np.int64(-MOST - 1)
    for action in actions:
        payoff = np.int64(0)
        if counts[player][action]:
            place = places[player][action]
            payoff = sign * units[place]
            _set(place, 0, ends, units, counts, places)
        if payoff > most:
            best, most = action, payoff
    return best, sign * most


@compiled_part
def _table(ends, units, counts, places):
    """Return the hash table of the entries, -1 where nothing stands; count them per sequence."""
    room = 16
    while room < 2 * units.size:
        room *= 2
    table = np.full(room, -1, np.int32)
    size = 0
    while size < units.size and units[size] != 0:
        first, second = np.int64(ends[0][size]), np.int64(ends[1][size])
        table[_slot(table, ends, first, second)] = size
        for player in range(2):
            counts[player][ends[player][size]] += 1
            places[player][ends[player][size]] ^= size
        size += 1
    return table


@compiled_part
def _slot(table, ends, first, second):
    """Return where in the table a pair stands, or would."""
    mixed = (np.uint64(first) << np.uint64(32) | np.uint64(second)) * _MIXER
    slot = np.int64((mixed >> np.uint64(32)) & np.uint64(table.size - 1))
    while table[slot] >= 0 and (ends[0][table[slot]] != first or ends[1][table[slot]] != second):
        slot = (slot + 1) & (table.size - 1)
    return slot


@compiled_part
def _set(place, number, ends, units, counts, places):
    """Set an entry; return whether it is small enough."""
    if (units[place] == 0) != (number == 0):
        change = 1 if number else -1
        for player in range(2):
            counts[player][ends[player][place]] += change
            places[player][ends[player][place]] ^= place
    units[place] = number
    return -MOST <= number <= MOST
