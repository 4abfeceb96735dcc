"""Best responses to uniform play in phantom tic-tac-toe: `efgc evaluate` beside `uniform_play.c`,
which is written from the rules of the game, walks every history and shares no code with us.

`uniform_play.py [abrupt]` takes the variant in which a failed move ends the turn, too. Best
responses are payoffs to player 1; player 1's best response is to uniform play of player 2.
"""

import json
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from large_games import EFGC, measured

HERE = Path(__file__).parent
RULES = HERE.parents[1] / "artifacts" / "phantom-tic-tac-toe" / "phantom-tic-tac-toe.rules.yaml"
COLUMNS = (
    "clock",
    "processor",
    "memory",
    "histories",
    "sets of 1",
    "sets of 2",
    "best 1",
    "best 2",
)
TOLERANCE = 1e-9  # Of a payoff.


def walked(output):
    """Return the last five columns, from the line of the independent program."""
    return [float(Fraction(word)) for word in output.split()]


def counted(output):
    facts = json.loads(output)
    return [int(facts["plays"]), *map(int, facts["infosets"].values()), None, None]


def evaluated(output):
    players = json.loads(output)["strategies"]
    sets = [one["information_sets"] for one in players]
    # Player 2's uniform strategy guarantees the payoff of player 1's best response.
    bounds = [one["guarantee"] for one in reversed(players)]
    return [None, *sets, *((one["lower"] + one["upper"]) / 2 for one in bounds)]


def show(name, command, read):
    began = time.perf_counter()
    code, output, seconds, memory = measured(command, ".")
    clock = time.perf_counter() - began
    print(f"{name:<14}{clock:10.1f} s{seconds:10.1f} s{memory:8.0f} MiB", end="")
    if code != 0:
        print(f"  exit {code}: {output.strip().splitlines()[-1]}", flush=True)
        return None
    row = read(output)
    words = ["" if x is None else f"{x:,.0f}" for x in row[:3]]
    words += ["" if x is None else f"{x:.12f}" for x in row[3:]]
    print("".join(f"{word:>16}" for word in words), flush=True)
    return row


def agree(one, other):
    """Return whether two rows are equal in the columns that both have."""
    if one is None or other is None:
        return False
    pairs = zip(one, other, strict=True)
    return all(None in pair or abs(pair[0] - pair[1]) < TOLERANCE for pair in pairs)


def main(variant):
    game = [str(RULES), *(["--let", "abrupt=true"] if variant else [])]
    widths = (26, 12, 12, *[16] * 5)
    print("".join(f"{name:>{width}}" for name, width in zip(COLUMNS, widths, strict=True)))
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/uniform_play"
        compiler = ["cc", "-O2", "-pthread", "-o", program, str(HERE / "uniform_play.c")]
        code, output, *_ = measured(compiler, ".")
        if code != 0:
            sys.exit(output)
        independent = show("uniform_play.c", [program, *variant], walked)
    size = ["stats", *game, "-O", "0", "--max-nodes", "400000", "--format", "json"]
    rows = (
        show("efgc stats", [*EFGC, *size], counted),
        show("efgc evaluate", [*EFGC, "evaluate", *game, "uniform", "--format", "json"], evaluated),
    )
    same = all(agree(independent, row) for row in rows)
    print("the same" if same else "not the same")
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main(sys.argv[1:])
