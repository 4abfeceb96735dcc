"""What every action is worth, if the other player keeps to its strategy.

Whoever decides knows its information set and nothing more. Chance and the other player's strategy
say with which weights play stands at its nodes: w(v) times the sum of the other's realization
weights over its set P (`schemas.game`), whatever moves of one's own lead there. The value of an
action is the payoff over these weights when the player goes on as well as it can against that
strategy: the numbers of a best response, see `stages.report.best_response`, divided by the weight
of the information set. Of an equilibrium, the actions that are played have the largest value where
play comes, or the smallest where player 2 decides. What an action gives away is how far its value
is from the best one there.

These are floats to look at. What is proved comes from the bounds.
"""

from collections.abc import Sequence
from functools import reduce
from operator import add

from schemas.game import Decision, Game, Terminal
from schemas.strategies import ActionValues, Strategy

Floats = list[float]
LEAST = 1e-290
"""What is less likely has too few digits to be divided by."""
ROUNDING = 1e-12
"""Of the largest payoff: values nearer to each other than this part are told apart by rounding
alone. They are averages of payoffs, in sums of products of floats.
"""


def action_values(
    game: Game, strategies: tuple[Strategy, Strategy]
) -> Sequence[ActionValues | None]:
    """Return per information set of the game, of either player, what its actions are worth against
    the other player's strategy; None where that strategy and chance never lead, or less often than
    LEAST.

    A best response moves at all later information sets of the player, too.
    """
    if game.columns is not None:
        # For start-up time: NumPy.
        from stages.report.action_values_columns import action_values as in_columns

        return in_columns(game, strategies, LEAST)
    found: list[ActionValues | None] = [None] * len(game.information_sets)
    for player in (1, 2):
        met = _met(game, player, _plan(game, strategies[2 - player]))
        weights, values = _weights(game, player, met), _values(game, player, met)
        for infoset in game.infosets(player):
            if (weight := weights[infoset]) >= LEAST:
                worth = (values[sequence] / weight for sequence in game.sequences(infoset))
                found[infoset] = ActionValues(weight, tuple(worth))
    return found


def largest_payoff(game: Game) -> float:
    """Return the largest payoff without its sign."""
    if game.columns is not None:
        return float(abs(game.columns.payoffs.floats).max())
    return max(abs(float(node.payoff)) for node in game.nodes if isinstance(node, Terminal))


def losses(found: ActionValues, player: int, largest: float) -> tuple[float, ...]:
    """Return how much less than with its best action there a player gets with each, at least 0;
    `largest` is the largest payoff of the game.

    >>> losses(ActionValues(0.5, (1.0, 3.0, 3 - 1e-15)), 1, 4.0)
    (2.0, 0.0, 0.0)
    >>> losses(ActionValues(0.5, (1.0, 3.0)), 2, 4.0)
    (0.0, 2.0)
    """
    best = max(found.values) if player == 1 else min(found.values)
    away = (abs(best - value) for value in found.values)
    return tuple(one if one > ROUNDING * largest else 0.0 for one in away)


def _plan(game: Game, strategy: Strategy) -> Floats:
    """Return the realization weights of a player by the numbers of sequences in the game; those of
    the other player are 0.
    """
    plan = [0.0] * (1 + sum(len(infoset.actions) for infoset in game.information_sets))
    plan[0] = 1.0
    for infoset, _, probabilities in strategy:
        # Not `sum`, which adds floats with compensation from Python 3.12 on.
        above = reduce(add, (plan[parent] for parent in game.parents[infoset]), 0.0)
        for sequence, probability in zip(game.sequences(infoset), probabilities, strict=True):
            plan[sequence] = above * probability
    return plan


def _met(game: Game, player: int, plan: Floats) -> Floats:
    """Return per node how far chance and the other player's plan lead there."""
    reaching = game.reaching
    played = [
        reduce(add, (plan[sequence] for sequence in sequences), 0.0) for sequences in reaching.sets
    ]
    return [
        float(weight) * played[number]
        for weight, number in zip(reaching.weights, reaching.numbers[2 - player], strict=True)
    ]


def _weights(game: Game, player: int, met: Floats) -> Floats:
    """Return per information set of the player the sum over its nodes."""
    weights = [0.0] * len(game.information_sets)
    for node, weight in zip(game.nodes, met, strict=True):
        if isinstance(node, Decision) and game.information_sets[node.infoset].player == player:
            weights[node.infoset] += weight
    return weights


def _values(game: Game, player: int, met: Floats) -> Floats:
    """Return per sequence of the player its share of the payoff, not divided by a weight."""
    reaching = game.reaching
    totals = [0.0] * len(reaching.sets)
    for node, weight, number in zip(game.nodes, met, reaching.numbers[player - 1], strict=True):
        if isinstance(node, Terminal):
            totals[number] += weight * float(node.payoff)
    values = [0.0] * (1 + sum(len(infoset.actions) for infoset in game.information_sets))
    for total, sequences in zip(totals, reaching.sets, strict=True):
        for sequence in sequences:
            values[sequence] += total
    best = max if player == 1 else min
    # In reverse order of first visit: an information set comes before all that follow its actions.
    for infoset in reversed(game.infosets(player)):
        value = best(values[sequence] for sequence in game.sequences(infoset))
        for parent in game.parents[infoset]:
            values[parent] += value
    return values
