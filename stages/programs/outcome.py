"""What becomes of a linear program, exactly: an optimum, no plan at all, or no bound; each with
what proves it.

From the basis of a solution, or else by the simplex method in two phases. A program has no bound if
it has a plan and a ray: a direction in which the plan can go for ever while the objective improves.
Rays are the plans of a program of their own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from schemas.parts.problems import LimitError
from schemas.parts.status import Status
from schemas.solution import Solution
from stages.program_checker import Ends, Numbers, Program, Row
from stages.programs.standard_form import StandardForm
from stages.report.exact import EFFORT, MORE, SIZE, too_much
from stages.report.exact.basic import Basic, System
from stages.report.exact.pivots import pivoted
from stages.report.exact.refined_bases import refined

Refuse = Callable[[System], object]


@dataclass(frozen=True)
class Outcome:
    """A status with its proof; numbers that are not there are 0, or not needed."""

    status: Status
    plan: Numbers | None = None
    multipliers: Numbers | None = None
    """Per row its price."""
    ray: Numbers | None = None
    objective: Fraction | None = None


class _Feasible(NamedTuple):
    """What the first phase ended with."""

    form: StandardForm
    found: Basic
    is_plan: bool
    """Whether it is a plan; else its prices prove that there is none."""


def outcome(program: Program, solution: Solution, limited: bool) -> Outcome:
    """Return what becomes of a program; the solution's basis is a guess.

    If `limited`, raises LimitError for what takes more than SIZE, DENSE, TOUCHED and EFFORT allow.
    """
    form = StandardForm(program)
    if limited and len(form.domains) > SIZE:
        raise LimitError(f"the linear program has more than {SIZE:,} rows and columns; {MORE}")
    refuse = _refuse if limited else lambda system: None
    if solution.status == Status.OPTIMAL and (
        found := refined(form, form.basis_of(solution), refuse)
    ):
        return _optimal(program, form, found)
    first = _first_phase(program, refuse, limited)
    if not first.is_plan:
        multipliers = first.form.multipliers(first.found, -1)
        return Outcome(Status.INFEASIBLE, multipliers=multipliers)
    rays = _first_phase(_rays(program), refuse, limited)
    if rays.is_plan:
        plan, ray = first.form.plan(first.found), rays.form.plan(rays.found)
        return Outcome(Status.UNBOUNDED, plan=plan, ray=ray)
    effort = EFFORT if limited else None
    last = pivoted(form, first.found.basis, {}, effort)
    return _optimal(program, form, _known(last))


def _optimal(program: Program, form: StandardForm, found: Basic) -> Outcome:
    plan = form.plan(found)
    costs = (cost * plan.get(name, 0) for name, cost in program.costs.items())
    return Outcome(
        Status.OPTIMAL,
        plan=plan,
        multipliers=form.multipliers(found),
        objective=program.constant + sum(costs, Fraction(0)),
    )


def _first_phase(program: Program, refuse: Refuse, limited: bool) -> _Feasible:
    form = StandardForm(program)
    equations, start = form.first_phase(), form.first_basis()
    found = refined(equations, start, refuse) or pivoted(
        equations, start, {}, EFFORT if limited else None
    )
    known = _known(found)
    return _Feasible(form, known, form.is_feasible(known))


def _rays(program: Program) -> Program:
    """Return the program whose plans are the rays of a program."""
    better = Fraction(1 if program.maximise else -1)
    rows = {name: Row(_of_ray(row.ends), row.coefficients) for name, row in program.rows.items()}
    # No row of a file has a blank in its name.
    return program._replace(
        constant=Fraction(0),
        columns={name: _of_ray(ends) for name, ends in program.columns.items()},
        rows={**rows, "the objective": Row((better, better), program.costs)},
    )


def _of_ray(ends: Ends) -> Ends:
    lower, upper = (None if end is None else Fraction(0) for end in ends)
    return lower, upper


def _known(found: Basic | None) -> Basic:
    if found is None:
        raise LimitError(f"no basis was found that is optimal in exact arithmetic; {MORE}")
    return found


def _refuse(system: System) -> None:
    if reason := too_much(system):
        raise LimitError(reason)
