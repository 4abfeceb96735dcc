"""Large games from file to report: processor seconds and peak memory of `efgc run`, each in a
process of its own, beside what was aimed at, and an expert's plain script on the same files.

`large_games.py [PART ...]` takes parts of PARTS, by default all but `long`.
"""

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
import families

HERE = Path(__file__).parent
EFGC = [sys.executable, "-c", "from efgc.pipeline.start import main; main()"]
TREE = ["S-E--", "-E-G-", "--E-E", "-G-E-", "E---D"]
LIMITS = ("--max-states", "200000000", "--max-histories", "200000000")
HUGE = ["S-E--", "-E-G-", "--E-E", "-G-E-", "E----", "----D"]


class Row(NamedTuple):
    """One call of `efgc run`."""

    what: str
    source: str
    """A key of SOURCES, or a game of OpenSpiel."""
    options: tuple[str, ...] = ()
    aim: str = ""
    yardstick: bool = False
    """Whether the plain script reads it, too."""


def open_board_with_six():
    """Return the open board 7x7 with six dangerous places."""
    board = families.open_grid(7, 5)
    board[0] = "S-----E"
    return board


def maze(size, density, places, bandits):
    return families.text(families.maze(size, size, density, places, 1), bandits)


def cave_tree(folder):
    """Return the tree of a cave map as a Gambit file."""
    (folder / "tree.txt").write_text(families.text(TREE, 1, "0.3"))
    run = ["run", "tree.txt", *CAVE, "-O", "0", *LIMITS, "--through", "expand", "-o", "made"]
    efgc(folder, *run)
    efgc(folder, "expand", "made/tree.states.yaml", *LIMITS[2:], "-o", "tree.efg")
    return (folder / "tree.efg").read_text()


def matrix(rows, columns):
    """Return a matrix game with whole payoffs as a tree: player 2 does not see player 1's move."""
    chance = random.Random(1)
    names = [" ".join(f'"{move}"' for move in range(size)) for size in (rows, columns)]
    lines = ['EFG 2 R "matrix" { "row" "column" }', '""', "", f'p "" 1 1 "" {{ {names[0]} }} 0']
    for row in range(rows):
        lines.append(f'p "" 2 1 "" {{ {names[1]} }} 0')
        for column in range(columns):
            payoff = chance.randint(-1000, 1000)
            number = row * columns + column + 1
            lines.append(f't "" {number} "" {{ {payoff} {-payoff} }}')
    return "\n".join(lines) + "\n"


def card_game(name, *arguments):
    """Return a card game of the tests as a Gambit file."""
    import card_games
    from efgc.stages.expand.gambit import write_gambit

    return "".join(write_gambit(getattr(card_games, name)(*arguments)))


CAVE, ISLAND = ("--rules", "cave-2023"), ("--rules", "island-2018")
SOURCES = {
    "tree.efg": lambda folder: cave_tree(folder),
    "tree.txt": lambda folder: families.text(TREE, 1, "0.3"),
    "huge.txt": lambda folder: families.text(HUGE, 1, "0.3"),
    "matrix.efg": lambda folder: matrix(1000, 1000),
    "maze24.txt": lambda folder: maze(24, 0.4, 14, 4),
    "maze30.txt": lambda folder: maze(30, 0.25, 10, 3),
    "maze40.txt": lambda folder: maze(40, 0.35, 10, 3),
    "goofspiel4.efg": lambda folder: card_game("hidden_goofspiel", 4, False),
    "liars.efg": lambda folder: card_game("liars_dice", 6),
    "leduc.efg": lambda folder: card_game("leduc"),
    "open7-4.txt": lambda folder: families.text(families.open_grid(7, 4), 2),
    "open7-6.txt": lambda folder: families.text(open_board_with_six(), 2),
    "open8-5.txt": lambda folder: families.text(families.open_grid(8, 5), 2),
    "open9-4.txt": lambda folder: families.text(families.open_grid(9, 4), 2),
}
PARTS = {
    "trees": (
        Row("cave tree, from .efg", "tree.efg", (), "2 s, 300 MiB", True),
        Row("cave tree, from the map, -O 0", "tree.txt", (*CAVE, "-O", "0", *LIMITS), "2.5 s"),
        Row("matrix 1000 x 1000 as a tree", "matrix.efg", (), "the script's time", True),
    ),
    "cards": (
        Row("hidden Goofspiel, 4 cards, exact", "goofspiel4.efg", ("--exact",), "0.8 s", True),
        Row("liar's dice", "liars.efg", (), "2.5 s", True),
        Row("Leduc, no fraction", "leduc.efg", ("--no-exact",), "0.6 s", True),
        Row("Leduc, with its fraction", "leduc.efg", ("--exact",), "0.6 s"),
    ),
    "maps": (
        Row("maze 24x24 at .4, 14 E, 4 miners", "maze24.txt", CAVE, "18 s"),
        Row("maze 40x40 at .35, 10 E", "maze40.txt", CAVE, "5 s"),
        Row("maze 30x30 at .25, 10 E", "maze30.txt", CAVE, "8 s"),
        Row("open 7x7, 4 E", "open7-4.txt", CAVE, "2 s"),
        Row("open 7x7, 6 E", "open7-6.txt", CAVE, "10 s"),
        Row("open 8x8, 5 E", "open8-5.txt", ISLAND),
        Row("open 9x9, 4 E", "open9-4.txt", ISLAND, "12 s"),
    ),
    "long": (
        Row(
            "cave tree of 10,838,632 nodes", "huge.txt", (*CAVE, "-O", "0", *LIMITS), "18 s, 2 GiB"
        ),
    ),
}


def efgc(folder, *arguments):
    command = [*EFGC, *arguments]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)


def measured(command, folder):
    """Return what a command prints, its processor seconds with those of what it started, and the
    MiB of the largest process.
    """
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, cwd=folder, stdout=out, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        said = out.read().decode()
    return child.returncode, said, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def value(said):
    words = next((line for line in said.splitlines() if line.startswith("value ")), "no value")
    return " ".join(words.split()[1:2])


def show(row, folder):
    path = folder / row.source
    if not path.exists():
        path.write_text(SOURCES[row.source](folder))
    command = [*EFGC, "run", row.source, *row.options]
    code, said, seconds, memory = measured(command, folder)
    found = value(said) if code == 0 else f"exit {code}: {said.splitlines()[-1]}"
    print(f"{row.what:<36}{seconds:8.2f} s{memory:8.0f} MiB  {row.aim:<18}{found}", flush=True)
    if row.yardstick:
        script = [sys.executable, str(HERE / "plain_script.py"), row.source]
        _, said, seconds, memory = measured(script, folder)
        told = said.strip().splitlines()[-1]
        print(f"{'  the plain script':<36}{seconds:8.2f} s{memory:8.0f} MiB  {told}", flush=True)
        pieces = [sys.executable, __file__, "pieces", row.source, *row.options]
        print(f"{'  pieces of ours':<36}{measured(pieces, folder)[1].strip()}", flush=True)


def pieces(source, *options):
    """Print what reading, the solver alone and everything else of a run take."""
    from efgc.pipeline.files.reading import read_text
    from efgc.pipeline.settings import Settings
    from efgc.pipeline.ways import run as chain

    exact = {"--exact": True, "--no-exact": False}
    asked = Settings(exact=exact[options[0]] if options else None)
    steps = chain.run(read_text(source), asked)
    next(steps)
    read_in = time.process_time()
    *_, step = steps
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    seconds = sum(one.ru_utime + one.ru_stime for one in used)
    solver = step.made.solved.solution.seconds
    print(
        f"reading {read_in:.2f} s (with loading)  solver {solver:.2f} s  "
        f"everything else {seconds - read_in - solver:.2f} s"
    )


def main(parts):
    os.environ["PYTHONPATH"] = str(HERE.parents[1])
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # What is installed has its bytecode, too.
    with tempfile.TemporaryDirectory() as made:
        for part in parts:
            for row in PARTS[part]:
                show(row, Path(made))


if __name__ == "__main__":
    if sys.argv[1:2] == ["pieces"]:
        pieces(*sys.argv[2:])
        sys.exit()
    main(sys.argv[1:] or [part for part in PARTS if part != "long"])
