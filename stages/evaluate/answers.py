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
"""

import math
from collections.abc import Iterator
from fractions import Fraction
from operator import mul
from typing import NamedTuple

from schemas.evaluation import Loss
from schemas.game import Game
from schemas.game.columns import Kind
from schemas.parts.exact import nearest
from schemas.parts.views import ListView
from schemas.strategies import ExactBehaviour, ExactStrategy
from stages.evaluate.plans import WholePlan


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
    weight_of = plan.listed
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


def answer(game: Game, player: int, found: Shares) -> ExactStrategy:
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


def losses(
    game: Game, player: int, plan: WholePlan, strategy: ExactStrategy, found: Shares, exact: bool
) -> Iterator[Loss]:
    """Yield a player's losses against the plan that the shares belong to; `exact` is whether both
    plans are exact.
    """
    best, weight_of = max if player == 1 else min, plan.listed
    for at, infoset in enumerate(game.infosets(player)):
        above = sum(map(weight_of.__getitem__, game.parents[infoset]))
        weight = found.weights[infoset]
        if not above or not weight:
            continue
        sequences, probabilities = game.sequences(infoset), strategy[at].probabilities
        worth = [found.values[sequence] for sequence in sequences]
        largest = best(worth)
        first = worth.index(largest)
        value = sum(map(mul, probabilities, worth), Fraction(0))
        if value != largest:
            reach = Fraction(above * weight, plan.unit * found.unit)
            loss = abs(largest - value) * Fraction(above, plan.unit * found.unit)
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
