"""The figure of docs/large-games.md: bounds against time, a panel per game.

    PYTHONPATH=. .venv/bin/python tests/benchmarks/bounds_figure.py "TITLE=NAME.bounds.json" ...

It draws the lines `progress` of files of bounds, those of one title in one panel, and prints the
SVG. The files are made by the commands of that page.
"""

import json
import math
import sys
from pathlib import Path

from efgc.pipeline.apps.sweep.pictures.scene import SERIES, Scale, ticks
from efgc.stages.draw import scene as shapes
from efgc.stages.draw.svg import write

WIDE, HIGH, ACROSS = 330, 220, 3  # A panel, in pixels, and the panels beside each other.
LEFT, TOP, RIGHT, BOTTOM = 52, 28, 10, 40
MARGIN, HEAD, SMALL = 16, 62, 11
TIMES = (1, 3, 10, 30, 100, 300, 1000, 3000, 10000)
TITLE = "Bounds on the value to the first player"


def steps(progress):
    """Return the corners of both bounds as functions of time, which change in steps."""
    lower, upper = [], []
    for one, following in zip(progress, [*progress[1:], None], strict=True):
        until = (following or one)["seconds"]
        for time in (one["seconds"], until):
            lower.append((time, one["lower_bound"]))
            upper.append((time, one["upper_bound"]))
    return lower, upper


def panel(title, runs, x, y):
    """Yield the shapes of a panel whose upper left corner is at (x, y)."""
    lines = [one for _, progress in runs for one in progress]
    seconds = [one["seconds"] for one in lines]
    first = max(time for time in TIMES if time <= min(seconds))
    final = min(time for time in TIMES if time >= max(seconds))
    left = ticks(
        min(one["lower_bound"] for one in lines), max(one["upper_bound"] for one in lines), 4
    )
    across = Scale(math.log(first), math.log(final), x + LEFT, x + WIDE - RIGHT)
    up = Scale(left[0], left[-1], y + HIGH - BOTTOM, y + TOP)
    yield shapes.Text(title, x + LEFT, y + 16, bold=True)
    for tick in left:
        role = "ink-line" if tick == left[0] else "line"
        yield shapes.Polyline(((across.begin, up(tick)), (across.end, up(tick))), role)
        yield shapes.Text(f"{tick:.4g}", x + LEFT - 6, up(tick) + 4, "soft-words", SMALL, "end")
    for time in (one for one in TIMES if first <= one <= final):
        at = across(math.log(time))
        yield shapes.Polyline(((at, up.begin), (at, up.begin + 4)), "ink-line")
        yield shapes.Text(f"{time:,}", at, up.begin + 17, "soft-words", SMALL, "middle")
    middle = (across.begin + across.end) / 2
    yield shapes.Text("seconds", middle, up.begin + 32, "soft-words", SMALL, "middle")
    for number, (words, progress) in enumerate(runs):
        lower, upper = (
            [(across(math.log(time)), up(value)) for time, value in one] for one in steps(progress)
        )
        path = "L".join(f"{at:.1f} {high:.1f}" for at, high in [*upper, *reversed(lower)])
        series = number % SERIES
        yield shapes.Path(f"M{path}z", f"band-{series}", opacity=0.25, hover=words)
        for line in (lower, upper):
            yield shapes.Polyline(tuple(line), f"series-{series}", shapes.Pen(1.8), hover=words)
        if len(runs) > 1:
            end, height = across.end, y + TOP + 14 + 16 * number
            ends = ((end - 100, height), (end - 76, height))
            yield shapes.Polyline(ends, f"series-{series}", shapes.Pen(1.8))
            yield shapes.Text(words, end - 70, height + 4, "soft-words", SMALL)


def main():
    games = {}
    for argument in sys.argv[1:]:
        title, _, path = argument.rpartition("=")
        bounds = json.loads(Path(path).read_text())
        recall = bounds.get("recall") or 0
        words = f"recall {recall}" if recall else "no recall"
        games.setdefault(title, []).append((recall, words, bounds["progress"]))
    made = [
        shapes.Text(TITLE, MARGIN, 28, size=17, bold=True),
        shapes.Text(
            "Both bounds as they come closer, on a logarithmic axis of time.",
            MARGIN,
            50,
            "soft-words",
        ),
    ]
    for at, (title, runs) in enumerate(games.items()):
        row, column = divmod(at, ACROSS)
        lines = [(words, progress) for _, words, progress in sorted(runs, key=lambda one: one[:2])]
        made += panel(title, lines, MARGIN + WIDE * column, HEAD + HIGH * row)
    wide = 2 * MARGIN + WIDE * min(ACROSS, len(games))
    high = HEAD + HIGH * math.ceil(len(games) / ACROSS) + 10
    said = f"{TITLE}, against time: {', '.join(games)}."
    sys.stdout.writelines(write(shapes.Scene(wide, high, TITLE, said, made)))


if __name__ == "__main__":
    main()
