"""Which choices of a strategy in columns the report tells: see `choices`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game
from schemas.parts.views import ArrayView
from schemas.strategies import Behaviour
from schemas.strategies.columns import StrategyColumns
from stages.report.reach_kernel import order_sequences

Integers = NDArray[np.integer[Any]]


def counted(strategy: StrategyColumns, mistakes: bool) -> tuple[int, int]:
    """Return at how many information sets there is a choice, and to how many the player's own moves
    lead, choice or not; with `mistakes` they lead anywhere.
    """
    led = (strategy.own_reach > 0) | mistakes
    return int((led & (np.diff(strategy.begin) > 1)).sum()), int(led.sum())


def choices(
    game: Game,
    strategy: StrategyColumns,
    reach: ArrayView[float],
    most: int,
    few: int,
    others: int,
) -> list[tuple[list[Behaviour], int]]:
    """Return the first choices that play comes to, those that it does not come to, and those where
    the player's own moves do not lead, and how many lines all of each are; so many that they are
    `most` lines or more, where there are so many.

    Where play comes, all actions are told of an information set with `few` or less, and else
    `others` of those that are not played.
    """
    several, led = np.diff(strategy.begin) > 1, strategy.own_reach > 0
    if not several.any():
        return [([], 0)] * 3
    actions = np.diff(strategy.begin)
    played = np.add.reduceat(strategy.probabilities != 0, strategy.begin[:-1], dtype=np.int64)
    told = np.where(actions <= few, actions, np.minimum(actions, played + others + 1))
    comes, ranks = reach.array[strategy.infoset] > 0, _ranks(game, strategy)
    return [
        _first(strategy, np.flatnonzero(several & kind), lines, ranks, most)
        for kind, lines in ((led & comes, told), (led & ~comes, played), (~led, played))
    ]


def _first(
    strategy: StrategyColumns, at: Integers, shown: Integers, ranks: Integers, most: int
) -> tuple[list[Behaviour], int]:
    order = at[np.argsort(ranks[at], kind="stable")]
    lines = np.cumsum(shown[order])
    first = order[: 1 + int(np.searchsorted(lines, most))]
    return [strategy.record(one) for one in first.tolist()], int(lines[-1]) if len(lines) else 0


def _ranks(game: Game, strategy: StrategyColumns) -> Integers:
    """Return for each entry the place of the first sequence that leads there."""
    first, reached = game.columns.infosets.first, game.reached
    size, rank = np.ones(first[-1], np.int32), np.zeros(first[-1], np.int32)
    order_sequences(first, reached.begin, reached.members, reached.parent, size, rank)
    return rank[reached.members[reached.begin[reached.parent[strategy.infoset]]]]
