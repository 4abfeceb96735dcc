"""Where optimal play changes with p, on the published maps: seconds, and what was found.

`PYTHONPATH=. .venv/bin/python tests/benchmarks/critical.py`
"""

import time
from fractions import Fraction
from pathlib import Path

from efgc.pipeline.apps.sweep.critical_points import Search
from efgc.pipeline.apps.sweep.critical_points.family import family_of
from efgc.stages.expand import expand
from efgc.stages.parse import parse
from efgc.stages.parse.maps import varied

MAPS = {
    "island-1": "",
    "island-2": "",
    "island-3": "",
    "island-report": "",
    "cave-example": "",
    "two-bushes": "island-2020",
    "three-bushes": "island-2020",
    "maze": "",
}
ARTIFACTS = Path(__file__).parents[2] / "artifacts"
LOW, HIGH = Fraction(1, 20), Fraction(19, 20)


def main():
    print(f"{'map':15}{'nodes':>7}{'lines':>7}{'seconds':>9}{'compiling':>11}{'changes':>9}")
    for name, rules in MAPS.items():
        text = (ARTIFACTS / name / f"{name}.txt").read_text()

        def game_at(p, text=text, rules=rules):
            return expand(parse(varied(text, p), "0" * 64, rules=rules))

        game_at(LOW)  # What is loaded late is there.
        begin = time.process_time()
        family = family_of(game_at)
        compiled = time.process_time() - begin
        begin = time.process_time()
        search = Search(LOW, HIGH)
        search.run(game_at)
        found = search.result()
        seconds = time.process_time() - begin
        assert not found.open
        lines = len(family.program.domains)
        print(
            f"{name:15}{len(family.model.nodes):7,}{lines:7,}{seconds:9.2f}{compiled:11.2f}"
            f"{len(found.changes):9}"
        )


if __name__ == "__main__":
    main()
