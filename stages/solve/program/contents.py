"""A linear program as its text states it, in exact numbers, and the collector that the readers of
both formats fill.

Columns are numbered by their first occurrence in the text. A coefficient is kept as the index of
its spelling: large programs have few different numbers, and most uses need only floats.
"""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import EllipsisType
from typing import NoReturn

import numpy as np
import numpy.typing as npt

from ....schemas.parts.near import near
from ....schemas.parts.problems import InputError, Problem, counted, positions, shown
from ...checkers.program_checker import DECIMAL, FORTRAN, LONGEST, Ends, ExactProgram, Row

BLANKS = " \t\r\n\f\v"
"""Other blanks are letters for solvers, or refused."""
OBJECTIVE = -1
"""The objective among the numbers of rows."""
TOO_LARGE = 10**20
"""Solvers treat costs, bounds and right-hand sides from here on as infinite."""
_NO_BLANKS = str.maketrans("", "", BLANKS)
Given = Fraction | None | EllipsisType
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Contents:
    """A linear program in exact numbers."""

    name: str
    maximise: bool
    constant: Fraction
    columns: Mapping[str, Ends]
    rows: Mapping[str, Ends]
    terms: tuple[Integers, Integers, Integers]
    """Row (or OBJECTIVE), column and index in `spellings` of each coefficient, as in the text."""
    order: Integers
    """Sorts the coefficients by row, then by column."""
    spellings: tuple[str, ...]
    floats: npt.NDArray[np.float64]
    """The numbers of `spellings`, rounded."""
    integers: Mapping[str, tuple[int, int]]
    """The columns that must be whole numbers, with the line and column of that condition."""
    unused: Mapping[str, tuple[int, int]]
    """The columns in no row and not in the objective, with the line and column of a bound."""

    def remarks(self) -> Iterator[Problem]:
        """Yield a remark on the first unused column, whose name may be mistyped."""
        if not self.unused:
            return
        name, place = next(iter(self.unused.items()))
        more = f", nor {counted(len(self.unused) - 1, 'more column')}" * (len(self.unused) > 1)
        # The column that was meant has lost its bound.
        meant = {known for known, ends in self.columns.items() if ends == (Fraction(0), None)}
        alike = near(name, meant - {*self.unused}, alike=0.5)
        advice = f"; did you mean {alike[0]}?" if alike else ""
        said = f"column {name[:60]} is in no row and not in the objective{more}{advice}"
        yield Problem(said, (), *place)

    @cached_property
    def exact(self) -> ExactProgram:
        """The program as records."""
        numbers, names = [Fraction(spelling) for spelling in self.spellings], [*self.columns]
        rows = {name: Row(ends, {}) for name, ends in self.rows.items()}
        sums = [*(row.coefficients for row in rows.values()), {}]  # The objective is number -1.
        for row, column, at in zip(*(part.tolist() for part in self.terms), strict=True):
            sums[row][names[column]] = numbers[at]
        costs = sums[OBJECTIVE]
        return ExactProgram(
            self.name, self.maximise, self.constant, costs, dict(self.columns), rows
        )


class Index(defaultdict[str, int]):
    """Numbers names from 0, in the order of their first occurrence."""

    def __init__(self) -> None:
        super().__init__()
        self.default_factory = self.__len__


class Collector:
    """The program read so far. Places are offsets in its text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.name, self.maximise, self.constant = "", False, Fraction(0)
        self.columns, self.spellings = Index(), Index()
        self.rows: dict[str, Ends] = {}
        self.terms = array("q"), array("q"), array("q"), array("q")
        """Row, column, spelling and place of each coefficient."""
        self.lower: dict[int, Fraction | None] = {}
        self.upper: dict[int, tuple[Fraction | None, int]] = {}
        self.integers: dict[str, int] = {}
        self.bound_places: dict[int, int] = {}
        """The place of the first bound of each column, or of the condition that it is whole."""
        self.known: dict[str, Fraction] = {}

    @cached_property
    def position(self) -> Callable[[int], tuple[int, int]]:
        """Returns the line and the column of a place."""
        return positions(self.text)

    def fail(self, place: int, reason: str) -> NoReturn:
        """Raise InputError for a place."""
        raise InputError([Problem(reason, (), *self.position(place))])

    def number(self, spelling: str, place: int) -> Fraction:
        """Return the number of a bound or a right-hand side."""
        found = self.known.get(spelling)
        if found is None:
            found = self.known[spelling] = Fraction(self.decimal(spelling, place))
            if abs(found) >= TOO_LARGE:
                self._refuse_large(place)
        return found

    def bind(self, name: str, place: int, lower: Given, upper: Given) -> None:
        """Set bounds of a column; None is infinite, and an ellipsis keeps the known one."""
        column = self.columns[name]
        self.bound_places.setdefault(column, place)
        if lower is not ...:
            self.lower[column] = lower
        if upper is not ...:
            self.upper[column] = upper, place

    def contents(self) -> Contents:
        """Return the whole program. Raise InputError if solvers interpret it differently."""
        row, column, spelled, places = (np.array(part, np.int64) for part in self.terms)
        names, spellings = [*self.columns], [*map(_plain, self.spellings)]
        for number, spelling in enumerate(spellings):
            if len(spelling) > LONGEST or not DECIMAL.fullmatch(spelling):
                self.decimal(spelling, int(places[spelled == number][0]))
        if not names:
            raise InputError([Problem("a linear program without columns", (), 1)])
        for number, (upper, place) in self.upper.items():
            if upper is not None and upper < 0 and number not in self.lower:
                reason = "has an upper bound below 0: state its lower one, too"
                self.fail(place, f"{names[number][:60]} {reason}")
        order = np.argsort(row * len(names) + column, kind="stable")
        same = (np.diff(row[order]) == 0) & (np.diff(column[order]) == 0)
        if len(again := order[1:][same]):
            first = again[places[again].argmin()]
            self.fail(places[first], f"{names[column[first]][:60]} is repeated in one sum")
        floats = np.array([*map(float, spellings)], np.float64)
        costs = row == OBJECTIVE
        if len(beyond := places[costs][np.abs(floats[spelled[costs]]) >= TOO_LARGE]):
            self._refuse_large(beyond[0])
        ends = [
            (self.lower.get(number, Fraction(0)), self.upper.get(number, (None, 0))[0])
            for number in range(len(names))
        ]
        return Contents(
            name=self.name,
            maximise=self.maximise,
            constant=self.constant,
            columns=dict(zip(names, ends, strict=True)),
            rows=self.rows,
            terms=(row, column, spelled),
            order=order,
            spellings=tuple(spellings),
            floats=floats,
            integers={name: self.position(place) for name, place in self.integers.items()},
            unused=self.unused(),
        )

    def unused(self) -> dict[str, tuple[int, int]]:
        """Return the columns in no sum, with the line and column of their first bound."""
        used, names = {*self.terms[1]}, [*self.columns]
        lonely = {names[at]: place for at, place in self.bound_places.items() if at not in used}
        return {name: self.position(place) for name, place in lonely.items()}

    def decimal(self, spelling: str, place: int) -> str:
        """Return a spelling, without blanks, as a decimal. Raise InputError for any other."""
        found = FORTRAN.sub("e", without_blanks(spelling))
        if len(found) > LONGEST or not DECIMAL.fullmatch(found):
            self.fail(place, f"{shown(spelling.strip())} is not a decimal number of a usual size")
        return found

    def _refuse_large(self, place: int) -> NoReturn:
        self.fail(place, f"a number beyond {TOO_LARGE:g}: solvers treat it as infinite")


def without_blanks(text: str) -> str:
    """Return a text without its blanks."""
    return text.translate(_NO_BLANKS)


def _plain(spelling: str) -> str:
    """Return the spelling of a coefficient without blanks, and with the 1 that it leaves out."""
    joined = without_blanks(spelling)
    return joined if joined not in ("", "+", "-") else f"{joined}1"
