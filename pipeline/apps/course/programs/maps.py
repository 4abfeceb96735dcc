"""The maps on which programs are run, from small to large: a built-in set on which each mistake
that has a name shows at least twice, and random ones.

All have the form that the documents describe: walls around, one start, one exit (caves may have
several), at least one dangerous place, and at least one bandit.
"""

import random
from collections.abc import Iterator
from fractions import Fraction

from .....schemas.parts.exact import write_exact
from .....stages.parse.maps import DANGER, EMPTY, EXIT, GOLD, LAYOUTS, START, WALL, Map
from .....stages.parse.rule_sets import RULES

# Bandits, probability of capture, and the rows between the walls. The last map of each set shows
# all mistakes.
_ISLANDS_2018 = (
    "1 0.25 #D/SE",
    "1 0.25 ED/S#",
    "1 0.5 #-S/DEG",
    "1 0.6 E#/GE/DS",
    "1 0.6 SEE/GED",
    "1 0.6 SE/E-/ED",
    "2 0.6 EE/DE/ES",
    "1 0.4 SGGEGD",
    "1 0.6 -#GS/DEEE",
    "1 0.3 #ED/SE#/G-E",
    "1 0.25 S-#E-/-EED#",
    "2 0.25 SE#-#/E-EED",
    "2 0.25 -SE/GEE/GG#/EDG",
)
_CAVES = (
    "1 0.3 ED/S#",
    "1 0.3 #D/SE",
    "1 0.5 SG/-E/#D",
    "1 0.5 ES/GD/E#",
    "2 0.25 DEESE",
    "2 0.6 ED#/SEE",
    "1 0.6 -ED/S-G",
    "2 0.5 DE/EG/S-",
    "1 0.4 SGGEGD",
    "3 0.3 EEED/SE-#",
    "3 0.25 #--E/#EED/SEG#/###G",
)
_ISLANDS_2013 = (
    "1 0.25 #D/SE",
    "1 0.25 ED/S#",
    "1 0.6 DS#E/#E##",
    "1 0.3 SG#/GED",
    "1 0.5 #-S/DEG",
    "1 0.6 E#/GE/DS",
    "1 0.6 DE/ES/-E",
    "1 0.6 SE/E-/ED",
    "1 0.4 SGGEGD",
    "1 0.25 SG-D-/EGEE-",
)
BUILT_IN = {
    "island-2013": _ISLANDS_2013,
    "island-2018": _ISLANDS_2018,
    "island-2020": _ISLANDS_2018,
    "cave-2023": _CAVES,
}

SIZES = ((1, 4), (1, 6), (2, 3), (3, 2), (2, 4), (3, 3), (4, 2), (3, 4), (4, 3), (2, 6), (4, 4))
"""Rows and columns of random maps, without the walls around."""
MOST_SQUARES = 12
"""Squares of a random map that are not walls."""
CAPTURES = tuple(Fraction(number, 20) for number in range(2, 19))


def built_in(rules: str) -> list[Map]:
    """Return the built-in maps for a rule set."""
    return [_built(text, rules) for text in BUILT_IN[rules]]


def separating(rules: str) -> Map:
    """Return a small map on which all mistakes show."""
    return built_in(rules)[-1]


def _built(text: str, rules: str) -> Map:
    bandits, capture, rows = text.split()
    return Map(
        layout=RULES[rules].family,
        rows=walled(rows.split("/")),
        bandits=int(bandits),
        capture=Fraction(capture),
        player=None,
    )


def walled(rows: list[str]) -> tuple[str, ...]:
    """Return rows with walls around them.

    >>> walled(["SED"])
    ('#####', '#SED#', '#####')
    """
    edge = WALL * (len(rows[0]) + 2)
    return (edge, *(f"{WALL}{row}{WALL}" for row in rows), edge)


def random_maps(rules: str, number: int, seed: int) -> Iterator[Map]:
    """Yield random maps for a rule set; the same for the same seed."""
    drawn = random.Random(f"{rules} {seed}")
    for _ in range(number):
        yield _random_map(drawn, RULES[rules].family)


def _random_map(drawn: random.Random, family: str) -> Map:
    height, width = drawn.choice(SIZES)
    free = drawn.sample(range(height * width), min(height * width, drawn.randint(4, MOST_SQUARES)))
    exits = 1 if LAYOUTS[family].one_exit else drawn.choice((1, 1, 2))
    kinds = [START, DANGER, *(EXIT * exits)][: len(free)]
    kinds += drawn.choices((EMPTY, GOLD, DANGER), (4, 2, 3), k=len(free) - len(kinds))
    squares = [WALL] * (height * width)
    for square, kind in zip(free, kinds, strict=True):
        squares[square] = kind
    places = kinds.count(DANGER)
    return Map(
        layout=family,
        rows=walled(["".join(squares[row * width : (row + 1) * width]) for row in range(height)]),
        bandits=drawn.randint(1, min(3, places)),
        capture=drawn.choice(CAPTURES),
        player=None,
    )


def size(board: Map) -> tuple[int, ...]:
    """Return the size of a map, by which the smallest one is chosen: the squares without walls,
    those with something on them, all squares, and the bandits.
    """
    kinds = "".join(board.rows)
    free = len(kinds) - kinds.count(WALL)
    return (free, free - kinds.count(EMPTY), len(kinds), board.bandits, board.capture.denominator)


def text_of(board: Map) -> str:
    r"""Return a map as its document writes it.

    >>> text_of(_built("1 0.3 SED", "cave-2023"))
    '1 0.3\n#####\n#SED#\n#####\n'
    """
    return LAYOUTS[board.layout].write(board, decimal(board.capture))


def decimal(number: Fraction) -> str:
    """Return a number as a decimal, which programs read more often than fractions."""
    written = format(float(number), ".12g")
    return written if Fraction(written) == number else write_exact(number)
