"""A player's realization plan in whole numbers: exact, or rounded down to a tiny unit."""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from schemas.game import Game
from schemas.strategies import ExactStrategy

UNIT = 256
"""A plan that is rounded has its weights in units of 2**-UNIT."""
SMALL = 20_000
"""Nodes of a game below which losses are exact. In a larger one they are floats."""
BITS, BITS_IF_LARGE = 4_000, 512
"""Of the common denominator of an exact plan, of a small game and of a large one; beyond it is
rounded.
"""


class Turn(NamedTuple):
    """An information set of a player, for a pass over all of them."""

    infoset: int
    first: int
    """Of its sequences."""
    parents: Sequence[int]
    """The sequences that lead there."""


class WholePlan(NamedTuple):
    """Realization weights by sequence; those of sequences that are not there are 0."""

    weights: dict[int, int]
    unit: int
    """So many are 1."""
    off: int
    """A weight of the strategy is no smaller than that here, and larger by so much at most."""


def is_small(game: Game) -> bool:
    """Return whether a game is small enough for exact losses."""
    return len(game.nodes) < SMALL


def whole_plan(game: Game, player: int, strategy: ExactStrategy) -> WholePlan:
    """Return the realization plan of a player's strategy: the products of its probabilities."""
    most = BITS if is_small(game) else BITS_IF_LARGE
    return _exact(game, player, strategy, most) or _rounded(game, player, strategy)


def turns(game: Game, player: int) -> Iterator[Turn]:
    """Yield the information sets of a player in order of first visit."""
    reached, first = game.reached, game.columns.infosets.first
    infosets = game.infosets(player)
    begin, members = reached.begin.tolist(), reached.members.tolist()
    rows = zip(infosets, first[infosets].tolist(), reached.parent[infosets].tolist(), strict=True)
    for infoset, sequence, number in rows:
        yield Turn(infoset, sequence, members[begin[number] : begin[number + 1]])


def _exact(game: Game, player: int, strategy: ExactStrategy, most: int) -> WholePlan | None:
    """Return the weights as they are; None if their common denominator has more than `most` bits.

    They are numerators over denominators, and only where several are added up in lowest terms: a
    large game has no time for more.
    """
    weights, unit, known = {0: (1, 1)}, 1, {1}
    for at, (_, first, parents) in enumerate(turns(game, player)):
        above = [weights[parent] for parent in parents if parent in weights]
        if not above:
            continue
        top, below = above[0] if len(above) == 1 else _sum(above)
        for sequence, probability in enumerate(strategy[at].probabilities, first):
            share, of = probability.as_integer_ratio()
            if share:
                divisor = below * of
                weights[sequence] = top * share, divisor
                if divisor not in known:
                    known.add(divisor)
                    unit = math.lcm(unit, divisor)
        if unit.bit_length() > most:
            return None
    scale = {divisor: unit // divisor for divisor in known}
    whole = {sequence: top * scale[divisor] for sequence, (top, divisor) in weights.items()}
    return WholePlan(whole, unit, 0)


def _sum(ratios: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return sum((Fraction(*ratio) for ratio in ratios), Fraction(0)).as_integer_ratio()


def _rounded(game: Game, player: int, strategy: ExactStrategy) -> WholePlan:
    """Return the weights rounded down. What a weight is off by is at most what those above it are
    off by together, and one unit more: no probability is above 1.
    """
    weights, off, worst = {0: 1 << UNIT}, {0: 0}, 0
    for at, (_, first, parents) in enumerate(turns(game, player)):
        above = [parent for parent in parents if parent in weights]
        if not above:
            continue
        weight, wrong = sum(map(weights.__getitem__, above)), 1 + sum(map(off.__getitem__, above))
        for sequence, probability in enumerate(strategy[at].probabilities, first):
            share, of = probability.as_integer_ratio()
            if share:
                weights[sequence] = weight * share // of
                off[sequence] = wrong
        worst = max(worst, wrong)
    return WholePlan(weights, 1 << UNIT, worst)


def most_ways(game: Game, player: int) -> int:
    """Return what no realization weight of a player exceeds, whatever it plays: in a tree 1, and
    where nodes are shared on how many ways of its own moves an information set is reached.
    """
    if game.columns.is_tree:
        return 1
    ways, most = {0: 1}, 1
    for infoset, _, parents in turns(game, player):
        here = sum(map(ways.__getitem__, parents))
        ways.update(dict.fromkeys(game.sequences(infoset), here))
        most = max(most, here)
    return most
