"""CVXOPT, as a library: an interior point method without a basis, named in the island document of
2020.
"""

from typing import Any, NamedTuple

import cvxopt
import cvxopt.solvers
import numpy as np

from ....schemas.parts.near import known_are
from ....schemas.parts.problems import OptionError, SolverError, shown
from ....schemas.parts.status import Basis, Status
from ..interface import Answer, Request, entries
from ..program import FloatProgram
from ..program.lines import Lines, Numbers

_STATUSES = {
    "optimal": Status.OPTIMAL,
    "primal infeasible": Status.INFEASIBLE,
    "dual infeasible": Status.UNBOUNDED,
}
DENSE = 4_000
"""The most rows and columns for dense equations: 128 MB, and some seconds per step."""
_OPTIONS = {"maxiters": int, "abstol": float, "reltol": float, "feastol": float, "refinement": int}


def solve(program: FloatProgram, request: Request = Request()) -> Answer:
    """Return CVXOPT's answer to a program."""
    options = {"show_progress": request.log, **_options(request)}
    kinds = _kinds(program)
    asked = program.minimised() if program.maximise else program
    found = _solved(_equations(asked, kinds), options)
    version = str(cvxopt.__version__)
    status = _STATUSES.get(found["status"], Status.LIMIT)
    if status != Status.OPTIMAL:
        return Answer(version, status)
    values = np.array(found["x"]).ravel()
    answer = Answer(
        version=version,
        status=Status.OPTIMAL,
        objective=asked.objective(values),
        columns=_entries(program.columns, values),
        rows=_entries(program.rows, _prices(found, kinds)[: len(program.rows)]),
    )
    return answer.turned() if program.maximise else answer


class _Kinds(NamedTuple):
    """The bounds of all rows and, below them, of all columns: each bounded one is a row here."""

    lower: Numbers
    upper: Numbers
    even: Any
    """Whether both bounds are equal."""
    below: Any
    """Whether the upper bound is finite, and not `even`; `above`: the same for the lower bound."""
    above: Any


def _kinds(program: FloatProgram) -> _Kinds:
    lower = np.concatenate([program.rows.lower, program.columns.lower])
    upper = np.concatenate([program.rows.upper, program.columns.upper])
    even = lower == upper
    return _Kinds(lower, upper, even, np.isfinite(upper) & ~even, np.isfinite(lower) & ~even)


def _equations(program: FloatProgram, kinds: _Kinds) -> tuple[Any, ...]:
    """Return c, G, h, A and b: minimise `c x` where `G x <= h` and `A x = b`."""
    rows, columns = len(program.rows), len(program.columns)
    at, column, value = program.entries
    lines = (
        np.concatenate([at, rows + np.arange(columns)]),
        np.concatenate([column, np.arange(columns)]),
        np.concatenate([value, np.ones(columns)]),
    )
    bounds = np.concatenate([kinds.upper[kinds.below], -kinds.lower[kinds.above]])
    return (
        cvxopt.matrix(program.costs),
        _stacked(lines, columns, (kinds.below, 1.0), (kinds.above, -1.0)),
        cvxopt.matrix(bounds),
        _stacked(lines, columns, (kinds.even, 1.0)),
        cvxopt.matrix(kinds.lower[kinds.even]),
    )


def _prices(found: Any, kinds: _Kinds) -> Numbers:
    """Return the increase of the minimum per unit of each row's bound."""
    prices = np.zeros(len(kinds.lower))
    inequalities = np.array(found["z"]).ravel()
    below = int(kinds.below.sum())
    prices[kinds.even] = -np.array(found["y"]).ravel()
    prices[kinds.below] -= inequalities[:below]
    prices[kinds.above] += inequalities[below:]
    return prices


def _solved(program: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """Return its solution by sparse equations or, if these become singular on the way, by dense
    ones.
    """
    least = program[1].size[0] + program[3].size[0] + program[0].size[0]
    for equations in ("chol", "ldl") if least <= DENSE else ("chol",):
        try:
            found = cvxopt.solvers.lp(*program, kktsolver=equations, options=options)
        except (ArithmeticError, ValueError) as error:  # Such as "Rank(A) < p".
            raise SolverError(f"CVXOPT rejects the program: {error}") from None
        if found["status"] in _STATUSES:
            break
    return found


def _options(request: Request) -> dict[str, Any]:
    found = {}
    for option, value in request.options:
        if option not in _OPTIONS:
            known = known_are(option, _OPTIONS)
            raise OptionError(f"CVXOPT has no option {shown(option)}; {known}")
        try:
            found[option] = _OPTIONS[option](value)
        except (ValueError, OverflowError):
            raise OptionError(f"CVXOPT's option {option} cannot be {shown(value)}") from None
    return found


def _stacked(lines: tuple[Any, Any, Any], columns: int, *parts: tuple[Any, float]) -> Any:
    """Return a sparse matrix of stacked parts, each with some of the lines, times a sign."""
    at, column, value = lines
    height, found = 0, []
    for chosen, sign in parts:
        new = height + np.cumsum(chosen) - 1
        kept = chosen[at]
        found.append((sign * value[kept], new[at[kept]], column[kept]))
        height += int(chosen.sum())
    values, rows, places = (np.concatenate(part) for part in zip(*found, strict=True))
    return cvxopt.spmatrix(values.tolist(), rows.tolist(), places.tolist(), (height, columns))


def _entries(lines: Lines, values: Numbers) -> Any:
    return entries(lines.names, values.tolist(), [Basis.UNKNOWN] * len(lines))
