"""A chain of forced moves is one action."""

from collections.abc import Callable

from ..ways import Way


def chains(way: Way, onward: Callable[[Way], list[Way]]) -> Way:
    """Return the way extended by the forced moves after it.

    Property of the rules: between two decisions of the agent without an encounter,
    no other player moves and neither player learns anything. Proof: if there is
    one move, every strategy makes it, with probability 1. So the way to the next
    real decision, encounter or end of play is taken as a whole or not at all, and
    one action with all its moves has the same outcomes. Its label lists the
    moves, so that a reader can make them one by one.

    >>> steps = {1: [Way(("right",), 1, 2, 0, False)], 2: []}
    >>> chains(Way(("up",), 0, 1, 4, False), lambda way: steps[way.square])
    Way(moves=('up', 'right'), gold=1, square=2, open=0, ended=False)
    """
    moves, gold = list(way.moves), way.gold
    while not way.ended:
        following = onward(way)
        if len(following) != 1:
            break
        [way] = following
        moves += way.moves
        gold += way.gold
    return way._replace(moves=tuple(moves), gold=gold)
