"""Uniform play in phantom tic-tac-toe: both best responses by so many threads, and the whole
evaluation, also by Ray if it is installed. Prints clock and processor seconds, and whether all
evaluations have the same bytes.
"""

import importlib.util
import resource
import subprocess
import sys
import time
from pathlib import Path

from efgc.pipeline.engines import THREADS, engine
from efgc.stages.bounds.answers import Answer
from efgc.stages.bounds.shards import respond
from efgc.stages.bounds.walks import uniform, walk_of_graph
from efgc.stages.parse.rules import parse_rules

ROOT = Path(__file__).parents[2]
RULES = ROOT / "artifacts" / "phantom-tic-tac-toe" / "phantom-tic-tac-toe.rules.yaml"
EFGC = str(Path(sys.executable).parent / "efgc")
MANY = (1, 2, 4)


def timed(words, work):
    """Print the clock and processor seconds of some work, its processes included."""

    def spent():
        both = (
            resource.getrusage(resource.RUSAGE_SELF),
            resource.getrusage(resource.RUSAGE_CHILDREN),
        )
        return sum(one.ru_utime + one.ru_stime for one in both)

    began, before = time.perf_counter(), spent()
    found = work()
    seconds = time.perf_counter() - began
    print(f"{words:<28} {seconds:7.1f} s {spent() - before:9.1f} s", flush=True)
    return found


def both(walk, run):
    """Return both best responses; `run` None walks in one piece."""
    answers = [Answer(walk, player, uniform(walk)) for player in (1, 2)]
    if run is None:
        return [answer.value() for answer in answers]
    return [respond(answer, lambda done, total: None, run) for answer in answers]


def evaluated(*words):
    return subprocess.run([EFGC, *words], stdout=subprocess.PIPE, check=True).stdout


def main():
    walk = walk_of_graph(parse_rules(RULES.read_text(encoding="utf-8"), ""), 10**6)
    print(f"{'':<28} {'clock':>9} {'processor':>11}")
    results = [timed("best responses, one walk", lambda: both(walk, None))]
    for many in MANY:
        run = engine(THREADS, many)
        results.append(timed(f"best responses, {many} threads", lambda run=run: both(walk, run)))
    assert all(result == results[0] for result in results)
    line = RULES, "uniform", "--format", "json"
    texts = [timed("evaluate", lambda: evaluated("evaluate", *line))]
    if importlib.util.find_spec("ray"):
        words = ("evaluate", *line, "--engine", "ray", "--jobs", "2")
        texts.append(timed("evaluate, Ray, 2 processes", lambda: evaluated(*words)))
    assert all(text == texts[0] for text in texts)
    print("the same bytes")


main()
