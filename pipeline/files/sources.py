"""The kinds of sources: how each one is recognised and parsed.

A new front end is a parser and a row in SOURCES. `pipeline.settings` has the options for each kind.
"""

import importlib
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from ...schemas import game, state_graph
from ...schemas.linear_program import LinearProgram, remarks
from ...schemas.parts.limits import LARGE
from ...schemas.parts.problems import InputError, Problem
from ...schemas.parts.watch import Watch
from ...schemas.rules.rule import Rule
from ...schemas.state_graph import Graph, ObservationGraph, StateGraph
from ...stages.parse import parse
from ...stages.parse.gambit import is_gambit
from ...stages.parse.games import is_source, read_source_text
from ...stages.parse.maps import has_way_out, read_map
from ...stages.parse.recognising import is_normal_form, is_openspiel, is_osposg
from ..machine.memory import STATE, affordable
from ..settings import Settings
from ..terminal.diagnostics import note, tell_problems
from ..terminal.events import Event
from .text import Text, has_format, is_graph, is_linear_program, is_map, is_matrix

Parsed = Graph | game.Game | LinearProgram
Parse = Callable[[Text, Settings, Watch], Parsed]


class Source(NamedTuple):
    """One kind of source, including the artifacts with which `run` can continue."""

    words: str
    """Its description in messages."""
    readers: tuple[str, ...]
    """The same as in `pipeline.files.kinds.FileKind`."""
    parse: Parse
    recognise: Callable[[str], bool] | None = None
    """Takes the text. None for JSON files with a `format` key."""
    suffix: str = ""
    """The part of an artifact's file name before the last ending. It is not part of the stem. A
    source with a suffix is not written again.
    """
    is_artifact: bool = False


def _compiled(source: Text, settings: Settings, watch: Watch) -> StateGraph:
    return parse(
        source.text,
        source.sha256,
        source.file,
        settings.rules,
        settings.compiled_level,
        affordable(settings.max_states, STATE),
        settings.without,
        watch,
        settings.counted,
        source.word("MAP"),
    )


def _program(source: Text) -> LinearProgram:
    remark_program(source)
    return LinearProgram(source.text, source.word("PROGRAM"))


def remark_program(source: Text) -> None:
    """Print remarks on a linear program that may be a part of one, of another direction, or with a
    mistyped column.
    """
    from ...stages.solve.program.reading import read_contents  # For start-up time: NumPy.

    for remark in remarks(source.text):
        note(remark, source.name)
    with suppress(InputError):  # The stage reports them.
        for problem in read_contents(source.text).remarks():
            tell_problems(InputError([problem], source.name), event=Event.REMARK)


def remark_map(source: Text) -> None:
    """Print a remark on a map without a way to an exit."""
    with suppress(InputError):  # The stage reports them.
        if is_map(source.text) and not has_way_out(read_map(source.text)):
            note("no way leads from S to an exit D: agent gets 0, however both play", source.name)


def _late(name: str) -> Parse:
    """Return a parser of `pipeline.files.parsers`, which is loaded when it is used."""

    def parse_late(source: Text, settings: Settings, watch: Watch) -> Parsed:
        parser: Parse = getattr(importlib.import_module("..parsers", __name__), name)
        return parser(source, settings, watch)

    return parse_late


_INSPECTED = ("stats", "export", "diff")
_OF_A_GAME = ("run", "parse", "evaluate", "draw", "explore", "play", "report --with", *_INSPECTED)
# A new source needs a reader in `stages/parse` that returns a state graph, a game or a linear
# program. Options for some sources only, such as -O, list them in `uses` in `pipeline/settings`.
# A source for `report --with` is also a row of FILES in `pipeline/related_files/membership.py`.
SOURCES = {  # In the order in which they are tried.
    "openspiel": Source(
        words="the name of a game of OpenSpiel",
        readers=("run", "parse", "draw", "evaluate", "explore", "play", *_INSPECTED),
        parse=_late("openspiel"),
        recognise=is_openspiel,
    ),
    "gambit": Source(
        words="a Gambit file",
        readers=(*_OF_A_GAME, "lint", "grade"),
        parse=_late("gambit"),
        recognise=is_gambit,
    ),
    "linear-program": Source(
        words="a linear program",
        readers=(
            *("run", "solve", "compare-solvers", "report", "certify", "lower", "draw", "grade"),
            *("report --with", "explore", "diff"),
        ),
        parse=lambda source, settings, watch: _program(source),
        recognise=is_linear_program,
        is_artifact=True,
    ),
    "rules": Source(
        words="a rules file",
        readers=_OF_A_GAME,
        parse=_late("rules"),
        recognise=has_format("efgc/rules"),
        suffix=".rules",
    ),
    "state-graph": Source(
        words="a state graph",
        readers=(
            "run",
            "expand",
            "solve",
            "report",
            "certify",
            "play",
            "match --battle",
            "evaluate",
            "draw",
            "report --with",
            "explore",
            "solve --method regret",
            "solve --method double-oracle",
            *_INSPECTED,
        ),
        parse=lambda source, settings, watch: state_graph.read(source.text),
        recognise=is_graph,
        suffix=".states",
        is_artifact=True,
    ),
    "source": Source(
        words="a source with a `game`",
        readers=(*_OF_A_GAME, "match --battle"),
        parse=_compiled,
        recognise=is_source,
    ),
    "osposg": Source(
        words="a one-sided stochastic game",
        readers=_OF_A_GAME,
        parse=_late("osposg"),
        recognise=is_osposg,
    ),
    "map": Source(
        words="a map",
        readers=(
            *_OF_A_GAME,
            *("grade --map", "course", "solve --method double-oracle", "report"),
        ),
        parse=_compiled,
        recognise=is_map,
    ),
    "matrix": Source(
        words="a matrix",
        readers=_OF_A_GAME,
        parse=_late("matrix"),
        recognise=is_matrix,
    ),
    "normal-form": Source(
        words="a game in Gambit's normal form",
        readers=_OF_A_GAME,
        parse=_late("normal_form"),
        recognise=is_normal_form,
    ),
    "game": Source(
        "a game",
        (
            *("run", "lower", "report", "lock", "certify", "report --on"),
            *("evaluate", "draw", "explore", "play", "solve --method regret", *_INSPECTED),
        ),
        lambda source, settings, watch: game.read(source.text),
        suffix=".game",
        is_artifact=True,
    ),
}


def read_public(text: str) -> StateGraph:
    """Return the state graph of version 1 that a YAML text describes. Raises InputError, with
    advice for version 2.
    """
    graph = None if state_graph.is_version_2(text) else state_graph.read(text)
    if isinstance(graph, StateGraph):
        return graph
    advice = (
        "`efgc run` solves it as a linear program, `efgc run --method regret` bounds its value if "
        "that is too large, `efgc expand` makes its game"
    )
    raise InputError([Problem(f"this is a state graph of version 2: {advice}")])


def rule_in(text: str) -> Rule | None:
    """Return the rule of a source with a `game` or of a state graph; None if it has none. Raises
    InputError.
    """
    return state_graph.read(text).rule if is_graph(text) else read_source_text(text)


def parse_source(source: Text, kind: str, settings: Settings, watch: Watch) -> Parsed:
    """Return the state graph, game or linear program of a source of a kind, a key of SOURCES.

    An artifact of a stage is returned as read.
    """
    return SOURCES[kind].parse(source, settings, watch)


def check_parsed(parsed: Parsed) -> list[Problem]:
    """Return the problems of the artifact of `parse`."""
    match parsed:
        case game.Game():
            return game.check(parsed)
        case ObservationGraph() if len(parsed.names) >= LARGE:
            return []  # It was checked when it was read or compiled, which takes seconds.
        case Graph():
            return state_graph.check(parsed)
        case LinearProgram():  # The solver is the first to read it.
            return []


def parsed_suffix(parsed: Parsed) -> str:
    """Return the suffix of a file with the artifact of `parse`."""
    match parsed:
        case game.Game():
            return "game.json"
        case Graph():
            return "states.yaml"
        case LinearProgram():
            return parsed.format
