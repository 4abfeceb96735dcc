"""Where play comes when both players follow their strategies and chance decides the rest, and which
way it takes most often.

Computed on the game, node by node, from the behaviour strategies alone. In a game with shared nodes
a behaviour strategy is the same on all ways into a node, so that the probabilities along one way
multiply there, too.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from schemas.game import Chance, Decision, Game, Terminal
from schemas.strategies import Strategy

TIE = 1e-9
"""Ways whose probabilities differ by no more than this part are alike; of those the first in the
game's order is taken.
"""


class Step(NamedTuple):
    """One move on the way from the root to a terminal node."""

    node: int
    action: int
    """Its place among the actions of the node."""
    probability: float
    """Of the action at the node, by the strategy or by chance."""


class History(NamedTuple):
    """One history from the root to the end of play."""

    steps: tuple[Step, ...]
    end: int
    """The terminal node."""
    probability: float
    """Of this history among all."""


def reaches(game: Game, strategies: tuple[Strategy, Strategy]) -> Sequence[float]:
    """Return per information set of the game the probability that play comes there."""
    if game.columns is not None:
        from stages.report import reach_columns  # For start-up time: NumPy.

        return reach_columns.reaches(game, strategies)
    found = [0.0] * len(game.information_sets)
    for number, probability in _reached(game, _probabilities(strategies)):
        node = game.nodes[number]
        if isinstance(node, Decision):
            found[node.infoset] += probability
    return found


def most_likely(game: Game, strategies: tuple[Strategy, Strategy]) -> History:
    """Return the history that play takes most often."""
    if game.columns is not None:
        from stages.report import reach_columns  # For start-up time: NumPy.

        moves, end, likely = reach_columns.most_likely(game, strategies, TIE)
        return History(tuple(Step(*move) for move in moves), end, likely)
    probabilities = _probabilities(strategies)
    # A logarithm per node: the products of a long way may be below every float.
    best: dict[int, float] = {}
    taken: dict[int, Step] = {}
    for number, _ in reversed(list(_reached(game, probabilities))):
        node = game.nodes[number]
        if isinstance(node, Terminal):
            best[number] = 0.0
            continue
        for action, (child, probability) in enumerate(
            zip(node.children, _moves(node, probabilities), strict=True)
        ):
            if probability and child in best:
                likely = math.log(probability) + best[child]
                if number not in best or likely > best[number] + TIE:
                    best[number], taken[number] = likely, Step(number, action, probability)
    steps, at = [], 0
    while at in taken:
        steps.append(taken[at])
        node = game.nodes[at]
        assert not isinstance(node, Terminal)
        at = node.children[taken[at].action]
    return History(tuple(steps), at, math.exp(best[0]))


def _probabilities(strategies: tuple[Strategy, Strategy]) -> dict[int, tuple[float, ...]]:
    return {
        infoset: probabilities for strategy in strategies for infoset, _, probabilities in strategy
    }


def _reached(
    game: Game, probabilities: Mapping[int, Sequence[float]]
) -> Iterator[tuple[int, float]]:
    """Yield the nodes that play comes to, each with its probability; children after their
    parents.
    """
    reached = [0.0] * len(game.nodes)
    reached[0] = 1.0
    for number, node in enumerate(game.nodes):
        here = reached[number]
        if not here:
            continue
        yield number, here
        if not isinstance(node, Terminal):
            for child, probability in zip(node.children, _moves(node, probabilities), strict=True):
                reached[child] += here * probability


def _moves(
    node: Chance | Decision, probabilities: Mapping[int, Sequence[float]]
) -> Sequence[float]:
    if isinstance(node, Chance):
        return [float(probability) for probability in node.probabilities]
    return probabilities[node.infoset]
