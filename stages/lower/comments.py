"""The comments of a linear program: how it was made and, if it is small, the meaning of its columns
and rows.

For people only: `report` reads the table of columns instead, as other tools drop comments.
"""

from collections.abc import Collection, Iterator, Sequence

from schemas.columns import Column, Columns
from schemas.parts.release import PROGRAM
from stages.forms.reductions import REDUCTIONS

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
