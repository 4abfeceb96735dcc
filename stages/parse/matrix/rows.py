"""A matrix as rows of numbers: the payoffs to the row player; the column player gets their
negatives.

Rows and columns may have names. The cell separator is recognised in this order: commas, semicolons,
tabs, else blanks. Lists of lists are read, too. `schemas/matrix.md` has the rules.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import chain
from math import gcd
from typing import NamedTuple

from ....schemas.game import Game
from ....schemas.parts.exact import MAX_LENGTH, read_exact
from ....schemas.parts.problems import InputError, Problem, counted, position, shown
from ....schemas.parts.rationals import rationals_of
from . import Players, matrix_game, name_problems, numbered

MINUS = "\u2212"
_SHORT = 18  # A number of so many characters fits into 64 bits.
_QUICK = re.compile(r"[-+.\deE/]*", re.ASCII)
_TENS = [10**digits for digits in range(19)]
MOST_TOLD = 50
"""Maximum number of wrong cells reported; a text of words does not get a line for each."""

SEPARATORS = ",;\t"
FEW, FEWER = 3, 20
"""A matrix with errors is still recognised if at most one cell in this many is wrong; fewer if
there are two columns, since a map may begin like that.
"""
ENOUGH = 2**16
"""Number of characters by which the kind of a text is recognised."""
LEAST = 4
"""Least number of numbers in a text with errors that is recognised as a matrix."""
_NUMBER = re.compile(r"[-+\u2212]?(\d+(?:\.\d*)?|\.\d+)([eE][-+]?\d+)?(/\d+)?", re.ASCII)
_COMMA = re.compile(r"[-+\u2212]?\d+,\d+", re.ASCII)
_LIST = re.compile(r"\s*(?:-[ \t]+)?\[[][\s,;\d.eE+/\"'\u2212-]*", re.ASCII)
_INNER = re.compile(r"\[([^][]*)\]")
_COMMENT = re.compile(r'("[^"\r\n]*")|(?<!\S)#[^\r\n]*')
_ITEM = r"(?:[\s,]|(?<![^\s[])-(?=[ \t]))*"
_GAP, _FIRST_GAP, _LAST_GAP = (
    re.compile(pattern) for pattern in (_ITEM, rf"{_ITEM}\[?{_ITEM}", rf"{_ITEM}\]?{_ITEM}")
)
_LINE = re.compile(r"[^\r\n]+")
_WALL = re.compile(r"^[ \t]*#[#A-Z-]*#[ \t\r]*$", re.MULTILINE)  # Of a map, and no comment.
_WORD = re.compile(r'"(?:[^"]|"")*"|\S+')


class Row(NamedTuple):
    """The cells of one line."""

    offset: int
    """Its offset in the text."""
    text: str
    """The line as written."""
    cells: Sequence[str]
    separator: str
    """The separator; empty for blanks."""

    def place(self, cell: int) -> int:
        """Return the offset of a cell in the text."""
        starts = _starts(self.text, self.separator)
        return self.offset + (starts[cell] if cell < len(starts) else len(self.text.rstrip()))


class Table(NamedTuple):
    """The rows of a text, split into cells."""

    head: Row | None
    """The line with the names of the columns."""
    rows: Sequence[Row]
    named: bool
    """Whether each row begins with its name."""
    stray: int = -1
    """The offset of the first character that belongs to no row of a list; -1 if there is none."""


def parse_matrix(text: str, sha256: str, file: str = "") -> Game:
    r"""Return the game of a matrix. Raise InputError with the places of all errors.

    >>> game = parse_matrix("1 -1\n-1 1\n", "0" * 64)
    >>> [infoset.actions for infoset in game.information_sets]
    [('row 1', 'row 2'), ('column 1', 'column 2')]
    """
    table, problems = read_table(text), list[tuple[int, str]]()
    if table.stray >= 0:
        word = re.compile(r"\S+").match(text, table.stray)
        problem = f"{shown(word[0])} is in no row of the matrix" if word else "] is missing"
        raise InputError([Problem(problem, (), *position(text, table.stray))])
    if not table.rows:
        raise InputError([Problem("the matrix has no rows of numbers", (), 1, 1)])
    width = _width(table)
    known: dict[str, int] = {}
    rows = [_places(row, table.named, width, known, problems) for row in table.rows]
    names, (above, below) = _names(table, width, problems), _ratios(known)
    if 0 in below:
        _tell_wrong(table, {cell for cell, at in known.items() if not below[at]}, problems)
    if problems:
        raise InputError(
            [Problem(said, (), *position(text, at)) for at, said in sorted(problems)[:MOST_TOLD]]
        )
    return matrix_game("", (file, sha256), Players(actions=names), rows, rationals_of(above, below))


def _places(
    row: Row, named: bool, width: int, known: dict[str, int], problems: list[tuple[int, str]]
) -> list[int]:
    """Return the numbers of a row as indices into the known ones, each spelling once."""
    cells = row.cells[named:] if named else row.cells
    if len(cells) != width:
        at = row.place(min(len(cells), width) + named)
        problems.append((at, f"the row has {counted(len(cells), 'number')}, not {width}"))
    return [known.setdefault(cell, len(known)) for cell in cells]


def _ratios(cells: Collection[str]) -> tuple[list[int], list[int]]:
    """Return the numerators and denominators of numbers in lowest terms; the denominator of a wrong
    one is 0.
    """
    # `int` might also accept other contents of a cell.
    quick = _QUICK.fullmatch("".join(cells)) is not None
    numerators, denominators = list[int](), list[int]()
    for cell in cells:
        if quick and len(cell) <= _SHORT:
            whole, _, decimals = cell.partition(".")
            try:
                above, below = int(whole + decimals), _TENS[len(decimals)]
                if decimals and not decimals.isdigit():
                    raise ValueError
            except ValueError:  # For "1/3", "1e3", "1.2.3", ".-5" or "-".
                above, below = _exactly(cell)
            else:
                common = gcd(above, below)
                above, below = above // common, below // common
        else:
            above, below = _exactly(cell)
        numerators.append(above)
        denominators.append(below)
    return numerators, denominators


def _exactly(cell: str) -> tuple[int, int]:
    number = read_exact(cell.replace(MINUS, "-"))
    return (0, 0) if number is None else number.as_integer_ratio()


def _tell_wrong(table: Table, wrong: set[str], problems: list[tuple[int, str]]) -> None:
    for row in table.rows:
        for at, cell in enumerate(row.cells[table.named :], table.named):
            if cell in wrong and len(problems) < MOST_TOLD:
                said = f"{shown(cell)} is not a number; use one such as 3, -0.5 or 1/3"
                if _COMMA.fullmatch(cell):
                    said = f"{shown(cell)} has a decimal comma; write {cell.replace(',', '.')}"
                problems.append((row.place(at), said))


def _width(table: Table) -> int:
    """Return the most frequent number of numbers per row, at least one."""
    widths = Counter(len(row.cells) - table.named for row in table.rows)
    return max(1, widths.most_common(1)[0][0])


def _names(
    table: Table, width: int, problems: list[tuple[int, str]]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
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
                (head.place(0), f"{len(columns)} column names for {counted(width, 'column')}")
            )
        _check_names(columns, [(head, at) for at in range(corner, len(head.cells))], problems)
    return rows, columns


def _check_names(
    names: Sequence[str], places: Sequence[tuple[Row, int]], problems: list[tuple[int, str]]
) -> None:
    for at, message in name_problems(names):
        row, cell = places[at]
        problems.append((row.place(cell), message))


def read_table(text: str) -> Table:
    r"""Return the rows of a text.

    >>> table = read_table(",l,r\nu,1,-1\nd,0,2\n")
    >>> table.head.cells, [row.cells for row in table.rows], table.named
    (['', 'l', 'r'], [['u', '1', '-1'], ['d', '0', '2']], True)
    """
    stray = -1
    if _LIST.match(text):
        plain = _COMMENT.sub(lambda found: found[1] or " " * len(found[0]), text)
        rows, stray = _listed(plain), _stray(plain)
    else:
        rows = _lines(text)
    if not rows:
        return Table(None, (), False)
    return _with_names(rows)._replace(stray=stray)


def _with_names(rows: Sequence[Row]) -> Table:
    corner = len(rows[0].cells) > 1 and not rows[0].cells[0]
    if corner:
        return Table(rows[0], rows[1:], True)
    with_commas = rows[0].separator == ";"

    def is_number(cell: str) -> bool:
        return _is_number(cell) or with_commas and _COMMA.fullmatch(cell) is not None

    head = None if not rows[0].cells or any(map(is_number, rows[0].cells)) else rows[0]
    below = rows[1:] if head else rows
    # A list may be empty and then lacks a name.
    firsts = [row.cells[0] for row in below if row.cells]
    named = bool(firsts) and not any(map(is_number, firsts))
    return Table(head, below, named)


def _is_number(cell: str) -> bool:
    """Return whether a cell is meant as a number."""
    return len(cell) <= MAX_LENGTH and _NUMBER.fullmatch(cell) is not None


def is_matrix(text: str) -> bool:
    r"""Return whether a text is rows of numbers, with at most a few errors.

    >>> is_matrix("0 -1\n1 0\n"), is_matrix("2 0.33\n"), is_matrix("1,2,3\n4,5,six\n")
    (True, False, True)
    """
    text = text[: text.find("\n", ENOUGH) + 1] or text
    if _WALL.search(text):
        return False
    if text.lstrip()[:1] not in _BEGINS and not _begins_with_names(text):
        return False
    table = read_table(text)
    rows = [row.cells[table.named :] for row in table.rows]
    right = [sum(map(_is_number, cells)) for cells in rows]
    count = sum(right)
    widths = {len(cells) for cells in rows}
    if len(widths) == 1 and count == len(rows) * max(widths):
        return max(widths) >= _least_width(text, table)
    usual = max(widths, key=[len(cells) for cells in rows].count, default=0)
    wrong = sum(
        len(cells) - good + (len(cells) != usual) for cells, good in zip(rows, right, strict=True)
    )
    full = sum(good > 1 for good in right)
    few = FEW if usual > 2 else FEWER
    # Any other table has words in every row.
    most = max(1, min(count // few, (len(rows) + 1) // 2))
    return count >= LEAST and full > 1 and wrong <= most


def _least_width(text: str, table: Table) -> int:
    """Return the least number of numbers per row in a matrix without errors."""
    rows = len(table.rows)
    if "," in text or ";" in text or _LIST.match(text):
        return 1
    # A name and a number do not make a row: lists of variables with their values look the same.
    if rows > (1 if table.head else 2) and not table.named:
        return 1
    return 2 if rows > 1 else 3  # "2 0.33" begins a cave, "7", "9" an island.


_BEGINS = {*"0123456789.+-\u2212[,;"}


def _begins_with_names(text: str) -> bool:
    """Return quickly whether the first lines may be those of a matrix with names."""
    lines = [line[0] for line in _first(text) if not line[0].lstrip().startswith("#")][:2]
    return any(any(map(_is_number, _cells(line, _separator(line)))) for line in lines)


def _first(text: str) -> list[re.Match[str]]:
    return [line for line, _ in zip(_LINE.finditer(text), range(50), strict=False)]


def _lines(text: str) -> list[Row]:
    lines = [
        line
        for line in _LINE.finditer(text)
        if line[0].strip() and not line[0].lstrip().startswith("#")
    ]
    separator = next((one for one in SEPARATORS if any(one in line[0] for line in lines)), "")
    if all(";" in line[0] for line in lines):  # A comma is in a number then.
        separator = ";"
    return [Row(line.start(), line[0], _cells(line[0], separator), separator) for line in lines]


def _listed(text: str) -> list[Row]:
    """Return the rows of bracketed lists, as written by JSON, YAML or NumPy."""
    found = []
    for row in _INNER.finditer(text):
        separator = _separator(row[1])
        found.append(Row(row.start(1), row[1], _cells(row[1], separator), separator))
    return found


def _stray(text: str) -> int:
    """Return the offset of the first character outside of the innermost brackets that is neither a
    blank, a comma or YAML's mark of an item, nor one pair of brackets around all; -1 if there is
    none.
    """
    edge = [0, *chain.from_iterable(row.span() for row in _INNER.finditer(text)), len(text)]
    gaps = [*zip(edge[::2], edge[1::2], strict=True)]
    around = "[" in text[slice(*gaps[0])]
    for number, (begin, end) in enumerate(gaps):
        gap = _FIRST_GAP if number == 0 else _LAST_GAP if around and end == len(text) else _GAP
        found = gap.match(text, begin, end)
        stop = found.end() if found else begin
        if stop < end:
            return stop
    return -1 if not around or "]" in text[slice(*gaps[-1])] else len(text)


def _separator(line: str) -> str:
    return next((one for one in SEPARATORS if one in line), "")


def _cells(line: str, separator: str) -> list[str]:
    if '"' not in line:
        cells = [cell.strip() for cell in line.split(separator)] if separator else line.split()
    else:
        cells = [_unquoted(cell) for _, cell in _split_cells(line, separator)]
    # Each line may end with a separator.
    return cells[:-1] if separator and len(cells) > 1 and not cells[-1] else cells


def _unquoted(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell


@lru_cache(maxsize=1)  # A long line may have many wrong cells.
def _starts(line: str, separator: str) -> list[int]:
    return [start for start, _ in _split_cells(line, separator)]


def _split_cells(line: str, separator: str) -> list[tuple[int, str]]:
    """Return the offset of each cell of a line with its content."""
    if not separator:
        return [(word.start(), word[0]) for word in _WORD.finditer(line)]
    found, begin, quoted = [], 0, False
    for at, sign in enumerate(chain(line, separator)):
        quoted ^= sign == '"'
        if at == len(line) or sign == separator and not quoted:
            cell = line[begin:at]
            found.append((begin + len(cell) - len(cell.lstrip()), cell.strip()))
            begin = at + 1
    return found
