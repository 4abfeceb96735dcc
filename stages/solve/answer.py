"""What a solver answers, before anybody has judged it."""

from collections.abc import Iterable
from itertools import starmap
from typing import NamedTuple

from schemas.parts.status import Basis, Status
from schemas.solution import Entry


class Answer(NamedTuple):
    """What a solver's module returns; see `schemas.solution` for the vocabulary."""

    version: str
    status: Status
    objective: float | None = None
    columns: tuple[Entry, ...] = ()
    """In the order of the file; none where there is no optimum."""
    rows: tuple[Entry, ...] = ()
    """The same, and none where the solver gives no dual values."""


OVER = Answer("", Status.LIMIT)
"""Where the time was up."""


def entries(
    names: Iterable[str], values: Iterable[float], bases: Iterable[Basis]
) -> tuple[Entry, ...]:
    """Return columns or rows, their values as floats, whatever the solver's are.

    >>> entries(["x"], [-0.0], [Basis.LOWER])
    (Entry(name='x', value=0.0, basis=<Basis.LOWER: 'lower'>),)
    """
    floats = [float(value) + 0.0 for value in values]  # No negative zero.
    return tuple(starmap(Entry, zip(names, floats, bases, strict=True)))


def rows_at_most(bases: Iterable[Basis], at_most: Iterable[bool]) -> list[Basis]:
    """Return the bases of rows where the solver said those of their slacks: a slack at its lower
    bound is a row `<=` at its upper one.
    """
    return [
        Basis.UPPER if below and basis == Basis.LOWER else basis
        for basis, below in zip(bases, at_most, strict=True)
    ]
