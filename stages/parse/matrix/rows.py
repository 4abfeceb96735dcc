"""A matrix as rows of numbers: the payoffs to the player of the rows, of which the player of the
columns gets the negatives.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from math import gcd

from schemas.game import Game
from schemas.parts.exact import read_exact
from schemas.parts.problems import InputError, Problem, position, shown
from stages.parse.matrix.game import Players, Ratios, matrix_game, numbered
from stages.parse.matrix.table import Row, Table, read_table

MINUS = "\u2212"
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
    return matrix_game("", (file, sha256), Players(actions=names), rows, read)


def _places(
    row: Row, named: bool, width: int, known: dict[str, int], problems: list[tuple[int, str]]
) -> list[int]:
    """Return the numbers of a row, by their places among the known ones, each spelling once."""
    cells = row.cells[named:] if named else row.cells
    if len(cells) != width:
        at = row.place(min(len(cells), width) + named)
        problems.append((at, f"the row has {len(cells)} numbers, not {width}"))
    return [known.setdefault(cell, len(known)) for cell in cells]


def _ratios(cells: Collection[str]) -> Ratios:
    # Whatever else stands in a cell, `int` might read it.
    quick = _QUICK.fullmatch("".join(cells)) is not None
    found = Ratios([], [])
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
    rows, columns = numbered(len(table.rows), width)
    if table.named:
        rows = tuple(row.cells[0] if row.cells else "" for row in table.rows)
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
