"""Lift: from the columns and rows of a solution to behaviour strategies.

A realization plan x is made a behaviour strategy by dividing the weights of an
information set's sequences by the weight of the sequence that leads there
(Kuhn 1953; von Stengel 1996, section 3). The opponent's plan is the vector of
dual values of the best-response rows, by the strong duality that proves the
minimax theorem for the sequence form.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game
from schemas.parts.views import ArrayView
from schemas.strategies import Plan, Strategy, StrategyView
from schemas.strategies.columns import StrategyColumns, strategy_columns
from stages.forms.passes import forward_marks
from stages.report.claim import Claim
from stages.report.orders import infosets_of, order_of, realized
from stages.report.reach_kernel import fill_up, normalize

# A smaller weight is noise of the solver's arithmetic, not a decision to play: the weights at
# vertices of these polytopes are products of a few probabilities.
NOISE = 1e-11


class Lifted(NamedTuple):
    """Both players' strategies, computed from the weights of solutions."""

    strategies: tuple[Strategy, Strategy]
    plans: tuple[Plan, Plan]
    """The realization plans of the strategies: one weight per sequence."""
    repaired: float
    """The largest change of a weight that made the solutions' weights realization plans.

    Weights that violate their rows slightly are no plan; those of the strategies always are.
    """


def lift(game: Game, claims: Sequence[Claim]) -> Lifted:
    """Return both players' behaviour strategies; at least one claim is needed.

    Raises as `Claim.weights` does.
    """
    weights = _weights(claims)
    strategies = behaviour(game, 1, weights[1]), behaviour(game, 2, weights[2])
    plans = plans_of(game, strategies)
    return Lifted(strategies, plans, most_apart((weights[1], weights[2]), plans))


def plans_of(
    game: Game, strategies: tuple[Strategy, Strategy]
) -> tuple[ArrayView[float], ArrayView[float]]:
    """Return the realization plans of strategies."""
    return plan_of(game, strategies[0]), plan_of(game, strategies[1])


def _weights(claims: Sequence[Claim]) -> Mapping[int, Sequence[float]]:
    """Return per player the weights of the sequences, from its own program if that was solved."""
    found: dict[int, Sequence[float]] = {
        claim.player: claim.weights(claim.player) for claim in claims
    }
    for claim in claims:
        opponent = 3 - claim.player
        if opponent not in found:
            found[opponent] = claim.weights(opponent)
    return found


def behaviour(game: Game, player: int, weights: Sequence[float]) -> StrategyView:
    """Return a player's strategy from its sequences' weights; weights up to NOISE become 0."""
    infosets = infosets_of(game, player)
    begin = _begin(game.columns.infosets.first, infosets)
    shares, totals = np.array(weights, np.float64)[1:], np.empty(len(infosets))
    normalize(begin, NOISE, shares, totals)
    _, reach = realized(game, infosets, shares)
    fill_up(begin, totals, shares, reach)
    found = StrategyColumns(infoset=infosets, own_reach=reach, begin=begin, probabilities=shares)
    return StrategyView(found)


def plan_of(game: Game, strategy: Strategy) -> ArrayView[float]:
    """Return the realization plan of a strategy."""
    columns = strategy_columns(strategy)
    _, reach = realized(game, columns.infoset, columns.probabilities)
    found = np.empty(1 + len(columns.probabilities))
    found[0] = 1.0
    np.multiply(np.repeat(reach, np.diff(columns.begin)), columns.probabilities, out=found[1:])
    return ArrayView(found)


def led(game: Game, strategy: Strategy) -> list[int]:
    """Return the entries of a strategy that the player's own moves reach."""
    columns = strategy_columns(strategy)
    played = np.zeros(game.columns.infosets.first[-1], np.bool_)
    found = np.empty(len(columns), np.bool_)
    played[0] = True
    forward_marks(order_of(game, columns.infoset), columns.probabilities > 0, played, found)
    return np.flatnonzero(found).tolist()


def most_apart(weights: Sequence[Sequence[float]], plans: Sequence[ArrayView[float]]) -> float:
    """Return the largest difference between a weight and that of the plan."""
    return max(
        float(np.abs(np.asarray(one, np.float64) - other.array).max())
        for one, other in zip(weights, plans, strict=True)
    )


def _begin(first: NDArray[np.int32], infosets: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the offsets of the information sets' probabilities, stored one after the other."""
    sizes = first[infosets + 1] - first[infosets]
    return np.concatenate(([0], np.cumsum(sizes))).astype(np.int32)
