"""Classes of states, united pair by pair, and the states in which a player can still act."""

from ..parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..parts.arrays import Flags, Index, Int32s, ReadInt8s, ReadInt32s


def unite(parent: Int32s, first: ReadInt32s, second: ReadInt32s) -> int:
    """Unite the classes of pairs of items (Tarjan 1975, with path halving); return how many classes
    disappear. Items whose parents are they themselves represent their classes.
    """
    fewer: Index = 0
    with cython.nogil:
        for at in range(first.shape[0]):
            one: Index = root(parent, first[at])
            other: Index = root(parent, second[at])
            if one != other:
                # The earlier one stays, so that the result depends on nothing else.
                parent[max(one, other)] = min(one, other)
                fewer += 1
    return fewer


def represent(parent: Int32s) -> None:
    """Replace the parent of each item by the representative of its class."""
    with cython.nogil:
        for item in range(parent.shape[0]):
            parent[item] = root(parent, item)


def root(parent: Int32s, item: Index) -> Index:
    """Return the representative of an item's class."""
    at: Index = item
    while parent[at] != at:
        parent[at] = parent[parent[at]]
        at = parent[at]
    return at


def mark_live(
    order: ReadInt32s,
    actor: ReadInt8s,
    begin: ReadInt32s,
    target: ReadInt32s,
    player: Index,
    live: Flags,
) -> None:
    """Mark the states in which a player moves, and those that lead there. `order` has all states,
    each before those that follow it.
    """
    with cython.nogil:
        for at in range(order.shape[0] - 1, -1, -1):
            state = cython.cast(Index, order[at])
            live[state] = actor[state] == player
            for move in range(begin[state], begin[state + 1]):
                if live[target[move]]:
                    live[state] = True
