"""Many runs in one process, by `import efgc`, against as many processes: a sweep over 19
probabilities on ten maps, from the text to the exact value.
"""

import random
import resource
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

PROBABILITIES = [Fraction(number, 20) for number in range(1, 20)]
ARTIFACTS = Path(__file__).parents[2] / "artifacts"
NAMES = (
    *("cave-example", "island-1", "island-2", "island-3", "island-report", "three-bushes"),
    "two-bushes",
)
CODE = """
import sys
import efgc
from fractions import Fraction
for path in sys.argv[1:]:
    for number in range(1, 20):
        print(efgc.run(path, p=Fraction(number, 20)).value_exact)
"""
EFGC = str(Path(sys.executable).parent / "efgc")


def maps(folder):
    """Return the paths of ten maps: those of the worked examples, and three that are drawn."""
    paths = [str(ARTIFACTS / name / f"{name}.txt") for name in NAMES]
    for seed in range(3):
        chance = random.Random(seed)
        squares = [*"SDGGEEE", *"#" * 7, *"-" * 11]
        chance.shuffle(squares)
        rows = ["".join(squares[at : at + 5]) for at in range(0, 25, 5)]
        path = Path(folder) / f"drawn-{seed}.txt"
        path.write_text("2 1/2\n" + "\n".join(rows) + "\n")
        paths.append(str(path))
    return paths


def main():
    with tempfile.TemporaryDirectory() as folder:
        paths = maps(folder)
        runs = len(paths) * len(PROBABILITIES)
        began, values = _spent(), []
        for path in paths:
            for p in PROBABILITIES:
                told = _run([EFGC, "run", path, "--p", str(p), "--brief"])
                values.append(told.split("exact value")[1].split(",")[0].strip())
        print(f"{runs} runs, processor seconds, and milliseconds of each")
        _tell(f"{runs} processes", _spent() - began, runs)
        began = _spent()
        found = _run([sys.executable, "-c", CODE, *paths]).split()
        _tell("one process", _spent() - began, runs)
        assert found == values


def _run(words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def _spent():
    """Return the processor seconds of all that was started: others may work on the machine."""
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def _tell(name, seconds, runs):
    print(f"{name:<30} {seconds:8.2f} {1000 * seconds / runs:8.1f}", flush=True)


if __name__ == "__main__":
    main()
