"""Regret minimisation on listed games, beside OpenSpiel's CFR+ and our own linear program: seconds
of the processor until the gap between proved bounds, the sum of both exploitabilities, is small
enough.

`regret.py [GAME ...]` takes keys of GAMES, by default all. All numbers come from one run.
"""

import resource
import sys
import time
from pathlib import Path

import pyspiel

import efgc
from efgc.stages.bounds.regret import Aim, minimise_regret
from efgc.stages.parse.openspiel import parse_openspiel

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from learners import matching

HIDDEN = (
    "turn_based_simultaneous_game(game=goofspiel("
    "imp_info=True,num_cards={},points_order=descending))"
)
GAMES = {
    "leduc": "leduc_poker",
    "liars-dice-5": "liars_dice(dice_sides=5)",
    "liars-dice-6": "liars_dice",
    "goofspiel-4": HIDDEN.format(4),
    "goofspiel-5": HIDDEN.format(5),
    "goofspiel-6": HIDDEN.format(6),
    "battleship": "battleship(board_height=2,board_width=2,ship_sizes=[2],ship_values=[4],"
    "num_shots=3)",
}
GAPS = (0.1, 0.03, 0.01, 0.003, 0.001)
PATIENCE = 60.0  # Seconds for each method.


def spent():
    """Return the processor seconds of this process and of those that it has ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def ours(name):
    """Yield seconds and gaps of PCFR+, with the time to list the game and to make its matrices."""
    began = spent()
    learner = matching(parse_openspiel(name, "", 10**7))
    print(f"  listing and matrices: {spent() - began:.1f} s")
    for found in minimise_regret(learner, Aim(GAPS[-1], PATIENCE)):
        yield spent() - began, found.upper - found.lower


def openspiel(name):
    """Yield seconds and gaps of OpenSpiel's CFR+ in C++; computing gaps is not counted."""
    game = pyspiel.load_game(name)
    solver, seconds, step, following = pyspiel.CFRPlusSolver(game), 0.0, 0, 16
    while seconds < PATIENCE:
        began = spent()
        while step < following and seconds + spent() - began < PATIENCE:
            solver.evaluate_and_update_policy()
            step += 1
        seconds += spent() - began
        following = int(following * 1.4) + 1
        yield seconds, pyspiel.nash_conv(game, solver.average_policy())


def print_row(words, rounds):
    """Print the seconds after which each gap was reached."""
    reached = {}
    for seconds, gap in rounds:
        for aim in GAPS:
            if gap <= aim:
                reached.setdefault(aim, seconds)
        if gap <= GAPS[-1]:
            break
    cells = (f"{reached[aim]:9.2f}" if aim in reached else f"{'-':>9}" for aim in GAPS)
    print(f"  {words:22}{''.join(cells)}", flush=True)


def main(names):
    print(f"{'seconds until the gap is':24}{''.join(f'{aim:9}' for aim in GAPS)}")
    for name in names or GAMES:
        print(GAMES[name])
        print_row("efgc, PCFR+", ours(GAMES[name]))
        began = spent()
        found = efgc.run(f"openspiel:{GAMES[name]}", exact=False)
        gap = float(found.bounds[1] - found.bounds[0])
        print(f"  efgc, linear program: {spent() - began:.2f} s with listing, gap {gap:.1e}")
        print_row("OpenSpiel, CFR+", openspiel(GAMES[name]))


if __name__ == "__main__":
    main(sys.argv[1:])
