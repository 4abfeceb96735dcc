"""What a player knows in a state, without the order in which it learned it.

Two states are one *situation* of a player if it cannot tell them apart, whatever it remembers: that
is the smallest equivalence relation in which a move of which it sees nothing changes nothing, and
states that follow equivalent ones by the same letter are equivalent. States after which the player
never moves again do not count. So the situation follows from the memory, and a strategy that
depends on it alone can be played.
"""

import numpy as np
from numpy.typing import NDArray

from ...schemas.state_graph import NOTHING
from ...schemas.state_graph.classes import equivalence
from ...schemas.state_graph.classes_kernel import mark_live
from .walks import SILENT, GameWalk, Int32s


def situations(walk: GameWalk, player: int) -> Int32s:
    """Return for each state in which a player moves the number of its situation, in order of first
    visit, and NOTHING for other states. Shape (n,).
    """
    classes = _classes(walk, player)
    letters = walk.letters[player - 1]
    known: dict[tuple[int, bytes], int] = {}
    begin = walk.begin.tolist()
    action = np.append(letters.action, np.int32(NOTHING))[letters.move]
    found = np.full(len(walk), NOTHING, np.int32)
    for state in np.flatnonzero(walk.actor == player).tolist():
        offer = action[begin[state] : begin[state + 1]].tobytes()
        found[state] = known.setdefault((int(classes[state]), offer), len(known))
    return found


def _classes(walk: GameWalk, player: int) -> Int32s:
    """Return for each state a state that represents its class."""
    live = can_move(walk, player)
    origin = np.repeat(np.arange(len(walk), dtype=np.int32), np.diff(walk.begin))
    letter = walk.letters[player - 1].move
    kept = live[walk.target]
    return equivalence(len(walk), origin[kept], letter[kept], walk.target[kept], SILENT)


def can_move(walk: GameWalk, player: int) -> NDArray[np.bool_]:
    """Return for each state whether a player moves in it or can move later. Shape (n,)."""
    live = np.zeros(len(walk), np.bool_)
    order = np.arange(len(walk), dtype=np.int32)
    mark_live(order, walk.actor, walk.begin, walk.target, player, live)
    return live
