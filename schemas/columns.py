"""The columns (`*.columns.json`): what the short names of a linear program stand for.

For readers; no stage reads it, because the names follow from the game alone.
"""

import json
from collections.abc import Callable, Iterator
from typing import NamedTuple

from schemas.parts.documents import Data, Findings, read_json
from schemas.parts.problems import Problem

FORMAT = "efgc/columns"
VERSION = 1
_quoted: Callable[[str], str] = json.encoder.encode_basestring_ascii  # As `json.dumps` does.


class Column(NamedTuple):
    """One column or row."""

    name: str
    player: int
    """Whose sequence or information set it is, 1 or 2."""
    information_set: int | None
    """Its number in the game; None for the root and the empty sequence."""
    action: str
    """Of a sequence its last action; empty for an information set."""
    meaning: str
    """The sequence or the information set in words."""


class Columns(NamedTuple):
    """Columns and rows of one linear program: weights before values, flows before best responses,
    each by number.
    """

    problem: str
    columns: tuple[Column, ...]
    rows: tuple[Column, ...]


def check(columns: Columns) -> list[Problem]:
    """Return what is wrong: names that stand twice, unknown players."""
    found = Findings()
    for key, entries in (("columns", columns.columns), ("rows", columns.rows)):
        if len({entry.name for entry in entries}) < len(entries):
            found.add((key,), "a name stands twice")
        for at, entry in enumerate(entries):
            if entry.player not in (1, 2):
                found.add((key, at, "player"), f"{entry.player} is no player; they are 1 and 2")
    return found.problems


def read(text: str) -> Columns:
    """Return the table of a JSON text. Raises InputError with the place of every problem."""
    data = read_json(text)
    found = Findings()
    found.header(data, FORMAT, VERSION)
    top = found.fields(data, (), ("format", "version", "problem", "columns", "rows"))
    columns = Columns(
        found.text(top["problem"], ("problem",)),
        *(
            tuple(
                _column(found, key, name, at, entry)
                for at, entry in enumerate(found.sequence(top[key], (key,)))
            )
            for key, name in (("columns", "column"), ("rows", "row"))
        ),
    )
    found.add_beside(check(columns))
    found.stop()
    return columns


def write(columns: Columns) -> Iterator[str]:
    """Yield the lines of the JSON text: one column or row per line."""
    yield (
        f'{{"format": "{FORMAT}", "version": {VERSION}, "problem": '
        f'{json.dumps(columns.problem)},\n "columns": [\n'
    )
    yield from _lines("column", columns.columns)
    yield ' ],\n "rows": [\n'
    yield from _lines("row", columns.rows)
    yield " ]}\n"


def _column(found: Findings, key: str, name: str, at: int, data: Data) -> Column:
    place = (key, at)
    fields = found.fields(
        data,
        place,
        (name, "player", "information_set", "action", "meaning"),
        nullable=("information_set",),
    )
    infoset = fields["information_set"]
    return Column(
        name=found.text(fields[name], (*place, name)),
        player=found.integer(fields["player"], (*place, "player")),
        information_set=(
            None if infoset is None else found.integer(infoset, (*place, "information_set"))
        ),
        action=found.text(fields["action"], (*place, "action")),
        meaning=found.text(fields["meaning"], (*place, "meaning")),
    )


def _lines(name: str, entries: tuple[Column, ...]) -> Iterator[str]:
    last = len(entries) - 1
    for at, (called, player, infoset, action, meaning) in enumerate(entries):
        yield (
            f'  {{"{name}": {_quoted(called)}, "player": {player}, "information_set": '
            f'{"null" if infoset is None else infoset}, "action": {_quoted(action)}, '
            f'"meaning": {_quoted(meaning)}}}{"," if at < last else ""}\n'
        )
