"""Regret minimisation on listed games, beside OpenSpiel's CFR+ and our own linear program: seconds
until the gap between the bounds (the sum of both exploitabilities) is small enough.

`regret.py [GAME ...]` takes keys of GAMES, by default all. All numbers come from one run.
"""

import sys
import time
from pathlib import Path

import pyspiel

import efgc
from efgc.stages.bounds.regret import Aim, minimise_regret
from efgc.stages.parse.openspiel import parse_openspiel

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from learners import matching

GAMES = {
    "leduc": "leduc_poker",
    "liars-dice": "liars_dice",
    "goofspiel-5": "turn_based_simultaneous_game(game=goofspiel("
    "imp_info=True,num_cards=5,points_order=descending))",
}
GAPS = (0.1, 0.03, 0.01, 0.003, 0.001)
PATIENCE = 120.0  # Seconds for each method.


def ours(name):
    """Yield seconds and gaps of PCFR+ on the game as we list it, without the time to list it."""
    began = time.perf_counter()
    game = parse_openspiel(name, "", 10**7)
    learner = matching(game)
    print(f"  its matrices took {time.perf_counter() - began:.1f} s")
    for found in minimise_regret(learner, Aim(GAPS[-1], PATIENCE)):
        yield found.seconds, found.upper - found.lower


def openspiel(name):
    """Yield seconds and gaps of OpenSpiel's CFR+ in C++; computing gaps is not counted."""
    game = pyspiel.load_game(name)
    solver, seconds, step, following = pyspiel.CFRPlusSolver(game), 0.0, 0, 16
    while seconds < PATIENCE:
        began = time.perf_counter()
        while step < following and seconds + time.perf_counter() - began < PATIENCE:
            solver.evaluate_and_update_policy()
            step += 1
        seconds += time.perf_counter() - began
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
        print_row("OpenSpiel, CFR+", openspiel(GAMES[name]))
        began = time.perf_counter()
        found = efgc.run(f"openspiel:{GAMES[name]}", exact=False)
        seconds = time.perf_counter() - began
        gap = float(found.bounds[1] - found.bounds[0])
        print(f"  efgc, linear program: {seconds:.2f} s with listing, gap {gap:.1e}")


if __name__ == "__main__":
    main(sys.argv[1:])
