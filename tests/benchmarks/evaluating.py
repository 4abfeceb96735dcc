"""Processor seconds of `evaluate`: of the stage alone, for uniform strategies and for random ones
whose probabilities are floats, and of the whole command with files of both.

`evaluating.py [PART]` takes the games whose names have PART in them.
"""

import random
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "support")]
import families  # noqa: E402
from large_games import EFGC, TREE, measured  # noqa: E402

from card_games import hidden_goofspiel, leduc, liars_dice  # noqa: E402
from efgc.schemas import game as game_schema  # noqa: E402
from efgc.schemas.strategies import ExactBehaviour  # noqa: E402
from efgc.schemas.strategy import FittedStrategies  # noqa: E402
from efgc.stages.evaluate import evaluate  # noqa: E402
from efgc.stages.report.best_response import as_printed  # noqa: E402
from efgc.stages.strategies import FORMATS  # noqa: E402
from small_games import game_of  # noqa: E402

GAMES = {
    "Leduc poker": leduc,
    "hidden Goofspiel, 4 cards": lambda: hidden_goofspiel(4, False),
    "liar's dice": lambda: liars_dice(6),
    "open 7x7, 4 E, level 2": lambda: game_of(
        families.text(families.open_grid(7, 4), 2), "cave-2023", 2
    ),
    "cave tree": lambda: game_of(families.text(TREE, 1, "0.3"), "cave-2023", 0),
}


def strategy(game, player, shares):
    """Return a player's strategy; `shares` gives the probabilities of so many actions."""
    return tuple(
        ExactBehaviour(number, shares(len(game.information_sets[number].actions)))
        for number in game.infosets(player)
    )


def uniform(size):
    return (Fraction(1, size),) * size


def drawn(size, luck=random.Random(1)):
    parts = [luck.random() for _ in range(size)]
    return as_printed([part / sum(parts) for part in parts])


def seconds(work):
    before = time.process_time()
    found = work()
    return found, time.process_time() - before


def show(name, game):
    told = []
    for shares in (uniform, drawn):
        given = FittedStrategies((strategy(game, 1, shares), strategy(game, 2, shares)))
        found, took = seconds(lambda given=given: evaluate(game, given))
        width = found.nash_conv.upper - found.nash_conv.lower
        told.append(f"{took:8.2f} s{found.nash_conv.near:12.6f}{width:10.1e}")
    with tempfile.TemporaryDirectory() as folder:
        for file, parts in (
            ("a.game.json", game_schema.write(game)),
            ("b.json", FORMATS["strategy"].write(game, given.players)),
        ):
            with open(Path(folder, file), "w", encoding="utf-8") as out:
                out.writelines(parts)
        command = [*EFGC, "evaluate", "a.game.json", "b.json"]
        code, _, whole, memory = measured(command, folder)
        assert code == 0
    print(f"{name:<26}{len(game.nodes):>10,}{told[0]}{told[1]}{whole:8.2f} s{memory:6.0f} MiB")


def main():
    print(
        f"{'game':<26}{'nodes':>10}{'uniform':>10}{'NashConv':>12}{'width':>10}"
        f"{'floats':>10}{'NashConv':>12}{'width':>10}{'command':>10}{'memory':>10}"
    )
    asked = sys.argv[1] if len(sys.argv) > 1 else ""
    for name, made in GAMES.items():
        if asked in name:
            game = made()
            evaluate(
                game, FittedStrategies((strategy(game, 1, uniform), None))
            )  # Kernels are compiled.
            show(name, game)


if __name__ == "__main__":
    main()
