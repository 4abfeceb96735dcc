"""Mutated Gambit files: valid ones with letters, words, lines or descriptions cut, doubled, moved
or changed.

As a program it draws many, which takes a while:

    PYTHONPATH=.:tests/support .venv/bin/python tests/support/gambit_mutations.py 100000
"""

import json
import re
import signal
import sys
import time
from collections import Counter

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from efg_probes import PROBES, TABLE
from efgc.schemas import game as game_schema
from efgc.schemas.parts.problems import Code, InputError
from efgc.stages.expand.gambit import write_gambit
from efgc.stages.parse.gambit.lint import lint
from gambit_games import parse_gambit

SECONDS = 5  # For one small file.
PIECES = (
    '"',
    "{",
    "}",
    ",",
    "\\",
    '""',
    "p",
    "c",
    "t",
    "0",
    "1",
    "2",
    "-1",
    "1/2",
    "1/3",
    ".5",
    "1e3",
    "1e400",
    "+1",
    "1/0",
    "\n",
    "\r\n",
    " ",
    "\t",
    "\x00",
    "\ud7ff",
    "\u2028",
    "EFG",
    "R",
    '"" 1 1 "" { "a" }',
    "{ 1 -1 }",
    "{ 1/2 1/2 }",
    "9" * 30,
    "99999999999",
    "'",
    't "" 0\n',
    'p "" 1 1 0\n',
    'c "" 1 0\n',
)
GOOD = sorted(
    PROBES[name] for name, row in json.loads(TABLE.read_text()).items() if row["efgc"] != "refuses"
)
MENDED = {Code.NUMBER_BEYOND_GAMBIT, Code.BEFORE_THE_TREE, Code.BEHIND_THE_TREE}
LEFT = {"large fraction", "deep"}
"""The rules that rewriting cannot always repair."""
_PART = re.compile(r'"[^"]*"|[^\s{}",]+|[{},]|\s+')


@st.composite
def mutated(draw):
    """Draw a text: a probe with one to three mutations."""
    parts = _PART.findall(draw(st.sampled_from(GOOD)))
    for _ in range(draw(st.integers(1, 3))):
        at, to = (draw(st.integers(0, max(0, len(parts) - 1))) for _ in range(2))
        match draw(st.integers(0, 6)):
            case 0:
                del parts[at : max(to, at + 1)]
            case 1:
                parts[at:at] = parts[to : to + draw(st.integers(1, 12))]
            case 2:
                parts[at : at + 1] = [draw(st.sampled_from(PIECES))]
            case 3:
                parts.insert(at, draw(st.sampled_from(PIECES)))
            case 4 if parts:
                parts[at], parts[to] = parts[to], parts[at]
            case 5 if parts:
                cut = draw(st.integers(0, len(parts[at])))
                parts[at] = (
                    parts[at][:cut]
                    + draw(st.sampled_from(("", draw(st.characters()))))
                    + parts[at][cut + 1 :]
                )
            case _:
                parts = parts[:at]
    return "".join(parts)


def verdict(text):
    """Return our verdict on a text: `read` or `refused`. Fail on a traceback, a hang, or an invalid
    game.
    """
    signal.alarm(SECONDS)
    try:
        findings, reading = lint(text)
        try:
            game = parse_gambit(text, "0" * 64)
        except InputError as error:
            assert error.problems and any(not finding.rule for finding in findings)
            if reading is not None:  # Refused for faults that rewriting repairs.
                assert {problem.code for problem in error.problems} <= MENDED
                written = "".join(write_gambit(reading.game))
                assert game_schema.check(parse_gambit(written, "0" * 64)) == []
                assert {finding.rule for finding in lint(written)[0]} <= LEFT
            lines = text.count("\n") + 1
            assert all(
                problem.message and 1 <= problem.line <= lines and problem.column >= 1
                for problem in error.problems
            )
            return "refused"
        assert game_schema.check(game) == []
        assert game.nodes == reading.game.nodes
        assert game_schema.read("".join(game_schema.write(game))) == game
        written = "".join(write_gambit(game))
        again = parse_gambit(written, "0" * 64)
        assert (again.nodes, again.constant) == (game.nodes, game.constant) or _relabelled(
            again, game
        )
        assert "".join(write_gambit(again)) == written
        assert {finding.rule for finding in lint(written)[0]} <= LEFT
        return "read"
    finally:
        signal.alarm(0)


def _relabelled(again, game):
    """Return whether two games differ only in the labels of chance: written files have plain
    ones.
    """
    return (
        again.constant == game.constant
        and len(again.nodes) == len(game.nodes)
        and all(
            one[1:] == other[1:] if len(one) == 3 else one == other
            for one, other in zip(again.nodes, game.nodes, strict=True)
        )
    )


def hunt(count):
    """Return how many of the drawn texts were read and refused."""
    found = Counter()

    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(mutated())
    def draw(text):
        found[verdict(text)] += 1

    signal.signal(signal.SIGALRM, _hangs)
    draw()
    return found


def _hangs(number, frame):
    raise TimeoutError(f"not done after {SECONDS} seconds")


if __name__ == "__main__":
    start = time.process_time()
    tally = hunt(int(sys.argv[1]))
    print(
        f"{sum(tally.values()):,} texts: {tally['read']:,} read, {tally['refused']:,} refused, "
        f"no traceback, no hang, nothing read that is no game; {time.process_time() - start:.0f} s"
    )
