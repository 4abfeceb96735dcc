"""A game with shared nodes in columns, equal to the one of `stages.expand.shared_nodes`."""

import numpy as np

from schemas.game.columns import Int32s, Kind
from stages.expand.columns.first_visits import first_visits
from stages.expand.columns.passes_kernel import rearrange, reverse_postorder
from stages.expand.columns.room import Room


def parents_first(room: Room) -> tuple[Room, Int32s]:
    """Return the output of a walk sorted so that a child comes after all its parents, and that
    order; information sets are in order of first visit.

    The arrays for the origin of the nodes keep their order.
    """
    size = len(room.kind)
    order, number = np.empty(size, np.int32), np.empty(size, np.int32)
    begin, children = np.zeros(size + 1, np.int32), np.empty(len(room.children), np.int32)
    reverse_postorder(room.begin, room.children, order, number)
    rearrange(room.begin, room.children, order, number, begin, children)
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
