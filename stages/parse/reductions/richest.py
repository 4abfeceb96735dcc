"""Among the ways to the same situation, the agent takes the one with the most gold."""

import heapq
from collections.abc import Callable, Iterator
from itertools import count
from typing import NamedTuple

from ..ways import Way


class _Trail(NamedTuple):
    """The moves of a way, last move first."""

    moves: tuple[str, ...]
    before: "_Trail | None"


class _Label(NamedTuple):
    """The best way known to some square with some open squares, as its last move."""

    gold: int
    last: Way
    before: _Trail | None


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
    labels: dict[Key, _Label] = {}
    settled: dict[int, list[tuple[int, int]]] = {}
    ends: list[tuple[Key, _Label]] = []
    dead: list[tuple[Key, _Label]] = []
    waiting: list[tuple[int, int, Key]] = []
    number = count()
    _spread(labels, waiting, number, onward(start), 0, None)
    while waiting:
        # A move closes a square, so that every way to a square comes from one with more of them
        # open: its label is final when it is taken, and is not needed again. Only an exit's label
        # is not final (nothing is open there).
        _, _, key = heapq.heappop(waiting)
        label = labels.pop(key) if key[1] else labels[key]
        kept = settled.setdefault(key[0], [])
        if narrower and narrower(kept, key[1], label.gold):
            continue
        if label.last.ended:
            ends.append((key, label))
            continue
        following = onward(label.last)
        if narrower and len(following) == 1:
            # A way dominated by this one makes the same move, and is dominated after it, too.
            kept.pop()
        _spread(
            labels, waiting, number, following, label.gold, _Trail(label.last.moves, label.before)
        )
        if not following:
            dead.append((key, label))
    return [_full_way(labels.get(key, label)) for key, label in ends or dead[:1]]


def _spread(
    labels: dict[Key, _Label],
    waiting: list[tuple[int, int, Key]],
    number: Iterator[int],
    following: list[Way],
    gold: int,
    before: _Trail | None,
) -> None:
    for step in following:
        key = (step.square, step.open)
        known = labels.get(key)
        if known is None:
            heapq.heappush(waiting, (-key[1].bit_count(), next(number), key))
        if known is None or known.gold < gold + step.gold:
            labels[key] = _Label(gold + step.gold, step, before)


def _full_way(label: _Label) -> Way:
    moves: list[tuple[str, ...]] = []
    trail: _Trail | None = _Trail(label.last.moves, label.before)
    while trail is not None:
        moves.append(trail.moves)
        trail = trail.before
    return label.last._replace(
        moves=tuple(word for part in moves[::-1] for word in part), gold=label.gold
    )
