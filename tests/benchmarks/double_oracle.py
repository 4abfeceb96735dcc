"""Bounds of maps by `--method double-oracle`, most of which `--max-states` refuses, and the seconds
until the gap is at most 1 % of the value.

`double_oracle.py [SECONDS]`: the most seconds for each map, by default 600.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import families
from large_games import open_board_with_six

from efgc.stages.bounds.oracle.search import double_oracle
from efgc.stages.bounds.oracle.terrain import terrain_of
from efgc.stages.parse import map_game

SHARE = 0.01
WALLED = [
    *("S--#---#-", "--G#-G-#-", "---E---E-", "-G-#---#-", "---#-G-#G"),
    *("---E---E-", "G--#---#-", "---#-G-#-", "---E---ED"),
]


def open_nine():
    """Return the open board 9x9 with six dangerous places."""
    board = families.open_grid(9, 5)
    board[0] = open_board_with_six()[0][:1] + "-" * 7 + "E"
    return board


MAPS = {
    "open 9x9, 6 E, 2 bandits": (open_nine(), 2),
    "open 10x10, 5 E, 2 bandits": (families.open_grid(10, 5), 2),
    "open 12x12, 4 E, 2 bandits": (families.open_grid(12, 4), 2),
    "maze 40x40 at .25, 16 E, 3 bandits": (families.maze(40, 40, 0.25, 16, 1), 3),
    "maze 40x40 at .25, 16 E, 3 bandits, another": (families.maze(40, 40, 0.25, 16, 2), 3),
    "three walls, 9x9, 6 E, 2 bandits": (WALLED, 2),
}


def measured(rows, bandits, rules, seconds):
    """Return the last round on a map, and the seconds until the gap was small."""
    text = families.text(rows, bandits)
    terrain, began = terrain_of(map_game(text, "", rules=rules)), time.perf_counter()
    reached = None
    for found in double_oracle(terrain, 1e-6, seconds):
        if reached is None and found.upper - found.lower <= SHARE * found.upper:
            reached = time.perf_counter() - began
    return found, reached


def main(seconds=600.0):
    head = ("map", "rules", "lower", "upper", "gap", "rounds", "seconds", "to 1 %")
    print("{:44}{:13}{:>9}{:>9}{:>9}{:>8}{:>9}{:>8}".format(*head))
    for words, (rows, bandits) in MAPS.items():
        for rules in ("island-2018", "cave-2023"):
            found, reached = measured(rows, bandits, rules, seconds)
            gap = found.upper - found.lower
            print(
                f"{words:44}{rules:13}{found.lower:9.4f}{found.upper:9.4f}{gap:9.1e}"
                f"{found.step:8}{found.seconds:9.1f}"
                f"{'-' if reached is None else f'{reached:.1f}':>8}",
                flush=True,
            )


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
