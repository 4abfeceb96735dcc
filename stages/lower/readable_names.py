"""Readable names of columns and rows: the short name, followed by words of the game.

Every solver accepts them: letters, digits and underscores, at most 60 characters, no keyword and no
leading e.
"""

import re
from collections.abc import Iterable

from schemas.columns import Column, Columns

LONGEST = 60
"""The most characters of a name."""
_OTHER = re.compile(r"[^A-Za-z0-9]+")


def readable_names(table: Columns) -> dict[str, str]:
    """Return for each short name of a table a readable one. They are as distinct as the short ones.

    >>> column = Column("x3", 1, 2, "left", (), "left [e1 empty] left")
    >>> readable_names(Columns("", "", 1, (), (column,), ()))
    {'x3': 'x3_left_e1_empty_left'}
    """
    return {entry.name: _readable(entry) for entry in (*table.columns, *table.rows)}


def renamed_table(table: Columns, names: dict[str, str]) -> Columns:
    """Return a table with other names."""
    return table._replace(columns=_renamed(table.columns, names), rows=_renamed(table.rows, names))


def _readable(entry: Column) -> str:
    words = _OTHER.sub("_", entry.meaning).strip("_").split("_")
    # Drop the first words: the last action is the most informative.
    while len(found := "_".join([entry.name, *words])) > LONGEST:
        words = words[1:]
    return found.rstrip("_")


def _renamed(entries: Iterable[Column], names: dict[str, str]) -> tuple[Column, ...]:
    return tuple(
        entry._replace(name=names[entry.name], sum_of=tuple(names[part] for part in entry.sum_of))
        for entry in entries
    )
