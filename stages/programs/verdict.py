"""Verdict: whether exact arithmetic proves the solution of a linear program, contradicts it, or
leaves it open.

A solution is proved if bounds on the optimum (`bounds`) or the exact optimum (`certify`) agree with
it, and refused if they contradict it. Close bounds are replaced by the exact optimum if the program
is small. Where neither is found with a limited effort, the solution stays as the solver has
reported it. The numbers of the program are the decimals in its file.
"""

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from ...schemas.parts.problems import LimitError, VerificationError
from ...schemas.parts.status import Sense, Status
from ...schemas.solution import Solution
from ..checkers.program_checker import ExactProgram, Numbers
from ..report.exact.from_basis import Limits
from ..solve.program import FloatProgram, Lines
from ..solve.program import Numbers as Array
from ..solve.verify.judge import (
    TOO_LARGE,
    dual_fault,
    fault_of_optimum,
    plan_fault,
    tolerance_of,
    values,
)
from .bounds import Optimum, bounds, down, up
from .certify import outcome, refuse_other

QUICK_LIMITS = Limits(size=20_000, dense=600, touched=100_000, effort=3_000_000)
"""Exact arithmetic within these limits ends after some seconds."""
SMALL_LIMITS = Limits(size=1_000, dense=60, touched=10_000, effort=30_000)
"""Exact arithmetic within these limits takes no longer than the solver."""
TIGHT = Fraction(1, 10**6)
"""Bounds this close, relative to their size, prove a solution without the exact optimum."""
ROUNDING = Fraction(1, 10**9)
"""Distance of an objective from the optimum, relative to it, that needs no word."""


class Verdict(NamedTuple):
    """The facts about the optimum of a program that are proved."""

    optimum: Optimum = Optimum(None, None)
    doubt: str = ""
    """The reason why the solution is not proved; empty if it is."""
    exact: Fraction | None = None
    """The optimum, if it is known exactly and not only by bounds."""
    plan: Array | None = None
    """An exact optimal plan, to the nearest floats; that of the solution can be another one."""
    prices: Array | None = None
    """Exact dual values of the rows, likewise."""

    def in_words(self, solution: Solution) -> str:
        """Return what is proved about a solution without doubt."""
        if solution.status != Status.OPTIMAL:
            return f"the program is {solution.status}"
        lower, upper = down(self.optimum.lower), up(self.optimum.upper)
        bounds = lower if lower == upper else f"from {lower} to {upper}"
        kind = "maximum" if solution.sense == Sense.MAXIMISE else "minimum"
        return f"its objective is {solution.objective:.12g}, and the {kind} is {bounds}"

    def is_near(self, solution: Solution) -> bool:
        """Return whether the objective of a solution is an optimum only within a tolerance."""
        objective = Fraction(solution.objective or 0)
        ends = [objective if end is None else end for end in self.optimum]
        distance = min(abs(objective - end) for end in ends)
        return distance > ROUNDING * max(Fraction(1), *map(abs, ends))


def verdict(read: FloatProgram, solution: Solution) -> Verdict:
    """Return the verdict on a solution, whose columns and rows have the order of the program.

    Raises VerificationError if the solution is contradicted.
    """
    if solution.status not in (Status.OPTIMAL, Status.INFEASIBLE, Status.UNBOUNDED):
        return Verdict()
    tolerance = tolerance_of(solution.options)
    claims = solution.status == Status.OPTIMAL
    fault = fault_of_optimum(read, solution, tolerance) if claims else ""
    if fault and TOO_LARGE not in fault:
        raise VerificationError(fault)
    program, allowed = read.contents.exact, Fraction(tolerance)
    near = bounds(program, solution.columns, solution.rows) if claims else Optimum(None, None)
    agrees = _agrees(near, solution, allowed)
    if agrees and near.lower == near.upper == Fraction(solution.objective or 0):
        return Verdict(near)
    try:
        found = outcome(program, solution, SMALL_LIMITS if agrees else QUICK_LIMITS)
    except LimitError:
        if agrees:
            return Verdict(near)
        _refuse_beyond(near, program, solution, allowed)
        return Verdict(near, "exact arithmetic would take too long here")
    refuse_other(program, solution, found, allowed)
    optimum = Optimum(found.objective, found.objective)
    if not claims:
        return Verdict(optimum, "", found.objective)
    plan, prices = _floats(found.plan, read.columns), _floats(found.multipliers, read.rows)
    doubt = "" if agrees else _differs(read, solution, plan, prices, tolerance)
    return Verdict(optimum, doubt, found.objective, plan, prices)


def _agrees(near: Optimum, solution: Solution, tolerance: Fraction) -> bool:
    """Return whether there are two bounds that are close to each other and to the objective."""
    lower, upper = near
    if lower is None or upper is None:
        return False
    size, objective = max(abs(lower), abs(upper)), Fraction(solution.objective or 0)
    margin = tolerance * size
    return upper - lower <= TIGHT * size and lower - margin <= objective <= upper + margin


def _refuse_beyond(
    near: Optimum, program: ExactProgram, solution: Solution, tolerance: Fraction
) -> None:
    """Raise VerificationError if the objective is beyond a bound by more than rounding explains:
    sums of terms as large as the largest coefficient.
    """
    rows = (number for row in program.rows.values() for number in row.coefficients.values())
    largest = max(map(abs, (*rows, *program.costs.values())), default=Fraction(0))
    objective = Fraction(solution.objective or 0)
    for bound, direction in ((near.lower, -1), (near.upper, 1)):
        if bound is None:
            continue
        if direction * (objective - bound) > tolerance * max(largest, abs(bound)):
            raise VerificationError(
                f"the objective is {solution.objective!r}, beyond the proved bound "
                f"{float(bound):.12g}"
            )


def _differs(
    read: FloatProgram, solution: Solution, exact_x: Array, exact_y: Array, tolerance: float
) -> str:
    """Return the reason why a plan or dual values could be those of another program, although the
    objective is right; empty if there is none.

    Violations are measured relative to the terms of the exact plan and of the exact dual values.
    Those of the solution may be huge and cancel.
    """
    x, y = values(solution.columns), values(solution.rows)
    fault = plan_fault(read, x, tolerance, exact_x) or dual_fault(
        read, x, y, tolerance, (exact_x, exact_y)
    )
    return fault and f"the optimum is right, but {fault}"


def _floats(numbers: Numbers | None, lines: Lines) -> Array:
    named = numbers or {}
    return np.array([float(named.get(name, 0)) for name in lines.names], np.float64)
