"""HiGHS, in process, through highspy: its own choice of simplex, with presolve."""

import os
import tempfile
from typing import Any

import highspy

from schemas.problems import InputError, Problem, SolverError
from schemas.solution import Entry, Size
from stages.solve import Answer
from stages.solve.glpk import problem
from stages.solve.quiet import stdout_to

OPTIONS = (("solver", "simplex"), ("threads", "1"))
_STATUSES = {
    highspy.HighsModelStatus.kOptimal: "optimal",
    highspy.HighsModelStatus.kInfeasible: "infeasible",
    highspy.HighsModelStatus.kUnbounded: "unbounded",
    highspy.HighsModelStatus.kTimeLimit: "limit",
    highspy.HighsModelStatus.kIterationLimit: "limit",
}
_BASES = {
    highspy.HighsBasisStatus.kBasic: "basic", highspy.HighsBasisStatus.kLower: "lower",
    highspy.HighsBasisStatus.kUpper: "upper", highspy.HighsBasisStatus.kZero: "free",
    highspy.HighsBasisStatus.kNonbasic: "",
}


def solve(text: str, format: str) -> Answer:
    """Return HiGHS's answer to an `.lp` or `.mps` text. Raises InputError with the line that is wrong."""
    # GLPK says where a text is wrong, which HiGHS does not, and takes fewer dialects.
    with problem(text, format):
        pass
    highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.silent()
    for option, value in OPTIONS:
        highs.setOptionValue(option, int(value) if value.isdigit() else value)
    with tempfile.NamedTemporaryFile("w", suffix=f".{format}", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        with open(os.devnull, "wb") as nowhere, stdout_to(nowhere.fileno()):
            read = highs.readModel(file.name)
    if read == highspy.HighsStatus.kError:
        raise InputError([Problem("no linear program that HiGHS can read", (), 1)])
    status = _run(highs)
    lp = highs.getLp()
    sense = "maximise" if lp.sense_ == highspy.ObjSense.kMaximize else "minimise"
    size = Size(lp.num_row_, lp.num_col_, highs.getNumNz())
    if status != "optimal":
        return Answer(highs.version(), OPTIONS, status, sense, None, size, (), ())
    solution, basis = highs.getSolution(), highs.getBasis()
    return Answer(
        highs.version(), OPTIONS, status, sense, highs.getObjectiveValue(), size,
        _entries(lp.col_names_, solution.col_value, basis.col_status),
        _entries(lp.row_names_, solution.row_dual, basis.row_status),
    )


def _run(highs: Any) -> str:
    highs.run()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kUnboundedOrInfeasible:  # Presolve does not tell which; the simplex does.
        highs.setOptionValue("presolve", "off")
        highs.run()
        status = highs.getModelStatus()
    if status not in _STATUSES:
        raise SolverError(f"HiGHS ended with the status {highs.modelStatusToString(status)}")
    return _STATUSES[status]


def _entries(names: Any, values: Any, bases: Any) -> tuple[Entry, ...]:
    # Turned into lists at once: each access to a vector of the solver copies it.
    return tuple(Entry(name, value + 0.0, _BASES[basis]) for name, value, basis in zip(list(names), list(values), list(bases)))
