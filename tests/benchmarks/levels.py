"""States, nodes, LP sizes, seconds per stage and memory of generated maps, each in a process of its
own.
"""

import json
import resource
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import families

from efgc.pipeline.files.text import Text
from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.run import run

TREE = ["S-E--", "-E-G-", "--E-E", "-G-E-", "E---D"]
ROWS = {  # Map, rules and level by title.
    **{
        f"open {size}x{size}, 4 E, 2 bandits": (families.text(families.open_grid(size, 4), 2), 2)
        for size in (4, 5, 6, 7)
    },
    **{
        f"maze {height}x{width}, {density}, {places} E, {bandits} bandits": (
            families.text(families.maze(height, width, density, places, 1), bandits),
            2,
        )
        for height, width, density, places, bandits in (
            (12, 12, 0.3, 6, 2),
            (12, 12, 0.4, 6, 2),
            (15, 15, 0.35, 8, 2),
            (20, 20, 0.3, 8, 3),
            (20, 20, 0.35, 8, 2),
            (20, 24, 0.3, 10, 3),
            (20, 24, 0.35, 10, 3),
            (20, 24, 0.4, 10, 3),
            (24, 24, 0.3, 10, 3),
            (24, 24, 0.35, 10, 3),
        )
    },
}
RULES = ("island-2018", "cave-2023")
STAGES = ("parse", "expand", "lower", "solve", "report")


def main():
    head = (
        "histories",
        "states",
        "nodes",
        "rows",
        "columns",
        *STAGES,
        "total",
        "MiB",
        "solvers differ",
    )
    print(
        f"{'map':<36}{'rules':<13}"
        + "".join(f"{word:>15}" if word == head[-1] else f"{word:>10}" for word in head)
    )
    for title, (text, level) in ROWS.items():
        for rules in RULES:
            show(title, rules, measured(text, rules, level))
    show(
        "tree of 10^6 nodes, level 0",
        "cave-2023",
        measured(families.text(TREE, 1, "0.3"), "cave-2023", 0),
    )


def show(title, rules, row):
    seconds = "".join(f"{row['seconds'][stage]:10.2f}" for stage in STAGES)
    sizes = "".join(f"{row[key]:>10,}" for key in ("states", "nodes", "rows", "columns"))
    print(
        f"{title:<36}{rules:<13}{float(row['histories']):>10.2g}{sizes}{seconds}{sum(row['seconds'].values()):10.2f}"
        f"{row['memory']:>10,}{row['differ']:>15.1g}",
        flush=True,
    )


def measured(text, rules, level):
    """Return the figures of one map, from a fresh process."""
    call = [sys.executable, __file__, rules, str(level)]
    return json.loads(
        subprocess.run(call, input=text, text=True, capture_output=True, check=True).stdout
    )


def one(text, rules, level):
    import gc

    from efgc.stages.report import report
    from efgc.stages.solve import solve

    gc.disable()  # As the program does.
    source = Text(text, "map", "map", "0" * 64)
    asked = Settings(rules=rules, level=level, max_states=2_000_000, max_histories=2_000_000)
    seconds, before = {}, time.perf_counter()
    for step in run(source, asked):
        seconds[step.name] = time.perf_counter() - before
        before = time.perf_counter()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    made, lowered = step.made.report, step.made.solved.lowered
    other = report(lowered.game, [solve(lowered.text, "highs")])
    print(
        json.dumps(
            {
                "histories": str(made.counts.histories),
                "states": made.game.states,
                "nodes": len(made.game.nodes),
                "rows": made.origins.size.rows,
                "columns": made.origins.size.columns,
                "seconds": seconds,
                "memory": memory,
                "differ": abs(made.bounds.value - other.bounds.value)
                / max(1, abs(made.bounds.value)),
            }
        )
    )


if __name__ == "__main__":
    if len(sys.argv) == 3:
        one(sys.stdin.read(), sys.argv[1], int(sys.argv[2]))
    else:
        main()
