"""Games whose payoffs and probabilities are of very different sizes, drawn by number."""

import random
from fractions import Fraction

from card_games import listed

MICRO, MILLI, GIGA, NANO = (
    Fraction(1, 10**6),
    Fraction(1, 1000),
    Fraction(10**9),
    Fraction(1, 10**9),
)
SCALES = {  # What payoffs are multiples of, by -9 to 9.
    "all": (MICRO, Fraction(1), GIGA, MILLI),
    "far": (MICRO, GIGA),
    "tiny": (MICRO, 3 * MICRO),
}


def drawn(scale, number):
    """Return a game of two to five moves, with chances of 1e-9, 1/3 and 1/7, in which each player
    sees some of the other's.
    """
    luck = random.Random(number)
    depth = luck.randint(2, 5)
    actors = [luck.choice("012") for _ in range(depth)]
    sizes = [luck.randint(2, 4) for _ in range(depth)]
    seen = [{player for player in "12" if luck.random() < 0.4} for _ in range(depth)]
    chances = [probabilities(luck, size) for size in sizes]
    payoffs = {}

    def rules(history):
        at = len(history)
        if at == depth:
            return "ends", payoffs.setdefault(
                history, luck.choice(SCALES[scale]) * luck.randint(-9, 9)
            )
        if actors[at] == "0":
            return "chance", [
                (str(move), p, (*history, move)) for move, p in enumerate(chances[at])
            ]
        me = actors[at]
        known = (
            at,
            tuple((i, move) for i, move in enumerate(history) if actors[i] == me or me in seen[i]),
        )
        return "moves", int(me), known, [(str(move), (*history, move)) for move in range(sizes[at])]

    return listed(f"{scale} {number}", rules, ())


def probabilities(luck, size):
    found, left = [], Fraction(1)
    for _ in range(size - 1):
        chosen = luck.choice((NANO, Fraction(1, 3), Fraction(1, 7)))
        found.append(chosen if chosen < left else left / 2)
        left -= found[-1]
    return [*found, left]


def tied(size, unit):
    """Return a matching game of many coins: as many optimal strategies as there are ways to match
    evens and odds.
    """

    def rules(history):
        if len(history) < 2:
            return (
                "moves",
                len(history) + 1,
                (),
                [(str(move), (*history, move)) for move in range(size)],
            )
        return "ends", unit * (1 if sum(history) % 2 else -1)

    return listed(f"tied {size}", rules, ())
