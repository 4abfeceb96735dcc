"""Small games with private cards and moves that the other player sees or not, drawn by number; and
trembles of any kind.
"""

import random
from fractions import Fraction
from itertools import zip_longest

from card_games import listed
from efgc.schemas.refinement import Tremble


def random_game(number):
    """Return a game of perfect recall: cards are dealt, then up to five moves by players in any
    order, of which the other may see the move, or only that there was one. Payoffs are few, so
    that many actions are equally good.
    """
    luck = random.Random(number)
    cards, length = (luck.randint(1, 3), luck.randint(1, 2)), luck.randint(2, 5)
    movers = [luck.randint(1, 2) for _ in range(length)]
    seen = [luck.random() < 0.6 for _ in range(length)]
    sizes = [luck.choice((2, 2, 3)) for _ in range(length)]

    def rules(position):
        dealt, said = position
        if dealt is None:
            pairs = [(one, two) for one in range(cards[0]) for two in range(cards[1])]
            parts = [luck.randint(1, 4) for _ in pairs]
            return "chance", [
                (f"{one}{two}", Fraction(part, sum(parts)), ((one, two), said))
                for (one, two), part in zip(pairs, parts, strict=True)
            ]
        at = len(said)
        ended = random.Random(f"{number} ends {_told(said, seen, None, movers)}").random() < 0.15
        if at == length or at and ended:
            payoff = random.Random(f"{number} pays {dealt} {said}").choice((-2, -1, -1, 0, 0, 1, 3))
            return "ends", payoff
        mover = movers[at]
        known = dealt[mover - 1], _told(said, seen, mover, movers)
        return (
            "moves",
            mover,
            known,
            [(str(move), (dealt, (*said, move))) for move in range(sizes[at])],
        )

    return listed(f"random game {number}", rules, (None, ()))


def _told(said, seen, player, movers):
    """Return a player's knowledge of the moves, or everybody's."""
    return tuple(
        move if shown or mover == player else None
        for move, shown, mover in zip(said, seen, movers, strict=False)
    )


def trembled(game, strategies, luck):
    """Return realization weights for a small ε that tend to strategies in rationals, with mistakes
    of any order and size.
    """
    found = []
    for strategy in strategies:
        plan, trembles = {0: [Fraction(1)]}, []
        for infoset, probabilities in strategy:
            above = [plan[sequence] for sequence in game.parents[infoset]]
            reach = [sum(column) for column in zip_longest(*above, fillvalue=Fraction(0))]
            weights = [_product(reach, share) for share in _shares(probabilities, luck)]
            plan |= zip(game.sequences(infoset), weights, strict=True)
            trembles.append(Tremble(infoset, tuple(map(tuple, weights))))
        found.append(tuple(trembles))
    return tuple(found)


def _shares(probabilities, luck):
    """Return per action a polynomial; what is not played has a probability of order 1 to 3."""
    mistakes = [[Fraction(0)] * 4 for _ in probabilities]
    for share, mistake in zip(probabilities, mistakes, strict=True):
        if not share:
            mistake[luck.randint(1, 3)] = Fraction(luck.randint(1, 5), luck.randint(1, 3))
    left = [
        1 - sum(column) if not at else -sum(column)
        for at, column in enumerate(zip(*mistakes, strict=True))
    ]
    return [
        [share * number for number in left] if share else mistake
        for share, mistake in zip(probabilities, mistakes, strict=True)
    ]


def _product(one, other):
    found = [Fraction(0)] * (len(one) + len(other) - 1)
    for at, number in enumerate(one):
        for order, factor in enumerate(other):
            found[at + order] += number * factor
    while not found[-1]:
        del found[-1]
    return found
