"""A search for bounds that is killed fifty times at random moments, and goes on from its folder:
no bound gets worse, and no file is lost.

`search_kills.py METHOD SOURCE [OPTION ...]`, from the project's folder: METHOD is regret or
double-oracle, and the options are those of `efgc run`. KILLS=20 kills less often, SECONDS=1
earlier.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from efgc.schemas import bounds

EFGC = Path(sys.executable).with_name("efgc")
KILLS = int(os.environ.get("KILLS", "50"))
SECONDS = float(os.environ.get("SECONDS", "4"))
"""The most seconds between the start and a kill."""


def main():
    signal.signal(signal.SIGINT, signal.default_int_handler)  # In the background it is ignored.
    method, source, *options = sys.argv[1:]
    name = Path(source).name.split(".")[0]
    with tempfile.TemporaryDirectory() as folder:
        command = [EFGC, "run", source, "--method", method, *options, "-o", folder]
        file = Path(folder) / f"{name}.bounds.json"
        before, closer = None, 0
        for number in range(KILLS):
            with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as run:
                time.sleep(random.uniform(0.1, SECONDS))
                run.send_signal(random.choice((signal.SIGKILL, signal.SIGTERM, signal.SIGINT)))
                said = run.communicate()[1].decode()
            assert "bug" not in said and "Traceback" not in said, said
            assert "cannot be read" not in said and "damaged" not in said, said
            if not file.exists():
                assert before is None
                continue
            checked = [folder, source] if source.endswith(".txt") else [folder]  # Maps stay there.
            subprocess.run([EFGC, "check", *checked], check=True, stdout=subprocess.DEVNULL)
            found = bounds.read(file.read_text())
            if before is not None:
                assert found.steps >= before.steps, number
                assert found.lower_bound >= before.lower_bound, number
                assert found.upper_bound <= before.upper_bound, number
                closer += found.gap < before.gap
            before = found
        print(f"{KILLS} kills: {before.steps:,} steps, closer after {closer}, gap {before.gap:.3g}")


if __name__ == "__main__":
    main()
