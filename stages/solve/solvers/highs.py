"""HiGHS, as a library, through highspy: simplex, interior point with crossover, or PDLP, by its
option `solver`.
"""

from typing import Any

import highspy

from schemas.parts.problems import InputError, OptionError, Problem, SolverError, shown
from schemas.solution import Entry
from stages.solve import Answer, Request, iteration_limit
from stages.solve.solvers.model_file import model_file

_STATUSES = {
    highspy.HighsModelStatus.kOptimal: "optimal",
    highspy.HighsModelStatus.kInfeasible: "infeasible",
    highspy.HighsModelStatus.kUnbounded: "unbounded",
    highspy.HighsModelStatus.kTimeLimit: "limit",
    highspy.HighsModelStatus.kIterationLimit: "limit",
}
_BASES = {
    highspy.HighsBasisStatus.kBasic: "basic",
    highspy.HighsBasisStatus.kLower: "lower",
    highspy.HighsBasisStatus.kUpper: "upper",
    highspy.HighsBasisStatus.kZero: "free",
    highspy.HighsBasisStatus.kNonbasic: "",
}


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
        highs.setOptionValue(
            "simplex_iteration_limit", iteration_limit(highs.getNumRow(), highs.getNumCol())
        )
    status = _run(highs)
    if status != "optimal":
        return Answer(highs.version(), status, None, (), ())
    solution, basis, lp = highs.getSolution(), highs.getBasis(), highs.getLp()
    return Answer(
        highs.version(),
        status,
        highs.getObjectiveValue(),
        _entries(lp.col_names_, solution.col_value, basis.col_status, basis.valid),
        _entries(lp.row_names_, solution.row_dual, basis.row_status, basis.valid),
    )


def _set(highs: Any, request: Request) -> None:
    limit = (("time_limit", str(request.time_limit)),) if request.time_limit else ()
    for option, value in (*request.options, *limit):
        # HiGHS reads the text as the option's type.
        if highs.setOptionValue(option, value) != highspy.HighsStatus.kOk:
            raise OptionError(f"HiGHS has no option {shown(option)} that can be {shown(value)}")


def _run(highs: Any) -> str:
    highs.run()
    status = highs.getModelStatus()
    if (
        status == highspy.HighsModelStatus.kUnboundedOrInfeasible
    ):  # Presolve does not tell which; the simplex does.
        highs.setOptionValue("presolve", "off")
        highs.run()
        status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kUnknown and highs.getOptionValue("solver")[1] == "pdlp":
        # Where the program maximises, HiGHS 1.15 loses the status of PDLP, with the optimum in
        # hand: it is judged like any.
        status = highspy.HighsModelStatus.kOptimal
    if status not in _STATUSES:
        raise SolverError(f"HiGHS ended with the status {highs.modelStatusToString(status)}")
    return _STATUSES[status]


def _entries(names: Any, values: Any, bases: Any, known: bool) -> tuple[Entry, ...]:
    # Turned into lists at once: each access to a vector of the solver copies it.
    told = [_BASES[basis] for basis in list(bases)] if known else [""] * len(names)
    return tuple(
        Entry(name, value + 0.0, basis)
        for name, value, basis in zip(list(names), list(values), told, strict=True)
    )
