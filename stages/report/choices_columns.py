"""Which choices of a strategy in columns the report tells: see `choices`."""

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game
from schemas.strategies import Behaviour, FloatView
from schemas.strategies.columns import StrategyColumns
from stages.report.reach_kernels import order_sequences


def counted(strategy: StrategyColumns) -> tuple[int, int]:
    """Return at how many information sets there is a choice, and to how many the player's own moves
    lead, choice or not.
    """
    led = strategy.own_reach > 0
    return int((led & (np.diff(strategy.begin) > 1)).sum()), int(led.sum())


def choices(
    game: Game, strategy: StrategyColumns, reach: FloatView, played: bool, most: int
) -> tuple[list[Behaviour], int]:
    """Return the first choices that play comes to, or else the others, and how many lines all of
    them are; so many that they are `most` lines or more, where there are so many.
    """
    sizes = np.diff(strategy.begin)
    there = (strategy.own_reach > 0) & (sizes > 1)
    there &= (reach.array[strategy.infoset] > 0) == played
    at = np.flatnonzero(there)
    if not len(at):
        return [], 0
    lines = np.add.reduceat(strategy.probabilities != 0, strategy.begin[:-1], dtype=np.int64)[at]
    order = np.argsort(_ranks(game)[strategy.infoset[at]], kind="stable")
    shown = 1 + int(np.searchsorted(np.cumsum(lines[order]), most))
    return [strategy.record(one) for one in at[order[:shown]].tolist()], int(lines.sum())


def _ranks(game: Game) -> NDArray[np.int32]:
    """Return per information set the place of the first sequence that leads there."""
    assert game.columns is not None
    first, reached = game.columns.infosets.first, game.reached
    size, rank = np.ones(first[-1], np.int32), np.zeros(first[-1], np.int32)
    order_sequences(first, reached.begin, reached.members, reached.parent, size, rank)
    above: NDArray[np.int32] = rank[reached.members[reached.begin[reached.parent]]]
    return above
