"""Sweeps from Python: `efgc.sweep` has the options of the command."""

import copyreg
import os
from collections import namedtuple
from collections.abc import Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache
from math import isfinite
from typing import Any

from ....schemas.parts.exact import read_exact
from ....schemas.sweep import spread
from ...files.text import Text
from ...options.calls import settings_of
from ...python.keywords import ArgumentError, call_parameters, keywords
from ...python.reported import import_pandas
from ...python.sources import convert_source
from ...ways.numbers import Number, exactly, spelled
from .grid import Source
from .runs import of_each_run
from .sweep import Swept, run_sweep


class Rows(list[Any]):
    """The rows of a sweep, with the `changes` of optimal play. A row has a field for each column of
    the table: those of the constants of rules come first. `fraction` is one of Python's, so that
    tables of pandas keep it, and `value` is a Number.
    """

    def __init__(self, found: Swept) -> None:
        columns, lines = spread(found.rows, found.rows)
        super().__init__(_with_bounds(_row(columns, line)) for line in lines)
        self.changes = [_with_numbers(row) for row in found.changes]

    def to_frame(self) -> Any:
        """Return the rows as a pandas table, with numbers in each column whose texts are numbers.
        Raises ImportError if pandas is not installed.
        """
        table = import_pandas().DataFrame(self)
        for name, column in table.items():
            numbers = {text: _number(text) for text in column if text != ""}
            if numbers and None not in numbers.values():
                table[name] = column.map(numbers)
        return table

    def _repr_html_(self) -> Any:
        with suppress(ImportError):  # Without pandas a notebook prints the list.
            return self.to_frame()._repr_html_()


def _number(text: object) -> float | None:
    """Return the number that a text is, such as 0.5 for `1 / 2`; else None."""
    exact = read_exact(text.replace(" ", "")) if isinstance(text, str) else None
    return None if exact is None else exact.numerator if exact.denominator == 1 else float(exact)


def _row(columns: tuple[str, ...], values: Iterable[Any]) -> Any:
    return _row_type(columns)._make(values)


@cache
def _row_type(columns: tuple[str, ...]) -> Any:
    """Return the type of the rows of a table with these columns."""
    named: Any = namedtuple("Row", columns, rename=True)  # type: ignore[misc]
    # A type that is made here has no name by which pickle finds it.
    copyreg.pickle(named, lambda row: (_row, (columns, tuple(row))))
    return named


def sweep(sources: object, options: Mapping[str, Any]) -> Rows:
    """Return the rows of a sweep. An option that is None has the default of the command."""
    told = dict(options)
    folder = os.fspath(told.pop("output") or "")
    if not isinstance(vary := told["vary"] or {}, Mapping):
        raise ArgumentError(
            f"vary must have values by their names, as in {{'p': '1/4'}}, not {vary!r}"
        )
    told |= {"vary": [f"{name}={_listed(one)}" for name, one in vary.items()]}
    limit = told.pop("time_limit")  # The limit of each run, not of all of them.
    with call_parameters("sweep", told) as parameters:
        of_limits = keywords("sweep")["time_limit"].type
        seconds = None if limit is None else of_limits.convert(limit, None, None)
        vary, critical = parameters.pop("vary"), parameters.pop("critical")
        settings = of_each_run(settings_of(**parameters), seconds)
        several = sources if isinstance(sources, (list, tuple)) and sources else [sources]
        try:
            read = [
                _source(convert_source(one, "run"), number if len(several) > 1 else 0)
                for number, one in enumerate(several, 1)
            ]
        except ArgumentError as error:
            advice = "; a list is several sources: write [matrix]" if several is sources else ""
            raise ArgumentError(f"{error}{advice}") from None
        return Rows(run_sweep(read, vary, critical, settings, folder))


def _with_numbers(row: Any) -> Any:
    """Return a row with its fractions as Numbers."""
    return row._make(exactly(one) if isinstance(one, Fraction) else one for one in row)


def _with_bounds(row: Any) -> Any:
    """Return a row with its value as a Number: exact, or between its bounds if they are finite."""
    low, high = (row.lower, row.upper) if row.fraction is None else (row.fraction, row.fraction)
    if row.value is None or low is None or not isfinite(low) or not isfinite(high):
        return row
    return row._replace(value=Number(Fraction(low), Fraction(high), row.value))


def _source(read: Text, number: int) -> Source:
    """Return a source; its `number`, if there are several, names one that has no file."""
    name = read.name
    return Source(f"{name[:-1]} {number}>" if number and name[0] == "<" else name, read)


def _listed(values: object) -> str:
    if isinstance(values, str) or not isinstance(values, Iterable):
        return spelled(values)
    return ",".join(map(spelled, values))
