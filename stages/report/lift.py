"""Lift: from the columns and rows of a solution to behaviour strategies.

A realization plan x is made a behaviour strategy by dividing the weights of an
information set's sequences by the weight of the sequence that leads there
(Kuhn 1953; von Stengel 1996, section 3). The opponent's plan is the vector of
dual values of the best-response rows, by the strong duality that proves the
minimax theorem for the sequence form.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import add
from typing import NamedTuple

from schemas.game import Game
from schemas.strategies import Behaviour, Plan, Strategy
from stages.forms.plan import realization_plan
from stages.report.claim import Claim

# A weight below is the noise of a solver's arithmetic, not a decision to play: vertices
# of these polytopes have weights that are products of a few probabilities.
NOISE = 1e-11


class Lifted(NamedTuple):
    """Both players' strategies from the weights of solutions."""

    strategies: tuple[Strategy, Strategy]
    plans: tuple[Plan, Plan]
    """The realization plans of the strategies: one weight per sequence."""
    repaired: float
    """The most by which a weight of the solutions had to change to become that of the plans.

    A plan that breaks its rows a little is no realization plan; the strategies always have one.
    """


def lift(game: Game, claims: Sequence[Claim]) -> Lifted:
    """Return both players' behaviour strategies; at least one claim is needed.

    Raises as `Claim.weights` does.
    """
    weights = _weights(claims)
    if game.columns is not None:
        return _in_columns(game, weights)
    strategies = _behaviour(game, 1, weights[1]), _behaviour(game, 2, weights[2])
    plans = realization_plan(game, strategies[0]), realization_plan(game, strategies[1])
    repaired = max(
        abs(weight - played)
        for player, plan in enumerate(plans, 1)
        for weight, played in zip(weights[player], plan, strict=True)
    )
    return Lifted(strategies, plans, repaired)


def plans_of(game: Game, strategies: tuple[Strategy, Strategy]) -> tuple[Plan, Plan]:
    """Return the realization plans of strategies."""
    if game.columns is None:
        return realization_plan(game, strategies[0]), realization_plan(game, strategies[1])
    from stages.report.lift_columns import plan  # For start-up time: NumPy.

    return plan(game, strategies[0]), plan(game, strategies[1])


def _in_columns(game: Game, weights: Mapping[int, Sequence[float]]) -> Lifted:
    """Return the same of a game in columns."""
    # For start-up time: NumPy.
    from stages.report.lift_columns import behaviour, most_apart, plan

    strategies = behaviour(game, 1, weights[1], NOISE), behaviour(game, 2, weights[2], NOISE)
    plans = plan(game, strategies[0]), plan(game, strategies[1])
    return Lifted(strategies, plans, most_apart((weights[1], weights[2]), plans))


def _weights(claims: Sequence[Claim]) -> Mapping[int, Sequence[float]]:
    """Return per player the weights of the sequences, from its own program where that is solved."""
    found: dict[int, Sequence[float]] = {
        claim.player: claim.weights(claim.player) for claim in claims
    }
    for claim in claims:
        opponent = 3 - claim.player
        if opponent not in found:
            found[opponent] = claim.weights(opponent)
    return found


def _behaviour(game: Game, player: int, plan: Sequence[float]) -> Strategy:
    found = []
    reach = {0: 1.0}  # By the number of the sequence in the game.
    following = 1
    for infoset in game.infosets(player):
        actions = len(game.information_sets[infoset].actions)
        weights = [
            weight if weight > NOISE else 0.0 for weight in plan[following : following + actions]
        ]
        following += actions
        # Not `sum`, which adds floats with compensation from Python 3.12 on.
        total = reduce(add, weights, 0.0)
        above = reduce(add, (reach[parent] for parent in game.parents[infoset]), 0.0)
        leads = above > 0 and total > 0
        probabilities = [weight / total for weight in weights] if leads else [1 / actions] * actions
        found.append(Behaviour(infoset, above if leads else 0.0, tuple(probabilities)))
        for sequence, probability in enumerate(probabilities, game.first[infoset]):
            reach[sequence] = found[-1].own_reach * probability
    return tuple(found)
