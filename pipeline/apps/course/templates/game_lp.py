"""Islands, 2020, the second part: the expected utility of the player whose index, 0 or 1, stands in
the last line.

    (cat map.txt; echo 0) | python game_lp.py
"""

import sys

from game_tree import efgc


def expected_utility(text: str) -> float:
    """Return it for a map with the index of a player below it, from that player's program."""
    return float(efgc("course game-lp", text))


if __name__ == "__main__":
    print(expected_utility(sys.stdin.read()))
