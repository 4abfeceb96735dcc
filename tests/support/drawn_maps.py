"""Small maps by number, the same ones each time."""

import random

from efgc.stages.parse import RULES
from small_games import island


def drawn_map(seed):
    """Return a small map of any rules: text and rules."""
    chance = random.Random(f"situations {seed}")
    height, width = chance.choice([(1, 6), (2, 3), (2, 4), (3, 3), (3, 4), (4, 3)])
    squares = [(row, column) for row in range(height) for column in range(width)]
    chance.shuffle(squares)
    places = chance.randint(1, 3)
    kinds = dict(zip(squares, "SD" + "E" * places, strict=False))
    for square in squares[len(kinds) :]:
        kinds[square] = chance.choice("--GG#")
    rows = ["".join(kinds[row, column] for column in range(width)) for row in range(height)]
    bandits = 0 if seed % 25 == 0 else chance.randint(1, min(places, 2))
    capture = chance.choice(["0", "1", "0.5", "0.33", "1/3", "0.9"])
    return island(rows, bandits, capture), sorted(RULES)[seed % len(RULES)]
