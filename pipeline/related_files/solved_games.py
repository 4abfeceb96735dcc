"""A game with its solutions, as files, and the trail of a report on them.

A solution is read with the table of columns of its program. The table is named on the command line,
or is in the folder of the solution or the game, under the same name: NAME.columns.json.

The trail is made from additional files named on the command line. Only files of this game are
shown: a source is recognised by its checksum, a state graph by the game that it expands to, and a
linear program by the record in its solution.
"""

import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import click

from ...schemas import columns as columns_schema
from ...schemas import game as game_schema
from ...schemas import solution as solution_schema
from ...schemas.columns import Columns
from ...schemas.game import Game
from ...schemas.linear_program import recognise
from ...schemas.parts.documents import locate_json
from ...schemas.parts.problems import InputError, Problem
from ...schemas.parts.source import Source
from ...schemas.parts.status import Status
from ...schemas.solution import Solution
from ...schemas.state_graph import Graph, ObservationGraph, StateGraph
from ...schemas.trail import Artifact, NodeOrigins, Trail
from ...stages.expand import expansion
from ...stages.expand.expansion import Expansion
from ...stages.forms.formulation import Forms
from ...stages.forms.reductions import excluded_reductions
from ...stages.parse import REDUCED_LEVEL, parse
from ...stages.parse.maps import read_map
from ...stages.report.lift import claim
from ...stages.report.own_names import fits, names, renamed
from ...stages.solve import BUILT_IN, DEFAULT
from ..chain.provenance import write_parsed
from ..chain.trail import artifact
from ..files.kinds import name_of, recognised
from ..files.reading import about, read_text
from ..files.text import Text, lp_sha256
from ..settings import Settings
from .membership import SOURCES, SUFFIXES, WORDS, by_kind, other, read_member

SUFFIX = ".columns.json"
MOST = 100
"""The largest number of tables that are read in a folder."""
Made = TypeVar("Made")


class Solved(NamedTuple):
    """One solution of a program of a game."""

    text: Text
    """The text of the solution's file."""
    solution: Solution
    """In the names given by `lower`."""
    table: Columns
    table_text: Text


class SolvedGame(NamedTuple):
    """A game with one solution, or one of each player's program."""

    game: Game
    forms: Forms
    solved: tuple[Solved, ...]

    @property
    def solutions(self) -> list[Solution]:
        return [one.solution for one in self.solved]


def read_solved(game: Text, files: Sequence[Text]) -> SolvedGame:
    """Return a game with its solutions; the files are solutions and tables of columns, in any
    order.

    Raises InputError with the name of the file, and UsageError for too many files.
    """
    texts = {text.name: text for text in files}
    tables = [path for path, text in texts.items() if recognised(text.text) == "columns"]
    solutions = [path for path in texts if path not in tables]
    if len(solutions) > 2 or len(files) > len(texts):
        raise click.UsageError("a game has two players, so at most two solutions")
    if not solutions or len(tables) > len(solutions):
        raise click.UsageError("name a solution, and at most one table of columns for each")
    played = about(game.name, lambda: game_schema.read(game.text))
    forms = Forms(played)
    read = {
        path: about(path, partial(solution_schema.read, texts[path].text)) for path in solutions
    }
    for path, solution in read.items():
        if solution.status != Status.OPTIMAL:  # Such a solution has no columns to name.
            about(path, partial(claim, played, solution, forms))
    named = [(texts[path], _table(texts[path])) for path in tables]
    solved = []
    for path, solution in read.items():
        text, table = _table_of(solution, played, named) or _find_columns(
            path, game, solution, played
        )
        meant = _located(text, partial(names, played, table, forms))
        ours = _located(texts[path], partial(renamed, solution, meant))
        solved.append(Solved(texts[path], ours, table, text))
    return SolvedGame(played, forms, tuple(solved))


def _table(text: Text) -> Columns:
    return about(text.name, lambda: columns_schema.read(text.text))


def _table_of(
    solution: Solution, played: Game, named: Sequence[tuple[Text, Columns]]
) -> tuple[Text, Columns] | None:
    """Return the table among those on the command line that fits a solution; None if
    there is none.
    """
    fitting = (one for one in named if _is_table_of(one[1], solution, played))
    return next(fitting, named[0] if named else None)


def _find_columns(path: str, game: Text, solution: Solution, played: Game) -> tuple[Text, Columns]:
    """Return the table in the folder of the solution or the game: the one of the same name, or else
    any table in these folders that has the columns of the solution.
    """
    places = [of for of in (path, game.name) if of not in ("-", "<stdin>")]
    stems = list(dict.fromkeys(f"{name_of(of)}{SUFFIX}" for of in places))
    found = [(text, _table(text)) for text in map(read_text, filter(os.path.isfile, stems))]
    fitting = [one for one in found if _is_table_of(one[1], solution, played)]
    if not fitting:
        folders = dict.fromkeys(os.path.dirname(of) for of in places)
        others = (other for folder in folders for other in _tables_in(folder))
        fitting = [one for one in others if _is_table_of(one[1], solution, played)]
    if fitting or found:
        return (fitting or found)[0]
    searched = f"; there is no {' or '.join(stems)}" if stems else ""
    raise InputError(
        [
            Problem(
                "the table of columns of the linear program is missing: name it before the "
                f"solution{searched}. `efgc lower` writes it beside the program, or to "
                "--columns FILE"
            )
        ],
        "<stdin>" if path == "-" else path,
    )


def _is_table_of(table: Columns, solution: Solution, played: Game) -> bool:
    return table.game == played.digest and fits(solution, table)


def _tables_in(folder: str) -> Iterator[tuple[Text, Columns]]:
    """Yield the tables of columns in a folder, by name; unreadable ones are left out."""
    for name in sorted(Path(folder or ".").glob(f"*{SUFFIX}"))[:MOST]:
        with suppress(InputError):
            text = read_text(str(name))
            yield text, columns_schema.read(text.text)


def _located(text: Text, work: Callable[[], Made]) -> Made:
    """Return the result of `work`; problems in a JSON text name its file, line and column."""
    try:
        return work()
    except InputError as error:
        found = [problem for problem in error.problems if problem.line is None]
        if found and not error.source:
            raise InputError(locate_json(text.text, error.problems), text.name) from None
        error.source = error.source or text.name
        raise


class _Grown(NamedTuple):
    """A state graph that expands to the game."""

    expansion: Expansion
    unrolled: bool
    file: Artifact


def game_trail(game: Text, given: SolvedGame, beside: Iterable[Text]) -> Trail:
    """Return the trail of a report on a game and its solutions.

    Raises InputError, with the name of the file, if one of those in `beside` does not belong to it.
    """
    files, played = by_kind(beside), given.game
    read = {
        name: about(text.name, partial(read_member, name, text, played, given.solutions))
        for name, text in files.items()
    }
    files = {name: _called(text, SUFFIXES[name]) for name, text in files.items()}
    game, program = _called(game, "game.json"), files.get("linear-program")
    solved = [one._replace(text=_called(one.text, "solution.json")) for one in given.solved]
    lowered = next(
        (one for one in solved if program and one.solution.lp_sha256 == lp_sha256(program)),
        solved[0],
    )
    sources = [files[name] for name in SOURCES if name in files]
    graph = read.get("state-graph")
    if graph is not None:
        grown: _Grown | None = _from_files(files, graph, played)
    else:
        grown = _remade(files, played, game)
    before = [_file("source", text) for text in sources] + ([grown.file] if grown else [])
    expanded = grown.expansion if grown else None
    states = expanded.graph if expanded else None
    return Trail(
        artifacts=(
            *before,
            _game(game, played, before, grown),
            *_solving(game, program, solved, lowered, given),
        ),
        rows=read_map(files["map"].text).rows if "map" in files else (),
        graph=states if isinstance(states, StateGraph) else None,
        observation_graph=states if isinstance(states, ObservationGraph) else None,
        origins=NodeOrigins(expanded.states, expanded.secrets) if expanded else None,
        columns=lowered.table,
    )


def graph_trail(graph: Text, read: StateGraph, solution: Text, beside: Iterable[Text]) -> Trail:
    """Return the trail of a report on a graph in which nothing is secret, as `game_trail`."""
    files = by_kind(beside)
    graph, solution = _called(graph, "states.yaml"), _called(solution, "solution.json")
    artifacts = []
    for name, text in files.items():
        if name not in ("source", "map"):
            raise other(
                text, (f"a {WORDS[name]} cannot be compiled to a state graph; name its source")
            )
        if read.source is None or text.sha256 != read.source.sha256:
            raise other(text, f"is not the source of {graph.name}: its checksum is another")
        artifacts.append(_file("source", _called(text, SUFFIXES[name])))
    made_by = ""
    if artifacts and read.source:
        made_by = _command("parse", "-O", str(read.source.level), artifacts[0].file, output=graph)
    return Trail(
        artifacts=(
            *artifacts,
            _file("parse", graph, made_by),
            _file("solve", solution, _command("solve", graph.file, output=solution)),
        ),
        graph=read,
    )


def program_trail(program: Text, solution: Text, solved: Solution) -> Trail:
    """Return the trail of a report on a linear program that is a source itself."""
    program, solution = (
        _called(program, recognise(program.text)),
        _called(solution, "solution.json"),
    )
    known = solved.solver in BUILT_IN and "from" not in dict(solved.options)
    made = _solve_file(program if known else None, solution, solved)
    return Trail(artifacts=(_file("source", program), made))


def _from_files(files: Mapping[str, Text], graph: Graph, played: Game) -> _Grown:
    text, found = files["state-graph"], expanded_to(graph, played)
    if found is None:
        raise other(text, "is not the state graph of the game: it expands to another one")
    command = ""
    if "map" in files and played.source:
        command = _parsing(played.source, files["map"], text.file)
    return _Grown(*found, _file("parse", text, command))


def _remade(files: Mapping[str, Text], played: Game, game: Text) -> _Grown | None:
    """Return the graph made again from the map; None if it does not expand to the game, as when
    reductions were left out.
    """
    source = played.source
    if "map" not in files or source is None:
        return None
    text = files["map"]
    graph = parse(text.text, source.sha256, source.file, source.rules, source.level)
    found = expanded_to(graph, played)
    if found is None:
        return None
    file = f"{name_of(game.file)}.states.yaml"
    command = _parsing(source, text, file)
    asked = Settings(rules=source.rules, level=source.level)
    text_of = write_parsed(graph, asked)
    return _Grown(*found, artifact("parse", file, text_of, command=command))


def expanded_to(graph: Graph, played: Game) -> tuple[Expansion, bool] | None:
    """Return the expansion of a graph and whether it is unrolled, if the graph
    expands to the game; None otherwise.
    """
    most = max(1, len(played.nodes))
    for unroll in (False, True):
        with suppress(InputError):  # Raised if the expansion is larger than the game.
            found = expansion(graph, most, unroll)
            if found.game.digest == played.digest:
                return found, unroll
    return None


def _game(text: Text, played: Game, before: Sequence[Artifact], grown: _Grown | None) -> Artifact:
    if grown:
        words = ["--unroll"] if grown.unrolled else []
        command = _command("expand", *words, grown.file.file, output=text)
        return _file("expand", text, command)
    if before and not played.states:
        return _file("parse", text, _command("parse", before[0].file, output=text))
    return _file("expand" if played.states else "parse", text)


def _solving(
    game: Text, program: Text | None, solved: Sequence[Solved], lowered: Solved, given: SolvedGame
) -> Iterator[Artifact]:
    """Yield the files made from the game: linear program, columns and solutions. `lowered` is the
    solution of the program.
    """
    if program is not None:
        yield _file("lower", program, _lowering(game, program, lowered.table, given))
    yield _file("lower", _called(lowered.table_text, "columns.json"))
    for one in solved:
        known = program is not None and one is lowered and one.solution.solver in BUILT_IN
        yield _solve_file(program if known else None, one.text, one.solution)


def _solve_file(program: Text | None, text: Text, solution: Solution) -> Artifact:
    """Return the file of a solution, with the command that makes it from a program, if given."""
    solver = [] if solution.solver == DEFAULT else ["--solver", solution.solver]
    command = _command("solve", *solver, program.file, output=text) if program else ""
    return _file("solve", text, command)._replace(seconds=solution.seconds)


def _lowering(game: Text, program: Text, said: Columns, given: SolvedGame) -> str:
    words = _reductions(given.game, said.without)
    if said.player != given.forms.without(said.without).form.longer:
        words += ["--player", str(said.player)]
    format = recognise(program.text)
    if format != "lp" and not program.file.endswith(f".{format}"):
        words += ["--format", format]
    return _command("lower", *words, game.file, output=program)


def _reductions(played: Game, without: tuple[str, ...]) -> list[str]:
    """Return the options of `lower` that leave out these reductions."""
    if without == excluded_reductions(played, None):
        return []
    if without == excluded_reductions(played, 0):
        return ["-O", "0"]
    words = [word for name in without for word in ("--without", name)]
    return words or ["-O", str(REDUCED_LEVEL)]


def _called(text: Text, suffix: str) -> Text:
    """Return a text with a file name; a text without one gets the name that `run` would give it."""
    return text if text.file else text._replace(file=f"game.{suffix}")


def _file(stage: str, text: Text, command: str = "") -> Artifact:
    return artifact(stage, text.file, [text.text], command=command)


def _parsing(source: Source, text: Text, output: str) -> str:
    words = ["--rules", source.rules, "-O", str(source.level)]
    return shlex.join(["efgc", "parse", *words, text.file, "-o", output])


def _command(stage: str, *words: str, output: Text) -> str:
    return shlex.join(["efgc", stage, *words, "-o", output.file])
