"""Goofspiel with 11 cards, killed five times at random moments and started again: the folder has
the same bytes.

Run from the project's folder; another number of cards can be given.
"""

import hashlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

EFGC = Path(sys.executable).with_name("efgc")
KILLS = 5


def main():
    cards = sys.argv[1] if len(sys.argv) > 1 else "11"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "deal.yaml").write_text(f"game: goofspiel\ncards: {cards}\n")
        subprocess.run(
            [EFGC, "parse", "deal.yaml", "-o", "deal.states.yaml"], cwd=folder, check=True
        )
        before = time.monotonic()
        subprocess.run(command("whole"), cwd=folder, check=True)
        seconds = time.monotonic() - before
        killed = 0
        while killed < KILLS:
            with subprocess.Popen(command("killed"), cwd=folder) as process:
                try:
                    # What was done stays done, so that each run is shorter: the moments come early.
                    process.wait(random.uniform(0.3, 1) * seconds / (killed + 1))
                except subprocess.TimeoutExpired:
                    process.send_signal(signal.SIGKILL)
                    killed += 1
                    print(
                        f"killed, with {len(list((folder / 'killed').glob('level-*')))} files there"
                    )
                    continue
            print(f"done before kill {killed + 1}; once more from the beginning")
            shutil.rmtree(folder / "killed")
            killed = 0
        subprocess.run(command("killed"), cwd=folder, check=True)
        sums = [contents(folder / name) for name in ("whole", "killed")]
        print(f"{len(sums[0])} files, the same bytes" if sums[0] == sums[1] else "THE BYTES DIFFER")


def command(levels):
    return [
        EFGC,
        "solve",
        "deal.states.yaml",
        "--levels",
        levels,
        "--keep",
        "-o",
        f"{levels}.solution.json",
    ]


def contents(folder):
    shown = [path for path in folder.iterdir() if not path.name.startswith(".")]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in shown}


if __name__ == "__main__":
    main()
