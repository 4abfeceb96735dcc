"""A game's columns with the nodes in another order, or only some of them: as `renumbering`."""

import numpy as np
from numpy.typing import NDArray

from schemas.game.columns import GameColumns, InfosetColumns, Int32s, Kind
from schemas.parts.rationals import Rationals


def renumbered_columns(columns: GameColumns, order: Int32s) -> GameColumns:
    """Return the nodes in an order, numbered from 0, with information sets, payoffs and chance
    moves in order of first visit.

    `order` has the numbers of the nodes that stay; whatever follows one of them is among them.
    """
    number = np.full(len(columns), -1, np.int32)
    number[order] = np.arange(len(order), dtype=np.int32)
    kind, what = columns.kind[order], columns.what[order]
    seen: dict[Kind, Int32s] = {}
    for of in Kind:
        those = kind == of
        seen[of], what[those] = _first_visits(what[those])
    sizes = np.diff(columns.begin)[order]
    begin = _begins(sizes, 0)
    ways = np.arange(begin[-1]) + np.repeat(columns.begin[order] - begin[:-1], sizes)
    paid = seen[Kind.TERMINAL]
    return GameColumns(
        kind=kind,
        what=what,
        begin=begin,
        children=number[columns.children[ways]],
        payoffs=Rationals(columns.payoffs.numerators[paid], columns.payoffs.denominators[paid]),
        chances=tuple(columns.chances[move] for move in seen[Kind.CHANCE].tolist()),
        infosets=_taken(columns.infosets, seen[Kind.DECISION]),
    )


def _first_visits(numbers: Int32s) -> tuple[Int32s, Int32s]:
    """Return different numbers in order of first visit, and the place of each number there."""
    each, first, place = np.unique(numbers, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return each[order], rank[place]


def _taken(infosets: InfosetColumns, those: Int32s) -> InfosetColumns:
    return InfosetColumns(
        player=infosets.player[those],
        state=infosets.state[those],
        sees=infosets.sees[those],
        actions=infosets.actions[those],
        texts=infosets.texts,
        first=_begins(np.diff(infosets.first)[those], 1),
    )


def _begins(sizes: NDArray[np.int32], start: int) -> Int32s:
    found = np.full(len(sizes) + 1, start, np.int32)
    found[1:] += np.cumsum(sizes, dtype=np.int32)
    return found
