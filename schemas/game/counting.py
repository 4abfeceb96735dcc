"""The size of the tree that a game represents.

In a tree each node is one history. If nodes are shared, paths are counted in floats as long as
these are exact, else in Python integers.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels.passes import Order, add_behind, forward, reach_nodes
from ..parts.counts import REDUCED, UNREDUCED, Counts
from ..parts.rationals import EXACT
from .columns import GameColumns, Kind
from .game import Game
from .reaching import ReachingColumns


def count(game: Game) -> Counts:
    """Return the exact size of the tree that a checked game represents; nodes may be shared."""
    columns, infosets = game.columns, game.columns.infosets
    ends = columns.kind == Kind.TERMINAL
    paid = ends.copy()
    paid[ends] = (columns.payoffs.numerators > 0)[columns.what[ends]]
    if columns.is_tree:
        ways, alone = np.ones(len(columns), np.int64), np.ones(len(infosets), np.int64)
    else:
        ways, alone = _history_counts(columns), _tree_infoset_counts(columns, game.reached)
    first, second = (_total(alone[infosets.player == player]) for player in (1, 2))
    return Counts(
        # Level 1 keeps every legal move.
        of=REDUCED if game.source and game.source.level > 1 else UNREDUCED,
        histories=_total(ways),
        terminal_histories=_total(ways[ends]),
        escapes=_total(ways[paid]),
        information_sets=(first, second),
    )


def _history_counts(columns: GameColumns) -> NDArray[Any]:
    """Return the number of histories that lead to each node."""
    ways = np.zeros(len(columns))
    ways[0] = 1
    reach_nodes(columns.begin, columns.children, np.ones(len(columns.children)), ways)
    if ways.max() < EXACT:
        return ways.astype(np.int64)
    many = [0] * len(columns)
    many[0] = 1
    begin, children = columns.begin.tolist(), columns.children.tolist()
    for node, number in enumerate(many):
        for child in children[begin[node] : begin[node + 1]]:
            many[child] += number
    return np.array(many, object)


def subtree_sizes(columns: GameColumns) -> NDArray[Any]:
    """Return for each node the number of histories that begin there, itself included."""
    sizes = np.ones(len(columns))
    add_behind(columns.begin, columns.children, np.ones(len(columns.children)), sizes)
    if sizes.max() < EXACT:
        return sizes.astype(np.int64)
    many = [1] * len(columns)
    begin, children = columns.begin.tolist(), columns.children.tolist()
    for node in range(len(many) - 1, -1, -1):
        many[node] += sum(many[child] for child in children[begin[node] : begin[node + 1]])
    return np.array(many, object)


def _tree_infoset_counts(columns: GameColumns, reached: ReachingColumns) -> NDArray[Any]:
    """Return how many information sets of the tree each information set represents: the number of
    its player's own sequences of moves that lead to it.
    """
    first = columns.infosets.first
    infosets = np.arange(len(columns.infosets), dtype=np.int32)
    order = Order(infosets, first, reached.parent, reached.begin, reached.members)
    ways, alone = np.zeros(first[-1]), np.zeros(len(infosets))
    ways[0] = 1
    forward(order, np.ones(first[-1]), ways, alone)
    if not len(alone) or alone.max() < EXACT:
        return alone.astype(np.int64)
    own = [1] * int(first[-1])
    begin, members, starts = reached.begin.tolist(), reached.members.tolist(), first.tolist()
    many = []
    for infoset, parent in enumerate(reached.parent.tolist()):
        number = sum(own[sequence] for sequence in members[begin[parent] : begin[parent + 1]])
        many.append(number)
        own[starts[infoset] : starts[infoset + 1]] = [number] * (
            starts[infoset + 1] - starts[infoset]
        )
    return np.array(many, object)


def _total(numbers: NDArray[Any]) -> int:
    """Return the sum, of any size."""
    if numbers.dtype == object:
        return sum(numbers.tolist())
    # Sum the 32-bit halves separately: fewer than 2^31 of them cannot overflow.
    return (int((numbers >> 32).sum()) << 32) + int((numbers & 0xFFFFFFFF).sum())
