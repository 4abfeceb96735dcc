"""HiGHS, as a library, through highspy: simplex, interior point with crossover, PDLP or HiPDLP, by
its option `solver`.
"""

from typing import Any

import highspy

from schemas.parts.problems import InputError, OptionError, Problem, SolverError, shown
from schemas.parts.status import Basis, Status
from schemas.solution import Entry
from stages.solve.answer import Answer, entries
from stages.solve.program.model_file import model_file
from stages.solve.request import Request, iteration_limit

_STATUSES = {
    highspy.HighsModelStatus.kOptimal: Status.OPTIMAL,
    highspy.HighsModelStatus.kInfeasible: Status.INFEASIBLE,
    highspy.HighsModelStatus.kUnbounded: Status.UNBOUNDED,
    highspy.HighsModelStatus.kTimeLimit: Status.LIMIT,
    highspy.HighsModelStatus.kIterationLimit: Status.LIMIT,
}
_BASES = {
    highspy.HighsBasisStatus.kBasic: Basis.BASIC,
    highspy.HighsBasisStatus.kLower: Basis.LOWER,
    highspy.HighsBasisStatus.kUpper: Basis.UPPER,
    highspy.HighsBasisStatus.kZero: Basis.FREE,
    highspy.HighsBasisStatus.kNonbasic: Basis.UNKNOWN,
}

PDLPS = ("pdlp", "hipdlp")


def solve(text: str, format: str, request: Request = Request()) -> Answer:
    """Return HiGHS's answer to an `.lp` or `.mps` text. Raises InputError where it cannot read
    it.
    """
    highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.setOptionValue("output_flag", request.log)
    _set(highs, request)
    with model_file(text, format) as path:
        read = highs.readModel(path)
    if read == highspy.HighsStatus.kError:
        raise InputError([Problem("no linear program that HiGHS can read", (), 1)])
    if "simplex_iteration_limit" not in dict(request.options):
        limit = iteration_limit(highs.getNumRow(), highs.getNumCol())
        highs.setOptionValue("simplex_iteration_limit", limit)
    status = _run(highs)
    if status != Status.OPTIMAL:
        return Answer(highs.version(), status)
    solution, basis, lp = highs.getSolution(), highs.getBasis(), highs.getLp()
    return Answer(
        version=highs.version(),
        status=status,
        objective=highs.getObjectiveValue(),
        columns=_entries(lp.col_names_, solution.col_value, basis.col_status, basis.valid),
        rows=_entries(lp.row_names_, solution.row_dual, basis.row_status, basis.valid),
    )


def _set(highs: Any, request: Request) -> None:
    for option, value in request.options_and_limit("time_limit"):
        # HiGHS reads the text as the option's type.
        if highs.setOptionValue(option, value) != highspy.HighsStatus.kOk:
            raise OptionError(f"HiGHS has no option {shown(option)} that can be {shown(value)}")


def _run(highs: Any) -> Status:
    highs.run()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kUnboundedOrInfeasible:
        # Presolve does not tell which; the simplex does.
        highs.setOptionValue("presolve", "off")
        highs.run()
        status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kUnknown and highs.getOptionValue("solver")[1] in PDLPS:
        # Where the program maximises, HiGHS 1.15 loses the status of PDLP, with the optimum in
        # hand: it is judged like any.
        status = highspy.HighsModelStatus.kOptimal
    if status not in _STATUSES:
        raise SolverError(f"HiGHS ended with the status {highs.modelStatusToString(status)}")
    return _STATUSES[status]


def _entries(names: Any, values: Any, statuses: Any, known: bool) -> tuple[Entry, ...]:
    # Turned into lists at once: each access to a vector of the solver copies it.
    names = list(names)
    bases = [_BASES[status] for status in list(statuses)] if known else [Basis.UNKNOWN] * len(names)
    return entries(names, list(values), bases)
