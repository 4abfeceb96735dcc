"""efgc solve."""

import io
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from ...schemas import solution
from ...schemas.bounds import DOUBLE_ORACLE, REGRET
from ...schemas.linear_program import LinearProgram, name, origin
from ...schemas.parts.problems import InputError, StatusError, VerificationError
from ...schemas.parts.status import Status
from ...stages.report.optimum import unverified
from ...stages.solve import solve as stage
from ...stages.solve import take
from ..chain.bounds import read_unsolved, refuse_gap, search
from ..chain.programs import no_optimum, solve_program
from ..chain.provenance import write_bounds, write_induction, write_solution
from ..chain.public_games import solve_public, with_keeping
from ..chain.refusals import refuse_for_solution, refuse_for_source, refuse_levels
from ..chain.solver_choice import OTHERS
from ..chain.solver_order import order
from ..declarations import BOUNDED, BY_STATES, PROGRAM
from ..files.kinds import kind, refuse_others
from ..files.reading import about, read_for, with_numbers
from ..files.sources import read_public, remark_program
from ..files.text import Text
from ..options import calls, level_files, outputs
from ..options.calls import settings_of
from ..options.outputs import Output
from ..options.value_types import FILE
from ..settings import LINEAR_PROGRAM, Settings
from ..terminal.diagnostics import note, progress, tell

if TYPE_CHECKING:
    from ...stages.programs.verdict import Verdict


@click.command(epilog=calls.example("efgc solve island-1.lp -o island-1.solution.json"))
@calls.source("FILE")
@outputs.output("the solution", {"json": "solution.json"})
@calls.add("solve")
@click.option(
    "--from",
    "said",
    metavar="FILE",
    type=FILE,
    default=None,
    help=(
        "Do not solve: read the solution from a file that another program wrote for this linear "
        "program."
    ),
)
@level_files.add
def solve(file: str, output: Output, said: str | None, forecast: bool, **parameters: Any) -> None:
    """Solve a linear program, or a graph without a secret.

    Accepts any .lp or .mps file, and any solver that `efgc solvers` lists. If exact arithmetic on
    the program contradicts the solution, the exit code is 5 and nothing is written. If it can
    neither prove nor contradict it in some seconds, a message says so. If there is no optimum, the
    solution has that status, and the exit code is 4.

    --from reads the solution files of glpsol (-o and -w), CBC, HiGHS, SCIP, Gurobi and CPLEX, and
    names of columns with their values: one of each per line, as CSV, or as a JSON mapping. Missing
    columns are 0. If the file has no dual values, GLPK computes some.

    Without --solver the number of nonzeros decides the solver. A program that `efgc lower` wrote
    always has an optimum: if the first solver does not find it, others are tried, unless --solver
    or --option is given.

    A state graph (.states.yaml) is solved from the end of play, with one matrix game for each state
    at which both players move; a solver of linear programs solves one program for each of them. For
    Goofspiel with too many states to list, --levels keeps their values, and a stopped run continues
    from them.

    With --method regret, a game or a state graph of version 2 is read, and the result is bounds on
    its value (.bounds.json) with the strategies that prove them. So it is with --method
    double-oracle, which also reads a map; `efgc run` takes other rules than those of its layout,
    too.
    """
    settings = settings_of(**parameters)
    if settings.method != LINEAR_PROGRAM:
        if said is not None or forecast:
            raise click.UsageError(
                f"--from and --forecast cannot be combined with --method {settings.method}"
            )
        _bound(read_for(f"solve --method {settings.method}", file), output, settings)
        return
    # Before the file is read: without --method, a game would be refused for its kind.
    if settings.gap is not None:
        raise click.UsageError(f"--gap needs --method {REGRET} or {DOUBLE_ORACLE}")
    if settings.recall:
        raise click.UsageError(f"--recall needs --method {REGRET}")
    text = with_numbers(read_for("solve", file), settings)
    if forecast:
        return level_files.print_forecast(text, output, settings)
    if kind(text.text) == "state-graph":
        refuse_for_source(settings, "state-graph", text.name)
        refuse_for_solution(settings, BY_STATES, text.name)
        if said is not None:
            raise click.UsageError(f"--from is for linear programs; {text.name} is a state graph")
        _solve_graph(text, output, settings)
        return
    refuse_for_solution(settings, PROGRAM, text.name)
    if said is None:
        found, proved = _solve_program(text, settings)
    else:
        _refuse_asking(parameters)
        found, proved = _read_solution(text, said)
    if proved.doubt:
        note(f"{text.name}: {unverified(found, proved.doubt)}")
    remark_program(text)
    output.write(write_solution(found, settings))
    _refuse_no_optimum(text, found)


def _bound(text: Text, output: Output, settings: Settings) -> None:
    refuse_for_source(settings, kind(text.text), text.name)
    refuse_for_solution(settings, BOUNDED, text.name)
    said = "a state graph of version 1 has its game listed first: `efgc expand --unroll`"
    otherwise = f"{said}, or `efgc run --method {REGRET}` for both"
    played = about(text.name, lambda: read_unsolved(text, otherwise))
    with progress("solve") as work:
        *_, found = about(text.name, lambda: [*search(played, settings, text.name, work)])
    output.ends_in("bounds.json")
    output.write(write_bounds(found.bounds, settings))
    refuse_gap(text.name, found.bounds)


def _refuse_asking(parameters: dict[str, Any]) -> None:
    for parameter, option in (
        ("solver", "--solver"),
        ("race", "--race"),
        ("solver_options", "--option"),
        ("verbose", "-v"),
    ):
        if parameters[parameter]:
            raise click.UsageError(f"{option} cannot be combined with --from")


def _refuse_no_optimum(text: Text, found: solution.Solution) -> None:
    if found.status != Status.OPTIMAL:
        never = found.status in (Status.INFEASIBLE, Status.UNBOUNDED) and origin(found.problem)
        raise StatusError(
            f"{text.name}: {found.solver} reports {found.status}, but the linear program of a game "
            f"always has an optimum: {OTHERS}"
            if never
            else f"{text.name}: {no_optimum(found)}"
        )


def _solve_program(text: Text, settings: Settings) -> tuple[solution.Solution, "Verdict"]:
    """Return a solver's solution, with what is proved about it. Without a named solver, a program
    written by `efgc lower` gets the first optimum of the solvers in turn: such a program always has
    an optimum.
    """
    request = settings.request
    ours = about(text.name, lambda: origin(name(text.text))) is not None
    if not (ours or settings.race or settings.solver or request.options):
        settings = replace(settings, solver=order(text.text)[0])
    with progress(
        f"solve with {settings.solver}" if settings.solver else "solve",
        io.StringIO() if request.log else None,
    ):
        solved = about(text.name, lambda: solve_program(LinearProgram(text.text), settings, stage))
    tell(text.name, solved.answers.refused, solved.solution.solver)
    return solved.solution, solved.verdict


def _read_solution(text: Text, said: str) -> tuple[solution.Solution, "Verdict"]:
    # For start-up time: NumPy, GLPK and FLINT.
    from ...stages.programs.verdict import verdict
    from ...stages.solve.program import read_program

    program = about(text.name, lambda: read_program(text.text))
    content = read_for("solve PROGRAM --from", said, any_text=True)
    try:
        found = about(content.name, lambda: take(program, content.text))
        return found, verdict(program, found)
    except VerificationError as error:
        raise VerificationError(
            f"{content.name}: {error}; was the file written for this program? "
            "A game's .lp and .mps are different programs"
        ) from None
    except InputError:
        # Lines with a name and a value look like a matrix, but a broken solution may be another
        # kind of file.
        about(content.name, lambda: refuse_others(content.text, "solve PROGRAM --from"))
        raise


def _solve_graph(text: Text, output: Output, settings: Settings) -> None:
    graph = about(text.name, lambda: read_public(text.text))
    refuse_levels(settings, graph, text.name)
    kept = with_keeping(graph, settings, text.name)
    with progress("solve") as watch, ExitStack() as ended:
        solved = about(text.name, lambda: solve_public(graph, kept, ended, watch))
    output.write(write_induction(solved.solution, settings))
