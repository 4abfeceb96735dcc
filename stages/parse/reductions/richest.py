"""Among the ways to the same situation, the agent takes the one with the most gold."""

import heapq
from collections.abc import Callable
from itertools import count

from ..ways import Way

Key = tuple[int, int]  # A square, and the squares that are open there.


def richest(
    start: Way,
    onward: Callable[[Way], list[Way]],
    narrower: Callable[[list[tuple[int, int]], int, int], bool] | None = None,
) -> list[Way]:
    """Return the ways from `start` to everything that the agent can meet next: one per square and
    open squares.

    Property of the rules: between two encounters the agent learns nothing and is
    not observed; more gold never pays less; a dead end pays the least. Proof: as
    nothing is learnt, a plan that decides on the way can also draw its whole way
    to the next encounter or exit at once, with the same outcomes. Of
    two ways from the same situation to the same square that leave the same
    squares open, all continuations are the same, and the one with more gold pays
    at least as much in each. Gold is compared among ways from the same situation
    only: two ways that separate before an encounter continue in different situations
    if it ends differently, and the poorer one may be better there (on
    `-SGGG / #-GEE / E#DGG`, 1 bandit, p = 0.3, it is: 12.819 and not 12.693).

    `narrower` is the reduction `wider` or None. A way into a dead end is
    returned only if there is no other way; one stands for all, because a dead
    end pays the same with any gold.

    >>> moves = {0: [Way(("up",), 0, 1, 4, False), Way(("down",), 1, 1, 4, False)],
    ...     1: [Way(("right",), 0, 2, 0, True)]}
    >>> richest(Way((), 0, 0, 6, False), lambda way: moves[way.square])
    [Way(moves=('down', 'right'), gold=1, square=2, open=0, ended=True)]
    """
    first = (start.square, start.open)
    best: dict[Key, Way] = {first: start}
    settled: dict[int, list[tuple[int, int]]] = {}
    ends: list[Key] = []
    dead: list[Key] = []
    waiting: list[tuple[int, int, Key]] = [(0, 0, first)]
    number = count()
    while waiting:
        # A move closes a square, so that every way to a square comes from one with more of them
        # open: the best way is final when it is taken. Only to an exit it is not (nothing is open
        # there).
        _, _, key = heapq.heappop(waiting)
        way = best[key]
        kept = settled.setdefault(key[0], [])
        if narrower and narrower(kept, key[1], way.gold):
            continue
        if way.ended:
            ends.append(key)
            continue
        following = onward(way)
        if narrower and len(following) == 1:
            # A way dominated by this one makes the same move, and is dominated after it, too.
            kept.pop()
        for step in following:
            longer = step._replace(moves=(*way.moves, *step.moves), gold=way.gold + step.gold)
            after = (step.square, step.open)
            known = best.get(after)
            if known is None:
                heapq.heappush(waiting, (-after[1].bit_count(), next(number), after))
            if known is None or known.gold < longer.gold:
                best[after] = longer
        if not following and key != first:
            dead.append(key)
    return [best[key] for key in ends or dead[:1]]
