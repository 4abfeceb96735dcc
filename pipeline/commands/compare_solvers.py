"""efgc compare-solvers."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from ...schemas.parts.problems import (
    EfgcError,
    SolverError,
    StatusError,
    VerificationError,
)
from ...schemas.parts.status import Status
from ...schemas.parts.tables import write_table
from ...schemas.solution import COMPARISON, Solution
from ...stages.documents import table
from ...stages.solve import Request, all_solvers, available, solver_name
from ...stages.solve import solve as stage
from ..files.reading import about, read_for
from ..files.sources import remark_program
from ..options import calls, outputs
from ..options.outputs import Output
from ..settings.value_types import SolverChoice
from ..terminal.diagnostics import note, progress

if TYPE_CHECKING:  # Loads NumPy and GLPK.
    from ...stages.solve.program import FloatProgram

PATIENCE, LEAST = 60.0, 5.0  # The most and the least seconds per solver without --time-limit.
PROVABLE = Status.OPTIMAL, Status.INFEASIBLE, Status.UNBOUNDED
SLOWER = 10  # The factor by which a solver may be slower than the slowest that has answered.


class _Line(NamedTuple):
    """The result of one solver."""

    solver: str
    solution: Solution | None = None
    bounds: tuple[str, str] = ("", "")
    proved: bool = False
    """Whether exact arithmetic proves the status."""
    error: EfgcError | None = None


def _write_text(lines: list[_Line]) -> Iterator[str]:
    head = ("solver", "version", "status", "seconds", "objective", "at least", "at most")
    return table([head, *(_cells(line) for line in lines)])


def _write_csv(lines: list[_Line]) -> Iterator[str]:
    return write_table(COMPARISON, (_cells(line, exact=True) for line in lines))


FORMATS = {"text": _write_text, "csv": _write_csv}
ENDINGS = {"text": "txt", "csv": "csv"}


@click.command(
    "compare-solvers",
    epilog=calls.example("efgc compare-solvers island-1.lp --solver glpk --solver highs"),
)
@calls.source("PROGRAM")
@click.option(
    "--solver",
    "chosen",
    type=SolverChoice(),
    multiple=True,
    help="A solver to compare; may be given several times.  [default: all that are installed]",
)
@outputs.output("the table", ENDINGS)
@outputs.choice("The format of the table.", ENDINGS, "table_format")
@calls.one("time_limit", help="The time limit of each solver.  [default: 60]")
@calls.one("verbose", help="Show the solvers' logs on stderr.")
def compare_solvers(
    program: str,
    chosen: tuple[str, ...],
    output: Output,
    table_format: str,
    time_limit: float | None,
    verbose: bool,
) -> None:
    """Solve a linear program with every solver, and compare.

    Runs every installed solver. Prints one line per solver: status, seconds, objective, and two
    bounds on the optimum that its solution proves, from the plan and the dual values, each made
    exactly feasible in rationals. If exact arithmetic takes too long for a program of another form
    than `lower` writes, no bounds are proved; `efgc certify` proves its optimum.

    The exit code is 5 if a reported optimum is wrong. Otherwise it is 0 if there is an optimum, 4
    if no solver finds one, and 3 if all fail. Without --time-limit, each solver has 60 seconds;
    after a solver has answered, each further one has 10 times as long as the slowest answer so far,
    but at least 5 and at most 60 seconds.
    """
    from ...stages.solve.program import read_program  # For start-up time: NumPy and GLPK.

    text = read_for("compare-solvers", program)
    remark_program(text)
    read = about(text.name, lambda: read_program(text.text))
    asked = chosen or tuple(filter(available, all_solvers()))
    lines: list[_Line] = []
    for name in asked:
        with progress(name):
            request = Request((), time_limit or _patience(lines), verbose)
            lines.append(_compared(name, read, request))
    output.write(FORMATS[table_format](lines))
    _end(text.name, lines)


def _patience(lines: list[_Line]) -> float:
    """Return the time limit of the next solver in seconds."""
    answers = [line.solution for line in lines if line.solution]
    seconds = [found.seconds or 0.0 for found in answers if found.status in PROVABLE]
    return min(PATIENCE, max(LEAST, SLOWER * max(seconds))) if seconds else PATIENCE


def _compared(name: str, read: "FloatProgram", request: Request) -> _Line:
    # For start-up time, as above.
    from ...stages.programs.bounds import down, up
    from ...stages.programs.verdict import verdict

    try:
        found = stage(read.text, name, request)
        known = verdict(read, found)
    except EfgcError as error:
        return _Line(solver_name(name), error=error)
    if found.status != Status.OPTIMAL:
        proved = found.status in PROVABLE and not known.doubt
        return _Line(solver_name(name), found, proved=proved)
    return _Line(solver_name(name), found, (down(known.optimum.lower), up(known.optimum.upper)))


def _cells(line: _Line, exact: bool = False) -> tuple[str, ...]:
    """Return the cells of a line of the table; with `exact`, numbers have all digits."""
    unproved = "" if exact else "none"
    bounds = [unproved if bound == "-" else bound for bound in line.bounds]
    if line.solution is None:
        status = "refused" if isinstance(line.error, VerificationError) else "failed"
        if exact and status == "refused":
            status = f"refused: {line.error}"
        return line.solver, "", status, "", "", *bounds
    found = line.solution
    seconds = "" if found.seconds is None else f"{found.seconds:.3f}"
    objective = found.objective
    told = "" if objective is None else repr(objective) if exact else f"{objective:.12g}"
    return line.solver, found.version, found.status, seconds, told, *bounds


def _end(name: str, lines: list[_Line]) -> None:
    """Print the failures on stderr, and raise the error that ends the command."""
    for line in lines:
        if line.error is not None:
            note(f"{line.solver}: {line.error}")
    wrong = [line.solver for line in lines if isinstance(line.error, VerificationError)]
    if wrong:
        raise VerificationError(f"refused as wrong: the answer of {', '.join(wrong)}", name)
    if any(line.solution and line.solution.status == Status.OPTIMAL for line in lines):
        return
    proved = next((line.solution for line in lines if line.solution and line.proved), None)
    if proved:
        raise StatusError(f"the program is {proved.status}, proved in rationals", name)
    statuses = {line.solution.status for line in lines if line.solution}
    if statuses:
        raise StatusError(f"the solvers report {', '.join(sorted(statuses))}", name)
    raise SolverError("no solver solved it", name)
