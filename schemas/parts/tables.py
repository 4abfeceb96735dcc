r"""Tables as CSV, declared by the NamedTuple of a row. The first line names the columns.

Each field has a type and words for people:

    nodes: Annotated[int | None, "number of nodes of the game"] = None

Reader, writer, check, and the table in the page follow from this declaration.
"""

import csv
import io
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from types import NoneType
from typing import Any, Generic, NamedTuple, TypeVar, cast, get_args, get_type_hints

from .exact import read_fraction, write_exact
from .problems import InputError, Problem, shown

Row = TypeVar("Row")
LONGEST = 100_000
"""Maximum number of characters of a fraction in a table; the cell of a longer one is empty."""


class Cell(NamedTuple):
    """How the values of a column are written."""

    name: str
    """In the page, such as `whole number`."""
    read: Callable[[str], Any]
    """Returns the value of a text that is not empty; None if it is wrong."""
    write: Callable[[Any], str]
    values: tuple[str, ...] = ()
    """The only values, if they are few."""

    @property
    def expected(self) -> str:
        """What a cell should contain, with its article."""
        if self.values:
            return f"{', '.join(self.values[:-1])} or {self.values[-1]}"
        return f"{'an' if self.name[0] in 'aeiou' else 'a'} {self.name}"


class Column(NamedTuple):
    """A column of a table."""

    name: str
    words: str
    cell: Cell
    empty: bool
    """Whether a cell may be empty."""


@dataclass(frozen=True)
class Table(Generic[Row]):
    """The declaration of a table."""

    kind: type[Row]
    """The NamedTuple of a row; its fields are the columns."""
    consistent: Callable[[Row], Iterable[str]]
    """Returns the problems that concern several cells."""
    spread: str = ""
    """The last field, if its texts `NAME=VALUE NAME=VALUE` have a column for each name in a file,
    before the others. In older files it was a column, the last one.
    """
    added: str = ""
    """A column that older files lack."""

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        hints = get_type_hints(self.kind, include_extras=True)
        return tuple(_column(name, hint) for name, hint in hints.items())

    @property
    def names(self) -> tuple[str, ...]:
        return cast(Any, self.kind)._fields  # type: ignore[no-any-return]

    @property
    def fixed(self) -> tuple[str, ...]:
        """The columns that every file has."""
        return tuple(name for name in self.names if name != self.spread)

    def write(self, rows: Iterable[Row]) -> Iterator[str]:
        """Return the lines of the file."""
        return write_table(self.names, map(self.cells, rows))

    def cells(self, row: Row) -> list[str]:
        """Return the cells of a row as text, in the order of the columns."""
        values = zip(self.columns, cast(tuple[Any, ...], row), strict=True)
        return ["" if value is None else column.cell.write(value) for column, value in values]

    def read(self, text: str) -> tuple[Row, ...]:
        """Return the rows of a file. Raise InputError with all problems."""
        reader = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
        # A fraction in a row may exceed the default field limit of csv.
        before = csv.field_size_limit(2 * LONGEST)
        problems: list[Problem] = []
        rows: list[Row] = []
        try:
            first = tuple(next(reader, ()))
            older = self.added and first == tuple(one for one in self.names if one != self.added)
            if older:
                first = self.names
            own = first[: -len(self.fixed)] if self.spread and first != self.names else ()
            if first not in (self.names, (*own, *self.fixed)):
                raise InputError([Problem(f"the first line is not {','.join(self.fixed)}", (), 1)])
            for words in reader:
                if older:
                    words.insert(self.names.index(self.added), "")
                rows += self._rows(_gathered(own, words), reader.line_num, problems)
        except csv.Error as error:
            problems.append(Problem(f"not a table: {error}", (), reader.line_num))
        finally:
            csv.field_size_limit(before)
        if problems:
            raise InputError(problems)
        return tuple(rows)

    def row_of(self, words: Sequence[str]) -> Row:
        """Return the row with these cells. Raise InputError if they are invalid."""
        problems: list[Problem] = []
        rows = list(self._rows(words, None, problems))
        if problems:
            raise InputError(problems)
        return rows[0]

    def _rows(
        self, words: Sequence[str], line: int | None, problems: list[Problem]
    ) -> Iterator[Row]:
        """Yield the row with these cells, if they are valid; else add their problems."""
        if self.spread and len(words) == len(self.fixed):
            words = [*words, ""]
        if len(words) != len(self.names):
            problems.append(Problem(f"{len(words)} cells instead of {len(self.names)}", (), line))
            return
        values, wrong = [], []
        for column, word in zip(self.columns, words, strict=True):
            missing = not word and column.empty
            values.append(None if missing else column.cell.read(word))
            if values[-1] is None and not missing:
                wrong.append(f"{column.name}: {shown(word)} is not {column.cell.expected}")
        if not wrong:
            row = self.kind(*values)
            wrong += self.consistent(row)
            yield row
        problems += [Problem(message, (), line) for message in wrong]


def _gathered(own: Sequence[str], words: Sequence[str]) -> Sequence[str]:
    """Return the cells of a line with those of its own columns as the text of the last field."""
    if not own:
        return words
    given = [
        f"{name.removeprefix('let ')}={word}"
        for name, word in zip(own, words, strict=False)  # A line may be too short.
        if word
    ]
    return [*words[len(own) :], " ".join(given)]


def write_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    r"""Yield the lines of a table.

    >>> list(write_table(("a", "b"), [("1", "x, y")]))
    ['a,b\n', '1,"x, y"\n']
    """
    yield f"{','.join(columns)}\n"
    yield from map(line_of, rows)


def line_of(cells: Iterable[object]) -> str:
    r"""Return one line of a table.

    >>> line_of((1, "x, y"))
    '1,"x, y"\n'
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


_NUMBER = re.compile(r"-?\d[\d.]*(/\d+|e[-+]?\d+)?")


def no_formula(cell: str) -> str:
    """Return a cell for people that no spreadsheet takes for a formula.

    >>> no_formula("=1+2"), no_formula("-1/3"), no_formula("-1+2")
    ("'=1+2", '-1/3', "'-1+2")
    """
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@") and not _NUMBER.fullmatch(cell) else cell


def _column(name: str, hint: Any) -> Column:
    inner, *marks = get_args(hint)
    words = next(mark for mark in marks if isinstance(mark, str))
    kinds = [kind for kind in get_args(inner) if kind is not NoneType] or [inner]
    cell = next((mark for mark in marks if isinstance(mark, Cell)), None)
    if cell is None:
        cell = _enum(kinds[0]) if issubclass(kinds[0], StrEnum) else CELLS[kinds[0]]
    return Column(name, words, cell, NoneType in get_args(inner))


def _enum(kind: type[StrEnum]) -> Cell:
    known = {str(one): one for one in kind}
    return Cell("text", known.get, str, tuple(known))


def read_number(text: str) -> float | None:
    """Return a finite number; None if the text is none."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def write_fraction(number: Fraction) -> str:
    """Return an exact number as text; empty if that is longer than LONGEST."""
    return text if len(text := write_exact(number)) <= LONGEST else ""


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None


CELLS = {
    str: Cell("text", str, str),
    int: Cell("whole number", _whole, str),
    float: Cell("number", read_number, repr),
    Fraction: Cell("fraction", read_fraction, write_fraction),
}
