"""Without Numba, which is optional: maps and small games of public states are solved, and what
needs it says so in one line.
"""

import subprocess
import sys

import pytest

from small_games import ARTIFACTS, ROOT

BEGIN = (
    "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None; from pipeline.cli import "
    "main; main()"
)


def efgc(*arguments):
    return subprocess.run(
        [sys.executable, "-c", BEGIN, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.parametrize(
    "source, value",
    [
        ("maze/maze.txt", "6.5 to agent"),
        ("goofspiel-4/goofspiel-4.yaml", "0 to player 1"),
        ("droid-duel/droid-duel.yaml", "0.333333333333 = 1/3 to droid 2"),
    ],
)
def test_small_games_are_solved(source, value):
    ended = efgc("run", str(ARTIFACTS / source), "--brief")
    assert (ended.returncode, ended.stderr) == (0, "") and value in ended.stdout


@pytest.mark.parametrize(
    "command",
    [
        ("run", str(ARTIFACTS / "droid-battle" / "droid-battle.yaml")),
        ("match", "random", "equilibrium", "--games", "0"),
        ("train", "--games", "10"),
        ("run", "-", "--levels", "levels"),
    ],
)
def test_what_needs_it_says_how_to_get_it(command, tmp_path):
    told = subprocess.run(
        [sys.executable, "-c", BEGIN, *command],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        input="game: goofspiel\ncards: 9\nobjective: points\n",
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )
    assert told.returncode == 3 and told.stdout == "" and len(told.stderr.splitlines()) == 1
    assert (
        "Numba compiles, which is not installed here: " in told.stderr
        and "pip install" in told.stderr
    )
