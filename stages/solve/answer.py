"""The answer of a solver, before it is checked."""

from collections.abc import Iterable
from itertools import starmap
from typing import NamedTuple

from schemas.parts.status import Basis, Status
from schemas.solution import Entry


class Answer(NamedTuple):
    """The return value of a solver's module; see `schemas.solution` for the vocabulary."""

    version: str
    status: Status
    objective: float | None = None
    columns: tuple[Entry, ...] = ()
    """In the order of the file; empty if there is no optimum."""
    rows: tuple[Entry, ...] = ()
    """The same, and empty if the solver gives no dual values."""


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
