"""GLPK's program glpsol, found on the PATH: primal simplex with presolve, its defaults. It writes
15 digits and the basis.
"""

import re
from pathlib import Path

from ....schemas.parts.problems import OptionError, shown
from ....schemas.parts.status import Status
from ..files.glpsol import read_written
from ..interface import OVER, Answer, Options, Request
from ..program import FloatProgram
from ..program.model_file import model, named
from .programs import answer_file, folder, on_path, start

_OPTION = re.compile(r"[a-z][a-z0-9_-]*", re.ASCII)
_ENDS = {  # Its messages for cases that are not in the file.
    "PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION": Status.INFEASIBLE,
    "LP HAS NO PRIMAL FEASIBLE SOLUTION": Status.INFEASIBLE,
    "LP HAS UNBOUNDED PRIMAL SOLUTION": Status.UNBOUNDED,
    "TIME LIMIT EXCEEDED": Status.LIMIT,
    "ITERATION LIMIT EXCEEDED": Status.LIMIT,
}


def solve(program: FloatProgram, request: Request = Request()) -> Answer:
    """Return glpsol's answer to a program. Raises SolverError if it leaves no readable one."""
    options = [*["--max"] * program.maximise, *_arguments(request.options)]
    with folder(model(program, maximise=False)) as place:
        answer, said = _run_glpsol(place, options, request)
        if "PROBLEM HAS NO DUAL FEASIBLE SOLUTION" in said:
            # A run without presolve shows whether there is a primal solution.
            answer, _ = _run_glpsol(place, [*options, "--nopresol"], request)
        return named(answer, program)


def _run_glpsol(place: Path, options: list[str], request: Request) -> tuple[Answer, str]:
    limit = ["--tmlim", str(max(1, int(request.time_limit)))] if request.time_limit else []
    said = start(
        [on_path("glpsol"), "--freemps", "p.mps", "-w", "solution", *limit, *options],
        place,
        request,
    )
    if said is None:
        return OVER, ""
    if wrong := re.search(r"Invalid option '([^\n']*)'|Invalid [^\n]*parameter[^\n]*", said):
        raise OptionError(f"glpsol: {wrong[0]}")
    named = re.search(r"GLPSOL.*? (\d+\.\d+)", said)
    version = named[1] if named else ""
    for words, status in _ENDS.items():
        if words in said:
            return Answer(version, status), said
    return answer_file("glpsol", version, place, read_written, said), said


def _arguments(options: Options) -> list[str]:
    for option, _ in options:
        if not _OPTION.fullmatch(option):
            raise OptionError(
                f"glpsol has no option {shown(option)}; write primal= or pcost=4 for --primal or "
                "--pcost 4"
            )
    return [word for option, value in options for word in (f"--{option}", value) if word]
