"""Read and write tables as CSV. The first line names the columns."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from schemas.parts.problems import InputError, Problem

Row = TypeVar("Row")
LONGEST = 100_000
"""Maximum number of characters of a fraction in a table."""


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


def read_table(
    text: str,
    columns: Sequence[str],
    row: Callable[[Sequence[str], int, list[Problem]], Iterable[Row]],
) -> tuple[Row, ...]:
    """Return the rows of a table. `row` converts the cells of each line after the first; it also
    gets the line number, and a list to which it adds problems. Raise InputError with all problems.
    """
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    # A fraction in a row may exceed the default field limit of csv.
    before = csv.field_size_limit(2 * LONGEST)
    problems: list[Problem] = []
    rows: list[Row] = []
    try:
        if tuple(next(reader, ())) != tuple(columns):
            raise InputError([Problem(f"the first line is not {','.join(columns)}", (), 1)])
        for words in reader:
            rows += row(words, reader.line_num, problems)
    except csv.Error as error:
        problems.append(Problem(f"not a table: {error}", (), reader.line_num))
    finally:
        csv.field_size_limit(before)
    if problems:
        raise InputError(problems)
    return tuple(rows)
