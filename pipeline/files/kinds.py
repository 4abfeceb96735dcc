"""What a file is, seen from its content, and which commands read it: one table for all of them.

A new kind of file is a line in KINDS, and one that `run` begins with a row of
`pipeline.files.sources.SOURCES`, which are the first of them. A command reads its files by
`pipeline.files.reading.read_for`, which asks here.
"""

import os
import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

from pipeline.files.recognition import (
    begins,
    has,
    is_json,
    is_page,
    is_solution_file,
    is_text_report,
    is_tikz,
)
from pipeline.files.sources import SOURCES
from pipeline.files.text import Text
from schemas import critical, solution, sweep
from schemas.levels import MANIFEST
from schemas.parts.problems import InputError, Problem
from stages.parse.program_output import program_output
from stages.strategies import FORMATS as STRATEGIES

SWEEP = re.escape(",".join(sweep.COLUMNS))
COMPARISON = re.escape(",".join(solution.COMPARISON))
CRITICAL = re.escape(",".join(critical.COLUMNS))
_JSON_FORMAT = re.compile(r'"format"\s*:\s*"efgc/([a-z-]+)"')
NAMED = 3  # Readers that a message names.


class Kind(NamedTuple):
    """One kind of file."""

    words: str
    """As messages call it."""
    readers: tuple[str, ...]
    """What reads it: a command, with the argument or option where that is not its first. Messages
    name the first ones.
    """
    recognise: Callable[[str], bool] | None = None
    """Takes the text; None: JSON, whose `format` says it."""
    instead: str = ""
    """How to go on, where that is not to call one of them."""


def recognised(text: str) -> str | None:
    r"""Return what kind of file a text is, a key of KINDS; None where that is not sure.

    >>> (recognised("format: efgc/state-graph\n"), recognised("0,-1\n1,0\n"),
    ...     recognised("Dear all,\n"))
    ('state-graph', 'matrix', None)
    """
    if is_json(text) and (match := _JSON_FORMAT.search(text)):
        return match[1] if match[1] in KINDS else None
    if is_page(text):  # Lines of other files stand in it as they are.
        return "text-report" if is_text_report(text) else None
    return next(
        (
            name
            for name, kind in KINDS.items()
            if kind.recognise is not None and kind.recognise(text)
        ),
        None,
    )


def kind(text: str) -> str:
    r"""Return what kind of file a text is, or is to be: where nobody can tell, the reader says what
    is missing.

    >>> kind("format: efgc/state-graph\n"), kind("game: goofspiel\n"), kind("1 0.5\nSE-D\n")
    ('state-graph', 'source', 'map')
    """
    return recognised(text) or ("game" if is_json(text) else "map")


def stem(source: Text) -> str:
    r"""Return how the files are named that are made of a source.

    >>> stem(Text("format: efgc/state-graph\n", "a/cave.states.yaml", "cave.states.yaml", ""))
    'cave'
    """
    known = SOURCES.get(kind(source.text))
    return Path(source.file or "game").stem.removesuffix(known.suffix if known else "")


def refuse_others(text: str, reader: str) -> None:
    """Raise InputError if a text is surely of a kind that a reader does not read, where the table
    knows what it reads: it is among a Kind's `readers`. Nothing reads what a program printed when
    it failed.
    """
    failed = program_output(text)
    if failed and recognised(text) is None:
        raise InputError([Problem(failed, (), 1, 1)])
    known = any(reader in kind.readers for kind in KINDS.values())
    found = recognised(text) if known else None
    if found is not None and reader not in KINDS[found].readers:
        raise misplaced(KINDS[found])


def refuse_all_but(known: Collection[str], found: str) -> None:
    """Raise InputError if a file is of a kind that is none of the known ones."""
    if found not in known:
        raise misplaced(KINDS[found])


def misplaced(kind: Kind) -> InputError:
    """Return what is said where a file is given to who does not read it."""
    return InputError([Problem(f"this is {advice(kind)}")])


def advice(kind: Kind) -> str:
    """Return what a file is and what to do with it.

    >>> advice(KINDS["linear-program"])
    'a linear program; `efgc run`, `efgc solve` and `efgc compare-solvers` read it'
    """
    if kind.instead:
        return f"{kind.words}; {kind.instead}"
    *most, last = (f"`efgc {reader}`" for reader in kind.readers[:NAMED])
    return (
        f"{kind.words}; {', '.join(most)} and {last} read it"
        if most
        else f"{kind.words}; {last} reads it"
    )


def refuse_folder(path: str) -> None:
    """Raise InputError if a path is a folder of level files, which nothing reads as a file."""
    if os.path.isfile(os.path.join(path, MANIFEST)):
        raise misplaced(LEVELS)


STRATEGY_KINDS = {
    "strategy-table": "csv",
    "openspiel-policy": "openspiel",
    "liteefg-vector": "liteefg",
    "liteefg-table": "liteefg-table",
    "gambit-profile": "pygambit",
    "gambit-equilibrium": "gambit",
}
"""The kinds of strategies that have another format than ours, with its name there."""
LEVELS = Kind(
    "a folder of level files", ("check", "run SOURCE --levels", "report GRAPH SOLUTION --levels")
)
KINDS = {  # In the order in which they are recognised.
    **{
        name: Kind(source.words, source.readers, source.recognise)
        for name, source in SOURCES.items()
    },
    "columns": Kind(
        "a table of columns", ("report GAME SOLUTION", "certify GAME SOLUTION", "check")
    ),
    "solution": Kind(
        "a solution of a linear program",
        (
            *("report GAME SOLUTION", "certify GAME SOLUTION"),
            *("report PROGRAM SOLUTION", "certify PROGRAM SOLUTION"),
        ),
    ),
    "induction": Kind(
        "a solution by backward induction", ("report GRAPH SOLUTION", "certify GRAPH SOLUTION")
    ),
    "report": Kind("a report", ("check",)),
    "induction-report": Kind("a report", ("check",)),
    "program-report": Kind("a report on a linear program", ("check",)),
    "levels": Kind(
        words="the list of a folder of level files",
        readers=("check",),
        recognise=None,
        instead="`efgc report --levels` reads the folder",
    ),
    "certificate": Kind("a certificate", ("check CERTIFICATE GAME",)),
    "induction-certificate": Kind(
        "a certificate of backward induction", ("check CERTIFICATE GRAPH",)
    ),
    "program-certificate": Kind(
        "a certificate of a linear program", ("check CERTIFICATE PROGRAM",)
    ),
    "strategy": Kind("a strategy", ("evaluate GAME STRATEGY", "check")),
    "evaluation": Kind("an evaluation", ("check",)),
    "transcript": Kind("the transcript of a game", ("play SOURCE --continue", "check")),
    "droid-agent": Kind("a trained droid", ("match", "play --agent1", "train --from")),
    "droid-contest": Kind("the results of a contest", ("check",)),
    "grades": Kind("grades", ("check",)),
    "network": Kind("a network", ("check",)),
    "stats": Kind("statistics", ("check",)),
    **{
        kind: Kind(
            STRATEGIES[name].name,
            ("evaluate GAME STRATEGY", "check"),
            STRATEGIES[name].recognise,
        )
        for kind, name in STRATEGY_KINDS.items()
    },
    "sweep": Kind("the table of a sweep", ("check",), begins(SWEEP)),
    "critical": Kind("a table of changes of play", ("check",), begins(CRITICAL)),
    "comparison": Kind("a comparison of solvers", ("check",), begins(COMPARISON)),
    "sweep-journal": Kind("what a sweep has done so far", ("check",), begins(r"[0-9a-f]{16} \[")),
    "picture": Kind("a picture", ("check",), begins(r"\s*(<\?xml[^>]*>\s*)?<svg\b")),
    "graphml": Kind("a network", ("check",), begins(r"\s*(<\?xml[^>]*>\s*)?<graphml\b")),
    "tikz": Kind("a picture in TikZ", ("check",), is_tikz),
    "dot": Kind(
        "a picture for Graphviz", ("check",), begins(r"\s*(strict\s+)?(di)?graph\b[^\n]*\{")
    ),
    "text-report": Kind("a report for people", ("check",), is_text_report),
    "text-contest": Kind(
        "the results of a contest for people", ("check",), begins(r"Droid battle [^\n]*, worth ")
    ),
    "text-grades": Kind(
        "grades for people", ("check",), begins(r"[^\n]*, rules \S+: value |file,verdict,value,")
    ),
    "python": Kind(
        "a Python file",
        ("match FILE.py:CLASS", "play --agent1 FILE.py:CLASS"),
        has(r"[ \t]+def get_best_move\("),
    ),
    "solution-file": Kind("a solver's solution file", ("solve PROGRAM --from",), is_solution_file),
}
