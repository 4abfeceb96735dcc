"""From a change on the page of `efgc explore` to the answer, and to the picture: of the published
maps, with a process that is warm, over HTTP as a browser asks.

A change is another probability of a successful attack; all stages are gone through each time.
"""

import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from explorer import explorer

ARTIFACTS = Path(__file__).parents[2] / "artifacts"
MAPS = (
    *("island-1", "island-2", "island-3", "island-report"),
    *("two-bushes", "three-bushes", "cave-example"),
)
CHANGES = 15
AIM = "0.150"
QUERIES = {"map": "?only=map", "all sections": ""}


def changed(text, number):
    """Return a map with another probability."""
    lines = text.splitlines()
    if len(lines[0].split()) == 2:  # A cave.
        lines[0] = f"{lines[0].split()[0]} 0.{number}"
    else:
        lines[-1 if lines[-1].strip() else -2] = f"0.{number}"
    return "\n".join([*lines, ""])


def seconds(page, text, name):
    """Return the seconds to the answer, and to each document, after one change."""
    before = time.perf_counter()
    answer = page.compile(text, name=name)
    assert answer["state"] == "done", answer
    found = [time.perf_counter() - before]
    for query in QUERIES.values():
        asked = time.perf_counter()
        status, _, _ = page.raw("GET", f"/{answer['document']}{query}")
        assert status == 200
        found.append(found[0] + time.perf_counter() - asked)
    return found


def main():
    print(f"median seconds of {CHANGES} changes  answer  {'  '.join(QUERIES)}  (aim: {AIM})")
    everything = []
    with explorer() as page:
        for name in MAPS:
            text = (ARTIFACTS / name / f"{name}.txt").read_text()
            took = [
                seconds(page, changed(text, 40 + number), f"{name}.txt")
                for number in range(CHANGES + 1)
            ][1:]
            everything += took
            print(row(name, took), flush=True)
    print(row("all", everything))


def row(name, took):
    columns = [statistics.median(column) for column in zip(*took, strict=True)]
    return f"{name:<30}{'  '.join(f'{column:6.3f}' for column in columns)}"


if __name__ == "__main__":
    main()
