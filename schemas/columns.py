"""The table of columns (`*.columns.json`): the meaning of every column and row of a linear program.

It is the contract between `lower`, which writes it, and `report`, which uses it to interpret a
solution. The names of columns and rows are arbitrary; their meaning is given by players,
information sets and actions of the game.
"""

import json
from collections.abc import Callable, Iterator
from typing import NamedTuple

from schemas.parts.documents import Data, Findings, read_json
from schemas.parts.problems import Problem

FORMAT = "efgc/columns"
VERSION = 2
AGAIN = "`efgc lower GAME -o NAME.lp` writes the table again, beside the program"
_quoted: Callable[[str], str] = json.encoder.encode_basestring_ascii  # Quotes as `json.dumps` does.
_HEAD = ("problem", "game", "player", "without")
_FIELDS = ("player", "information_set", "action", "sum_of", "meaning")


class Column(NamedTuple):
    """One column or row."""

    name: str
    player: int
    """The player, 1 or 2, of the sequence or information set. A column of the program's own player
    is a sequence, and a column of the opponent an information set; rows are the reverse."""
    information_set: int | None
    """Its number in the game; None for the root, the empty sequence, and sums of sequences."""
    action: str
    """The last action of a sequence; empty for an information set."""
    sum_of: tuple[str, ...]
    """For a sum of sequences, or an information set that follows such a sum, the names of the
    sequences in the sum; else empty."""
    meaning: str
    """The sequence or the information set in words."""


class Columns(NamedTuple):
    """The table of one linear program: columns before rows, in the order in which `lower` writes
    them.
    """

    problem: str
    """The name of the linear program."""
    game: str
    """The digest of the game that was lowered, in hexadecimal."""
    player: int
    """The player, 1 or 2, of the linear program."""
    without: tuple[str, ...]
    """The reductions of the sequence form that were not applied."""
    columns: tuple[Column, ...]
    rows: tuple[Column, ...]


def check(columns: Columns) -> list[Problem]:
    """Return the problems of a table: duplicate names, unknown players, no digest."""
    found = Findings()
    found.digest(columns.game, ("game",))
    if columns.player not in (1, 2):
        found.add(("player",), f"{columns.player} is no player; the players are 1 and 2")
    for key, entries in (("columns", columns.columns), ("rows", columns.rows)):
        seen: set[str] = set()
        for at, entry in enumerate(entries):
            if entry.name in seen:
                found.add((key, at, key[:-1]), f"duplicate name {entry.name!r}")
            seen.add(entry.name)
            if entry.player not in (1, 2):
                found.add(
                    (key, at, "player"), f"{entry.player} is no player; the players are 1 and 2"
                )
    return found.problems


def read(text: str) -> Columns:
    """Return the table in a JSON text. Raise InputError with the place of every problem."""
    data = read_json(text)
    found = Findings()
    found.header(data, FORMAT, VERSION, AGAIN)
    top = found.fields(data, (), ("format", "version", *_HEAD, "columns", "rows"))
    columns = Columns(
        problem=found.text(top["problem"], ("problem",)),
        game=found.text(top["game"], ("game",)),
        player=found.integer(top["player"], ("player",)),
        without=_texts(found, top["without"], ("without",)),
        columns=_entries(found, top, "columns"),
        rows=_entries(found, top, "rows"),
    )
    found.add_beside(check(columns))
    found.stop()
    return columns


def write(columns: Columns) -> Iterator[str]:
    """Yield the lines of the JSON text: one column or row per line."""
    yield f'{{"format": "{FORMAT}", "version": {VERSION},\n'
    for key in _HEAD:
        yield f' "{key}": {json.dumps(getattr(columns, key))},\n'
    yield ' "columns": [\n'
    yield from _lines("column", columns.columns)
    yield ' ],\n "rows": [\n'
    yield from _lines("row", columns.rows)
    yield " ]}\n"


def _entries(found: Findings, top: dict[str, Data], key: str) -> tuple[Column, ...]:
    return tuple(
        _column(found, key, key[:-1], at, entry)
        for at, entry in enumerate(found.sequence(top[key], (key,)))
    )


def _texts(found: Findings, data: Data, place: tuple[str | int, ...]) -> tuple[str, ...]:
    return tuple(
        found.text(one, (*place, at)) for at, one in enumerate(found.sequence(data, place))
    )


def _column(found: Findings, key: str, name: str, at: int, data: Data) -> Column:
    place = (key, at)
    fields = found.fields(
        data,
        place,
        (name, *_FIELDS),
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
        sum_of=_texts(found, fields["sum_of"], (*place, "sum_of")),
        meaning=found.text(fields["meaning"], (*place, "meaning")),
    )


def _lines(name: str, entries: tuple[Column, ...]) -> Iterator[str]:
    last = len(entries) - 1
    for at, (called, player, infoset, action, sum_of, meaning) in enumerate(entries):
        yield (
            f'  {{"{name}": {_quoted(called)}, "player": {player}, "information_set": '
            f'{"null" if infoset is None else infoset}, "action": {_quoted(action)}, "sum_of": '
            f'[{", ".join(map(_quoted, sum_of))}], "meaning": {_quoted(meaning)}}}'
            f"{',' if at < last else ''}\n"
        )
