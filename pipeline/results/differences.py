"""From two files of one kind to their differences. Sources go through the stages up to their state
graphs, or to games if one of the two is a game.
"""

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from ...schemas import columns, solution
from ...schemas.game import Game
from ...schemas.linear_program import origin
from ...schemas.parts.problems import InputError
from ...schemas.parts.status import Sense, Status
from ...schemas.state_graph import Graph
from ...schemas.state_graph.listing import listed
from ...stages.diff import (
    Comparison,
    Difference,
    Table,
    compare_games,
    compare_tables,
    in_one_direction,
    in_one_form,
    json_table,
    meanings_of,
    merging,
    program_tables,
    strategy_table,
)
from ...stages.strategies import OWN
from ..chain.provenance import stamp_of
from ..chain.refusals import refuse_for_source
from ..files.checks import CHECKS
from ..files.kinds import kind, name_of, refuse_other_kind
from ..files.reading import about, read_text
from ..files.sources import SOURCES
from ..files.text import Text
from ..settings import OPTIONS, Settings
from ..settings.declarations import By
from ..terminal.diagnostics import progress
from .networks import first_artifact

PROGRAM = "linear-program"
STRATEGIES = {"strategy": "strategy", "strategy-table": "csv"}
"""The kinds of strategies, with their formats."""
STEPWISE = ("map", "rules", "osposg")
"""The kinds of sources whose level by -O auto depends on their size. They are compared at level 1,
or with a game at its level.
"""
UNROLLED = (*STEPWISE, "state-graph")
"""The kinds of sources whose game can be a tree or have shared nodes."""
TREE = "gambit"
"""The kind of files whose information sets have names, which say nothing of observations."""


def comparison(one: Text, other: Text, settings: Settings) -> Comparison:
    """Return the differences of two files. Raises InputError for files of different kinds, and the
    errors of readers and stages.
    """
    files, kinds = (one, other), [kind(one.text), kind(other.text)]
    if {*kinds} <= {*SOURCES} - {PROGRAM}:
        return _of_games(files, settings)
    if kinds[0] != kinds[1] and not {*kinds} <= {*STRATEGIES}:
        about(other.name, lambda: refuse_other_kind(kinds[1], kinds[0], one.name))
    refuse_for_source(settings, kinds[0], one.name, False)
    with progress("diff"):
        of, tables, remarks = _tables(files, kinds[0])
        differences = [Difference(change) for change in compare_tables(*tables)]
        return Comparison(of, (one.name, other.name), differences, remarks)


def _tables(files: Sequence[Text], kind: str) -> tuple[str, list[Table], list[str]]:
    """Return what files of a kind are, their tables, and remarks on the comparison."""
    if kind == PROGRAM:
        return "linear programs", *_programs(files)
    if kind in STRATEGIES:
        return "strategies", [about(file.name, partial(_strategy, file)) for file in files], []
    contents = [about(file.name, partial(_content, file)) for file in files]
    known = _meanings(files, [str(content.get("problem")) for content in contents])
    tables = [json_table(*each) for each in zip(contents, known, strict=True)]
    tables, remarks = in_one_direction(*tables)
    return "reports" if kind.endswith("report") else "solutions", tables, remarks


def _of_games(files: tuple[Text, Text], settings: Settings) -> Comparison:
    kinds = [kind(file.text) for file in files]
    own = [_options_for(kinds[0], kinds[1], settings), _options_for(kinds[1], kinds[0], settings)]
    parsed = [
        None if kind in STEPWISE else _artifact(file, options, options.unroll)
        for file, kind, options in zip(files, kinds, own, strict=True)
    ]
    game = next((each for each in parsed if isinstance(each, Game)), None)
    one, other = (
        made if made and (isinstance(made, Game) or not game) else _compiled(file, options, game)
        for file, made, options in zip(files, parsed, own, strict=True)
    )
    with progress("diff"):
        sides = zip(files, (one, other), own, strict=True)
        values = [_known_value(*side) for side in sides]
        changes = compare_tables(*values) if all(values) else []
        found, remarks = compare_games(one, other, observed=TREE not in kinds)
    return Comparison(
        of="games" if isinstance(one, Game) else "state graphs",
        files=(files[0].name, files[1].name),
        differences=[*map(Difference, changes), *found],
        remarks=remarks,
        advice=_advice(dict(zip(kinds, files, strict=True))),
    )


def _advice(files: dict[str, Text]) -> str:
    """Return the command that compares files up to names, by their kinds; empty if none does."""
    if files.keys() != {TREE, "map"}:
        return ""
    command = f"efgc grade {files[TREE].word('FILE')} --map {files['map'].word('MAP')}"
    return f"`{command}` compares up to names and forced moves"


def _options_for(kind: str, other: str, settings: Settings) -> Settings:
    """Return the settings for a file of a kind: without options for the other file alone."""
    foreign = [
        option.field
        for option in OPTIONS.values()
        for use in option.uses
        if use.by in (By.KIND, By.UNLOWERED) and kind not in use.fits and other in use.fits
    ]
    return replace(settings, **{name: getattr(Settings(), name) for name in foreign})


def _compiled(source: Text, settings: Settings, game: Game | None) -> Graph | Game:
    """Return the artifact to be compared: that of `_artifact`, by default at a level that keeps
    every legal move. Beside a game it is one that merges histories in the same way.
    """
    of = kind(source.text)
    is_tree, level = merging(game) if game else (False, 1)
    if settings.level is None and not settings.without and of in STEPWISE:
        settings = replace(settings, level=level)
    if is_tree and of in UNROLLED:
        settings = replace(settings, unroll=True)
    return _artifact(source, settings, settings.unroll or game is not None)


def _artifact(source: Text, settings: Settings, as_game: bool) -> Graph | Game:
    """Return the state graph of a source, if it has one and no game is wanted, else its game; both
    are those of `run` with the same settings.
    """
    made = first_artifact(source, "game" if as_game else None, replace(settings, counted=False))
    if isinstance(made, Game):
        return made
    return about(source.name, lambda: listed(made, settings.max_states))


def _known_value(file: Text, made: Graph | Game, settings: Settings) -> Table:
    """Return the value of a game by the solution beside its file; empty if there is none, or if it
    is of another game, or edited.
    """
    beside = _beside(file, "solution.json")
    if beside is None:
        return {}
    with suppress(InputError):
        found = solution.read(beside.text)
        program, optimum = origin(found.problem), found.objective
        is_edited = stamp_of(beside.text).edited_after is not None
        if program and optimum is not None and found.status == Status.OPTIMAL and not is_edited:
            played = made if isinstance(made, Game) else _artifact(file, settings, True)
            if isinstance(played, Game) and played.digest.startswith(program.digest):
                own = optimum if found.sense == Sense.MAXIMISE else -optimum
                constant = float(played.constant)
                return {("value", ""): own if program.player == 1 else constant - own}
    return {}


def _beside(file: Text, ending: str) -> Text | None:
    """Return the file of the same game with another ending; None if there is none."""
    path = f"{name_of(file.name)}.{ending}"
    return read_text(path) if file.file and os.path.isfile(path) else None


def _programs(files: Sequence[Text]) -> tuple[list[Table], list[str]]:
    from ...stages.programs.texts import read_exactly  # For start-up time: NumPy and GLPK.

    one, other = [about(file.name, partial(read_exactly, file.text)) for file in files]
    programs, remarks = in_one_form(one, other)
    if not (one.columns.keys() & other.columns.keys() or one.rows.keys() & other.rows.keys()):
        remarks = ["A and B have no column and no row in common", *remarks]
    known = _meanings(files, [program.name for program in programs])
    return program_tables(programs, known), remarks


def _meanings(files: Sequence[Text], problems: Sequence[str]) -> list[dict[str, str]]:
    """Return for each file the meanings of its columns and rows, by the table beside it or, if its
    linear program has the same name, beside the other file. If those of one file are unknown, there
    are none for both, so that names are compared with names.
    """
    beside = [_beside(file, "columns.json") for file in files]
    tables = [table and about(table.name, partial(columns.read, table.text)) for table in beside]
    known = []
    for problem, own in zip(problems, tables, strict=True):
        fitting = [table for table in (own, *tables) if table and table.problem == problem]
        known.append(meanings_of(fitting[0]) if fitting else {})
    return known if all(known) else [{}, {}]


def _strategy(file: Text) -> Table:
    return strategy_table(OWN[STRATEGIES[kind(file.text)]](file.text).entries)


def _content(file: Text) -> dict[str, Any]:
    CHECKS[kind(file.text)](file.text)
    content: dict[str, Any] = json.loads(file.text)
    return content
