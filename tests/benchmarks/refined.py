"""Processor seconds of refined equilibria, on card games and on maps, and where it ends."""

import sys
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "support")]
import families  # noqa: E402

from card_games import hidden_goofspiel, kuhn, leduc, liars_dice  # noqa: E402
from efgc.schemas.refinement import Concept  # noqa: E402
from efgc.stages.forms.formulation import Forms  # noqa: E402
from efgc.stages.forms.reductions import REDUCTIONS  # noqa: E402
from efgc.stages.report.refine import refined, search  # noqa: E402
from efgc.stages.report.refine.perturbed_game import floors  # noqa: E402
from small_games import game_of, published  # noqa: E402

MAZE = families.text(families.maze(24, 24, 0.3, 10, 1), 3)
GAMES = {
    "Kuhn poker": kuhn,
    "Leduc poker": leduc,
    "liar's dice, 4 faces": lambda: liars_dice(4),
    "liar's dice, 5 faces": lambda: liars_dice(5),
    "liar's dice, 6 faces": lambda: liars_dice(6),
    "hidden Goofspiel 4, descending": lambda: hidden_goofspiel(4, True),
    "hidden Goofspiel 4": lambda: hidden_goofspiel(4, False),
    "cave-example, -O 0": lambda: game_of(published("cave-example"), "cave-2023", 0),
    "island-report, -O 0": lambda: game_of(published("island-report"), "island-2018", 0),
    "island-report, -O 2": lambda: game_of(published("island-report"), "island-2018", 2),
    "maze 24x24, 10 E, -O 2": lambda: game_of(MAZE, "cave-2023", 2),
    "open 7x7, 4 E, -O 2": lambda: game_of(
        families.text(families.open_grid(7, 4), 2), "cave-2023", 2
    ),
    "maze, -O 1": lambda: game_of(published("maze"), "island-2018", 1),
}


def show(name, game):
    """Print the size of a game, how many bases HiGHS is asked for, and the seconds."""
    forms = Forms(game)
    program = forms.without(REDUCTIONS).programs[0]
    degree = max(len(floors(player).weights) - 1 for player in program.form.players)
    asked, ask = [], search.basis_seen_from
    search.basis_seen_from = lambda *given: asked.append(1) or ask(*given)
    before = time.process_time()
    proof, _ = refined(game, forms, Concept.QUASI_PERFECT, limited=False)
    seconds = time.process_time() - before
    search.basis_seen_from = ask
    value = str(proof.value) if len(str(proof.value)) < 20 else "a long fraction"
    print(
        f"{name:<32}{len(game.nodes):>10,}{len(program.domains):>10,}{degree:>8}{len(asked):>8}"
        f"{seconds:>10.2f}  {value}",
        flush=True,
    )


if __name__ == "__main__":
    words = ("nodes", "rows+cols", "degree", "bases", "seconds")
    widths = (10, 10, 8, 8, 10)
    head = (f"{word:>{width}}" for word, width in zip(words, widths, strict=True))
    print(f"{'game':<32}{''.join(head)}  value")
    for title in sys.argv[1:] or GAMES:
        show(title, GAMES[title]())
