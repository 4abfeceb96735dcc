"""Certify: from a linear program and a solution to a certificate of the program's outcome, which
anybody can check without a solver: an optimum, infeasibility, or unboundedness.

The certificate is found from the basis of a solution, or else by the simplex method in two phases.
A program is unbounded if it has a plan and a ray: a direction in which the plan can move forever
while the objective improves. The rays are the plans of a program of their own.

The program is converted to the form of `stages.report.exact`: equations with slacks, and
nonnegative unknowns. A column is measured up from its lower bound, or down from its upper one. A
column with two bounds has a row for the other bound, a row with two ends becomes two rows, and each
row has an artificial column. The artificial columns are 0, except in the first phase of the simplex
method, which minimises them.
"""

import math
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from flint import fmpq

from ...schemas.parts.exact import write_exact
from ...schemas.parts.problems import LimitError, NoOptimum, VerificationError
from ...schemas.parts.status import Basis, Status
from ...schemas.program_certificate import ProgramCertificate, Share
from ...schemas.solution import Solution
from ..checkers.program_checker import Ends, ExactProgram, Numbers, Row
from ..forms.program import Domain
from ..report.exact.basic import Basic, Equations, System
from ..report.exact.elimination import Line
from ..report.exact.from_basis import LIMITS, MORE, Limits, refined, refuse_dense
from ..report.exact.pivots import pivoted

TOLERANCE = Fraction(1, 10_000)
"""Tolerance of a solution's objective, relative to the terms of the exact optimum."""


@dataclass(frozen=True)
class Outcome:
    """A status with its proof; missing numbers are 0 or not needed."""

    status: Status
    plan: Numbers | None = None
    multipliers: Numbers | None = None
    """The price of each row."""
    ray: Numbers | None = None
    objective: Fraction | None = None


def certify_program(
    program: ExactProgram,
    solution: Solution | None,
    program_sha256: str,
    limits: Limits | None = LIMITS,
) -> ProgramCertificate:
    """Return the certificate of a program, whose file has the given SHA-256.

    The basis of a solution is used as a guess. Raise VerificationError if the solution's status or
    objective is wrong, and LimitError if exact arithmetic takes too much; without limits it takes
    as long as it takes.
    """
    found = outcome(program, solution, limits)
    if solution is not None:
        refuse_other(program, solution, found, TOLERANCE)
    return ProgramCertificate(
        title=program.name,
        program_sha256=program_sha256,
        status=found.status.value,
        objective=found.objective,
        plan=_shares(found.plan),
        multipliers=_shares(found.multipliers),
        ray=_shares(found.ray),
    )


def refuse_other(
    program: ExactProgram, solution: Solution, found: Outcome, tolerance: Fraction
) -> None:
    """Raise VerificationError if a solution has another status than the program, or an objective
    that is not its optimum; NoOptimum if there is none.

    The tolerance is relative to the largest term of the exact optimum, and never to a term of the
    solution: a plan in which huge numbers cancel would allow any objective.
    """
    known = (Status.OPTIMAL, Status.INFEASIBLE, Status.UNBOUNDED)
    if solution.status in known and solution.status != found.status:
        kind = NoOptimum if solution.status == Status.OPTIMAL else VerificationError
        raise kind(
            f"the status is {solution.status}, and the program is {found.status} in exact "
            "arithmetic" + _optimum(found)
        )
    if found.objective is None or solution.objective is None:
        return
    claimed = Fraction(solution.objective) if math.isfinite(solution.objective) else None
    if claimed is None or abs(claimed - found.objective) > tolerance * _scale(program, found):
        raise VerificationError(
            f"the objective is {solution.objective!r}, which is not the optimum{_optimum(found)}"
        )


def _scale(program: ExactProgram, found: Outcome) -> Fraction:
    """Return the largest term of which the optimum is a sum: of the plan's objective, and of the
    rows times their prices.

    It is at least 1, or the largest coefficient of the objective if that is smaller.
    """
    plan, costs = found.plan or {}, program.costs
    terms = [
        abs(program.constant),
        *(abs(cost * plan.get(name, 0)) for name, cost in costs.items()),
    ]
    for name, price in (found.multipliers or {}).items():
        row = program.rows[name].coefficients
        terms += [abs(price * number * plan.get(column, 0)) for column, number in row.items()]
    return max(min(Fraction(1), max(map(abs, costs.values()), default=Fraction(0))), *terms)


def _optimum(found: Outcome) -> str:
    if found.objective is None:
        return ""
    exact, rounded = write_exact(found.objective), f"{float(found.objective):.12g}"
    return f": {rounded}" + (f", exactly {exact}" if exact != rounded and len(exact) < 60 else "")


def _shares(numbers: Numbers | None) -> tuple[Share, ...] | None:
    return None if numbers is None else tuple(Share(*each) for each in numbers.items())


Refuse = Callable[[System], object]


class _Feasible(NamedTuple):
    """The result of the first phase."""

    form: "_StandardForm"
    found: Basic
    is_plan: bool
    """Whether it is a plan; otherwise its prices prove that there is none."""


def outcome(program: ExactProgram, solution: Solution | None, limits: Limits | None) -> Outcome:
    """Return the outcome of a program; a solution's basis is a guess. Raise LimitError beyond the
    limits.
    """
    form = _StandardForm(program)
    if limits and len(form.domains) > limits.size:
        raise LimitError(
            f"the linear program has more than {limits.size:,} rows and columns; {MORE}"
        )
    refuse = partial(refuse_dense, limits=limits)
    if solution is None or solution.status == Status.OPTIMAL:
        basis = form.basis_of(solution) if solution else set()
        if found := refined(form, basis, refuse):
            return _optimal(program, form, found)
    effort = limits.effort if limits else None
    first = _first_phase(program, refuse, effort)
    if not first.is_plan:
        multipliers = first.form.multipliers(first.found, -1)
        return Outcome(Status.INFEASIBLE, multipliers=multipliers)
    rays = _first_phase(_rays(program), refuse, effort)
    if rays.is_plan:
        plan, ray = first.form.plan(first.found), rays.form.plan(rays.found)
        return Outcome(Status.UNBOUNDED, plan=plan, ray=ray)
    last = pivoted(form, first.found.basis, {}, effort)
    return _optimal(program, form, _known(last))


def _optimal(program: ExactProgram, form: "_StandardForm", found: Basic) -> Outcome:
    plan = form.plan(found)
    costs = (cost * plan.get(name, 0) for name, cost in program.costs.items())
    return Outcome(
        Status.OPTIMAL,
        plan=plan,
        multipliers=form.multipliers(found),
        objective=program.constant + sum(costs, Fraction(0)),
    )


def _first_phase(program: ExactProgram, refuse: Refuse, effort: int | None) -> _Feasible:
    form = _StandardForm(program)
    equations, start = form.first_phase(), form.first_basis()
    found = refined(equations, start, refuse) or pivoted(equations, start, {}, effort)
    known = _known(found)
    return _Feasible(form, known, form.is_feasible(known))


def _rays(program: ExactProgram) -> ExactProgram:
    """Return the program whose plans are the rays of a program."""
    better = Fraction(1 if program.maximise else -1)
    rows = {name: Row(_of_ray(row.ends), row.coefficients) for name, row in program.rows.items()}
    # Row names in files contain no blanks.
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


class _Row(NamedTuple):
    """A row `line x <= right`, or `=` where its slack is fixed."""

    line: Line
    right: fmpq
    domain: Domain
    """The domain of the slack."""
    name: str
    """The name of the program's row, or of a column if this is its other bound."""
    of_column: bool
    upper: bool
    """Whether it is the upper end; a row for a lower end is negated."""


class _StandardForm(Equations):
    """The equations of a program in maximisation form."""

    def __init__(self, program: ExactProgram) -> None:
        self._program = program
        self._places = {name: at for at, name in enumerate(program.columns)}
        self._sign = 1 if program.maximise else -1
        kinds = [_kind(*ends) for ends in program.columns.values()]
        self._shifts = [fmpq(0) if end is None else flint(end) for end, _, _ in kinds]
        self._directions = [direction for _, direction, _ in kinds]
        self._rows = [*self._lines(), *self._other_bounds()]
        if not self._rows:  # Equations need at least one row.
            self._rows = [_Row([], fmpq(0), Domain.BOUND, "", False, True)]
        self.height = len(self._rows)
        self.width = len(kinds) + self.height
        self.lines = tuple(
            [*row.line, (len(kinds) + at, fmpq(1 if row.right >= 0 else -1))]
            for at, row in enumerate(self._rows)
        )
        self.right = [(at, row.right) for at, row in enumerate(self._rows) if row.right]
        self.costs = [
            (self._places[name], self._sign * self._directions[self._places[name]] * flint(cost))
            for name, cost in program.costs.items()
            if cost
        ]
        self.domains = (
            *(domain for _, _, domain in kinds),
            *(Domain.FIXED,) * self.height,
            *(row.domain for row in self._rows),
        )

    def first_phase(self) -> Equations:
        """Return the equations that minimise the artificial columns."""
        made = copy(self)
        own = len(self._places)
        made.costs = [(at, fmpq(-1)) for at in range(own, self.width)]
        made.domains = (
            *self.domains[:own],
            *(Domain.BOUND,) * self.height,
            *self.domains[self.width :],
        )
        return made

    def first_basis(self) -> set[int]:
        """Return a feasible basis of the first phase: slacks where possible, otherwise artificial
        columns.
        """
        own = len(self._places)
        return {
            self.width + at if row.right >= 0 and row.domain is Domain.BOUND else own + at
            for at, row in enumerate(self._rows)
        }

    def is_feasible(self, found: Basic) -> bool:
        """Return whether the artificial columns of a solution are all 0."""
        return not any(found.primal[len(self._places) :])

    def basis_of(self, solution: Solution) -> set[int]:
        """Return the basis of a solution; empty if it has none."""
        columns, rows = (
            {entry.name: entry.basis for entry in entries}
            for entries in (solution.columns, solution.rows)
        )
        basis = {at for name, at in self._places.items() if columns.get(name) == Basis.BASIC}
        for at, row in enumerate(self._rows):
            said = (columns if row.of_column else rows).get(row.name, Basis.UNKNOWN)
            held = Basis.UPPER if row.upper else Basis.LOWER
            if said and said not in (held, Basis.FIXED):
                basis.add(self.width + at)
        return basis if len(basis) == self.height else set()

    def plan(self, found: Basic) -> Numbers:
        """Return the nonzero values of the program's columns."""
        values = {
            name: self._shifts[at] + self._directions[at] * found.primal[at]
            for name, at in self._places.items()
        }
        return {name: fraction(value) for name, value in values.items() if value}

    def multipliers(self, found: Basic, sign: int = 0) -> Numbers:
        """Return the nonzero prices of the program's rows, with the signs for maximising (1) or
        minimising (-1); by default for this program's sense.
        """
        prices: dict[str, fmpq] = {}
        for row, price in zip(self._rows, found.dual, strict=True):
            if not row.of_column and row.name:
                told = (sign or self._sign) * price * (1 if row.upper else -1)
                prices[row.name] = prices.get(row.name, fmpq(0)) + told
        return {name: fraction(price) for name, price in prices.items() if price}

    def _lines(self) -> Iterator[_Row]:
        for name, row in self._program.rows.items():
            lower, upper = row.ends
            line = [
                (self._places[column], self._directions[self._places[column]] * flint(number))
                for column, number in row.coefficients.items()
                if number
            ]
            begin = sum(
                (
                    flint(number) * self._shifts[self._places[column]]
                    for column, number in row.coefficients.items()
                ),
                fmpq(0),
            )
            if lower is not None and lower == upper:
                yield _Row(line, flint(lower) - begin, Domain.FIXED, name, False, True)
                continue
            if upper is not None:
                yield _Row(line, flint(upper) - begin, Domain.BOUND, name, False, True)
            if lower is not None:
                turned = [(at, -number) for at, number in line]
                yield _Row(turned, begin - flint(lower), Domain.BOUND, name, False, False)

    def _other_bounds(self) -> Iterator[_Row]:
        for (name, (lower, upper)), at in zip(
            self._program.columns.items(), range(len(self._places)), strict=True
        ):
            if lower is not None and upper is not None and lower != upper:
                line = [(at, fmpq(1))]
                yield _Row(line, flint(upper - lower), Domain.BOUND, name, True, True)


def _kind(lower: Fraction | None, upper: Fraction | None) -> tuple[Fraction | None, int, Domain]:
    """Return the origin of a column, its direction upwards (1) or downwards (-1), and its
    domain.
    """
    if lower is not None:
        return lower, 1, Domain.FIXED if lower == upper else Domain.BOUND
    return (None, 1, Domain.FREE) if upper is None else (upper, -1, Domain.BOUND)


def flint(number: Fraction) -> fmpq:
    """Return a fraction as FLINT's."""
    return fmpq(*number.as_integer_ratio())


def fraction(number: fmpq) -> Fraction:
    """Return FLINT's fraction as Python's."""
    return Fraction(int(number.p), int(number.q))
