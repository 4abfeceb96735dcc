"""Goofspiel with 6 to 13 cards, each cold and in a process of its own; the kernel beside one LP
library call per game.

Run from the project's folder; arguments are the numbers of cards, all eight without any. The level
files (1.4 GB for 13 cards) go to a folder that is removed again, or stay where GOOFSPIEL_LEVELS
says. `rates FOLDER` compares the stage games per second and core with those of another checkout,
such as `git worktree add FOLDER main`, in turns; nothing is written.
"""

import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from fractions import Fraction
from pathlib import Path

from efgc.pipeline.levels.solve import solve_levels
from efgc.pipeline.levels.store import Store
from efgc.schemas.rules.goofspiel import Position
from efgc.stages.parse import parse

RATED = (("points", 10), ("points", 11), ("win", 8), ("win", 9))
SAMPLE = 400  # Stage games for the comparison, positions for the answers.


def main():
    if sys.argv[1:2] == ["--one"]:
        return one(int(sys.argv[2]), Path(sys.argv[3]))
    if sys.argv[1:2] == ["--rate"]:
        return rate(sys.argv[2], int(sys.argv[3]))
    if sys.argv[1:2] == ["rates"]:
        return rates(sys.argv[2])
    numbers = [int(number) for number in sys.argv[1:]] or list(range(6, 14))
    print(
        "cards          games   seconds   games/s    MiB  largest gap    bound   position, ms "
        "(mean, most)   stage game, us: "
        "kernel   swiglpk   highspy"
    )
    with tempfile.TemporaryDirectory() as folder:
        for number in numbers:
            levels = Path(os.environ.get("GOOFSPIEL_LEVELS", folder)) / f"{number}"
            ended = subprocess.run(
                [sys.executable, __file__, "--one", str(number), str(levels)],
                capture_output=True,
                text=True,
            )
            print(ended.stdout or ended.stderr, end="", flush=True)


def one(number, folder):
    graph = parse(f"game: goofspiel\ncards: {number}\n", "0" * 64)
    memory = Peak()
    before = time.perf_counter()
    found = solve_levels(graph, folder, os.cpu_count())
    seconds = time.perf_counter() - before
    peak = memory.stop()
    gap = max(level.largest_gap for level in found.levels)
    store = Store(folder)
    sample = positions(number)
    took = []
    for position in sample:
        start = time.perf_counter()
        store.answer(position)
        took.append(1000 * (time.perf_counter() - start))
    import numpy as np

    matrices = [np.array(store.answer(position).matrix) for position in sample]
    calls = [1e6 * timed(call, matrices) / len(matrices) for call in (glpk_call, highs_call)]
    kernel = 1e6 * seconds * os.cpu_count() / max(1, found.games)
    print(
        f"{number:>5}  {found.games:>13,}  {seconds:>8.2f}  {found.games / seconds:>8.1e}  "
        f"{peak:>5.0f}  {gap:>11.1e}  "
        f"{found.levels[-1].bound:>7.1e}  {sum(took) / len(took):>14.2f} {max(took):>10.2f}   "
        f"{kernel:>22.2f} "
        f"{calls[0]:>9.0f} {calls[1]:>9.0f}   {calls[0] / kernel:,.0f} and "
        f"{calls[1] / kernel:,.0f} times the kernel's"
    )


def rates(folder):
    print("one core                 stage games   seconds   games/s")
    for objective, number in RATED:
        for words, code in (("before", folder), ("now", os.getcwd())):
            environment = {**os.environ, "PYTHONPATH": code}
            command = [sys.executable, __file__, "--rate", objective, str(number)]
            ended = subprocess.run(
                command, env=environment, cwd=code, capture_output=True, text=True
            )
            print(
                f"{objective:<6} {number:>3} cards, {words:<7}{ended.stdout or ended.stderr}",
                end="",
                flush=True,
            )


def rate(objective, number):
    """Solve all layers in memory, with what both checkouts have in common."""
    from efgc.stages.solve.induction.goofspiel import first_layer, plan, solve_chunk

    def solved(cards):
        game = f"game: goofspiel\ncards: {cards}\nobjective: {objective}\n"
        rule, games, seconds = parse(game, "0" * 64).rule, 0, 0.0
        below = first_layer(rule)
        for left in range(1, cards + 1):
            rows = (0, len(plan(rule)[left].patterns))
            # Once without any rows, for what is made once per layer.
            solve_chunk(rule, left, (0, 0), below)
            before = time.process_time()
            chunk = solve_chunk(rule, left, rows, below)
            seconds += time.process_time() - before
            below, games = chunk.values, games + chunk.games
        return games, seconds

    solved(4)
    games, seconds = solved(number)
    print(f"{games:>15,}  {seconds:>8.2f}  {games / seconds:>8.1e}")


def positions(number):
    """Return random positions that play can come to, with a prize up."""
    chance = random.Random(number)
    suit = range(1, number + 1)
    drawn = []
    for _ in range(SAMPLE):
        size = chance.randint(2, number)
        first, second, prizes = (tuple(sorted(chance.sample(suit, size))) for _ in range(3))
        drawn.append(
            Position(
                (first, second),
                tuple(map(Fraction, prizes)),
                Fraction(chance.choice(prizes)),
                Fraction(0),
            )
        )
    return drawn


def glpk_call(matrix):
    """Solve a matrix game by one call of GLPK's library, without any text."""
    import swiglpk as glpk

    rows, columns = matrix.shape
    lp = glpk.glp_create_prob()
    glpk.glp_set_obj_dir(lp, glpk.GLP_MAX)
    glpk.glp_add_cols(lp, rows + 1)
    glpk.glp_add_rows(lp, columns + 1)
    size = columns * (rows + 1) + rows
    ia, ja, ar = glpk.intArray(size + 1), glpk.intArray(size + 1), glpk.doubleArray(size + 1)
    at = 0
    for column in range(columns):
        for row in range(rows + 1):
            at += 1
            ia[at], ja[at], ar[at] = (
                column + 1,
                row + 1,
                float(matrix[row, column]) if row < rows else -1.0,
            )
        glpk.glp_set_row_bnds(lp, column + 1, glpk.GLP_LO, 0.0, 0.0)
    for row in range(rows):
        at += 1
        ia[at], ja[at], ar[at] = columns + 1, row + 1, 1.0
        glpk.glp_set_col_bnds(lp, row + 1, glpk.GLP_LO, 0.0, 0.0)
    glpk.glp_set_row_bnds(lp, columns + 1, glpk.GLP_FX, 1.0, 1.0)
    glpk.glp_set_col_bnds(lp, rows + 1, glpk.GLP_FR, 0.0, 0.0)
    glpk.glp_set_obj_coef(lp, rows + 1, 1.0)
    glpk.glp_load_matrix(lp, size, ia, ja, ar)
    parameters = glpk.glp_smcp()
    glpk.glp_init_smcp(parameters)
    parameters.msg_lev = glpk.GLP_MSG_OFF
    glpk.glp_simplex(lp, parameters)
    value = glpk.glp_get_obj_val(lp)
    glpk.glp_delete_prob(lp)
    return value


def highs_call(matrix):
    """Solve a matrix game by one call of HiGHS's library, without any text."""
    import highspy
    import numpy as np

    rows, columns = matrix.shape
    highs = highspy.Highs()
    highs.silent()
    infinite = highspy.kHighsInf
    for _row in range(rows):
        highs.addVar(0.0, infinite)
    highs.addVar(-infinite, infinite)
    highs.changeColCost(rows, 1.0)
    highs.changeObjectiveSense(highspy.ObjSense.kMaximize)
    every = np.arange(rows + 1, dtype=np.int32)
    for column in range(columns):
        highs.addRow(0.0, infinite, rows + 1, every, np.append(matrix[:, column], -1.0))
    highs.addRow(1.0, 1.0, rows, every[:rows], np.ones(rows))
    highs.run()
    return highs.getObjectiveValue()


def timed(call, matrices):
    before = time.perf_counter()
    for matrix in matrices:
        call(matrix)
    return time.perf_counter() - before


class Peak:
    """The most memory of this process and its children at one time, shared pages counted once, in
    MiB.
    """

    def __init__(self):
        self.most, self.ended = 0.0, threading.Event()
        self.watcher = threading.Thread(target=self.watch, daemon=True)
        self.watcher.start()

    def watch(self):
        while not self.ended.wait(0.1):
            self.most = max(
                self.most, sum(map(proportional, [os.getpid(), *children(os.getpid())]))
            )

    def stop(self):
        self.ended.set()
        self.watcher.join()
        return self.most


def children(process):
    try:
        found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return []
    return [int(child) for child in found]


def proportional(process):
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


if __name__ == "__main__":
    main()
