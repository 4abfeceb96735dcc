"""A player's realization plan in whole numbers: exact, or rounded down to a tiny unit."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from schemas.game import Game
from schemas.strategies import ExactStrategy

UNIT = 256
"""A plan that is rounded has its weights in units of 2**-UNIT."""
BITS, BITS_IN_COLUMNS = 4_000, 512
"""Of the common denominator of an exact plan, of a small game and of one in columns; beyond it is
rounded.
"""

Parents = Callable[[int], Sequence[int]]


class WholePlan(NamedTuple):
    """Realization weights by sequence; those of sequences that are not there are 0."""

    weights: dict[int, int]
    unit: int
    """So many are 1."""
    off: int
    """A weight of the strategy is no smaller than that here, and larger by so much at most."""


def whole_plan(game: Game, player: int, strategy: ExactStrategy) -> WholePlan:
    """Return the realization plan of a player's strategy: the products of its probabilities."""
    parents = parents_of(game)
    most = BITS if game.columns is None else BITS_IN_COLUMNS
    return _exact(game, player, strategy, parents, most) or _rounded(
        game, player, strategy, parents
    )


def parents_of(game: Game) -> Parents:
    """Return what tells the sequences that lead to an information set, quickly for all of them."""
    if game.columns is None:
        return game.parents.__getitem__
    reached = game.reached
    begin, members, parent = (
        array.tolist() for array in (reached.begin, reached.members, reached.parent)
    )

    def parents(infoset: int) -> Sequence[int]:
        number = parent[infoset]
        found: Sequence[int] = members[begin[number] : begin[number + 1]]
        return found

    return parents


def _exact(
    game: Game, player: int, strategy: ExactStrategy, parents: Parents, most: int
) -> WholePlan | None:
    weights, unit = {0: Fraction(1)}, 1
    for at, infoset in enumerate(game.infosets(player)):
        above = sum((weights.get(parent, Fraction(0)) for parent in parents(infoset)), Fraction(0))
        if not above:
            continue
        for sequence, probability in zip(
            game.sequences(infoset), strategy[at].probabilities, strict=True
        ):
            if probability:
                weights[sequence] = above * probability
                unit = math.lcm(unit, weights[sequence].denominator)
        if unit.bit_length() > most:
            return None
    whole = {
        sequence: weight.numerator * (unit // weight.denominator)
        for sequence, weight in weights.items()
    }
    return WholePlan(whole, unit, 0)


def _rounded(game: Game, player: int, strategy: ExactStrategy, parents: Parents) -> WholePlan:
    """Return the weights rounded down. What a weight is off by is at most what those above it are
    off by together, and one unit more: no probability is above 1.
    """
    weights, off, worst = {0: 1 << UNIT}, {0: 0}, 0
    for at, infoset in enumerate(game.infosets(player)):
        above = [parent for parent in parents(infoset) if parent in weights]
        if not above:
            continue
        weight, wrong = sum(map(weights.__getitem__, above)), 1 + sum(map(off.__getitem__, above))
        for sequence, probability in zip(
            game.sequences(infoset), strategy[at].probabilities, strict=True
        ):
            if probability:
                weights[sequence] = weight * probability.numerator // probability.denominator
                off[sequence] = wrong
        worst = max(worst, wrong)
    return WholePlan(weights, 1 << UNIT, worst)


def most_ways(game: Game, player: int) -> int:
    """Return what no realization weight of a player exceeds, whatever it plays: in a tree 1, and
    where nodes are shared on how many ways of its own moves an information set is reached.
    """
    parents, ways, most = parents_of(game), {0: 1}, 1
    for infoset in game.infosets(player):
        here = sum(map(ways.__getitem__, parents(infoset)))
        ways.update(dict.fromkeys(game.sequences(infoset), here))
        most = max(most, here)
    return most
