"""The interface of the solvers: the request that a solver gets, and the answer that it returns."""

from collections.abc import Iterable
from itertools import starmap
from typing import NamedTuple

from ...schemas.parts.status import Basis, Status
from ...schemas.solution import Entry

Options = tuple[tuple[str, str], ...]
GRACE = 2.0
"""Seconds beyond the time limit that a solver has to stop by itself and to return its answer."""


class Request(NamedTuple):
    """The settings for a call of a solver."""

    options: Options = ()
    """Under the solver's own names; later ones override earlier ones."""
    time_limit: float = 0.0
    """In seconds; 0 for none."""
    log: bool = False
    """Whether the solver's log goes to stderr."""
    until: float = float("inf")
    """The deadline on the clock of `time.monotonic`, if the limit covers more than this solver,
    which then gets the remaining time.
    """

    def options_and_limit(self, name: str) -> Options:
        """Return the options, followed by the time limit under the solver's name for it.

        >>> Request((("presolve", "off"),), 2.5).options_and_limit("time_limit")
        (('presolve', 'off'), ('time_limit', '2.5'))
        """
        limit = ((name, str(self.time_limit)),) if self.time_limit else ()
        return (*self.options, *limit)


def iteration_limit(rows: int, columns: int) -> int:
    """Return the number of iterations after which a simplex method is assumed to cycle.

    GLPK cycles forever on some programs with both coefficients of 1e-9 and of 1e9. Of our programs
    that it finished, none took more than 1 iteration per row and column.
    """
    return 10_000 + 20 * (rows + columns)


class Answer(NamedTuple):
    """The return value of a solver's module; see `schemas.solution` for the vocabulary."""

    version: str
    status: Status
    objective: float | None = None
    columns: tuple[Entry, ...] = ()
    """In the order of the file; empty if there is no optimum."""
    rows: tuple[Entry, ...] = ()
    """The same, and empty if the solver gives no dual values."""

    def turned(self) -> "Answer":
        """Return the answer to the program that maximises the negative of the objective."""
        objective = None if self.objective is None else 0.0 - self.objective
        rows = tuple(row._replace(value=0.0 - row.value) for row in self.rows)
        return self._replace(objective=objective, rows=rows)


OVER = Answer("", Status.LIMIT)
"""The answer when time is up."""


def entries(
    names: Iterable[str], values: Iterable[float], bases: Iterable[Basis]
) -> tuple[Entry, ...]:
    """Return columns or rows, with the solver's values as floats.

    >>> entries(["x"], [-0.0], [Basis.LOWER])
    (Entry(name='x', value=0.0, basis=<Basis.LOWER: 'lower'>),)
    """
    floats = [float(value) + 0.0 for value in values]  # No negative zero.
    return tuple(starmap(Entry, zip(names, floats, bases, strict=True)))


def rows_at_most(bases: Iterable[Basis], at_most: Iterable[bool]) -> list[Basis]:
    """Return the bases of rows, given the bases of their slacks: a row `<=` is at its upper bound
    if its slack is at its lower one.
    """
    return [
        Basis.UPPER if below and basis == Basis.LOWER else basis
        for basis, below in zip(bases, at_most, strict=True)
    ]
