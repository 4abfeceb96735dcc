"""Lift: from the columns and rows of a solution to behaviour strategies.

A realization plan x is made a behaviour strategy by dividing the weights of an
information set's sequences by the weight of the sequence that leads there
(Kuhn 1953; von Stengel 1996, section 3). The opponent's plan is the vector of
dual values of the best-response rows, by the strong duality that proves the
minimax theorem for the sequence form.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from schemas.game import Game
from schemas.strategies import Plan, Strategy
from stages.report.claim import Claim
from stages.report.lift_columns import behaviour, most_apart, plan

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
    strategies = behaviour(game, 1, weights[1], NOISE), behaviour(game, 2, weights[2], NOISE)
    plans = plan(game, strategies[0]), plan(game, strategies[1])
    return Lifted(strategies, plans, most_apart((weights[1], weights[2]), plans))


def plans_of(game: Game, strategies: tuple[Strategy, Strategy]) -> tuple[Plan, Plan]:
    """Return the realization plans of strategies."""
    return plan(game, strategies[0]), plan(game, strategies[1])


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
