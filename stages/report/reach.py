"""Where play comes when both players follow their strategies and chance decides the rest, and which
way it takes most often.

Computed on the game, node by node, from the behaviour strategies alone. In a game with shared nodes
a behaviour strategy is the same on all ways into a node, so that the probabilities along one way
multiply there, too.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game
from schemas.game.columns import Int32s, Kind
from schemas.parts.views import ArrayView
from schemas.strategies import Strategy
from schemas.strategies.columns import strategy_columns
from stages.report.reach_kernel import pass_through, turn_back

Floats = NDArray[np.float64]
TIE = 1e-9
"""Ways whose probabilities differ by no more than this part are alike; of those the first in the
game's order is taken.
"""


class Step(NamedTuple):
    """One move on the way from the root to a terminal node."""

    node: int
    action: int
    """Its place among the actions of the node."""
    probability: float
    """Of the action at the node, by the strategy or by chance."""


class History(NamedTuple):
    """One history from the root to the end of play."""

    steps: tuple[Step, ...]
    end: int
    """The terminal node."""
    probability: float
    """Of this history among all."""


class _Moves(NamedTuple):
    """The probabilities of all moves of both players and of chance."""

    all: Floats
    first: Int32s
    """Where those of an information set begin: with the number of its first sequence."""
    chance: Int32s
    """Where those of a chance move begin."""


def reaches(game: Game, strategies: tuple[Strategy, Strategy]) -> ArrayView[float]:
    """Return per information set of the game the probability that play comes there."""
    return _reached(game, _moves(game, strategies))[1]


def most_likely(game: Game, strategies: tuple[Strategy, Strategy]) -> History:
    """Return the history that play takes most often."""
    columns, moves = game.columns, _moves(game, strategies)
    best, _ = _reached(game, moves)
    of_nodes = (columns.kind, columns.what, columns.begin, columns.children)
    turn_back(*of_nodes, *moves, TIE, best)
    steps, at = [], 0
    while columns.kind[at] != Kind.TERMINAL:
        below = columns.children[columns.begin[at] : columns.begin[at + 1]]
        starts = moves.first if columns.kind[at] == Kind.DECISION else moves.chance
        start = starts[columns.what[at]]
        shares = moves.all[start : start + len(below)].tolist()
        action = _likeliest(shares, best[below].tolist())
        steps.append(Step(at, action, shares[action]))
        at = int(below[action])
    return History(tuple(steps), at, math.exp(best[0]))


def _likeliest(shares: list[float], onward: list[float]) -> int:
    """Return the action that `turn_back` takes."""
    found, best = -1, math.nan
    for action, (share, further) in enumerate(zip(shares, onward, strict=True)):
        if share and not math.isnan(further):
            likely = math.log(share) + further
            if found < 0 or likely > best + TIE:
                found, best = action, likely
    return found


def _moves(game: Game, strategies: tuple[Strategy, Strategy]) -> _Moves:
    columns = game.columns
    first, tables = columns.infosets.first, columns.chances
    by_chance = [float(share) for move in tables for share in move.probabilities]
    found = np.zeros(first[-1] + len(by_chance))
    found[first[-1] :] = by_chance
    for strategy in map(strategy_columns, strategies):
        begin = strategy.begin
        sequences = np.arange(begin[-1], dtype=np.int32)
        sequences += np.repeat(first[strategy.infoset] - begin[:-1], np.diff(begin))
        found[sequences] = strategy.probabilities
    sizes = [0, *(len(move.probabilities) for move in tables)]
    return _Moves(found, first, (first[-1] + np.cumsum(sizes)).astype(np.int32))


def _reached(game: Game, moves: _Moves) -> tuple[Floats, ArrayView[float]]:
    """Return the probabilities with which play comes to nodes and to information sets."""
    columns = game.columns
    nodes, infosets = np.zeros(len(columns)), np.zeros(len(columns.infosets))
    of_nodes = (columns.kind, columns.what, columns.begin, columns.children)
    pass_through(*of_nodes, *moves, nodes, infosets)
    return nodes, ArrayView(infosets)
