"""Best responses as strategies, and the losses at information sets, in one pass from the last
information set to the first.

The value of a sequence s of player i against the other player's strategy, weighted with the
probability that chance and that strategy contribute, is

    q(s) = sum of the payoffs of the terminal nodes that s reaches, weighted with chance and with
           the other's realization plan, + sum over I behind s of the best q(I, a),

the values of a best response. If the player's own plan is x, with x(I) the sum over the sequences
that lead to I, and its probabilities are p, then the loss at I is

    x(I) * (best q(I, a) - sum of p(I, a) q(I, a)):

the probability that chance and both strategies reach I, times (best value there - value of the
strategy), if the player plays best from then on. These losses are never negative, and those of all
information sets of a player add up to the gain of a best response: multiply q(s) by x(s) and sum
over all s; equal terms on both sides cancel (the performance difference lemma: Kakade and Langford,
ICML 2002, lemma 6.1; for the sum of regrets in extensive games, with <= where later actions are not
the best ones, Zinkevich, Johanson, Bowling and Piccione, NIPS 2007, theorem 3). This also holds
with shared nodes, as it involves only sequences.

In a small game all of it is exact; in a large one (`rounded_answer`, `rounded_losses`) in floats.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...schemas.evaluation import Loss
from ...schemas.game import Game
from ...schemas.game.columns import Kind
from ...schemas.parts.exact import nearest
from ...schemas.parts.views import ListView
from ...schemas.strategies import (
    ExactBehaviour,
    ExactColumnsView,
    ExactStrategy,
    Strategy,
    StrategyView,
)
from ...schemas.strategies.columns import exact_columns_of, strategy_columns
from ..report.measures import action_values, uniform
from .plans import WholePlan, own_weights

Floats = NDArray[np.float64]
Int64s = NDArray[np.int64]
NOISE = 1e-15
"""A fraction of the largest value; smaller losses are only rounding errors."""


class Shares(NamedTuple):
    """The values of a player's information sets and sequences, in whole numbers."""

    weights: list[int]
    """Per information set of the game: the weight with which chance and the other player reach it.
    """
    values: list[int]
    """Per sequence of the game: q."""
    unit: int
    """The number that represents 1, for both."""


def shares(game: Game, player: int, plan: WholePlan) -> Shares:
    """Return the values of a player's sequences against the other player's plan."""
    columns, reached = game.columns, game.reached
    members = ListView(reached.begin, reached.members)
    weight_of = plan.weights
    met = [sum(map(weight_of.__getitem__, sequences)) for sequences in members]
    other, own = (reached.number[at].tolist() for at in (2 - player, player - 1))
    chances, weight = tuple(reached.weights), reached.weight.tolist()
    gains = _gains(game)
    parts = math.lcm(*(one.denominator for one in (*chances, *gains.values())))
    values = [0] * int(columns.infosets.first[-1])
    weights = [0] * len(columns.infosets)
    nodes = zip(columns.kind.tolist(), columns.what.tolist(), strict=True)
    for number, (kind, what) in enumerate(nodes):
        here = met[other[number]]
        if kind == Kind.DECISION:
            chance = chances[weight[number]]
            weights[what] += here * chance.numerator * (parts // chance.denominator)
        elif here and kind == Kind.TERMINAL:
            gain = gains[what, weight[number]]
            for sequence in members[own[number]]:
                values[sequence] += here * gain.numerator * (parts // gain.denominator)
    best = max if player == 1 else min
    # In reverse order of first visit: an information set comes before all that follow its actions.
    for infoset in reversed(game.infosets(player)):
        value = best(values[sequence] for sequence in game.sequences(infoset))
        for parent in game.parents[infoset]:
            values[parent] += value
    return Shares(weights, values, parts * plan.unit)


def _gains(game: Game) -> dict[tuple[int, int], Fraction]:
    """Return the product of each payoff and chance weight that meet at a terminal node."""
    columns, reached = game.columns, game.reached
    ends = columns.kind == Kind.TERMINAL
    met = set(zip(columns.what[ends].tolist(), reached.weight[ends].tolist(), strict=True))
    payoffs, chances = tuple(columns.payoffs), tuple(reached.weights)
    return {(payoff, chance): payoffs[payoff] * chances[chance] for payoff, chance in met}


def exact_answer(game: Game, player: int, found: Shares) -> ExactStrategy:
    """Return the first best action everywhere; uniform at sets that the other player's strategy
    never reaches.
    """
    best = max if player == 1 else min
    made = []
    for infoset in game.infosets(player):
        sequences = game.sequences(infoset)
        shares = (Fraction(1, len(sequences)),) * len(sequences)
        if found.weights[infoset]:
            at = best(sequences, key=found.values.__getitem__)
            shares = tuple(Fraction(sequence == at) for sequence in sequences)
        made.append(ExactBehaviour(infoset, shares))
    return tuple(made)


def exact_losses(
    game: Game, player: int, plan: WholePlan, strategy: ExactStrategy, against: Shares, exact: bool
) -> Iterator[Loss]:
    """Yield a player's losses against the plan that the shares belong to; `exact` is whether both
    plans are exact.
    """
    best, weight_of = max if player == 1 else min, plan.weights
    for number, infoset in enumerate(game.infosets(player)):
        above = sum(map(weight_of.__getitem__, game.parents[infoset]))
        weight = against.weights[infoset]
        if not above or not weight:
            continue
        sequences, probabilities = game.sequences(infoset), strategy[number].probabilities
        worth = [against.values[sequence] for sequence in sequences]
        largest = best(worth)
        first = worth.index(largest)
        value = sum(map(mul, probabilities, worth), Fraction(0))
        if value != largest:
            reach = Fraction(above * weight, plan.unit * against.unit)
            loss = abs(largest - value) * Fraction(above, plan.unit * against.unit)
            yield Loss(
                infoset=infoset,
                loss=nearest(loss),
                reach=nearest(reach),
                best=first,
                best_value=nearest(Fraction(largest, weight)),
                value=nearest(value / weight),
                played=nearest(probabilities[first]),
                exact=loss if exact else None,
            )


@dataclass(frozen=True, eq=False, kw_only=True)
class Best:
    """The first best actions of the k information sets of a player."""

    infosets: NDArray[np.int32]
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
    infosets = game.columns.infosets.of(player)
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


def rounded_answer(found: Best) -> ExactStrategy:
    """Return a best response: the best action at each information set, and uniform probabilities at
    sets that the other player's strategy never reaches.
    """
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
    return ExactColumnsView(exact_columns_of(found.infosets, which, distributions))


def rounded_losses(
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
