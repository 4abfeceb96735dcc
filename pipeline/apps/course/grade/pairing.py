"""Pair the entries of two lists: actions and outcomes of two trees.

A key is a test of an entry of each list; more specific keys come first.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from .nodes import Branch

Mine = TypeVar("Mine")
Yours = TypeVar("Yours")
Key = Callable[[Mine, Yours], bool]
Cost = Callable[[Mine, Yours], int]
Pairs = list[tuple[int, int]]  # Positions in the first list and in the second.


def pair_by_keys(
    mine: Sequence[Mine], yours: Sequence[Yours], keys: Sequence[Key[Mine, Yours]]
) -> Pairs:
    """Pair the entries of two lists, each used once, by the first key that holds; pairs of earlier
    keys come first.

    >>> pair_by_keys("abc", "Cxa", [lambda one, other: one == other, lambda one, other: True])
    [(0, 2), (1, 0), (2, 1)]
    """
    pairs: Pairs = []
    left, right = list(range(len(mine))), list(range(len(yours)))
    for key in keys:
        for one in list(left):
            other = next((at for at in right if key(mine[one], yours[at])), None)
            if other is not None:
                pairs.append((one, other))
                left.remove(one)
                right.remove(other)
    return sorted(pairs)


def assign(mine: Sequence[Mine], yours: Sequence[Yours], keys: Sequence[Key[Mine, Yours]]) -> Pairs:
    """Assign an entry of the second list to each entry of the first, by the first key that holds
    for exactly one; an entry of the second list may be assigned several times.
    """
    found = []
    for at, one in enumerate(mine):
        fits = [[number for number, other in enumerate(yours) if key(one, other)] for key in keys]
        clear = next((fit for fit in fits if len(fit) == 1), None) or next(
            (fit for fit in fits if fit), [0]
        )
        found.append((at, clear[0]))
    return found


def pair_best(
    mine: Sequence[Mine],
    yours: Sequence[Yours],
    called: Key[Mine, Yours],
    same: Key[Mine, Yours],
    cost: Cost[Mine, Yours],
) -> Pairs:
    """Pair two lists of actions by their labels if all labels fit, unless all continuations fit in
    another order; otherwise so that their continuations differ least.
    """

    def both(one: Mine, other: Yours) -> bool:
        return called(one, other) and same(one, other)

    if len(mine) == len(yours) and all(map(both, mine, yours)):
        return [(at, at) for at in range(len(mine))]  # The code below would give the same result.
    by_name = pair_by_keys(mine, yours, (called,))
    by_continuation = pair_by_keys(mine, yours, (both, same))
    if len(by_name) == len(mine) and len(by_continuation) < len(mine):
        return by_name
    return least(mine, yours, called, cost)


def least(
    mine: Sequence[Mine], yours: Sequence[Yours], called: Key[Mine, Yours], cost: Cost[Mine, Yours]
) -> Pairs:
    """Pair the entries of two lists, each used once, the cheapest pairs first; among equal costs,
    prefer equal labels, then the lists' order.

    >>> least([1, 5], [6, 2], lambda one, other: False, lambda one, other: abs(one - other))
    [(0, 1), (1, 0)]
    >>> least([1, 1], [1, 1], lambda one, other: False, lambda one, other: abs(one - other))
    [(0, 0), (1, 1)]
    """
    every = sorted(
        (cost(one, other), not called(one, other), abs(first - second), first, second)
        for first, one in enumerate(mine)
        for second, other in enumerate(yours)
    )
    pairs: Pairs = []
    left, right = set(range(len(mine))), set(range(len(yours)))
    for *_, first, second in every:
        if first in left and second in right:
            pairs.append((first, second))
            left.remove(first)
            right.remove(second)
    return sorted(pairs)


def has_equal_totals(expected: Sequence[Branch], found: Sequence[Branch], pairs: Pairs) -> bool:
    """Return whether pairs of outcomes cover both lists, with equal total probabilities."""
    if {one for one, _ in pairs} != set(range(len(expected))) or {
        other for _, other in pairs
    } != set(range(len(found))):
        return False
    if len(expected) < len(found):
        return has_equal_totals(found, expected, [(other, one) for one, other in pairs])
    return all(
        sum(expected[one].probability for one, other in pairs if other == at)
        == found[at].probability
        for at in range(len(found))
    )
