"""The linear program of a restricted game in sequence form (von Stengel, 1996): both players use
the actions that are allowed in their trees (Bosansky, Kiekintveld, Lisy and Pechoucek, "An exact
double-oracle algorithm for zero-sum extensive-form games with imperfect information", JAIR 51
(2014), equations 6 to 10). With A[s, t] for the payoff of sequences s of player 1 and t of player
2, y for player 2's realization plan, and a value v_I for each node I where player 1 acts:

    minimise v_root  subject to
    v_I >= sum of v_J + sum over t of A[s, t] y_t    for s at I, and the nodes J after s
    the y of the actions in a node of player 2 sum to that of the last sequence in it.

Its solution only suggests strategies: nothing is believed that best responses do not prove. Trees
only grow, so that the optimum of a round is where the search of the next one begins.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....schemas.parts.problems import Problem, SizeError
from ...highs import highs_program, new_highs, start_from
from ..walks import Floats, GameWalk, Int32s
from .strategy import MOST, Memory
from .tree_kernel import Tree, play_restricted

Payoffs = tuple[Int32s, Int32s, Floats]
"""The pairs of sequences with a payoff, and the payoffs."""
Sizes = tuple[int, int, int, int]
"""The numbers of sequences of player 1 and player 2, and of nodes where they act."""
Entries = tuple[NDArray[np.int64], Int32s, Floats]
"""The nonzeros: rows, columns and numbers."""


class Infosets:
    """The nodes of a tree in which its player acts, in the order of their first sequences."""

    def __init__(self, tree: Tree) -> None:
        place, self.own = np.asarray(tree.place)[1 : tree.sequences], np.asarray(tree.own)
        nodes, first, which = np.unique(place, return_index=True, return_inverse=True)
        order = np.argsort(first)
        rank = np.empty(len(order), np.int32)
        rank[order] = np.arange(len(order), dtype=np.int32)
        self.first = first[order] + 1
        """The first sequence of each."""
        self.of: Int32s = rank[which.ravel()]
        """Of each sequence but the first one."""
        self.before: Int32s = self.own[nodes[order]]
        """The last sequence before each."""


@dataclass(frozen=True, eq=False)
class _Basis:
    """Which columns and rows were basic at the last optimum."""

    sizes: Sizes
    columns: list[Any]
    rows: list[Any]


def restricted_payoffs(
    walk: GameWalk, memories: tuple[Memory, Memory], trees: tuple[Tree, Tree], most: int = MOST
) -> Payoffs:
    """Return the payoffs of a restricted game. Raises SizeError if it has more than `most` pairs of
    a state and the memories of both players.
    """
    first, second = (one.side(tree) for one, tree in zip(memories, trees, strict=True))
    restricted = play_restricted(
        walk.actor,
        walk.begin,
        walk.target,
        walk.chance,
        walk.gain,
        walk.payoff,
        first,
        second,
        most,
    )
    if restricted.size < 0:
        raise SizeError([Problem(f"the restricted game has more than {most:,} states")])
    rows, columns = (
        np.asarray(one)[: restricted.size].astype(np.int64)
        for one in (restricted.first, restricted.second)
    )
    payoff = np.asarray(restricted.payoff)[: restricted.size]
    pairs, which = np.unique(rows << 32 | columns, return_inverse=True)
    sums = np.bincount(which.ravel(), payoff, minlength=len(pairs))
    return (
        (pairs >> 32).astype(np.int32),
        (pairs & (2**32 - 1)).astype(np.int32),
        sums.astype(float),
    )


class TreePrograms:
    """The programs of two trees, round by round."""

    def __init__(self, trees: tuple[Tree, Tree]) -> None:
        self.trees = trees
        self._basis = _Basis((0, 0, 0, 0), [], [])

    def solve(
        self, payoffs: Payoffs, interior: bool, seconds: float = np.inf
    ) -> tuple[Floats, Floats]:
        """Return an optimal realization plan of each player, one number per sequence: those of a
        vertex, or with `interior` of an optimum that keeps away from vertices. After these seconds
        they may be anything.
        """
        first, second = (Infosets(tree) for tree in self.trees)
        sizes, entries = entries_of(self.trees, first, second, payoffs)
        highs = new_highs(interior=interior)
        highs.setOptionValue("time_limit", seconds)
        highs.passModel(linear_program(sizes, entries))
        if not interior:
            start_from(highs, *self._start(sizes, first, second))
        highs.run()
        if not interior:
            end = highs.getBasis()
            self._basis = _Basis(sizes, list(end.col_status), list(end.row_status))
        found = highs.getSolution()
        return np.array(found.row_dual)[: sizes[0]], np.array(found.col_value)[: sizes[1]]

    def _start(
        self, sizes: Sizes, first: Infosets, second: Infosets
    ) -> tuple[list[Any], list[Any]]:
        """Return the status of each column and row at the last optimum; new nodes take their first
        action.
        """
        import highspy  # For start-up time.

        basic, fixed = highspy.HighsBasisStatus.kBasic, highspy.HighsBasisStatus.kLower
        rows, columns, own, others = self._basis.sizes
        before, known = self._basis.columns, self._basis.rows
        plays = [fixed] * (sizes[1] - columns)
        pays = [basic] * (sizes[0] - rows)
        for sequence in second.first[others:].tolist():
            plays[sequence - columns] = basic
        for sequence in first.first[own:].tolist():
            pays[sequence - rows] = fixed
        root = before[columns : columns + 1] or [basic]
        if not rows:
            pays[0] = fixed
        status = [
            *(*before[:columns], *plays, *root),
            *(*before[columns + 1 :], *[basic] * (sizes[2] - own)),
        ]
        return status, [*known[:rows], *pays, *known[rows:], *[fixed] * (sizes[3] - others)]


def linear_program(sizes: Sizes, entries: Entries) -> Any:
    """Return the program for HiGHS."""
    rows, columns, own, others = sizes
    width, height = columns + 1 + own, rows + others
    cost, least, most = np.zeros(width), np.zeros(width), np.full(width, np.inf)
    cost[columns] = least[0] = most[0] = 1.0
    least[columns:] = -np.inf
    above = np.where(np.arange(height) < rows, np.inf, 0.0)
    row, column, number = entries
    order = np.argsort(row, kind="stable")
    begin = np.searchsorted(row[order], np.arange(height + 1))
    matrix = begin, column[order], number[order]
    return highs_program(cost, (least, most), (np.zeros(height), above), matrix, by_rows=True)


def entries_of(
    trees: tuple[Tree, Tree], first: Infosets, second: Infosets, payoffs: Payoffs
) -> tuple[Sizes, Entries]:
    """Return the sizes of a program and its nonzeros. The first rows are those of player 1's
    sequences, the first columns player 2's sequences, the value of the root and those of nodes.
    """
    rows, columns = trees[0].sequences, trees[1].sequences
    own, others = np.arange(len(first.before)), np.arange(len(second.before))
    sequences, value = np.arange(1, rows), columns + 1
    parts: list[tuple[Any, Any, Any]] = [
        (payoffs[0], payoffs[1], -payoffs[2]),
        ([0], [columns], [1.0]),
        (sequences, value + first.of, np.ones(len(sequences))),
        (first.before, value + own, -np.ones(len(own))),
        (rows + second.of, 1 + np.arange(len(second.of)), np.ones(len(second.of))),
        (rows + others, second.before, -np.ones(len(others))),
    ]
    row, column, number = (np.concatenate(one) for one in zip(*parts, strict=True))
    entries = row.astype(np.int64), column.astype(np.int32), number.astype(np.float64)
    return (rows, columns, len(own), len(others)), entries
