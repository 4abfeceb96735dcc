"""Programs and games with numbers from 1e-320 to 1e320, whole and broken, drawn by number; and how
a command ends on one.

A command is called in a process that is forked for it: what is loaded is loaded once.
"""

import io
import os
import random
import re
import select
import signal
import sys
import time
import traceback
from fractions import Fraction
from pathlib import Path

from efgc.pipeline import cli
from efgc.stages.lower import lower
from scaled_games import SCALES, drawn

READERS = ("lp", "mps", "efg")
COMMANDS = {
    "lp": (
        "solve p.lp",
        "solve p.lp",
        "solve p.lp",
        "solve p.lp --solver highs",
        "check p.lp",
        "solve p.lp --option presolve=off",
    ),
    "mps": (
        "solve p.mps",
        "solve p.mps",
        "solve p.mps",
        "solve p.mps --solver highs",
        "check p.mps",
    ),
    "efg": (
        "run p.efg",
        "run p.efg",
        "run p.efg",
        "run p.efg --format json",
        "run p.efg --solver glpk",
        "run p.efg --solver highs",
        "check p.efg",
        "lint p.efg",
        "parse p.efg",
    ),
}
SECONDS = 10
EDGES = (
    "5e-324",
    "2.2250738585072014e-308",
    "1e-300",
    "9.9e-301",
    "1e300",
    "1.1e300",
    "1e-160",
    "1e160",
    "1e308",
    "1.7976931348623157e308",
    "4e-307",
)
_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.])")
_PART = re.compile(r'"[^"]*"|[^\s"]+|\s+')
_WORDS = (
    "",
    "0",
    "1",
    "-1",
    "1e400",
    "inf",
    "-inf",
    "nan",
    "free",
    "end",
    "<=",
    ">=",
    "=",
    "+",
    "-",
    "x1",
    "v0",
    "st",
    "bounds",
    "ENDATA",
    "RHS",
    "RANGES",
    "BOUNDS",
    "FR",
    "MI",
    "UP",
    "BV",
    "N",
    "E",
    "COLUMNS",
    "p",
    "c",
    "t",
    "{",
    "}",
    '""',
    "1/3",
    "9" * 330,
    "." + "0" * 330 + "1",
    "\n",
    "\x00",
    "\\",
    "*",
    "OBJSENSE",
    "MAX",
    "1/" + "9" * 330,
)


def number(luck):
    """Return the spelling of a number: of any size within reach, a plain one, or one at an edge."""
    kind = luck.random()
    if kind < 0.5:
        spelled = f"{luck.randint(1, 9)}e{luck.randint(-luck.reach, luck.reach)}"
    elif kind < 0.8:
        spelled = luck.choice(("0", "1", "2", "0.5", "3", "1e-9", "1e9", "0.1", "7"))
    else:
        spelled = luck.choice(
            EDGES
            if luck.reach > 300
            else ("1e-16", "1e16", "1e20", "1e15", "1e-15", "1e-10", "1e-20", "9")
        )
    return ("-" if luck.random() < 0.5 else "") + spelled


def text(reader, seed):
    """Return a file for a reader."""
    luck = random.Random(f"{reader} {seed}")
    luck.reach = luck.choice((10, 19, 19, 100, 250, 299, 320, 320))  # Of the exponents.
    made = tree(luck) if reader == "efg" else program(luck, reader)
    return broken(luck, made) if luck.random() < 0.3 else made


def program(luck, format):
    """Return the program of a game, or a drawn one, some of its numbers replaced."""
    if luck.random() < 0.5:
        made = lower(
            drawn(luck.choice(sorted(SCALES)), luck.randint(0, 60)), luck.choice((1, 2)), format
        )[0]
    else:
        made = (drawn_lp if format == "lp" else drawn_mps)(luck)
    share = luck.choice((0.02, 0.1, 0.5))
    head, _, rest = made.partition("\n")
    return (
        head
        + "\n"
        + _NUMBER.sub(lambda match: number(luck) if luck.random() < share else match[0], rest)
    )


def shape(luck):
    columns, rows = luck.randint(1, 5), luck.randint(1, 5)
    return [
        [number(luck) if luck.random() < 0.7 else "0" for _ in range(columns)] for _ in range(rows)
    ]


def drawn_lp(luck):
    matrix = shape(luck)
    width = range(len(matrix[0]))
    costs = " + ".join(f"{number(luck)} x{at}" for at in width).replace("+ -", "- ")
    lines = [luck.choice(("max", "min")), f" o: {costs}", "s.t."]
    for at, row in enumerate(matrix):
        terms = " + ".join(f"{entry} x{column}" for column, entry in enumerate(row)).replace(
            "+ -", "- "
        )
        lines.append(f" r{at}: {terms} {luck.choice(('<=', '>=', '='))} {number(luck)}")
    lines.append("bounds")
    for at in width:
        lines.append(
            luck.choice(
                (
                    f" x{at} free",
                    f" 0 <= x{at} <= {number(luck)}",
                    f" x{at} >= {number(luck)}",
                    f" x{at} <= 1",
                )
            )
        )
    return "\n".join([*lines, "end", ""])


def drawn_mps(luck):
    matrix = shape(luck)
    kinds = [f" {luck.choice('LGE')}  r{at}" for at in range(len(matrix))]
    lines = ["NAME          drawn FREE", "ROWS", " N  o", *kinds, "COLUMNS"]
    for column in range(len(matrix[0])):
        lines.append(f"    x{column}  o  {number(luck)}")
        lines += [f"    x{column}  r{at}  {row[column]}" for at, row in enumerate(matrix)]
    lines += ["RHS", *(f"    right  r{at}  {number(luck)}" for at in range(len(matrix)))]
    if luck.random() < 0.3:
        lines += ["RANGES", f"    range  r0  {number(luck)}"]
    lines += [
        "BOUNDS",
        *(
            f" {luck.choice(('UP', 'LO', 'FX'))} bound  x{at}  {number(luck)}"
            if luck.random() < 0.6
            else f" FR bound  x{at}"
            for at in range(len(matrix[0]))
        ),
        "ENDATA",
        "",
    ]
    return "\n".join(lines)


def tree(luck):
    """Return a Gambit file in which both players see all, some or nothing, with zero-sum
    payoffs.
    """
    lines, sets, ends = ['EFG 2 R "drawn" { "A" "B" }', '""'], {}, iter(range(1, 1000))

    def grow(depth, path):
        kind = luck.choice("tpppcc") if depth else "t"
        width = luck.randint(2, 3)
        if kind == "t":
            payoff = number(luck) if luck.random() < 0.8 else "0"
            other = payoff[1:] if payoff.startswith("-") else "0" if payoff == "0" else f"-{payoff}"
            lines.append(f't "" {next(ends)} "" {{ {payoff} {other} }}')
            return
        labels = "lmr"[:width]
        if kind == "c":
            few = (
                Fraction(luck.choice(("1/3", "1/2", "1e-9", "1e-100", "1e-300", "1e-320", "3/7")))
                / width
            )
            chances = [few] * (width - 1)
            words = " ".join(
                f'"{label}" {chance}'
                for label, chance in zip(labels, [*chances, 1 - sum(chances)], strict=True)
            )
            lines.append(f'c "" {next(sizes)} "" {{ {words} }} 0')
        else:
            player = depth % 2 + 1
            known = (
                player,
                depth,
                width,
                tuple(move for at, move in path if at == player or luck.random() < 0.3),
            )
            own = sets.setdefault(player, {})
            lines.append(
                f'p "" {player} {own.setdefault(known, len(own) + 1)} "" '
                f"{{ {' '.join(f'{chr(34)}{label}{chr(34)}' for label in labels)} }} 0"
            )
        for label in labels:
            grow(depth - 1, [*path, (0 if kind == "c" else depth % 2 + 1, label)])

    sizes = iter(range(1, 1000))
    grow(luck.randint(1, 4), [])
    return "\n".join([*lines, ""])


def broken(luck, made):
    """Return a text with one to three parts cut, doubled, moved or changed."""
    parts = _PART.findall(made)
    for _ in range(luck.randint(1, 3)):
        at, to = luck.randrange(len(parts)), luck.randrange(len(parts))
        match luck.randint(0, 5):
            case 0:
                parts[at] = luck.choice(_WORDS)
            case 1:
                parts.insert(at, parts[to])
            case 2:
                parts[at], parts[to] = parts[to], parts[at]
            case 3:
                del parts[at]
            case 4:
                parts[at] = number(luck)
            case 5:
                parts = parts[: at + 1]
        if not parts:
            break
    return "".join(parts)


def ended(argv, seconds=SECONDS):
    """Return the exit code of a command, what it printed and the seconds; a code below 0 is a
    signal, of which 9 is ours.
    """
    reads, writes = os.pipe()
    before = time.monotonic()
    process = os.fork()
    if not process:
        _command(argv, reads, writes)
    os.close(writes)
    said = bytearray()
    code = None
    with open(reads, "rb", buffering=0) as stream:
        while time.monotonic() < before + seconds:
            ready, _, _ = select.select(
                [stream], [], [], max(0, before + seconds - time.monotonic())
            )
            block = stream.read(2**16) if ready else b""
            said += block
            if ready and not block:
                break
        else:
            os.killpg(process, signal.SIGKILL)
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    return code, said.decode(errors="replace"), time.monotonic() - before


def _command(argv, reads, writes):
    code = 99
    try:
        os.close(reads)
        os.setsid()
        for end in (1, 2):
            os.dup2(writes, end)
        os.close(writes)
        sys.stdout, sys.stderr = (
            io.TextIOWrapper(io.FileIO(end, "w", closefd=False), write_through=True)
            for end in (1, 2)
        )
        sys.argv = ["efgc", *argv]
        try:
            cli.main()
        except SystemExit as end:
            code = end.code or 0
        except BaseException:
            traceback.print_exc()
    finally:
        os._exit(code)


def offence(reader, seed, folder):
    """Return the fault of a command on a drawn file, empty if there is none, and its exit code."""
    luck = random.Random(f"command {reader} {seed}")
    argv = luck.choice(COMMANDS[reader]).split()
    (Path(folder) / f"p.{reader}").write_text(text(reader, seed))
    code, said, seconds = ended(
        [
            argument if argument != f"p.{reader}" else str(Path(folder) / argument)
            for argument in argv
        ]
    )
    wrong = [sign for sign in ("Assertion", "Traceback", "Fatal Python", "Warning") if sign in said]
    if code not in range(6):
        wrong.append(f"exit {code}")
    elif code and not said.strip():
        wrong.append("no word")
    if wrong and seconds >= SECONDS:
        wrong.append(f"{seconds:.1f} s")
    return (
        f"{reader} {seed}: efgc {' '.join(argv)}: {', '.join(wrong)}\n{said[-1500:]}"
        if wrong
        else ""
    ), code
