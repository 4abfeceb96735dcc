"""The game of a large matrix, in columns."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game
from schemas.game.columns import GameColumns, Kind, infoset_columns
from schemas.game.views import InfosetView, NodeView
from schemas.parts.rationals import Rationals, rationals_of


def with_columns(
    game: Game, rows: Sequence[Sequence[int]], above: Sequence[int], below: Sequence[int]
) -> Game:
    """Return the game with its nodes, of which it has none yet.

    `rows` are places of numbers, and `above` and `below` what these are in lowest terms.
    """
    payoffs, places = _each_once(above, below)
    places = places[np.array(rows, np.int32)]
    height, width = places.shape
    step, count = width + 1, 1 + height * (width + 1)
    kind = np.full(count, Kind.TERMINAL, np.int8)
    what = np.empty(count, np.int32)
    what[1:].reshape(height, step)[:, 1:] = places
    kind[0], what[0] = Kind.DECISION, 0
    kind[1::step], what[1::step] = Kind.DECISION, 1
    sizes = np.zeros(count + 1, np.int32)
    sizes[1], sizes[2::step] = height, width
    ways = np.arange(1, count, dtype=np.int32).reshape(height, step)
    columns = GameColumns(
        kind=kind,
        what=what,
        begin=np.cumsum(sizes, dtype=np.int32),
        children=np.concatenate([ways[:, 0], ways[:, 1:].ravel()]),
        payoffs=payoffs,
        chances=(),
        infosets=infoset_columns(game.information_sets),
    )
    return replace(game, information_sets=InfosetView(columns.infosets), nodes=NodeView(columns))


def _each_once(above: Sequence[int], below: Sequence[int]) -> tuple[Rationals, NDArray[np.int32]]:
    """Return numbers in lowest terms, each once as they come first, and where each of all is."""
    found = rationals_of(above, below)
    order = np.lexsort((found.denominators, found.numerators))
    by_size = found.numerators[order], found.denominators[order]
    new = np.concatenate([[True], np.any([part[1:] != part[:-1] for part in by_size], axis=0)])
    group = np.empty(len(order), np.int64)
    group[order] = np.cumsum(new) - 1
    # The sort is stable: of equal numbers the first stands first.
    firsts = order[new]
    coming = np.argsort(firsts)
    rank = np.empty(len(coming), np.int32)
    rank[coming] = np.arange(len(coming), dtype=np.int32)
    kept = firsts[coming]
    return Rationals(found.numerators[kept], found.denominators[kept]), rank[group]
