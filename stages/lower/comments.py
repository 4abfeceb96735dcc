"""Text for people in a linear program: comments on how it was made and, if it is small, on the
meaning of its columns and rows; and readable names for them.

`report` reads the table of columns instead, as other tools drop comments.

Every solver accepts readable names: letters, digits and underscores, at most 60 characters, no
keyword and no leading e.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from ...schemas.columns import Column, Columns
from ...schemas.parts.release import PROGRAM
from ..forms.reductions import REDUCTIONS

MOST = 300
"""The most columns and rows of a program with a legend; nobody reads a longer legend."""
WIDTH = 200
"""The most characters of a line; some readers of `.lp` files stop at 255."""


def made_lines(digest: str, player: int, without: Collection[str], words: bool) -> list[str]:
    """Return lines, as `legend_lines` does, on how a program was made; `digest` is the game's."""
    some = {*REDUCTIONS} - {*without}
    options = ["-O", "2" if some else "0", "--player", str(player)]
    options += [word for name in without for word in ("--without", name) if some]
    options += ["--names", "words"] * words
    return [
        _line(f"Made by {PROGRAM}: efgc lower {' '.join(options)}"),
        f"from the game {digest}",
    ]


def legend_lines(table: Columns, players: Sequence[str]) -> list[str]:
    """Return the lines of the legend, without comment signs; none for a large program."""
    if len(table.columns) + len(table.rows) > MOST:
        return []
    return [_line(text) for text in _lines(table, players)]


def _lines(table: Columns, players: Sequence[str]) -> Iterator[str]:
    own, other = players[table.player - 1], players[2 - table.player]
    weights = [column for column in table.columns if column.player == table.player]
    values = [column for column in table.columns if column.player != table.player]
    flows = [row for row in table.rows if row.player == table.player]
    responses = [row for row in table.rows if row.player != table.player]
    root = values[0].name if values else ""
    yield f"The linear program of player {table.player}, {own}: {root} is the payoff to guarantee."
    yield f"Columns: realization weights of the sequences of {own} (own actions, [observations])"
    yield from _entries(weights, "empty sequence")
    yield f"Columns: values of the information sets of {other}, as payoffs to {own}"
    yield from _entries(values, "the whole game")
    yield f"Rows: the weights at an information set of {own} add up to the weight that leads there"
    yield from _entries(flows, "the empty sequence has weight 1")
    yield f"Rows: against a sequence of {other}, values are at most what the weights earn"
    yield from _entries(responses, "empty sequence")


def _entries(entries: Sequence[Column], first: str) -> Iterator[str]:
    width = max((len(entry.name) for entry in entries), default=0)
    for at, entry in enumerate(entries):
        words = first if at == 0 else entry.meaning or "the first decision"
        yield f"  {entry.name.ljust(width)}  {words}"


def _line(text: str) -> str:
    """Return a line that every reader accepts: printable ASCII without characters that open or
    close a comment.

    >>> _line("x1  über \\\\* e1")
    'x1  ?ber ?? e1'
    """
    plain = "".join(sign if " " <= sign <= "~" and sign not in "\\*" else "?" for sign in text)
    return plain if len(plain) <= WIDTH else f"{plain[: WIDTH - 3]}..."


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
