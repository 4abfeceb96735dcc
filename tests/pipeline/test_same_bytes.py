"""The same command writes the same bytes, on one core and on two, idle and under load."""

import os
import subprocess
import sys

import pytest

from small_games import ARTIFACTS, ROOT

SOURCES = {
    "cave-example": "cave-example.txt",
    "island-3": "island-3.txt",
    "maze": "maze.txt",
    "goofspiel-6": "goofspiel-6.yaml",
    "droid-duel": "droid-duel.yaml",
}
RUNS = 20
BUSY = "while True: pass"


def files(source, folder, core):
    """Return what a run writes to a folder, by name; on a core of its own if one is named."""
    command = [sys.executable, "-m", "efgc", "run", str(source), "-o", str(folder)]
    if core is not None:
        command = ["taskset", "-c", str(core), *command]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "0", "PYTHONPATH": str(ROOT)}
    subprocess.run(command, check=True, capture_output=True, env=environment, cwd=folder.parent)
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="taskset is Linux's")
@pytest.mark.parametrize("name", SOURCES)
def test_20_runs_write_the_same_bytes(name, tmp_path):
    source = ARTIFACTS / name / SOURCES[name]
    first = files(source, tmp_path / "first", None)
    for number in range(RUNS):
        load = [
            subprocess.Popen([sys.executable, "-c", BUSY])
            for _ in range(3 if number % 4 > 1 else 0)
        ]
        try:
            again = files(source, tmp_path / f"{number}", 0 if number % 2 else None)
        finally:
            for process in load:
                process.kill()
        assert again == first, number
