"""efgc solve."""

import io

import click

from pipeline import options
from pipeline.completion import FILE
from pipeline.deadline import current
from pipeline.diagnostics import problem_lines, progress, tell
from pipeline.files import Text, about, read_artifact, read_for, write_text
from pipeline.kinds import kind
from pipeline.public_games import solve_generated, solve_listed, without_levels
from pipeline.settings import Settings
from pipeline.solving import OTHERS, in_turn, tries
from schemas import induction, solution, state_graph
from schemas.linear_program import name, origin, recognise
from schemas.parts.problems import EfgcError, InputError, StatusError, VerificationError
from stages.isolated.signals import temporary_folder
from stages.solve import DEFAULT, KERNEL, Request, take
from stages.solve import solve as stage


@click.command(epilog=options.example("efgc solve island-1.lp -o island-1.solution.json"))
@options.source("FILE")
@options.output("the solution (.solution.json)")
@options.solver
@options.option
@options.time_limit_of_solver
@options.verbose
@click.option(
    "--from",
    "said",
    metavar="FILE",
    type=FILE,
    default=None,
    help=(
        "Ask no solver: take the solution file that another program wrote for this linear program."
    ),
)
@options.levels
@options.jobs
@options.engine
@click.option(
    "--check",
    "checked",
    is_flag=True,
    help=(
        "Afterwards check the files of --levels: checksums, and random states solved anew by GLPK."
    ),
)
def solve(
    file: str,
    output: str,
    solver: str | None,
    told: tuple[tuple[str, str], ...],
    verbose: bool,
    said: str | None,
    levels: str | None,
    jobs: int | None,
    engine: str,
    checked: bool,
) -> None:
    """Solve a linear program, or a graph without a secret.

    Any .lp or .mps file will do, and any solver that `efgc solvers` lists. What
    the solver calls an optimum is judged by our own arithmetic on the program;
    if it is none, the exit code is 5 and nothing is written. Where there is no
    optimum the solution says so in its status, and the exit code is 4.

    --from takes the solution files of glpsol (-o and -w), CBC, HiGHS, SCIP,
    Gurobi and CPLEX. Dual values that such a file does not have are found by
    GLPK, and have to prove the file's plan optimal.

    Without --solver and --option, HiGHS is asked where GLPK does not come to the
    optimum of a program that `efgc lower` wrote: such a program always has one.

    A state graph (.states.yaml) is solved from its ends, one matrix game per
    state at which both players move; a solver of linear programs does so with
    one program for each. Goofspiel with too many states to list keeps their
    values in the files of --levels, and a run that was broken off goes on from
    there.
    """
    text = read_for("solve", file)
    asked = ((told, "--option"), (verbose, "-v"))
    if kind(text.text) == "state-graph":
        for given, option in (*asked, (said, "--from")):
            if given:
                raise click.UsageError(
                    f"{option} is for linear programs; {text.name} is a state graph"
                )
        _solve_graph(
            text,
            output,
            Settings(solver=solver or "", levels=levels or "", jobs=jobs or 0, engine=engine),
            checked,
        )
        return
    for given, option in (
        (levels, "--levels"),
        (checked, "--check"),
        (solver == KERNEL, f"--solver {KERNEL}"),
    ):
        if given:
            raise click.UsageError(f"{option} is for state graphs; {text.name} is a linear program")
    if said is not None:
        for given, option in ((solver, "--solver"), *asked):
            if given:
                raise click.UsageError(f"{option} asks a solver, and --from asks none")
        found = _taken(text, said)
    else:
        found = _asked(text, solver, Request(told, current().seconds, verbose, current().end))
    write_text(output, solution.write(found), [file, *([said] if said else [])])
    if found.status != "optimal":
        never = found.status in ("infeasible", "unbounded") and origin(found.problem)
        raise StatusError(
            f"{text.name}: {found.status}, says {found.solver}"
            + (f"; the linear program of a game never is: {OTHERS}" if never else "")
        )


def _asked(text: Text, solver: str | None, request: Request) -> solution.Solution:
    with progress(f"solve with {solver or DEFAULT}", io.StringIO() if request.log else None):
        if solver or request.options or about(text.name, lambda: origin(name(text.text))) is None:
            return about(text.name, lambda: stage(text.text, solver or DEFAULT, request))
        refused: list[EfgcError] = []
        found = about(
            text.name,
            lambda: next(in_turn(tries(text.text, request), refused, request.time_limit > 0)),
        )
    tell(text.name, refused, found.solver)
    return found


def _taken(text: Text, said: str) -> solution.Solution:
    from stages.solve.program import read_program

    if (text.name, said) == ("<stdin>", "-"):
        raise click.UsageError("only one of FILE and --from can be stdin")
    program = about(text.name, lambda: read_program(text.text, recognise(text.text)))
    return read_artifact("solve PROGRAM --from", said, lambda content: take(program, content))


def _solve_graph(text: Text, output: str, settings: Settings, checked: bool) -> None:
    graph = about(text.name, lambda: state_graph.read(text.text))
    listed = bool(graph.states) or settings.solver not in ("", KERNEL)
    if listed and (settings.levels or checked):
        raise click.UsageError(
            "--levels and --check are for games with too many states to list, with our own kernel"
        )
    if settings.levels and (refused := without_levels(graph)):
        raise click.UsageError(refused)
    if checked and not settings.levels:
        raise click.UsageError("--check looks into the folder that --levels names")
    with progress("solve") as watch, temporary_folder() as nowhere:
        if listed:
            found = about(text.name, lambda: solve_listed(graph, settings.solver, watch))
        else:
            found = about(
                text.name,
                lambda: solve_generated(graph, settings.levels or str(nowhere), settings, watch),
            )
    write_text(output, induction.write(found), [text.name])
    if checked:
        from pipeline.levels.check import check_folder

        solved, problems = check_folder(settings.levels)
        if problems:
            raise VerificationError("\n".join(problem_lines(InputError(problems, settings.levels))))
        click.echo(
            f"{settings.levels}: levels, {solved:,} states solved anew, no problems", err=True
        )
