"""HiGHS, as a library, through highspy: simplex, interior point with crossover, PDLP or HiPDLP, by
its option `solver`.
"""

from collections.abc import Sequence
from typing import Any

import highspy
import numpy as np

from ....schemas.parts.problems import OptionError, SolverError, shown
from ....schemas.parts.status import Basis, Status
from ....schemas.solution import Entry
from ...highs import highs_program, new_highs
from ..interface import Answer, Request, entries, iteration_limit
from ..program import FloatProgram

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


def solve(program: FloatProgram, request: Request = Request()) -> Answer:
    """Return HiGHS's answer to a program."""
    highs = new_highs(request.log)
    _set(highs, request)
    # If the program maximises, the PDLP of HiGHS 1.15 has no status, and some optima are wrong.
    turned = program.maximise and highs.getOptionValue("solver")[1] in PDLPS
    asked = program.minimised() if turned else program
    if highs.passModel(_model(asked)) == highspy.HighsStatus.kError:
        raise SolverError("HiGHS rejects the numbers of the program")
    answer = _read_answer(highs, request, program.columns.names, program.rows.names)
    return answer.turned() if turned else answer


def _model(program: FloatProgram) -> Any:
    rows, columns, coefficients = program.entries
    # Column by column, as HiGHS reads it from a file: then it takes the same steps.
    order = np.lexsort((rows, columns))
    counts = np.bincount(columns, minlength=len(program.columns))
    begin = np.concatenate(([0], np.cumsum(counts))).astype(np.int32)
    matrix = begin, rows[order].astype(np.int32), coefficients[order]
    ends = (program.columns.lower, program.columns.upper), (program.rows.lower, program.rows.upper)
    model = highs_program(program.costs, *ends, matrix)
    model.sense_ = highspy.ObjSense.kMaximize if program.maximise else highspy.ObjSense.kMinimize
    model.offset_ = program.constant
    return model


def _read_answer(
    highs: Any, request: Request, columns: Sequence[str], rows: Sequence[str]
) -> Answer:
    if "simplex_iteration_limit" not in dict(request.options):
        limit = iteration_limit(len(rows), len(columns))
        highs.setOptionValue("simplex_iteration_limit", limit)
    status = _run(highs)
    if status != Status.OPTIMAL:
        return Answer(highs.version(), status)
    solution, basis = highs.getSolution(), highs.getBasis()
    return Answer(
        version=highs.version(),
        status=status,
        objective=highs.getObjectiveValue(),
        columns=_entries(columns, solution.col_value, basis.col_status, basis.valid),
        rows=_entries(rows, solution.row_dual, basis.row_status, basis.valid),
    )


def _set(highs: Any, request: Request) -> None:
    for option, value in request.options_and_limit("time_limit"):
        # HiGHS converts the text to the option's type.
        if highs.setOptionValue(option, value) != highspy.HighsStatus.kOk:
            raise OptionError(f"HiGHS has no option {shown(option)} that can be {shown(value)}")


def _run(highs: Any) -> Status:
    highs.run()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kUnboundedOrInfeasible:
        # Presolve does not distinguish the two; the simplex method does. PDLP would not end.
        highs.setOptionValue("presolve", "off")
        highs.setOptionValue("solver", "simplex")
        highs.run()
        status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kUnknown and highs.getOptionValue("solver")[1] in PDLPS:
        # HiGHS 1.15 does not always know that this is the optimum, which is checked like any.
        status = highspy.HighsModelStatus.kOptimal
    if status not in _STATUSES:
        raise SolverError(f"HiGHS ended with the status {highs.modelStatusToString(status)}")
    return _STATUSES[status]


def _entries(names: Sequence[str], values: Any, statuses: Any, known: bool) -> tuple[Entry, ...]:
    # Convert to lists first: each access to a solver's vector copies it.
    bases = [_BASES[status] for status in list(statuses)] if known else [Basis.UNKNOWN] * len(names)
    return entries(names, list(values), bases)
