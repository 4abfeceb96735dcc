"""Best responses and losses in a large game, in floats: see `answers`."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from schemas.evaluation import Loss
from schemas.game import Game
from schemas.strategies import ExactColumnsView, ExactStrategy, Strategy, StrategyView
from schemas.strategies.columns import ExactColumns, strategy_columns
from stages.evaluate.floats import own_weights
from stages.evaluate.plans import WholePlan
from stages.report.action_values import action_values
from stages.report.orders import uniform

Floats = NDArray[np.float64]
Int64s = NDArray[np.int64]
NOISE = 1e-15
"""Of the largest value: what is less is lost by rounding alone."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Best:
    """The first best actions of the k information sets of a player."""

    infosets: Int64s
    """Shape (k,): those of the player."""
    counts: Int64s
    """Shape (k,): how many actions each has."""
    action: Int64s
    """Shape (k,): the place of the best among them."""
    values: Floats
    """The values of all actions, one behind the other."""
    weight: Floats
    """Shape (k,): as in ActionValues."""
    begin: Int64s
    """Shape (k,): where the actions of each begin in `values`."""


def best_actions(game: Game, player: int, opponent: Strategy) -> Best:
    """Return the best actions of a player against the other player's strategy."""
    infosets = np.flatnonzero(game.columns.infosets.player == player)
    both = StrategyView(uniform(game, player)), opponent
    view = action_values(game, both if player == 1 else both[::-1], least=0.0)
    worth = view.columns
    first = worth.first.astype(np.int64)
    counts = first[infosets + 1] - first[infosets]
    begin = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)[:-1]
    own = worth.values[np.arange(counts.sum()) + np.repeat(first[infosets] - begin, counts)]
    largest = own if player == 1 else -own
    if not len(infosets):
        action = np.zeros(0, np.int64)
    else:
        most = np.repeat(np.maximum.reduceat(largest, begin), counts)
        places = np.arange(len(own)) - np.repeat(begin, counts)
        # The first of those that are the best.
        action = np.minimum.reduceat(np.where(largest == most, places, len(own)), begin)
    return Best(
        infosets=infosets,
        counts=counts,
        begin=begin,
        action=action,
        values=own,
        weight=worth.weight[infosets],
    )


def answer(found: Best) -> ExactStrategy:
    """Return the best action everywhere; uniform where the other player never leads."""
    number: dict[int, int] = {}
    """By how many actions there are where their distributions begin: the uniform one, then those
    that take one action.
    """
    distributions: list[tuple[Fraction, ...]] = []
    for count in np.unique(found.counts).tolist():
        number[count] = len(distributions)
        distributions.append((Fraction(1, count),) * count)
        for action in range(count):
            distributions.append(tuple(Fraction(place == action) for place in range(count)))
    begin = np.zeros(found.counts.max(initial=0) + 1, np.int64)
    begin[list(number)] = [*number.values()]
    which = begin[found.counts] + np.where(found.weight > 0, found.action + 1, 0)
    columns = ExactColumns(
        infoset=found.infosets.astype(np.int32),
        which=which.astype(np.int32),
        distributions=tuple(distributions),
    )
    return ExactColumnsView(columns)


def losses(
    game: Game, player: int, plan: WholePlan, strategy: Strategy, found: Best
) -> Sequence[Loss]:
    """Return where a player loses, most first."""
    if not len(found.infosets):
        return ()
    probabilities, begin = strategy_columns(strategy).probabilities, found.begin
    value = np.add.reduceat(probabilities * found.values, begin)
    best = found.values[begin + found.action]
    reach = own_weights(game, plan)[found.infosets] * found.weight
    lost = reach * (best - value) * (1 if player == 1 else -1)
    at = np.flatnonzero(lost > NOISE * np.abs(found.values).max())
    at = at[np.argsort(-lost[at], kind="stable")]

    action = found.action[at]
    fields = (
        *(found.infosets[at], lost[at], reach[at], action, best[at], value[at]),
        probabilities[begin[at] + action],
    )
    return [Loss(*row) for row in zip(*(field.tolist() for field in fields), strict=True)]
