"""What a file is, seen from its content, and which commands read it: one table for all of them.

A new kind of file is a line in KINDS. A command reads its files by `pipeline.files.read_for`, which
asks here.
"""

import os
import re
from collections.abc import Callable
from typing import NamedTuple

from schemas import linear_program
from schemas.levels import MANIFEST
from schemas.parts.problems import InputError, Problem
from stages.parse.gambit import is_gambit
from stages.parse.games import is_source
from stages.parse.openspiel import is_openspiel

LONGEST = 1000  # Characters of a number in a matrix.
NAMED = 3  # Readers that a message names.
TABLE = (
    "it is no source yet; write the game as a tree in Gambit's .efg, in which player 2 does not "
    "see player 1's move"
)


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
    if _is_json(text) and (match := _JSON_FORMAT.search(text)):
        return match[1] if match[1] in KINDS else None
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
    return recognised(text) or ("game" if _is_json(text) else "map")


def refuse_others(text: str, reader: str) -> None:
    """Raise InputError if a text is surely of a kind that a reader (one of a Kind's `readers`) does
    not read.
    """
    found = recognised(text)
    if found is not None and reader not in KINDS[found].readers:
        raise misplaced(KINDS[found])


def misplaced(kind: Kind) -> InputError:
    """Return what is said where a file is given to who does not read it."""
    return InputError([Problem(f"this is {told(kind)}")])


def told(kind: Kind) -> str:
    """Return what a file is and what to do with it.

    >>> told(KINDS["linear-program"])
    'a linear program; `efgc solve` and `efgc compare-solvers` read it'
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
    """Raise InputError if a path is that of a folder of level files, which no command reads as a
    file.
    """
    if os.path.isfile(os.path.join(path, MANIFEST)):
        raise misplaced(LEVELS)


def _is_json(text: str) -> bool:
    return _OBJECT.match(text) is not None


def _is_matrix(text: str) -> bool:
    """Return whether a text is rows of numbers, with or without names before them, or a list of
    lists.
    """
    if _LIST.fullmatch(text):
        return any(sign.isdigit() for sign in text)
    rows = [
        _SEPARATOR.split(line.strip().rstrip(",;")) for line in text.splitlines() if line.strip()
    ]
    if rows and not any(map(_is_number, rows[0])):
        rows = rows[1:]
    if rows and not any(_is_number(row[0]) for row in rows):
        rows = [row[1:] for row in rows]
    widths = {len(row) for row in rows}
    # "2 0.33" is where a cave begins.
    is_table = len(widths) == 1 and max(widths) > (1 if len(rows) > 1 else 2)
    return is_table and all(_is_number(cell) for row in rows for cell in row)


def _is_number(cell: str) -> bool:
    return len(cell) < LONGEST and _NUMBER.fullmatch(cell) is not None


def _is_linear_program(text: str) -> bool:
    try:
        return bool(linear_program.recognise(text))
    except InputError:
        return False


def _is_solution_file(text: str) -> bool:
    from stages.solve.files import FILES  # NumPy and GLPK, for what is nothing else alone.

    return any(file.recognise(text) for file in FILES.values())


def _is_graph(text: str) -> bool:
    return not _is_json(text) and _has("(format|states):")(text)


def _is_text_report(text: str) -> bool:
    verified = _has(r"value +\S[^\n]* to \S")(text) and _has(r"bounds +\S")(text)
    course = _begins(r"[^\n]+:\nS1:\[\]\n")(text)
    return verified or course or text.startswith("Przy A: ")


def _has(pattern: str) -> Callable[[str], bool]:
    """Return what tells whether a line begins with a pattern."""
    return lambda text: re.search(f"^(?:{pattern})", text, re.MULTILINE) is not None


def _begins(pattern: str) -> Callable[[str], bool]:
    """Return what tells whether a text begins with a pattern."""
    return lambda text: re.match(pattern, text) is not None


_OBJECT = re.compile(r"\s*\{")
_JSON_FORMAT = re.compile(r'"format"\s*:\s*"efgc/([a-z-]+)"')
_SEPARATOR = re.compile(r"\s*[,;&|]\s*|\s+")
_NUMBER = re.compile(r"[-+(\u2212]*(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?(/\d+)?\)?", re.ASCII)
_LIST = re.compile(r"\s*(?:-[ \t]+)?\[[][\s(),;\d.eE+/\"'-]*", re.ASCII)
_NUMBERS_OF_A_MAP = r"\s*\d+([ \t]+[\d./]+)?[ \t]*\r?\n(\s*\d+[ \t]*\r?\n)?"
_ROW_OF_A_MAP = r"\s*[-#SDGE\u2010-\u2014\u2212]+[ \t]*(\r|\n|\Z)"

LEVELS = Kind(
    "a folder of level files", ("check", "run SOURCE --levels", "report GRAPH SOLUTION --levels")
)
KINDS = {  # In the order in which they are recognised.
    "openspiel": Kind("the name of a game of OpenSpiel", ("run", "parse"), is_openspiel),
    "gambit": Kind("a Gambit file", ("run", "parse", "lint", "grade"), is_gambit),
    "linear-program": Kind("a linear program", ("solve", "compare-solvers"), _is_linear_program),
    "state-graph": Kind(
        "a state graph", ("run", "expand", "solve", "report", "play", "match --battle"), _is_graph
    ),
    "source": Kind("a source with a `game`", ("run", "parse", "play", "match --battle"), is_source),
    "map": Kind(
        "a map",
        ("run", "parse", "grade --map", "course"),
        _begins(_NUMBERS_OF_A_MAP + _ROW_OF_A_MAP),
    ),
    "game": Kind(
        "a game", ("run", "lower", "report", "certify", "report --on", "compare-solvers --game")
    ),
    "columns": Kind("the columns of a linear program", ("check",)),
    "solution": Kind(
        "a solution of a linear program", ("report GAME SOLUTION", "certify GAME SOLUTION")
    ),
    "induction": Kind("a solution by backward induction", ("report GRAPH SOLUTION",)),
    "report": Kind("a report", ("check",)),
    "induction-report": Kind("a report", ("check",)),
    "levels": Kind(
        "the list of a folder of level files",
        ("check",),
        None,
        "`efgc report --levels` reads the folder",
    ),
    "certificate": Kind("a certificate", ("check CERTIFICATE GAME",)),
    "droid-agent": Kind("a trained droid", ("match", "play --agent1", "train --from")),
    "droid-contest": Kind("the results of a contest", ("check",)),
    "grades": Kind("grades", ("check",)),
    "text-report": Kind("a report for people", ("check",), _is_text_report),
    "text-contest": Kind(
        "the results of a contest for people", ("check",), _begins(r"Droid battle [^\n]*, worth ")
    ),
    "text-grades": Kind(
        "grades for people", ("check",), _begins(r"[^\n]*, rules \S+: value |file,verdict,value,")
    ),
    "chart": Kind("a chart", ("check",), _begins(r"\s*(<\?xml[^>]*>\s*)?<svg\b")),
    "python": Kind(
        "a Python file",
        ("match FILE.py:CLASS", "play --agent1 FILE.py:CLASS"),
        _has(r"[ \t]+def get_best_move\("),
    ),
    "normal-form": Kind("a game in Gambit's normal form", (), _begins(r"\s*NFG\s"), TABLE),
    "matrix": Kind("a matrix", (), _is_matrix, TABLE),
    "payoff-table": Kind(
        "a table of payoffs",
        (),
        _has(r"[ \t{]*[\"']?(payoffs|matrix|payoff_matrix)[\"']?\s*:"),
        TABLE,
    ),
    "solution-file": Kind("a solver's solution file", ("solve PROGRAM --from",), _is_solution_file),
}
