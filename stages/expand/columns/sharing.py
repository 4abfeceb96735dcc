"""A game with shared nodes in columns: as `stages.expand.shared` makes it."""

# Numba infers the types of the last functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.game.columns import Int32s, Kind
from schemas.parts.compiled import compiled
from stages.expand.columns.ordering import first_visits
from stages.expand.columns.room import Room


def parents_first(room: Room) -> tuple[Room, Int32s]:
    """Return what a walk wrote in an order in which a child comes after all its parents, and that
    order; the information sets in order of first visit.

    Where the nodes come from stays as it was.
    """
    size = len(room.kind)
    order, number = np.empty(size, np.int32), np.empty(size, np.int32)
    begin, children = np.zeros(size + 1, np.int32), np.empty(len(room.children), np.int32)
    _reverse_postorder(room.begin, room.children, order, number)
    _rearrange(room.begin, room.children, order, number, begin, children)
    kind, what = room.kind[order], room.what[order]
    infosets = first_visits(kind, what, Kind.DECISION, len(room.player))
    first = np.ones(len(infosets) + 1, np.int32)
    first[1:] += np.cumsum(np.diff(room.first)[infosets], dtype=np.int32)
    arranged = room._replace(
        kind=kind,
        what=what,
        begin=begin,
        children=children,
        player=room.player[infosets],
        state=room.state[infosets],
        sees=room.sees[infosets],
        actions=room.actions[infosets],
        first=first,
    )
    return arranged, order


@compiled
def _reverse_postorder(begin, children, order, number):
    """Write the nodes in reverse postorder of a depth-first search, the last child first, and where
    each stands: a topological order that stays close to prefix order.
    """
    left, entered = begin[1:].copy(), np.zeros(len(order), np.bool_)
    waiting = np.empty(len(order), np.int32)
    waiting[0], entered[0], top, place = 0, True, 1, len(order)
    while top:
        node = waiting[top - 1]
        if left[node] > begin[node]:
            left[node] -= 1
            child = children[left[node]]
            if not entered[child]:
                entered[child] = True
                waiting[top] = child
                top += 1
        else:
            top, place = top - 1, place - 1
            order[place], number[node] = node, place


@compiled
def _rearrange(old_begin, old_children, order, number, begin, children):
    """Write the children of the nodes in an order, as they are numbered there."""
    slot = 0
    for place in range(len(order)):
        for old in range(old_begin[order[place]], old_begin[order[place] + 1]):
            children[slot] = number[old_children[old]]
            slot += 1
        begin[place + 1] = slot
