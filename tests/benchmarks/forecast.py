"""What `efgc run --forecast` says of deals, and what they take then, in processor seconds.

Run from the project's folder; deals can be named, such as points-11 win-9.
"""

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

EFGC = Path(sys.executable).with_name("efgc")
DEALS = ("points-9", "points-10", "points-11", "win-8", "win-9")
ALONE = ("points-2", "win-2")  # What a process takes without any work.


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        begin = {deal.partition("-")[0]: measured(folder, deal) for deal in ALONE}
        for deal in sys.argv[1:] or DEALS:
            said = json.loads(run(folder, write(folder, deal), "--forecast", "--format", "json"))
            took = measured(folder, deal) - begin[deal.partition("-")[0]]
            print(
                f"{deal}: {said['stage_games']:,} stage games, forecast "
                f"{said['processor_seconds']:.2f} s, took {took:.2f} s: "
                f"{said['processor_seconds'] / took - 1:+.0%}",
                flush=True,
            )


def write(folder, deal):
    objective, cards = deal.split("-")
    (folder / f"{deal}.yaml").write_text(
        f"game: goofspiel\ncards: {cards}\nobjective: {objective}\n"
    )
    return f"{deal}.yaml"


def measured(folder, deal):
    """Return the processor seconds of solving a deal by one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(folder, write(folder, deal), "--max-states", "1", "--levels", deal, "--jobs", "1")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run(folder, *words):
    ended = subprocess.run(
        [EFGC, "run", *words], cwd=folder, check=True, capture_output=True, text=True
    )
    return ended.stdout


if __name__ == "__main__":
    main()
