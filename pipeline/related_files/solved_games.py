"""A game with its solutions, as files: a solution is read with the table of columns of its program.

The table is named on the command line, or is in the folder of the solution or the game, under the
same name: NAME.columns.json.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import click

from pipeline.files.kinds import recognised
from pipeline.files.reading import about, read_for, read_text
from pipeline.files.text import Text
from schemas import columns as columns_schema
from schemas import game as game_schema
from schemas import solution as solution_schema
from schemas.columns import Columns
from schemas.game import Game
from schemas.parts.documents import locate_json
from schemas.parts.problems import InputError, Problem
from schemas.parts.status import Status
from schemas.solution import Solution
from stages.forms.formulation import Forms
from stages.report.lift import claim
from stages.report.own_names import fits, names, renamed

SUFFIX = ".columns.json"
MOST = 100
"""The largest number of tables that are read in a folder."""
_ENDINGS = (".solution.json", ".game.json", ".json")
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


def read_solved(command: str, game: Text, paths: Sequence[str]) -> SolvedGame:
    """Return a game with its solutions; `paths` are those of solutions and of tables of columns, in
    any order.

    Raises InputError with the name of the file, and UsageError for too many files.
    """
    texts = {path: read_for(f"{command} GAME SOLUTION", path) for path in paths}
    tables = [path for path, text in texts.items() if recognised(text.text) == "columns"]
    solutions = [path for path in texts if path not in tables]
    if len(solutions) > 2 or len(paths) > len(texts):
        raise click.UsageError("a game has two players, so at most two solutions")
    if not solutions or len(tables) > len(solutions):
        raise click.UsageError("name a solution, and at most one table of columns for each")
    played = about(game.name, lambda: game_schema.read(game.text))
    forms = Forms(played)
    read = {path: _solution(texts[path]) for path in solutions}
    for path, solution in read.items():
        if solution.status != Status.OPTIMAL:  # Such a solution has no columns to name.
            about(path, partial(claim, played, solution, forms))
    named = [(texts[path], _table(texts[path])) for path in tables]
    found = []
    for path, solution in read.items():
        text, table = _table_of(solution, played, named) or _beside(path, game, solution, played)
        meant = _located(text, partial(names, played, table, forms))
        ours = _located(texts[path], partial(renamed, solution, meant))
        found.append(Solved(texts[path], ours, table, text))
    return SolvedGame(played, forms, tuple(found))


def _solution(text: Text) -> Solution:
    return about(text.name, lambda: solution_schema.read(text.text))


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


def _beside(path: str, game: Text, solution: Solution, played: Game) -> tuple[Text, Columns]:
    """Return the table in the folder of the solution or the game: the one of the same name, or else
    any table in these folders that has the columns of the solution.
    """
    places = [of for of in (path, game.name) if of not in ("-", "<stdin>")]
    stems = list(dict.fromkeys(f"{_stem(of)}{SUFFIX}" for of in places))
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


def _stem(path: str) -> str:
    r"""Return the path of a file without the ending of its kind.

    >>> _stem("a/cave.solution.json"), _stem("a/cave.game.json"), _stem("cave.txt")
    ('a/cave', 'a/cave', 'cave')
    """
    for ending in _ENDINGS:
        if path.endswith(ending):
            return path.removesuffix(ending)
    return str(Path(path).with_suffix(""))


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
