"""Which choices of a strategy the report tells a person, and how many more there are.

Where play comes, an action that is not played tells why: by what it gives away. At an information
set with many actions those that are played stand alone with the best of the others.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game
from schemas.parts.views import ArrayView
from schemas.strategies import Behaviour, Strategy
from schemas.strategies.columns import StrategyColumns, strategy_columns
from stages.report.reach_kernel import order_sequences

Integers = NDArray[np.integer[Any]]

MOST_ACTIONS = 8
"""Of an information set with no more, all are told."""
OTHERS = 3
"""So many of those that are not played are told where there are more actions, the best."""


class Told(NamedTuple):
    """Some choices among several actions, each behind those that lead to it."""

    first: Sequence[Behaviour]
    """As many as are asked for, or all."""
    lines: int
    """Of all of them."""


class Choices(NamedTuple):
    """What a player does at its information sets."""

    played: Told
    """Where play comes: a line per action that is told, and one for the rest."""
    others: Told
    """Where it would come by another opponent's moves: a line per action that is played."""
    forced: int
    """Information sets with one action only that are not `never`."""
    mistakes: Told
    """Where only a mistake of the player's own leads; nothing where all of these are `never`."""
    never: int
    """Information sets to which the player's own moves do not lead and of which nothing is told."""


def choices(
    game: Game, strategy: Strategy, reach: ArrayView[float], most: int, mistakes: bool = False
) -> Choices:
    """Return the choices of a strategy; `reach` is the probability that play comes to each of the
    game's information sets. Of each kind there are enough for `most` lines, or all. With
    `mistakes` also those where only a mistake of the player's own leads.
    """
    columns = strategy_columns(strategy)
    actions, led = np.diff(columns.begin), columns.own_reach > 0
    several, kinds = actions > 1, [Told((), 0)] * 3
    if several.any():
        comes, ranks = reach.array[columns.infoset] > 0, _ranks(game, columns)
        played = np.add.reduceat(columns.probabilities != 0, columns.begin[:-1], dtype=np.int64)
        lines = np.where(actions <= MOST_ACTIONS, actions, np.minimum(actions, played + OTHERS + 1))
        kinds = [
            _first(columns, np.flatnonzero(several & kind), shown, ranks, most)
            for kind, shown in ((led & comes, lines), (led & ~comes, played), (~led, played))
        ]
    counted = led | mistakes
    return Choices(
        played=kinds[0],
        others=kinds[1],
        mistakes=kinds[2] if mistakes else Told((), 0),
        forced=int((counted & ~several).sum()),
        never=int((~counted).sum()),
    )


def _first(
    strategy: StrategyColumns, at: Integers, shown: Integers, ranks: Integers, most: int
) -> Told:
    """Return the first choices among those at `at` that take `most` lines, or all."""
    order = at[np.argsort(ranks[at], kind="stable")]
    lines = np.cumsum(shown[order])
    first = order[: 1 + int(np.searchsorted(lines, most))]
    return Told(
        [strategy.record(one) for one in first.tolist()], int(lines[-1]) if len(lines) else 0
    )


def _ranks(game: Game, strategy: StrategyColumns) -> Integers:
    """Return for each entry the place of the first sequence that leads there."""
    first, reached = game.columns.infosets.first, game.reached
    size, rank = np.ones(first[-1], np.int32), np.zeros(first[-1], np.int32)
    order_sequences(first, reached.begin, reached.members, reached.parent, size, rank)
    return rank[reached.members[reached.begin[reached.parent[strategy.infoset]]]]


def told(probabilities: Sequence[float], losses: Sequence[float] | None) -> list[int]:
    """Return which actions of an information set are told, by their places.

    >>> told((0.0,) * 8 + (1.0,), (5.0, 4.0, 3.0, 2.0, 1.0, 2.0, 3.0, 4.0, 0.0))
    [3, 4, 5, 8]
    """
    actions = range(len(probabilities))
    played = [at for at in actions if probabilities[at]]
    if len(actions) <= max(MOST_ACTIONS, len(played) + OTHERS + 1):
        return list(actions)
    others = [at for at in actions if not probabilities[at]]
    if losses is not None:
        others.sort(key=losses.__getitem__)
    return sorted(played + others[:OTHERS])
