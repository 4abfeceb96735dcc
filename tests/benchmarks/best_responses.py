"""Best responses to the stored strategies of Goofspiel, in every state, by a program apart
(`tests/support/exploitability.py`).

Run from the project's folder with the numbers of cards; 8 take two minutes, 9 a quarter of an hour.
"""

import sys
import tempfile
import time
from pathlib import Path

from efgc.pipeline.levels.solve import solve_levels
from efgc.pipeline.levels.store import Store
from efgc.stages.parse import parse

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from exploitability import exploitability


def main():
    print("cards  exploitability of the game  largest of a state  seconds")
    for cards in [int(number) for number in sys.argv[1:]] or [6, 7, 8]:
        with tempfile.TemporaryDirectory() as folder:
            solve_levels(parse(f"game: goofspiel\ncards: {cards}\n", "0" * 64), Path(folder), 2)
            before = time.perf_counter()
            game, state = exploitability(Store(Path(folder)), cards)
            print(
                f"{cards:>5}  {game:>26.1e}  {state:>18.1e}  {time.perf_counter() - before:>7.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
