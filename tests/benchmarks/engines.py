"""Seconds of whole processes that solve Goofspiel level by level, by engine; the last column loses
a worker on the way.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

EFGC = str(Path(sys.executable).parent / "efgc")
ENGINES = ("local", "ray")
LITTLE, MUCH = 8, 11  # Cards: the former is hardly more than the start.


def main():
    with tempfile.TemporaryDirectory() as folder:
        graphs = {cards: graph(Path(folder), cards) for cards in (LITTLE, MUCH)}
        print(f"{'seconds':<10}{f'{LITTLE} cards':>12}{f'{MUCH} cards':>12}{'one killed':>12}")
        for engine in ENGINES:
            levels = [
                Path(folder) / f"{engine}-{title}" for title in ("warm", "little", "much", "killed")
            ]
            seconds(engine, graphs[LITTLE], levels[0])
            taken = [
                seconds(engine, graphs[LITTLE], levels[1]),
                seconds(engine, graphs[MUCH], levels[2]),
                seconds(engine, graphs[MUCH], levels[3], kill=True),
            ]
            assert (levels[2] / "manifest.json").read_bytes() == (
                levels[3] / "manifest.json"
            ).read_bytes()
            print(f"{engine:<10}" + "".join(f"{found:12.1f}" for found in taken), flush=True)


def graph(folder, cards):
    path = folder / f"{cards}.states.yaml"
    text = f"game: goofspiel\ncards: {cards}\n"
    subprocess.run([EFGC, "parse", "-", "-o", str(path)], input=text, text=True, check=True)
    return str(path)


def seconds(engine, graph, levels, kill=False):
    before = time.perf_counter()
    options = ["--levels", str(levels), "--engine", engine, "--jobs", "2", "-o", "/dev/null"]
    process = subprocess.Popen([EFGC, "solve", graph, *options])
    while kill and not (levels / "level-06.chunk-00001.npy").exists():
        time.sleep(0.01)
    if kill:
        subprocess.run(["kill", "-KILL", worker(process.pid)], check=True)
    assert process.wait() == 0
    return time.perf_counter() - before


def worker(program):
    """Return the process that solves chunks below the program."""
    listed = subprocess.run(
        ["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split(maxsplit=2) for line in listed.splitlines()]
    below = {str(program)}
    for _ in range(3):
        below |= {process for process, parent, _ in rows if parent in below}
    return next(
        process
        for process, _, what in rows
        if process in below - {str(program)}
        and (what.startswith("ray::solve") or "efgc solve" in what)
    )


if __name__ == "__main__":
    main()
