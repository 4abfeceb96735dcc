"""Lengthening the arrays that a walk writes, between two rounds of the walk."""

from schemas.parts.key_tables import fill
from stages.expand.columns.room import ENDS, INFOSET_COLUMNS, NODE_COLUMNS, Room, enlarge, lengthen
from stages.expand.columns.walk_kernel import fill_nodes


def grow(room: Room, most: int) -> None:
    """Lengthen the arrays that are too short for one more node with `most` children."""
    nodes, children, waiting, infosets, trie, closed = room.counters.tolist()
    for names, need in (
        (NODE_COLUMNS, nodes + 1),
        (INFOSET_COLUMNS, infosets + 1),
        (("children",), children + most),
        (("waiting",), waiting + most),
        (("steps",), trie + 1),
        (("closed",), closed + 1),
    ):
        for name in names:
            lengthen(getattr(room, name), need, name in ENDS)
    if enlarge(room.nodes, nodes):
        fill_nodes(room.nodes, room.states, room.hidden, room.last, 1, nodes)
    for table, keys, begin, end in (
        (room.infosets, room.keys, 1, infosets),
        (room.trie, room.steps, 1, trie),
        (room.relocations, room.closed, 0, closed),
    ):
        if enlarge(table, end):
            fill(table, keys, begin, end)
