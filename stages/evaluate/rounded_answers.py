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
"""A fraction of the largest value; smaller losses are only rounding errors."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Best:
    """The first best actions of the k information sets of a player."""

    infosets: Int64s
    """Shape (k,): the player's information sets."""
    counts: Int64s
    """Shape (k,): the number of actions of each."""
    action: Int64s
    """Shape (k,): the index of the best action among them."""
    values: Floats
    """The values of all actions, concatenated."""
    weight: Floats
    """Shape (k,): as in ActionValues."""
    begin: Int64s
    """Shape (k,): the start of each set's actions in `values`."""


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
        # The first of the best actions.
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
    """Return the best action everywhere; uniform at sets that the other player never reaches."""
    number: dict[int, int] = {}
    """By number of actions, the start of their distributions: the uniform one, followed by those
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
    """Return a player's losses, the largest first."""
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
