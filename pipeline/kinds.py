"""What a file is, seen from its content."""

import re
from pathlib import Path

from pipeline.diagnostics import progress
from schemas import linear_program
from schemas.problems import InputError, Problem
from stages.parse.gambit import is_gambit
from stages.parse.games import is_source

_JSON_FORMAT = re.compile(r'"format"\s*:\s*"efgc/([a-z-]+)"')
_JSON_KINDS = ("state-graph", "game", "columns", "solution", "report", "induction", "induction-report", "levels", "certificate",
               "droid-agent", "droid-contest", "grades")


def kind(text: str) -> str:
    """Return what kind of artifact or source a text is.

    >>> kind("format: efgc/state-graph\\n"), kind("game: goofspiel\\n"), kind("1 0.5\\nSE-D\\n")
    ('state-graph', 'source', 'map')
    """
    if is_gambit(text):
        return "gambit"
    if text.lstrip().startswith("{"):
        match = _JSON_FORMAT.search(text)
        if match is None and is_source(text):
            return "source"
        return match[1] if match and match[1] in _JSON_KINDS else "game"  # Its reader says what is missing.
    try:
        linear_program.recognise(text)
        return "linear-program"
    except InputError:
        if re.search(r"^(format|states):", text, re.MULTILINE):
            return "state-graph"
        return "source" if is_source(text) else "map"


def check_folder(folder: str) -> tuple[int, list[Problem]]:
    """Return how many random states of a folder of level files were solved anew, and what is wrong with it."""
    from pipeline.levels.check import check_levels
    from pipeline.levels.store import Store

    with progress("check") as watch:
        return check_levels(Store(Path(folder)), watch)
