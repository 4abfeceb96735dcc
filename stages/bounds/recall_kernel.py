"""The states of a game with what a player has just done and seen: which pairs can occur, and where
their moves lead.

A memory is a number: the last entry is its lowest digit. Each move changes it by `keep`, `shift`
and `adds`: oldest entries are dropped by `memory % keep`, and room for new ones is made by `shift`.
"""

import numpy as np

from ...schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ...schemas.kernels.key_tables import KeyTable, add, find, mixed
    from ...schemas.parts.arrays import (
        Index,
        Int32s,
        Int64,
        Ints,
        ReadFlags,
        ReadInt32s,
        ReadInts,
        UInt64,
    )

_POSITIVE = cython.declare(UInt64, 2**63 - 1)


class Pairs:
    """Pairs of a state and a memory, numbered as they are found. Those of one state are linked from
    `first` to `last` by `following`; -1 follows the last one.
    """

    def __init__(self, states: Index) -> None:
        self.first: Int32s = np.full(states, -1, np.int32)
        self.last: Int32s = np.full(states, -1, np.int32)
        self.state: Int32s = np.zeros(1024, np.int32)
        self.memory: Ints = np.zeros(1024, np.int64)
        self.following: Int32s = np.full(1024, -1, np.int32)
        self.hashes = KeyTable()
        self.size = 0
        self.target: Int32s = np.zeros(1024, np.int32)
        """Of each move of a pair the pair behind it, in the order of `find_pairs`."""
        self.moves = 0


def find_pairs(
    begin: ReadInt32s,
    target: ReadInt32s,
    live: ReadFlags,
    keep: ReadInts,
    shift: ReadInts,
    adds: ReadInts,
    most: Index,
) -> Pairs:
    """Return all pairs that can occur with their moves, in the order of their states, or the first
    ones if there are more than `most`. States that are not `live` have the memory 0.
    """
    pairs = Pairs(begin.shape[0] - 1)
    enter_pair(pairs, 0, 0)
    with cython.nogil:
        for state in range(begin.shape[0] - 1):
            pair: Index = pairs.first[state]
            while pair >= 0 and pairs.size <= most:
                for move in range(begin[state], begin[state + 1]):
                    memory: Int64 = 0
                    if live[target[move]]:
                        memory = (pairs.memory[pair] % keep[move]) * shift[move] + adds[move]
                    if pairs.moves == pairs.target.shape[0]:
                        with cython.gil:
                            pairs.target = np.resize(pairs.target, 2 * pairs.moves)
                    pairs.target[pairs.moves] = enter_pair(pairs, target[move], memory)
                    pairs.moves += 1
                pair = pairs.following[pair]
    return pairs


def enter_pair(pairs: Pairs, state: Index, memory: Int64) -> Index:
    """Return the number of a pair; a new one is added to those of its state."""
    code = mixed(cython.cast(UInt64, memory)) ^ cython.cast(UInt64, state)
    key = cython.cast(Int64, code & _POSITIVE)
    pair: Index = find(pairs.hashes, key, 0)
    while pair >= 0 and not (pairs.state[pair] == state and pairs.memory[pair] == memory):
        pair = find(pairs.hashes, key, pair + 1)
    if pair >= 0:
        return pair
    pair = add(pairs.hashes, key)
    if pair == pairs.state.shape[0]:
        lengthen_pairs(pairs)
    pairs.state[pair] = state
    pairs.memory[pair] = memory
    pairs.following[pair] = -1
    if pairs.last[state] < 0:
        pairs.first[state] = pair
    else:
        pairs.following[pairs.last[state]] = pair
    pairs.last[state] = pair
    pairs.size = pair + 1
    return pair


def lengthen_pairs(pairs: Pairs) -> Index:
    """Make room for twice as many pairs."""
    with cython.gil:
        size: Index = 2 * pairs.state.shape[0]
        pairs.state = np.resize(pairs.state, size)
        pairs.memory = np.resize(pairs.memory, size)
        pairs.following = np.resize(pairs.following, size)
    return 0
