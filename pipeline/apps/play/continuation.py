"""How play continues after every move, and the value of that: the measure of luck and mistakes.

Each player continues as the equilibrium does wherever that is a best response to the other's
equilibrium strategy, and elsewhere by the first action that is a best response. A node's value is
the expected payoff to player 1 of that play, given all hidden information: the moves of chance and
the other player's secret.

Values are floats rounded to a grid, so that their differences are exact and add up to the last
digit.
"""

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce
from operator import add
from typing import NamedTuple

from ....schemas.game import Game
from ....schemas.game.columns import Kind
from ....schemas.strategies import ActionValues, Strategy
from ....stages.report.measures import action_values

DIGITS = 9
"""The digits of the largest payoff that values keep."""
LEAST_DIGITS = 3
"""The digits of the smallest payoff, apart from 0, that values keep if floats have them."""
MOST_DIGITS = 14
"""The digits of the largest payoff that floats have for certain."""
TIE = 1e-9
"""Actions whose values differ by at most this fraction of the largest payoff that their player can
come to, against the other player's strategy, are equally good.
"""


class Continuation(NamedTuple):
    """The continuing play of both players, with its values."""

    values: Sequence[ActionValues | None]
    """The action values of the equilibrium, from `stages.report.measures`."""
    played: Sequence[tuple[float, ...]]
    """The equilibrium's probabilities by information set."""
    nodes: Sequence[float]
    """The values to player 1, by node."""
    ties: tuple[float, float]
    """By player the largest difference between the values of equally good actions."""
    decimals: int
    """The number of decimals of the grid; negative for large payoffs."""

    def rounded(self, value: float | Fraction) -> Fraction:
        """Return a value rounded to the grid."""
        scale = Fraction(10) ** self.decimals
        return round(Fraction(value) * scale) / scale

    def node(self, node: int) -> Fraction:
        """Return the value of a node to player 1, on the grid."""
        return self.rounded(self.nodes[node])

    def cost(self, player: int, infoset: int, action: int) -> Fraction | None:
        """Return an action's loss to its player against the best action at the information set, on
        the grid; None if the opponent's strategy never reaches the information set, so that the
        loss is unknown.
        """
        found = self.values[infoset]
        if found is None:
            return None
        best = max(found.values) if player == 1 else min(found.values)
        gap = abs(best - found.values[action])
        return self.rounded(gap) if gap > self.ties[player - 1] else Fraction(0)


def continuation(game: Game, strategies: tuple[Strategy, Strategy]) -> Continuation:
    """Return the continuation of a game whose strategies are an equilibrium."""
    values = action_values(game, strategies)
    played: list[tuple[float, ...]] = [()] * len(game.information_sets)
    players = [0] * len(played)
    for player, strategy in enumerate(strategies, 1):
        for infoset, _, probabilities in strategy:
            played[infoset], players[infoset] = probabilities, player
    first, second = values.columns.largest
    ties = (TIE * first, TIE * second)
    onward = [
        _continuation_probabilities(player, found, probabilities, ties[player - 1])
        for player, found, probabilities in zip(players, values, played, strict=True)
    ]
    return Continuation(
        values=values,
        played=played,
        nodes=_node_values(game, onward),
        ties=ties,
        decimals=decimals_for(game.columns.payoffs),
    )


def decimals_for(payoffs: Iterable[Fraction]) -> int:
    """Return the number of decimals that values keep.

    >>> [decimals_for([Fraction(10), Fraction(1, other)]) for other in (1, 10**9, 10**99)]
    [8, 12, 13]
    """
    sizes = [size for payoff in payoffs if (size := abs(float(payoff)))] or [1.0]
    largest, least = (math.ceil(math.log10(size)) for size in (max(sizes), min(sizes)))
    return max(DIGITS - largest, min(LEAST_DIGITS - least, MOST_DIGITS - largest))


def _continuation_probabilities(
    player: int, found: ActionValues | None, played: tuple[float, ...], tie: float
) -> tuple[float, ...]:
    """Return the action probabilities at an information set in the strategy with which a player
    continues from there.
    """
    if found is None:
        return played
    best = max(found.values) if player == 1 else min(found.values)
    good = [abs(value - best) <= tie for value in found.values]
    if all(is_good or not p for is_good, p in zip(good, played, strict=True)):
        return played
    first = good.index(True)
    return tuple(float(at == first) for at in range(len(played)))


def _node_values(game: Game, onward: Sequence[tuple[float, ...]]) -> list[float]:
    columns = game.columns
    chances = [[float(share) for share in move.probabilities] for move in columns.chances]
    kinds, what = columns.kind.tolist(), columns.what.tolist()
    begin, children = columns.begin.tolist(), columns.children.tolist()
    values = [0.0] * len(kinds)
    for number in range(len(kinds) - 1, -1, -1):  # Children first.
        if kinds[number] == Kind.TERMINAL:
            values[number] = float(columns.payoffs[what[number]])
            continue
        shares = (chances if kinds[number] == Kind.CHANCE else onward)[what[number]]
        below = children[begin[number] : begin[number + 1]]
        terms = (share * values[child] for share, child in zip(shares, below, strict=True))
        # Not `sum`, which adds floats with compensation from Python 3.12 on.
        values[number] = reduce(add, terms, 0.0)
    return values
