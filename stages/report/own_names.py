"""Translate a solution from the names of its own linear program to the names that `lower` gives.

Other tools may keep the names, but they drop comments, sort columns and rows, and change the
format of a program. So a solution is read with the table of columns alone, which gives the
meaning of every name in the words of the game.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NoReturn

from ...schemas.columns import AGAIN, Column, Columns
from ...schemas.game import Game
from ...schemas.linear_program import origin
from ...schemas.parts.problems import InputError, Problem
from ...schemas.solution import Entry, Solution
from ..forms.column_table import column_table
from ..forms.formulation import Forms
from ..forms.reductions import REDUCTIONS

Key = tuple[int, int | None, str, frozenset[str]]
"""Player, information set, action, and the sequences that are summed."""
LISTED = 3
"""Names of a kind listed in a message."""


@dataclass(frozen=True)
class Names:
    """The names of one linear program."""

    table: Columns
    problem: str
    """The name that `lower` gives to the program of this game, player and reductions."""
    columns: Mapping[str, str]
    """Per name of a column the name that `lower` gives it, in the order in which `lower` writes
    them.
    """
    rows: Mapping[str, str]


def names(game: Game, table: Columns, forms: Forms | None = None) -> Names:
    """Return the names of a program from the table of its columns.

    Raises InputError, with the place in the table, if the table does not belong to a program of
    this game.
    """
    if table.game != game.digest:
        _refuse(
            ("game",),
            "the table is of another game, or the game was changed after `lower` (its digest is "
            f"{game.digest[:16]}..., the table has {table.game[:16]}...); {AGAIN}",
        )
    for at, name in enumerate(table.without):
        if name not in REDUCTIONS:
            _refuse(
                ("without", at), f"unknown reduction {name!r}; known are {', '.join(REDUCTIONS)}"
            )
    formulation = (forms or Forms(game)).without(table.without)
    expected = column_table(formulation, table.player)
    if table.columns == expected.columns and table.rows == expected.rows:
        columns, rows = _same(expected.columns), _same(expected.rows)
    else:
        columns, rows = (_matched(key, table, expected) for key in ("columns", "rows"))
    return Names(table, expected.problem, columns, rows)


def renamed(solution: Solution, names: Names) -> Solution:
    """Return a solution with the names that `lower` gives, in the order of the table.

    Raises InputError if the solution's columns or rows differ from the table's, or if it belongs to
    another program written by `lower`.
    """
    known = origin(solution.problem)
    if known and solution.problem not in (names.problem, names.table.problem):
        _refuse(
            ("problem",),
            f"the solution is of the linear program {solution.problem}, the table of columns of "
            f"{names.table.problem}",
        )
    if not (solution.columns or solution.rows):  # No optimum: there is nothing to rename.
        return replace(solution, problem=names.problem)
    words = {entry.name: entry.meaning for entry in (*names.table.columns, *names.table.rows)}
    return replace(
        solution,
        problem=names.problem,
        columns=_renamed("column", solution.columns, names.columns, words),
        rows=_renamed("row", solution.rows, names.rows, words),
    )


def fits(solution: Solution, table: Columns) -> bool:
    """Return whether a solution has exactly the columns of a table."""
    return {entry.name for entry in solution.columns} == {entry.name for entry in table.columns}


def _same(entries: Iterable[Column]) -> dict[str, str]:
    return {entry.name: entry.name for entry in entries}


def _renamed(
    word: str, entries: tuple[Entry, ...], names: Mapping[str, str], words: Mapping[str, str]
) -> tuple[Entry, ...]:
    found = {entry.name: entry for entry in entries}
    key = f"{word}s"
    if unknown := [name for name in found if name not in names]:
        _refuse((key,), f"the table of columns has no {word} {_listed(unknown)}")
    if missing := [name for name in names if name not in found]:
        told = [f"{name} ({words[name] or 'the first decision'})" for name in missing[:LISTED]]
        _refuse((key,), f"the solution has no {word} {_listed(told, len(missing))}")
    return tuple(found[name]._replace(name=ours) for name, ours in names.items())


def _listed(names: list[str], count: int = 0) -> str:
    more = (count or len(names)) - len(names[:LISTED])
    return ", ".join(names[:LISTED]) + (f" and {more:,} more" if more else "")


def _matched(key: Literal["columns", "rows"], table: Columns, expected: Columns) -> dict[str, str]:
    """Return the names that `lower` gives by those in a table with other names, entry by entry."""
    given = _by_key(table, getattr(table, key))
    ours = _by_key(expected, getattr(expected, key))
    lowered = f" without {', '.join(table.without)}" if table.without else ""
    for place, entry in enumerate(getattr(table, key)):
        own = ours.get(_key(table, entry))
        if own is None:
            _refuse(
                (key, place),
                f"{entry.name} is not a {key[:-1]} of this game's linear program{lowered}; {AGAIN}",
            )
        if not entry.sum_of and entry.meaning != own.meaning:
            _refuse(
                (key, place, "meaning"),
                f"{entry.meaning!r} contradicts the game, in which {entry.name} is {own.meaning!r}",
            )
    if missing := [entry.meaning for at, entry in ours.items() if at not in given]:
        _refuse((key,), f"the table has no {key[:-1]} for {_listed(missing)}{lowered}; {AGAIN}")
    # Every key of `given` is one of `ours`, and there are no duplicates.
    return {given[at].name: entry.name for at, entry in ours.items()}


def _by_key(table: Columns, entries: Iterable[Column]) -> dict[Key, Column]:
    found: dict[Key, Column] = {}
    for entry in entries:
        same = found.setdefault(_key(table, entry), entry)
        if same is not entry:
            _refuse((), f"{same.name} and {entry.name} have the same meaning, {entry.meaning!r}")
    return found


def _key(table: Columns, entry: Column) -> Key:
    """Return the key that identifies a column or row in the game; the parts of a sum by their
    keys.
    """
    meanings = {}
    if entry.sum_of:
        sequences = table.columns if entry.player == table.player else table.rows
        meanings = {part.name: f"{part.information_set} {part.action}" for part in sequences}
    parts = frozenset(meanings.get(name, "") for name in entry.sum_of)
    return entry.player, entry.information_set, entry.action, parts


def _refuse(place: tuple[str | int, ...], message: str) -> NoReturn:
    raise InputError([Problem(message, place)])
