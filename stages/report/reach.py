"""Where play comes when both players follow their strategies and chance decides the rest, and which
way it takes most often.

Computed on the game, node by node, from the behaviour strategies alone. In a game with shared nodes
a behaviour strategy is the same on all ways into a node, so that the probabilities along one way
multiply there, too.
"""

from typing import NamedTuple

from schemas.game import Game
from schemas.parts.views import ArrayView
from schemas.strategies import Strategy
from stages.report import reach_columns

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


def reaches(game: Game, strategies: tuple[Strategy, Strategy]) -> ArrayView[float]:
    """Return per information set of the game the probability that play comes there."""
    return reach_columns.reaches(game, strategies)


def most_likely(game: Game, strategies: tuple[Strategy, Strategy]) -> History:
    """Return the history that play takes most often."""
    moves, end, likely = reach_columns.most_likely(game, strategies, TIE)
    return History(tuple(Step(*move) for move in moves), end, likely)
