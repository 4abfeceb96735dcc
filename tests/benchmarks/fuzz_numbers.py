"""Readers and solvers on files with numbers from 1e-320 to 1e320, half of them broken: exit codes 0
to 5, and nothing else.

Run from the project's folder, with the number of files per reader, the first seed and the readers,
all of which can be left out:

    PYTHONPATH=.:tests/support python tests/benchmarks/fuzz_numbers.py 20000 0 lp mps efg

A file that ends otherwise is shown with what was printed; `python -c "import fuzzed;
print(fuzzed.text('lp', 17))"` writes it.
"""

import gc
import multiprocessing
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from fuzzed import READERS, ended, offence, text

PROCESSES = 2
PIECE = 100  # Files per piece of work.


def main():
    count, first = (
        int(given) if given else usual
        for given, usual in zip([*sys.argv[1:3], "", ""], (20_000, 0), strict=True)
    )
    for reader in sys.argv[3:] or READERS:
        before = time.monotonic()
        codes, offenders = Counter(), []
        pieces = [
            (reader, at, min(at + PIECE, first + count))
            for at in range(first, first + count, PIECE)
        ]
        with multiprocessing.Pool(PROCESSES, warm) as pool:
            for found, offences in pool.imap_unordered(piece, pieces):
                codes += found
                offenders += offences
                for told in offences:
                    print(told, flush=True)
            pool.close()
            pool.join()
        told = ", ".join(f"{code}: {codes[code]:,}" for code in sorted(codes))
        print(
            f".{reader}: {sum(codes.values()):,} files in {time.monotonic() - before:.0f} s; "
            f"exit codes {told}; "
            f"{len(offenders)} offenders",
            flush=True,
        )


def warm():
    """Load in this process what the commands load, and run no library in it."""
    gc.disable()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "p.efg").write_text(text("efg", 1))
        ended(["run", f"{folder}/p.efg"])
    import highspy  # noqa: F401

    import efgc.stages.lower.program_files
    import efgc.stages.parse.gambit.lint
    import efgc.stages.report.exact.answer
    import efgc.stages.solve.solvers.glpk
    import efgc.stages.solve.solvers.highs
    import efgc.stages.solve.verify.judge  # noqa: F401

    text("lp", 1), text("lp", 2), text("mps", 1)


def piece(work):
    """Return the counts of exit codes of some files, and what was wrong."""
    reader, first, end = work
    codes, offences = Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, end):
            wrong, code = offence(reader, seed, folder)
            codes[code] += 1
            offences += [wrong] if wrong else []
    return codes, offences


if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    main()
