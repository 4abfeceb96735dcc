"""Certify: from a linear program and a solution to the file with which anybody can check what
becomes of the program, without a solver.
"""

import math
from fractions import Fraction

from schemas.parts.exact import write_exact
from schemas.parts.problems import VerificationError
from schemas.parts.status import Status
from schemas.program_certificate import ProgramCertificate, Share
from schemas.solution import Solution
from stages.program_checker import Numbers, Program
from stages.programs.outcome import Outcome, outcome

TOLERANCE = Fraction(1, 10_000)
"""How far the objective of a solution may be from the optimum, relative to its largest term."""


def certify_program(
    program: Program, solution: Solution, program_sha256: str, limited: bool = True
) -> ProgramCertificate:
    """Return the certificate of a program, whose file has the SHA-256 given.

    Of the solution the basis is used, as a guess. Raises VerificationError where its status or its
    objective are wrong, and LimitError where exact arithmetic takes too much; with `limited` False
    it goes on, however long that takes.
    """
    found = outcome(program, solution, limited)
    _refuse_other(program, solution, found)
    return ProgramCertificate(
        title=program.name,
        program_sha256=program_sha256,
        status=found.status.value,
        objective=found.objective,
        plan=_shares(found.plan),
        multipliers=_shares(found.multipliers),
        ray=_shares(found.ray),
    )


def _refuse_other(program: Program, solution: Solution, found: Outcome) -> None:
    known = (Status.OPTIMAL, Status.INFEASIBLE, Status.UNBOUNDED)
    if solution.status in known and solution.status != found.status:
        raise VerificationError(
            f"the status is {solution.status}, and the program is {found.status} in exact "
            "arithmetic" + _optimum(found)
        )
    if found.objective is None or solution.objective is None or found.plan is None:
        return
    terms = [abs(cost * found.plan.get(name, 0)) for name, cost in program.costs.items()]
    claimed = Fraction(solution.objective) if math.isfinite(solution.objective) else None
    if claimed is None or abs(claimed - found.objective) > TOLERANCE * (1 + max(terms, default=0)):
        raise VerificationError(
            f"the objective is {solution.objective!r}, which is not the optimum{_optimum(found)}"
        )


def _optimum(found: Outcome) -> str:
    if found.objective is None:
        return ""
    exact = write_exact(found.objective)
    return f": {float(found.objective):.12g}" + (f", exactly {exact}" if len(exact) < 60 else "")


def _shares(numbers: Numbers | None) -> tuple[Share, ...] | None:
    return None if numbers is None else tuple(Share(*each) for each in numbers.items())
