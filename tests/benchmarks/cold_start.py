"""Seconds from the shell prompt to the answer: whole processes, nothing warmed up but the disk."""

import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
EFGC = Path(sys.executable).parent / "efgc"
MAPS = ("island-1", "island-2", "island-3", "island-report", "cave-example")
RUNS = 9


def main():
    commands = {"efgc --help": ["--help"]}
    commands |= {
        f"efgc run {name}.txt": ["run", ROOT / "artifacts" / name / f"{name}.txt"] for name in MAPS
    }
    print(f"{'seconds, ' + str(RUNS) + ' runs':<28}    least   median     most")
    for title, arguments in commands.items():
        taken = [seconds([EFGC, *arguments]) for _ in range(RUNS + 1)][1:]
        print(f"{title:<28} {min(taken):8.3f} {statistics.median(taken):8.3f} {max(taken):8.3f}")


def seconds(command):
    before = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - before


if __name__ == "__main__":
    main()
