"""Processor seconds of best responses off the path, beside what the report takes without them."""

import sys
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "support")]
import families  # noqa: E402
from large_games import TREE  # noqa: E402

from card_games import leduc, liars_dice  # noqa: E402
from efgc.stages.lower import lower  # noqa: E402
from efgc.stages.report import report  # noqa: E402
from efgc.stages.report.off_path import with_off_path  # noqa: E402
from efgc.stages.solve import solve  # noqa: E402
from small_games import game_of  # noqa: E402

GAMES = {
    "Leduc poker": leduc,
    "liar's dice, 6 faces": lambda: liars_dice(6),
    "cave tree": lambda: game_of(
        families.text(TREE, 1, "0.3"), "cave-2023", 0, max_states=2 * 10**8
    ),
}


def seconds(work):
    """Return what some work returns, and its processor seconds once all is compiled."""
    work()
    before = time.process_time()
    return work(), time.process_time() - before


def main():
    print(f"{'game':24}{'nodes':>10}{'report':>9}{'off path':>10}  changed, given back")
    for name, make in GAMES.items():
        game = make()
        solution = solve(lower(game)[0], "highs")
        found, plain = seconds(lambda: report(game, [solution], exact=False))
        made, took = seconds(lambda: with_off_path(found))
        changed, returned = map(sum, made.off_path)
        print(
            f"{name:24}{len(game.nodes):>10,}{plain:>9.2f}{took:>10.2f}  {changed:,}, {returned:,}"
        )


if __name__ == "__main__":
    main()
