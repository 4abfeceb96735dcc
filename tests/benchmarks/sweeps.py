"""A sweep of 10 maps x 19 probabilities x 2 rules: the numbers of single runs, the seconds of one
process against two, and what it takes to be killed five times.

PYTHONPATH=. python tests/benchmarks/sweeps.py [ray]
"""

import filecmp
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from one_process import maps

import efgc
from efgc.schemas import sweep

EFGC = str(Path(sys.executable).parent / "efgc")
VARY = ("--vary", "p=0.05:0.95:0.05", "--vary", "rules=island-2013,island-2018")
NAMES = ("sweep.csv", "sweep.svg", "sweep.html", "sweep.journal")


def swept(paths, folder, *options):
    """Return the seconds of the clock, and of processors, of a sweep."""
    began, spent = time.perf_counter(), _spent()
    subprocess.run([EFGC, "sweep", *paths, *VARY, "-o", folder, *options], check=True)
    return time.perf_counter() - began, _spent() - spent


def _spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def killed(paths, folder, times, runs):
    """Kill a sweep at random moments, and let it end."""
    chance = random.Random(18)
    for done in sorted(chance.sample(range(1, runs), times)):
        process = subprocess.Popen(
            [EFGC, "sweep", *paths, *VARY, "-o", folder, "--jobs", "2"], stderr=subprocess.DEVNULL
        )
        journal = Path(folder, "sweep.journal")
        while process.poll() is None and (
            not journal.exists() or journal.read_bytes().count(b"\n") < done
        ):
            time.sleep(0.01)
        assert process.poll() is None, "it ended before it could be killed"
        process.kill()
        process.wait()
        print(f"killed behind {journal.read_bytes().count(10)} of {runs} runs")
        time.sleep(2)
    swept(paths, folder, "--jobs", "2")


def compared(rows):
    """Return how many rows have the numbers of a run alone."""
    for row in rows:
        alone = efgc.run(row.source, p=row.p, rules=row.rules)
        assert (row.fraction, *alone.bounds) == (alone.value_exact, row.lower, row.upper), row
        assert row.value == float(f"{alone.value:.12g}"), row
    return len(rows)


def main(engines):
    os.environ["SOURCE_DATE_EPOCH"] = "0"
    with tempfile.TemporaryDirectory() as folder:
        paths = maps(folder)
        one, two, torn, ray = (f"{folder}/{name}" for name in ("one", "two", "killed", "ray"))
        ways = [("1 process", one, ("--jobs", "1")), ("2 processes", two, ("--jobs", "2"))]
        if "ray" in engines:
            ways.append(("Ray, 2", ray, ("--jobs", "2", "--engine", "ray")))
        print(f"{'':<14}{'clock s':>9}{'processor s':>13}")
        for name, place, options in ways:
            clock, processor = swept(paths, place, *options)
            print(f"{name:<14}{clock:>9.2f}{processor:>13.2f}", flush=True)
        rows = sweep.read(Path(one, "sweep.csv").read_text())
        killed(paths, torn, 5, len(rows))
        for place in (place for _, place, _ in ways[1:]):
            assert filecmp.cmpfiles(one, place, NAMES, shallow=False)[0] == [*NAMES], place
        assert filecmp.cmpfiles(one, torn, NAMES, shallow=False)[0] == [*NAMES]
        print(f"the same bytes; {compared(rows)} rows as those of single runs")


if __name__ == "__main__":
    main(sys.argv[1:])
