"""The number of simple paths from corner to corner of open boards, against the known numbers (OEIS
A007764).
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import families

from efgc.schemas.parts.counts import WAYS_OUT
from efgc.stages.parse import RULES, count, parse
from efgc.stages.parse.maps import read_map

KNOWN = {3: 12, 4: 184, 5: 8_512, 6: 1_262_816, 7: 575_780_564}


def main():
    print("board        paths  seconds")
    for size, known in KNOWN.items():
        text = families.text(families.open_grid(size, 0), 0)
        before = time.perf_counter()
        counts = count(
            RULES["island-2018"],
            read_map(text),
            parse(text, ""),
            ((WAYS_OUT, ("reachable", "relevant"), 10**6),),
        )
        taken = time.perf_counter() - before
        assert counts.escapes == known, (size, counts)
        print(f"{size}x{size}   {counts.escapes:>13,} {taken:8.2f}")


if __name__ == "__main__":
    main()
