"""The parsers of sources for which more is needed than for a map, each with the name of its row of
`pipeline.files.sources.SOURCES`. They are loaded when one is used.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from ...schemas.game import Game
from ...schemas.parts.problems import InputError, Problem
from ...schemas.parts.watch import Watch
from ...schemas.state_graph import ObservationGraph
from ...stages.parse.gambit.reading import refuse_imperfect_recall
from ...stages.parse.gambit.tree import read_gambit
from ...stages.parse.matrix.normal_form import parse_normal_form
from ...stages.parse.matrix.rows import parse_matrix
from ...stages.parse.observed_levels import at_level
from ...stages.parse.openspiel import parse_openspiel
from ...stages.parse.osposg import parse_osposg
from ...stages.parse.rules import MAX_FILE, Positions, parse_rules, positions_in
from ..machine.memory import HISTORY, STATE, affordable
from ..settings import Settings
from ..terminal.diagnostics import tell_problems
from ..terminal.events import Event
from .text import Text

FAULTS = 5
"""The number of faults of a Gambit file that are reported."""


def openspiel(source: Text, settings: Settings, watch: Watch) -> Game:
    """Return the tree of a game of OpenSpiel."""
    named = source.name == source.text  # Given on the command line, not in a file.
    limit = affordable(settings.max_histories, HISTORY)
    return parse_openspiel(source.text, source.sha256, limit, watch, named)


def gambit(source: Text, settings: Settings, watch: Watch) -> Game:
    """Return the game of a Gambit file."""
    try:
        reading = refuse_imperfect_recall(read_gambit(source.text, source.sha256, source.file))
    except InputError as error:
        more, name = len(error.problems) - FAULTS, source.word("FILE")
        if more <= 0:
            raise
        rest = Problem(
            f"and {more} more; `efgc lint {name}` lists all, and `efgc grade FILE --map MAP` "
            "compares a file with the game of a map"
        )
        raise InputError([*error.problems[:FAULTS], rest], error.source) from None
    _note(source, reading.remarks())
    return reading.game


def osposg(source: Text, settings: Settings, watch: Watch) -> ObservationGraph:
    """Return the state graph of a one-sided stochastic game."""
    limit = affordable(settings.max_states, STATE)
    reading = parse_osposg(source.text, source.sha256, source.file, settings.steps, limit)
    _note(source, reading.remarks)
    return at_level(reading.graph, settings.observed_level, settings.counted, settings.listed)


def matrix(source: Text, settings: Settings, watch: Watch) -> Game:
    """Return the game of rows of numbers."""
    return parse_matrix(source.text, source.sha256, source.file)


def normal_form(source: Text, settings: Settings, watch: Watch) -> Game:
    """Return the game of a Gambit normal form."""
    return parse_normal_form(source.text, source.sha256, source.file)


def rules(source: Text, settings: Settings, watch: Watch) -> ObservationGraph:
    """Return the state graph of rules."""
    limit = affordable(settings.max_states, STATE)
    files, given = _files_beside(source), dict(settings.let)
    remarks: list[str] = []
    graph = parse_rules(
        source.text, source.sha256, source.file, files, given, limit, watch, remarks.append
    )
    _note(source, remarks)
    return at_level(graph, settings.observed_level, settings.counted, settings.listed)


def rules_positions(source: Text, constants: Sequence[tuple[str, str]]) -> Positions:
    """Return the network or the grid of rules, with the names at its nodes, given the values of
    constants. Raises InputError, also if the rules have neither.
    """
    found = positions_in(source.text, _files_beside(source), dict(constants))
    if found is None:
        raise InputError([Problem("these rules have neither a network nor a grid")])
    return found


def _files_beside(source: Text) -> Callable[[str], str]:
    """Return a function that reads a file in the folder of the source."""

    def read(name: str) -> str:
        if not source.file or Path(source.name).name != source.file:
            raise InputError([Problem("only rules in a file can use other files")])
        path = Path(source.name).with_name(name).resolve(strict=True)
        if path.parent != Path(source.name).parent.resolve():
            raise InputError([Problem("a link to a file in another folder is not followed")])
        if not path.is_file():
            raise InputError([Problem("not a plain file")])
        if path.stat().st_size > MAX_FILE:
            raise InputError([Problem(f"the file is larger than {MAX_FILE:,} bytes")])
        return path.read_text("utf-8")

    return read


def _note(source: Text, remarks: Iterable[str]) -> None:
    for remark in remarks:
        place = re.match(r"line (\d+): ", remark)
        words = remark[place.end() :] if place else remark
        tell_problems(
            InputError([Problem(words, line=int(place[1]) if place else None)], source.name),
            event=Event.REMARK,
        )
