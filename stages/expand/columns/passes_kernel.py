"""Passes over the columns of a state graph, and over those of the game that a walk wrote."""

import numpy as np

from ....schemas.parts import shadow as cython
from ....schemas.state_graph.columns import StateKind

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ....schemas.parts.arrays import (
        Flags,
        Index,
        Int32s,
        Int64,
        Ints,
        ReadInt8s,
        ReadInt32s,
        ReadInts,
    )

_LOOK = cython.declare(Index, StateKind.LOOK)
_CHOICE = cython.declare(Index, StateKind.CHOICE)
_RELOCATION = cython.declare(Index, StateKind.RELOCATION)
_ONE = cython.declare(Int64, 1)


def look_ahead(
    order: ReadInt32s,
    kind: ReadInt8s,
    what: ReadInt32s,
    begin: ReadInt32s,
    targets: ReadInt32s,
    player: ReadInt8s,
    bit: ReadInts,
    every: Int64,
    live: Ints,
    acts: Flags,
    alone: Flags,
) -> None:
    """Fill `live`, `acts` and `alone` of the rules, from the last state of an order to the first.

    `every` has the bits of all places.
    """
    with cython.nogil:
        for place in range(order.shape[0] - 1, -1, -1):
            state: Index = order[place]
            matter: Int64 = 0
            own: Index = 0
            if kind[state] == _RELOCATION:
                matter, own = every, 1
            elif kind[state] == _LOOK:
                matter = _ONE << bit[what[state]]
            elif kind[state] == _CHOICE and player[state] == 2:
                own = 1
            moves, moves_alone = own, own
            for slot in range(begin[state], begin[state + 1]):
                to: Index = targets[slot]
                matter |= live[to]
                moves |= acts[to]
                # The second target of a look is for an empty place.
                if kind[state] != _LOOK or slot > begin[state]:
                    moves_alone |= alone[to]
            live[state], acts[state], alone[state] = matter, moves, moves_alone


def reverse_postorder(begin: ReadInt32s, children: ReadInt32s, order: Int32s) -> None:
    """Write the nodes in reverse postorder of a depth-first search that visits the last child
    first: a topological order that stays close to prefix order.
    """
    place = order.shape[0]
    left: Int32s = np.empty(place, np.int32)
    waiting: Int32s = np.empty(place, np.int32)
    entered: Flags = np.zeros(place, np.bool_)
    top: Index = 1
    with cython.nogil:
        for index in range(place):
            left[index] = begin[index + 1]
        waiting[0], entered[0] = 0, True
        while top:
            node: Index = waiting[top - 1]
            if left[node] > begin[node]:
                left[node] -= 1
                child: Index = children[left[node]]
                if not entered[child]:
                    waiting[top], entered[child] = child, True
                    top += 1
            else:
                top, place = top - 1, place - 1
                order[place] = node
