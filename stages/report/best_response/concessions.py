"""What the opponent gets at least, node by node in whole numbers of any size: the witness of
`concessions_columns`.
"""

import math
from collections.abc import Sequence

from schemas.game import Game, Terminal
from schemas.strategies import Strategy

UNIT = 256
"""Realization weights are told in units of 2**-UNIT."""
DIGITS = 64
"""Bits that the smallest sum of payoffs keeps, however small it is."""

Enclosed = dict[int, tuple[int, int]]  # Per sequence a lower and an upper end.


def enclosed(game: Game, strategy: Strategy) -> Enclosed:
    """Return the ends of the realization weights in units of 2**-UNIT."""
    weights: Enclosed = {0: (1 << UNIT, 1 << UNIT)}
    for infoset, _, probabilities in strategy:
        above = [weights[parent] for parent in game.parents[infoset]]
        low, high = sum(pair[0] for pair in above), sum(pair[1] for pair in above)
        for sequence, (least, most) in enumerate(_ends(probabilities), game.first[infoset]):
            weights[sequence] = low * least >> UNIT, -(-high * most >> UNIT)
    return weights


def _ends(probabilities: Sequence[float]) -> list[tuple[int, int]]:
    """Return the ends of `as_printed`."""
    ends = []
    for probability in probabilities:
        above, below = probability.as_integer_ratio()
        ends.append(((above << UNIT) // below, -((-above << UNIT) // below)))
    largest = max(range(len(ends)), key=probabilities.__getitem__)
    least, most = (sum(pair[end] for pair in ends) - ends[largest][end] for end in (0, 1))
    ends[largest] = (1 << UNIT) - most, (1 << UNIT) - least
    return ends


def conceded(game: Game, player: int, weights: Enclosed, exact: bool) -> tuple[int, int]:
    """Return what the opponent of `player` gets at least, as a whole number of units, and how many
    units are 1.

    The weights' own unit is left out of the units where they are exact.
    """
    sums = _sums(game, player, weights)
    if exact:
        parts = math.lcm(*{below for _, below in sums})
        scaled = {pair: total * (parts // pair[1]) for pair, total in sums.items()}
    else:
        lost = max(
            (
                below.bit_length() - abs(total).bit_length()
                for (_, below), total in sums.items()
                if total
            ),
            default=0,
        )
        shift = max(0, DIGITS + lost)
        parts = 1 << UNIT + shift
        scaled = {pair: (total << shift) // pair[1] for pair, total in sums.items()}
    values = [0] * (1 + sum(len(infoset.actions) for infoset in game.information_sets))
    for (number, _), total in scaled.items():
        for sequence in game.reaching.sets[number]:
            values[sequence] += total
    # In reverse order of first visit: an information set comes before all that follow its actions.
    for infoset in reversed(game.infosets(player)):
        first = game.first[infoset]
        best = min(values[first : first + len(game.information_sets[infoset].actions)])
        for above in game.parents[infoset]:
            values[above] += best
    return values[0], parts


def _sums(game: Game, player: int, weights: Enclosed) -> dict[tuple[int, int], int]:
    """Return the opponent's payoffs, weighted, by the player's set P and by the denominator that
    payoff and chance have.
    """
    reaching = game.reaching
    own, other = reaching.numbers[player - 1], reaching.numbers[2 - player]
    sign = 1 if player == 2 else -1
    ends: dict[int, tuple[int, int]] = {}
    sums: dict[tuple[int, int], int] = {}
    for number, node in enumerate(game.nodes):
        if not isinstance(node, Terminal) or not node.payoff:
            continue
        met = other[number]
        if met not in ends:
            pairs = [weights[sequence] for sequence in reaching.sets[met]]
            ends[met] = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
        chance = reaching.weights[number]
        gain = sign * node.payoff.numerator * chance.numerator
        key = own[number], node.payoff.denominator * chance.denominator
        sums[key] = sums.get(key, 0) + gain * ends[met][gain < 0]
    return sums
