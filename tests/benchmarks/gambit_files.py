"""Gambit files from text to verified report, beside Gambit and OpenSpiel on the same files.

    PYTHONPATH=.:tests/support .venv/bin/python tests/benchmarks/gambit_files.py [SECONDS]

Every cell is a process of its own: seconds of processor, in brackets on the clock, and peak memory.
What takes longer than SECONDS is ended.
"""

import os
import signal
import sys
import tempfile
import time
from pathlib import Path

from efgc.stages.expand import expand
from efgc.stages.expand.gambit import write_gambit
from efgc.stages.parse import parse
from efgc.stages.parse.openspiel import parse_openspiel

CAVE = """3 0.33
#######
#SE-E-#
#-E--G#
#E-E-E#
#-G-ED#
#######
"""
PROGRAMS = {
    "efgc run": ["-c", "from efgc.pipeline.cli import main; main()", "run"],
    "Gambit reads": ["-c", "import sys, pygambit; pygambit.read_efg(sys.argv[1])"],
    "Gambit solves": [
        "-c",
        (
            "import sys, pygambit; pygambit.nash.lp_solve(pygambit.read_efg(sys.argv[1]), "
            "rational=False)"
        ),
    ],
    "OpenSpiel reads": [
        "-c",
        "import sys, pyspiel; pyspiel.load_efg_game(open(sys.argv[1]).read())",
    ],
    "OpenSpiel solves": [
        "-c",
        "import sys, pyspiel; from open_spiel.python.algorithms import sequence_form_lp; "
        "sequence_form_lp.solve_zero_sum_game(pyspiel.load_efg_game(open(sys.argv[1]).read()))",
    ],
}


def games():
    """Yield names and trees."""
    yield "Leduc", parse_openspiel("openspiel:leduc_poker", "", 10**6)
    yield "liar's dice", parse_openspiel("openspiel:liars_dice", "", 10**6)
    yield "cave", expand(parse(CAVE, "0" * 64, level=0, max_states=10**7), max_histories=10**7)


def measure(arguments, seconds):
    """Return in words what a program needed of processor, of time in brackets and of memory, or how
    it ended.
    """
    start = time.monotonic()
    child = os.posix_spawn(
        sys.executable,
        [sys.executable, *arguments],
        os.environ,
        file_actions=[
            (os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)
        ],
    )
    signal.signal(signal.SIGALRM, lambda number, frame: os.kill(child, signal.SIGKILL))
    signal.alarm(seconds)
    _, status, used = os.wait4(child, 0)
    signal.alarm(0)
    if os.WIFSIGNALED(status):
        return f"over {seconds} s"
    words = (
        f"{used.ru_utime + used.ru_stime:.1f} s ({time.monotonic() - start:.1f}), "
        f"{used.ru_maxrss // 1024} MiB"
    )
    return words if status == 0 else "fails"


def main(seconds):
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'file':12}{'nodes':>10}" + "".join(f"{name:>26}" for name in PROGRAMS))
        for name, game in games():
            path = Path(folder) / "game.efg"
            path.write_text("".join(write_gambit(game)))
            cells = [measure([*arguments, str(path)], seconds) for arguments in PROGRAMS.values()]
            print(
                f"{name:12}{len(game.nodes):10,}" + "".join(f"{cell:>26}" for cell in cells),
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
