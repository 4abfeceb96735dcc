"""Linear programs that are a source themselves."""

import io
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from ...schemas import solution
from ...schemas.linear_program import LinearProgram, name, origin
from ...schemas.parts.exact import float_above, float_below
from ...schemas.parts.problems import InputError, StatusError, VerificationError
from ...schemas.parts.status import Status
from ...schemas.refinement import Concept
from ...schemas.report import Bounds
from ...schemas.solution import Solution
from ...stages.report.optimum import OptimumReport, unverified
from ...stages.solve import solve, take
from ...stages.solve.order import in_time, order
from ..chain.kept import answering_from
from ..chain.programs import (
    naming_regret,
    no_optimum,
    report_program,
    report_solution,
    solution_of,
    solve_program,
)
from ..chain.provenance import Artifacts, write_solution
from ..chain.records import Record, ReportedProgram, SolvedProgram
from ..chain.refusals import refuse_for_solution
from ..chain.solver_choice import OTHERS
from ..chain.steps import RunContext, Steps, stage
from ..files.kinds import kind, refuse_others
from ..files.reading import about, read_for
from ..files.sources import remark_program
from ..files.text import Text
from ..related_files.solved_games import program_trail
from ..settings import Settings
from ..settings.ways import PROGRAM
from ..terminal.diagnostics import note, progress, tell
from .facts import Facts
from .interface import FilesReport, ReportRequest, SolvedFile, Way, refuse_several
from .numbers import exactly

if TYPE_CHECKING:
    from ...stages.programs.verdict import Verdict


def _solve(program: LinearProgram, context: RunContext) -> SolvedProgram:
    ask = answering_from(context.kept, in_time)
    made = solve_program(program, context.settings, ask)
    context.ended.callback(made.answers.found.close)
    return made


def _report(solved: SolvedProgram, context: RunContext) -> Record:
    made = report_program(solved)
    _remark_dual_values(context.name, solved.solution)
    return made if context.gathering is None else WAY.with_trail(made, context.gathering)


class ProgramWay(Way):
    """A linear program is solved as it is."""

    name = PROGRAM
    use = "report PROGRAM SOLUTION"
    has_rows = True

    def steps(self, parsed: LinearProgram, context: RunContext) -> Steps[Record]:
        return CHAIN.go(parsed, context)

    def sources(self, made: ReportedProgram) -> Artifacts:
        return {"solution": made.solved.solution}

    def reported(self, request: ReportRequest) -> FilesReport:
        [said] = request.solutions
        with progress("report"):
            found = about(said.name, lambda: report_solution(request.text, said))
        if self.formats[request.settings.report_format].trail:
            found = replace(found, trail=program_trail(request.text, said, found.solution))
        return FilesReport(found, {}, request.solutions)

    def solved(self, text: Text, settings: Settings, claimed: str | None) -> SolvedFile:
        refuse_for_solution(settings, self.name, text.name)
        if claimed is None:
            found, proved = _solved(text, settings)
        else:
            _refuse_asking(settings)
            found, proved = _solution_in(claimed, text)
        if proved.doubt:
            note(unverified(found, proved.doubt), text.name)
        remark_program(text)
        _remark_dual_values(claimed or text.name, found)
        return SolvedFile(write_solution(found, settings), shortfall=_no_optimum(text, found))

    def certified(
        self, text: Text, solutions: Sequence[str], exact: bool | None, refine: Concept | None
    ) -> Iterator[str]:
        # For start-up time.
        from ...schemas import program_certificate
        from ...stages.checkers.program_checker import Rejected, check_program_certificate
        from ...stages.programs.certify import certify_program
        from ...stages.report.exact.from_basis import LIMITS
        from ...stages.solve.program import read_program

        refuse_several("a linear program", solutions, exact, refine)
        remark_program(text)
        program = about(text.name, lambda: read_program(text.text))
        claim = read_for("certify PROGRAM SOLUTION", solutions[0]) if solutions else None
        read = claim and about(claim.name, lambda: solution_of(text, program, claim.text))
        with progress("certify"):
            limits = None if exact else LIMITS
            proof = about(
                claim.name if claim else text.name,
                lambda: certify_program(program.contents.exact, read, text.sha256, limits),
            )
        made = [*program_certificate.write(proof)]
        try:  # It reads the program by itself.
            check_program_certificate("".join(made).encode(), text.content)
        except Rejected as error:
            raise VerificationError(f"the checker rejects it: {error}", text.name) from None
        return iter(made)

    def facts(self, report: OptimumReport) -> Facts:
        exact = report.proved
        lower = -math.inf if report.lower == "-" else float_below(Fraction(report.lower))
        upper = math.inf if report.upper == "-" else float_above(Fraction(report.upper))
        return Facts(
            title=report.title,
            players=(),
            value=report.value,
            exact=None if exact is None else exactly(exact),
            bounds=None if math.isinf(lower) and math.isinf(upper) else Bounds(lower, upper),
            solver=report.solution.solver,
        )

    def numbers(self, report: OptimumReport) -> dict[str, Any]:
        size = report.solution.size
        return {
            "value": report.value,
            "rows": size.rows,
            "columns": size.columns,
            "nonzeros": size.nonzeros,
        }


WAY = ProgramWay()
CHAIN = stage(
    "solve",
    _solve,
    lambda made: solution.check(made.solution),
    lambda before, made, settings: {"solution.json": write_solution(made.solution, settings)},
).then(stage("report", _report, lambda made: [], WAY.report_files))


def _remark_dual_values(name: str, found: Solution) -> None:
    """Print a remark if the dual values of a solver are wrong and were replaced."""
    options = dict(found.options)
    if fault := options.get("wrong_dual_values"):
        note(f"dual values are replaced by those of {options['dual_values']}: {fault}", name)


def _refuse_asking(settings: Settings) -> None:
    """Raise UsageError for options of a solver."""
    request = settings.request
    for given, option in (
        (settings.solver, "--solver"),
        (request.options, "--option"),
        (request.log, "-v"),
    ):
        if given:
            raise click.UsageError(f"{option} cannot be combined with --from")


def _solved(text: Text, settings: Settings) -> tuple[Solution, "Verdict"]:
    """Return a solver's solution, with what is proved about it. Without a named solver, a program
    written by `efgc lower` gets the first optimum of the solvers in turn: such a program always has
    an optimum.
    """
    from ...stages.solve.program import read_program  # For start-up time: NumPy.

    request = settings.request
    read = about(text.name, lambda: read_program(text.text))
    ours = about(text.name, lambda: origin(name(text.text))) is not None
    if not (ours or settings.solver or request.options):
        settings = replace(settings, solver=order(read.size.nonzeros)[0])
    words = f"solve with {settings.solver}" if settings.solver else "solve"
    with naming_regret(ours), progress(words, io.StringIO() if request.log else None):
        program = LinearProgram(text.text, text.word("PROGRAM"))
        solved = about(text.name, lambda: solve_program(program, settings, solve, read))
    tell(text.name, solved.answers.refused, solved.solution.solver)
    return solved.solution, solved.verdict


def _solution_in(path: str, text: Text) -> tuple[Solution, "Verdict"]:
    """Return the solution in another program's file, with what is proved about it."""
    # For start-up time: NumPy, GLPK and FLINT.
    from ...stages.programs.verdict import verdict
    from ...stages.solve.program import read_program

    program = about(text.name, lambda: read_program(text.text))
    content = read_for("solve PROGRAM --from", path, any_text=True)
    try:
        found = about(content.name, lambda: take(program, content.text))
        return found, verdict(program, found)
    except VerificationError as error:
        raise VerificationError(
            f"{error.message}; was the file written for this program? A game's .lp and .mps have "
            "opposite directions",
            content.name,
        ) from None
    except InputError:
        # Values of columns look like a matrix; a broken solution may be another kind of file.
        names = {*re.split(r"[\s,;]+", content.text)}
        if kind(content.text) != "matrix" or names.isdisjoint(program.columns.names):
            about(content.name, lambda: refuse_others(content.text, "solve PROGRAM --from"))
        raise


def _no_optimum(text: Text, found: Solution) -> StatusError | None:
    if found.status == Status.OPTIMAL:
        return None
    never = found.status in (Status.INFEASIBLE, Status.UNBOUNDED) and origin(found.problem)
    return StatusError(
        f"{found.solver} reports {found.status}, but the linear program of a game always has an "
        f"optimum: {OTHERS}"
        if never
        else no_optimum(found, text.word("PROGRAM")),
        text.name,
    )
