"""Processor seconds of exact values and certificates, on card games and on maps."""

import hashlib
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "support")]
import families  # noqa: E402

from card_games import hidden_goofspiel, kuhn, leduc, liars_dice  # noqa: E402
from efgc.schemas import certificate  # noqa: E402
from efgc.schemas import game as game_schema  # noqa: E402
from efgc.stages.checkers.game_checker import check_certificate  # noqa: E402
from efgc.stages.lower import lower  # noqa: E402
from efgc.stages.report import report  # noqa: E402
from efgc.stages.report.certify import certify  # noqa: E402
from efgc.stages.report.exact.basic import (  # noqa: E402
    Equations,
    System,
)
from efgc.stages.report.exact.from_basis import initial_basis, prove  # noqa: E402
from efgc.stages.report.lift import claim  # noqa: E402
from efgc.stages.solve import solve  # noqa: E402
from small_games import game_of  # noqa: E402

GAMES = {
    "Kuhn poker": kuhn,
    "hidden Goofspiel 4, descending": lambda: hidden_goofspiel(4, True),
    "Leduc poker": leduc,
    "liar's dice, 5 faces": lambda: liars_dice(5),
    "hidden Goofspiel 4": lambda: hidden_goofspiel(4, False),
    "open 7x7, 4 E, cave-2023": lambda: game_of(
        families.text(families.open_grid(7, 4), 2), "cave-2023", 2
    ),
    "maze 24x24, 10 E, cave-2023": lambda: game_of(
        families.text(families.maze(24, 24, 0.3, 10, 1), 3), "cave-2023", 2
    ),
}
HEAD = ("nodes", "sequences", "rows", "kernel", "solve", "bounds", "exact", "check")


def measured(work):
    """Return what some work returns, and its processor seconds."""
    before = time.process_time()
    return work(), time.process_time() - before


def show(name, game, solver):
    solution, asked = measured(lambda: solve(lower(game)[0], solver))
    found, bounded = measured(lambda: report(game, [solution], exact=False))
    program = claim(game, solution).program
    kernel = System(Equations(program), initial_basis(program, solution)).core
    proof, proved = measured(lambda: prove([claim(game, solution)], limited=False))
    text = "".join(game_schema.write(game)).encode()
    made = certify(replace(found, exact=proof), hashlib.sha256(text).hexdigest())
    written = "".join(certificate.write(made)).encode()
    said, checked = measured(lambda: check_certificate(written, text))
    assert said == f"the value is {proof.value}"
    sizes = (len(game.nodes), max(map(len, found.plans)), solution.size.rows, kernel)
    seconds = "".join(f"{each:10.2f}" for each in (asked, bounded, proved, checked))
    print(
        f"{name:<32}"
        + "".join(f"{size:>10,}" for size in sizes)
        + f"{seconds}  {proof.value}, by {solver}",
        flush=True,
    )


if __name__ == "__main__":
    print(f"{'game':<32}" + "".join(f"{word:>10}" for word in HEAD) + "  value")
    for title in sys.argv[1:] or GAMES:
        played = GAMES[title]()
        for backend in ("glpk", "highs"):
            show(title, played, backend)
