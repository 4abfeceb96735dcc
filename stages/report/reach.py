"""The probabilities of information sets when both players follow their strategies, and the most
likely history.

Computed on the game, node by node, from the behaviour strategies alone. In a game with shared nodes
a behaviour strategy does not depend on the history into a node, so the probabilities along one
history multiply there, too.
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
"""Histories whose probabilities differ by at most this relative amount are tied; of those the first
in the game's order is taken.
"""


class Step(NamedTuple):
    """One move of the history from the root to a terminal node."""

    node: int
    action: int
    """Its index among the actions of the node."""
    probability: float
    """Of the action at the node, by the player's strategy or by chance."""


class History(NamedTuple):
    """One history from the root to a terminal node."""

    steps: tuple[Step, ...]
    end: int
    """The terminal node."""
    probability: float
    """The probability of this history."""


class _Moves(NamedTuple):
    """The probabilities of all moves of both players and of chance."""

    all: Floats
    first: Int32s
    """Offset of an information set's probabilities: the number of its first sequence."""
    chance: Int32s
    """Offset of a chance node's probabilities."""


def reaches(game: Game, strategies: tuple[Strategy, Strategy]) -> ArrayView[float]:
    """Return per information set of the game the probability that play reaches it."""
    return _reached(game, _moves(game, strategies))[1]


def most_likely(game: Game, strategies: tuple[Strategy, Strategy]) -> History:
    """Return the most likely history."""
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
    """Return the action that `turn_back` chooses."""
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
    """Return the probabilities with which play reaches nodes and information sets."""
    columns = game.columns
    nodes, infosets = np.zeros(len(columns)), np.zeros(len(columns.infosets))
    of_nodes = (columns.kind, columns.what, columns.begin, columns.children)
    pass_through(*of_nodes, *moves, nodes, infosets)
    return nodes, ArrayView(infosets)
