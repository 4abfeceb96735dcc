"""From a source given in Python to the text of a source."""

import hashlib
import os
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

from ...schemas.parts.exact import MAX_LENGTH, write_exact
from ...schemas.parts.problems import InputError, Problem, counted, position, repeated, shown
from ...stages.parse.matrix.rows import is_matrix, parse_matrix
from ...stages.parse.recognising import OPENSPIEL_PREFIX
from ..files.reading import about, read_source
from ..files.text import Text
from ..ways.numbers import spelled
from .keywords import ArgumentError

KINDS = (
    "a path, a text, openspiel:NAME, a game of pygambit or OpenSpiel, or a matrix: an array of "
    "NumPy, a table of pandas or nested lists"
)

IS_TEXT = re.compile(r"[\r\n]|^\s*[\[{].*[\]}]\s*$")
"""More than one line, or JSON."""
NO_ROWS = str, bytes, dict, set, frozenset
"""Types that could be iterated over, but do not have numbers in an order."""
IS_NUMBER = re.compile(r"\s*[-+\u2212]?[\d.]+([eE][-+]?\d+)?(/\d+)?\s*", re.ASCII)
IN_EACH_CELL = "a matrix has one number, the payoff to player 1, in each cell: A, not (A, -A)"


def convert_source(source: object, use: str) -> Text:
    """Return the source given by an object, for a reader of `pipeline.files.kinds.KINDS`.

    Raises InputError if a file cannot be read, and ArgumentError if the object is not a source.
    """
    if isinstance(source, os.PathLike) or isinstance(source, str) and not IS_TEXT.search(source):
        return read_source(use, file_of(os.fspath(source)))
    if isinstance(source, str):  # A file with such a name must be given as a path.
        return text_of(source, "<text>")
    if hasattr(source, "to_efg"):
        return text_of(_efg(source), "<game of pygambit>")
    if hasattr(source, "new_initial_state"):
        return read_source(use, OPENSPIEL_PREFIX + str(source).removesuffix("()"))
    text = text_of(_matrix(source), "<matrix>")
    if not is_matrix(text.text):  # Raises an error with the problem.
        about(text.name, lambda: parse_matrix(text.text, text.sha256))
    return text


def file_of(path: str | bytes) -> str:
    """Return a path for a command: never `-`, because stdin may belong to the calling program."""
    name = os.fsdecode(path)
    return os.path.join(".", name) if name == "-" else name


def text_of(text: str, name: str) -> Text:
    """Return a text as if it had been read from a file without a name; messages use `name`."""
    try:
        content = text.encode()
    except UnicodeEncodeError as error:
        at = position(text, error.start)
        raise InputError([Problem("not UTF-8 text: a lone surrogate", (), *at)], name) from None
    return Text(
        text=text.removeprefix("\ufeff"),
        name=name,
        file="",
        sha256=hashlib.sha256(content).hexdigest(),
        mark=text.startswith("\ufeff"),
    )


def _efg(game: Any) -> str:
    # Version 17 has a class of trees instead of `is_tree`.
    if not (game.is_tree if hasattr(game, "is_tree") else hasattr(game, "get_infosets")):
        raise InputError(
            [Problem("is not a tree; give the matrix of a zero-sum game, as game.to_arrays()[0]")],
            "<game of pygambit>",
        )
    return str(game.to_efg())


def _matrix(source: Any) -> str:
    """Return a matrix as text in the format of `schemas/matrix.md`."""
    heads = None
    if hasattr(source, "columns") and hasattr(source, "index"):  # A pandas table.
        _refuse_repeated("columns", source.columns)
        _refuse_repeated("rows", source.index)
        heads = [_quoted(name) for name in source.columns]
        names = [f"{_quoted(name)}," for name in source.index]
        source = source.to_numpy()
    rows = _rows(source)
    lines = [
        ",".join(_number(value, row, column) for column, value in enumerate(values, 1))
        for row, values in enumerate(rows, 1)
    ]
    if heads is not None:
        lines = [f",{','.join(heads)}", *map("".join, zip(names, lines, strict=True))]
    # A single number in a line is not a row, unless a comma follows.
    elif max(map(len, rows)) == 1:
        lines = [f"{line}," for line in lines]
    return "".join(f"{line}\n" for line in lines)


def _refuse_repeated(what: str, names: Any) -> None:
    texts = [str(name) for name in names]
    if problems := [Problem(f"two {what} are named {shown(texts[at])}") for at in repeated(texts)]:
        raise InputError(problems, "<matrix>")


def _rows(source: Any) -> list[list[Any]]:
    if getattr(source, "ndim", 2) != 2 or isinstance(source, NO_ROWS):
        raise ArgumentError(
            f"{_described(source)} is not a matrix of rows and columns; {IN_EACH_CELL}; a source "
            f"is {KINDS}"
        )
    try:
        # NumPy floats of smaller types print fewer decimals, which a Python float would not keep.
        kept = getattr(getattr(source, "dtype", None), "itemsize", 8) < 8
        given = list(source if kept else listed(source))
        rows = [list(row) for row in given]
    except TypeError:
        raise ArgumentError(f"{_described(source)} is not a source; a source is {KINDS}") from None
    for row in given:
        if getattr(row, "ndim", 1) != 1 or isinstance(row, NO_ROWS):
            raise ArgumentError(f"{_described(row)} is not a row of a matrix; {IN_EACH_CELL}")
    if not rows or not all(rows):
        raise InputError([Problem("the matrix is empty")], "<matrix>")
    width = len(rows[0])
    if problems := [
        Problem(f"row {number} has {counted(len(row), 'number')}, not {width}")
        for number, row in enumerate(rows, 1)
        if len(row) != width
    ]:
        raise InputError(problems, "<matrix>")
    return rows


def listed(source: Any) -> Any:
    """Return the lists of an array, and anything else as it is."""
    return source.tolist() if hasattr(source, "tolist") else source


def _number(value: Any, row: int, column: int) -> str:
    """Return the text of a number: exact, or for a float the decimals that it prints."""
    if isinstance(listed(value), bool):
        value = int(value)
    place = f"row {row}, column {column}"
    prints_decimals = isinstance(value, (str, Decimal)) or hasattr(value, "__float__")
    if isinstance(value, int | Fraction):
        text = write_exact(Fraction(value))
    elif prints_decimals and not getattr(value, "ndim", 0):
        text = spelled(value)
    else:
        raise ArgumentError(f"{place}: {_described(value)} is not a number; {IN_EACH_CELL}")
    if len(text) > MAX_LENGTH or not IS_NUMBER.fullmatch(text):  # It might be taken for a name.
        said = f"{place}: {shown(text)} is not a number; use one such as 3, -0.5 or 1/3"
        if isinstance(value, str):
            said += "; for names of rows and columns, use a table of pandas"
        raise InputError([Problem(said)], "<matrix>")
    return text


def _described(value: object) -> str:
    return f"{type(value).__name__} {' '.join(repr(value).split())}"[:60]


def _quoted(name: object) -> str:
    doubled = str(name).replace('"', '""')
    return f'"{doubled}"'
