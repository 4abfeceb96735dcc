"""From two files of one kind to their differences: sources go through the stages up to their state
graphs, or to games if only one of the two has a state graph.
"""

import json
import os
import re
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial

import click

from ...schemas import (
    bounds_report,
    columns,
    induction,
    induction_report,
    program_report,
    report,
    solution,
)
from ...schemas.game import Game
from ...schemas.linear_program import origin
from ...schemas.observation_graph import ObservationGraph
from ...schemas.parts.problems import InputError, StageBug
from ...schemas.parts.provenance import Provenance
from ...schemas.parts.status import Sense
from ...schemas.state_graph import StateGraph
from ...schemas.state_graph.listing import listed
from ...stages.diff import (
    Comparison,
    Entries,
    Entry,
    Fact,
    compare_games,
    compare_tables,
    json_entries,
    meanings_of,
    program_entries,
    strategy_entries,
)
from ...stages.strategies import OWN
from ..chain.provenance import head_of
from ..files.kinds import KINDS, NAMES, kind, recognised, stem
from ..files.reading import about, read_text
from ..files.sources import SOURCES, Graph
from ..files.text import Text
from ..settings import Settings
from ..terminal.diagnostics import progress
from ..ways.run import run

_FORMATS = {"strategy": "strategy", "strategy-table": "csv"}
"""The kinds of strategies that need no game, with their formats."""
READERS: Mapping[str, Callable[[str], object]] = {
    "solution": solution.read,
    "induction": induction.read,
    "report": report.read,
    "induction-report": induction_report.read,
    "program-report": program_report.read,
    "bounds-report": bounds_report.read,
}
"""The kinds of solutions and reports."""
PROGRAM = "linear-program"
STEPWISE = ("map", "rules", "osposg")
"""The kinds of sources whose level by -O auto depends on their size. They are compared at level 1,
where every legal move is kept.
"""
HEAD = 4096
"""The characters of an artifact in which its origin is looked for."""
_SHA256 = re.compile("[0-9a-f]{64}")
_DIGEST = re.compile(r'"digest": "([0-9a-f]{64})"')


def comparison(one: Text, other: Text, settings: Settings) -> Comparison:
    """Return the differences of two files. Raises UsageError for files of different kinds, and the
    errors of readers and stages.
    """
    files = one, other
    kinds = kind(one.text), kind(other.text)
    if all(each in SOURCES and each != PROGRAM for each in kinds):
        return _of_games(files, kinds, settings)
    if kinds[0] != kinds[1] and not all(each in _FORMATS for each in kinds):
        raise _mixed(files, tuple(KINDS[each].words for each in kinds))
    if kinds[0] == PROGRAM:
        return _of_programs(files)
    of, read = ("strategies", _strategy) if kinds[0] in _FORMATS else (_plural(kinds[0]), _json)
    with progress("diff"):
        tables = [about(file.name, partial(read, file)) for file in files]
        return Comparison(of, _names(files), (), compare_tables(*tables))


def _mixed(files: tuple[Text, Text], words: tuple[str, ...]) -> click.UsageError:
    said = (f"{file.name} is {what}" for file, what in zip(files, words, strict=True))
    return click.UsageError(f"{', and '.join(said)}: compare two files of the same kind")


def _names(files: tuple[Text, Text]) -> tuple[str, str]:
    return files[0].name, files[1].name


def _plural(kind: str) -> str:
    return "reports" if kind.endswith("report") else "solutions"


def _of_games(files: tuple[Text, Text], kinds: tuple[str, str], settings: Settings) -> Comparison:
    made = [_artifact(*each, settings, settings.unroll) for each in zip(files, kinds, strict=True)]
    if any(isinstance(each, Game) for each in made):
        if "state-graph" in kinds and not settings.unroll:
            words = ("a game" if isinstance(each, Game) else "a state graph" for each in made)
            raise _mixed(files, tuple(words))
        made = [
            each if isinstance(each, Game) else _artifact(file, of, settings, True)
            for each, file, of in zip(made, files, kinds, strict=True)
        ]
    with progress("diff"):
        facts = [*_sizes(*made), *_values(files, made)]
        of = "games" if isinstance(made[0], Game) else "state graphs"
        if made[0].digest == made[1].digest:
            return Comparison(of, _names(files), facts, ())
        return Comparison(of, _names(files), facts, *compare_games(made[0], made[1]))


def _artifact(source: Text, kind: str, settings: Settings, as_game: bool) -> Graph | Game:
    if settings.level is None and kind in STEPWISE:
        settings = replace(settings, level=1)
    settings = replace(settings, counted=False)
    with closing(run(source, settings, through="expand", as_program=True)) as steps:
        for step in steps:
            match step.made:
                case StateGraph() as graph if not as_game:
                    return about(source.name, partial(listed, graph, settings.max_states))
                case ObservationGraph() if not as_game:
                    return step.made
                case Game():
                    return step.made
    raise StageBug("efgc: a bug of ours: no stage made a state graph or a game")


def _sizes(one: Graph | Game, other: Graph | Game) -> list[Fact]:
    """Return the sizes that differ, and the levels if they do."""
    return _facts(_size(one), _size(other))


def _facts(one: Mapping[str, int], other: Mapping[str, int]) -> list[Fact]:
    return [
        Fact(name, f"{size:,}", f"{other[name]:,}")
        for name, size in one.items()
        if size != other[name]
    ]


def _size(made: Graph | Game) -> dict[str, int]:
    level = made.source.level if made.source else 0
    if isinstance(made, Game):
        infosets = len(made.information_sets)
        return {"nodes": len(made.nodes), "information sets": infosets, "level": level}
    return {"states": len(made.states), "level": level}


def _values(files: tuple[Text, Text], made: list[Graph | Game]) -> list[Fact]:
    """Return the values of two games if both are known and differ."""
    one, other = (_known_value(*each) for each in zip(files, made, strict=True))
    return [
        Fact("value", found.change.before, found.change.after)
        for found in compare_tables(one, other)
        if one and other
    ]


def _known_value(file: Text, made: Graph | Game) -> Entries:
    """Return the value of a game by the JSON report or the solution beside its file, as a table;
    it is empty if there is none, or if it is of another game.
    """
    digest, constant = made.digest, made.constant if isinstance(made, Game) else Fraction(0)
    if not isinstance(made, Game):
        head = _beside(file, "game.json")[:HEAD]
        found = _DIGEST.search(head)
        if found is None or not {digest, file.sha256} & {*_SHA256.findall(head)}:
            return {}
        digest = found[1]
    with suppress(InputError):
        text = _beside(file, "report.json")
        made_of = _unedited(text)
        if made_of and made_of.sources.get("game") == digest:
            told = report.read(text)
            exact = told.value_exact
            return {Entry("value"): told.value if exact is None else Fraction(exact)}
        text = _beside(file, "solution.json")
        solved = solution.read(text) if _unedited(text) else None
        program = origin(solved.problem) if solved else None
        if solved and program and program.digest == digest[:16] and solved.objective is not None:
            sign = 1 if solved.sense == Sense.MAXIMISE else -1
            own = sign * solved.objective
            return {Entry("value"): own if program.player == 1 else float(constant) - own}
    return {}


def _unedited(text: str) -> Provenance | None:
    """Return the origin of an artifact in JSON; None if it has none, or was edited later."""
    head = head_of(text) if recognised(text) else None
    return head.made if head and head.edited_after is None else None


def _beside(file: Text, ending: str) -> str:
    """Return the text of the file of the same game with another ending; empty if there is none."""
    endings = (f".{known}" for known in NAMES if file.file.endswith(f".{known}"))
    known = next(endings, "")
    name = file.file.removesuffix(known) if known else stem(file)
    path = os.path.join(os.path.dirname(file.name), f"{name}.{ending}")
    return read_text(path).text if file.file and os.path.isfile(path) else ""


def _of_programs(files: tuple[Text, Text]) -> Comparison:
    from ...stages.programs.texts import read_exactly  # For start-up time: NumPy and GLPK.

    with progress("diff"):
        programs = [about(file.name, partial(read_exactly, file.text)) for file in files]
        meanings = [
            _meanings(file, program.name) for file, program in zip(files, programs, strict=True)
        ]
        tables = program_entries(programs, meanings)
        sizes = [
            {
                "rows": len(program.rows),
                "columns": len(program.columns),
                "nonzeros": sum(len(row.coefficients) for row in program.rows.values()),
            }
            for program in programs
        ]
        return Comparison("linear programs", _names(files), _facts(*sizes), compare_tables(*tables))


def _meanings(file: Text, problem: str) -> Mapping[str, str]:
    """Return the meanings of the columns and rows of a program by the table beside a file; empty if
    there is none, or if it is of another program.
    """
    text = _beside(file, "columns.json")
    table = about(file.name, lambda: columns.read(text)) if text else None
    return meanings_of(table) if table and table.problem == problem else {}


def _strategy(file: Text) -> Entries:
    return strategy_entries(OWN[_FORMATS[kind(file.text)]](file.text).entries)


def _json(file: Text) -> Entries:
    READERS[kind(file.text)](file.text)
    problem = json.loads(file.text).get("problem")
    return json_entries(file.text, _meanings(file, problem) if problem else {})
