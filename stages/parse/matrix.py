"""A matrix as a source: the payoffs to the player of the rows, against the player of the columns.

Both choose at once, and player 2 gets the negative. As a game: player 1 moves, then player 2, who
does not see it.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from schemas.game import Decision, Game, InformationSet, Node, Terminal
from schemas.parts.exact import read_exact
from schemas.parts.large import in_columns, refuse_too_many
from schemas.parts.problems import InputError, Problem, position, shown
from schemas.parts.source import MATRIX, Source
from stages.parse.matrix_table import Row, Table, is_matrix, read_table

__all__ = ("is_matrix", "parse_matrix")

MINUS = "\u2212"
PLAYERS = ("player 1", "player 2")
_SHORT = 18  # Characters of a number that has 64 bits.
_QUICK = re.compile(r"[-+.\deE/]*", re.ASCII)
_TENS = [10**digits for digits in range(19)]
MOST_TOLD = 50
"""Cells that are told to be wrong; who writes words gets no line for each."""


def parse_matrix(text: str, sha256: str, file: str = "") -> Game:
    r"""Return the game of a matrix. Raises InputError with the places of all that is wrong.

    >>> game = parse_matrix("1 -1\n-1 1\n", "0" * 64)
    >>> [infoset.actions for infoset in game.information_sets]
    [('row 1', 'row 2'), ('column 1', 'column 2')]
    """
    table, problems = read_table(text), list[tuple[int, str]]()
    if not table.rows:
        raise InputError([Problem("the matrix has no row of numbers", (), 1, 1)])
    width = _width(table)
    known: dict[str, int] = {}
    rows = [_places(row, table.named, width, known, problems) for row in table.rows]
    names, read = _names(table, width, problems), _ratios(known)
    if 0 in read.below:
        _tell_wrong(table, {cell for cell, at in known.items() if not read.below[at]}, problems)
    if problems:
        raise InputError(
            [Problem(said, (), *position(text, at)) for at, said in sorted(problems)[:MOST_TOLD]]
        )
    nodes = 1 + len(rows) * (1 + width)
    refuse_too_many(nodes, "nodes")
    source = Source(file=file, sha256=sha256, rules=MATRIX, level=0)
    infosets = [InformationSet(player, "", (), names[player - 1]) for player in (1, 2)]
    game = Game(
        title=f"matrix {len(rows)}x{width}",
        source=source,
        players=PLAYERS,
        states=0,
        information_sets=tuple(infosets),
        nodes=() if in_columns(nodes) else _nodes(rows, read),
    )
    if not in_columns(nodes):
        return game
    from stages.parse.matrix_columns import with_columns  # For start-up time: NumPy.

    return with_columns(game, rows, *read)


def _places(
    row: Row, named: bool, width: int, known: dict[str, int], problems: list[tuple[int, str]]
) -> list[int]:
    """Return the numbers of a row, by their places among the known ones, each spelling once."""
    cells = row.cells[named:] if named else row.cells
    if len(cells) != width:
        at = row.place(min(len(cells), width) + named)
        problems.append((at, f"the row has {len(cells)} numbers, not {width}"))
    return [known.setdefault(cell, len(known)) for cell in cells]


class _Ratios(NamedTuple):
    """Numbers in lowest terms. No fractions, nor tuples: a large matrix has a million of them."""

    above: list[int]
    below: list[int]
    """Positive; 0 for what is no number."""


def _ratios(cells: Collection[str]) -> _Ratios:
    # Whatever else stands in a cell, `int` might read it.
    quick = _QUICK.fullmatch("".join(cells)) is not None
    found = _Ratios([], [])
    for cell in cells:
        if quick and len(cell) <= _SHORT:
            whole, _, decimals = cell.partition(".")
            try:
                above, below = int(whole + decimals), _TENS[len(decimals)]
            except ValueError:  # Of "1/3", "1e3", "1.2.3" or "-".
                above, below = _exactly(cell)
            else:
                common = gcd(above, below)
                above, below = above // common, below // common
        else:
            above, below = _exactly(cell)
        found.above.append(above)
        found.below.append(below)
    return found


def _exactly(cell: str) -> tuple[int, int]:
    number = read_exact(cell.replace(MINUS, "-"))
    return (0, 0) if number is None else number.as_integer_ratio()


def _tell_wrong(table: Table, wrong: set[str], problems: list[tuple[int, str]]) -> None:
    for row in table.rows:
        for at, cell in enumerate(row.cells[table.named :], table.named):
            if cell in wrong and len(problems) < MOST_TOLD:
                said = f"{shown(cell)} is not a number; use one such as 3, -0.5 or 1/3"
                problems.append((row.place(at), said))


def _width(table: Table) -> int:
    """Return how many numbers most rows have, at least one."""
    widths = Counter(len(row.cells) - table.named for row in table.rows)
    return max(1, widths.most_common(1)[0][0])


def _names(
    table: Table, width: int, problems: list[tuple[int, str]]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the rows and those of the columns."""
    rows = tuple(f"row {number}" for number in range(1, len(table.rows) + 1))
    columns = tuple(f"column {number}" for number in range(1, width + 1))
    if table.named:
        rows = tuple(row.cells[0] for row in table.rows)
        _check_names(rows, [(row, 0) for row in table.rows], problems)
    head = table.head
    if head is not None:
        corner = table.named and (len(head.cells) > width or not head.cells[0])
        columns = tuple(head.cells[corner:])
        if len(columns) != width:
            problems.append(
                (head.place(0), f"{len(columns)} names of columns, for {width} columns")
            )
        _check_names(columns, [(head, at) for at in range(corner, len(head.cells))], problems)
    return rows, columns


def _check_names(
    names: Sequence[str], places: Sequence[tuple[Row, int]], problems: list[tuple[int, str]]
) -> None:
    seen: set[str] = set()
    for name, (row, cell) in zip(names, places, strict=True):
        if not name:
            problems.append((row.place(cell), "a name is missing"))
        elif name in seen:
            problems.append((row.place(cell), f"a second {shown(name)}; names are different"))
        seen.add(name)


def _nodes(rows: Sequence[Sequence[int]], numbers: _Ratios) -> tuple[Node, ...]:
    """Return the nodes in prefix order."""
    step = len(rows[0]) + 1
    ends = [Terminal(Fraction(*ratio)) for ratio in zip(*numbers, strict=True)]
    nodes: list[Node] = [Decision(0, tuple(range(1, 1 + step * len(rows), step)))]
    for row in rows:
        first = len(nodes) + 1
        nodes.append(Decision(1, tuple(range(first, first + len(row)))))
        nodes += [ends[place] for place in row]
    return tuple(nodes)
