"""efgc solve."""

from typing import Any

import click

from ...schemas.bounds import DOUBLE_ORACLE, REGRET
from ..files.kinds import kind
from ..files.reading import read_for, with_numbers
from ..options import calls, level_files, outputs
from ..options.calls import settings_of
from ..options.outputs import Output
from ..settings import LINEAR_PROGRAM
from ..settings.value_types import FILE
from ..terminal.help_texts import CommandWithHelpAll
from ..ways.interface import SolvedFile, chosen, of_file


@click.command(
    cls=CommandWithHelpAll, epilog=calls.example("efgc solve island-1.lp -o island-1.solution.json")
)
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
@level_files.forecast
def solve(file: str, output: Output, said: str | None, forecast: bool, **parameters: Any) -> None:
    """Solve a linear program, or a graph without a secret.

    Accepts any .lp or .mps file, and any solver that `efgc solvers` lists. If exact arithmetic on
    the program contradicts the solution, nothing is written, and the exit code is 5, or 4 if a
    solver found an optimum where there is none. If it can neither prove nor contradict it in some
    seconds, a message says so. If a solver finds no optimum, the solution has that status, and the
    exit code is 4.

    --from reads the solution files of glpsol (-o and -w), CBC, HiGHS, SCIP, Gurobi, CPLEX and
    lp_solve, and names of columns with their values: one of each per line, as CSV, or as a JSON
    mapping. Missing columns are 0. If the file has no dual values, GLPK computes some;
    so it does if they are wrong, and a message says how.

    Without --solver the number of nonzeros decides the solver. A program that `efgc lower` wrote
    always has an optimum: if the first solver does not find it, others are tried, unless --solver
    or --option is given.

    A state graph (.states.yaml) is solved from the end of play, with one matrix game for each state
    at which both players move; a solver of linear programs solves one program for each of them. For
    Goofspiel with too many states to list, --levels keeps their values, and a stopped run continues
    from them.

    With --method regret, a game, a state graph of version 2 or the matrices of `efgc lower` (.npz)
    are read, and the result is bounds on the value (.bounds.json) with the strategies that prove
    them; those on matrices are about the floats in the file. So it is with --method double-oracle,
    which reads a state graph of version 2 or a map; `efgc run` takes other rules than those of its
    layout, too.
    """
    settings = settings_of(**parameters)
    if settings.method != LINEAR_PROGRAM:
        if said is not None or forecast:
            raise click.UsageError(
                f"--from and --forecast cannot be combined with --method {settings.method}"
            )
        text = read_for(f"solve --method {settings.method}", file)
        return _write(chosen(None, settings.method, False).solved(text, settings, None), output)
    # Before the file is read: without --method, a game would be refused for its kind.
    if settings.gap is not None:
        raise click.UsageError(f"--gap needs --method {REGRET} or {DOUBLE_ORACLE}")
    if settings.recall:
        raise click.UsageError(f"--recall needs --method {REGRET}")
    text = with_numbers(read_for("solve", file), settings)
    if forecast:
        return level_files.print_forecast(text, output, settings)
    _write(of_file(kind(text.text)).solved(text, settings, said), output)


def _write(made: SolvedFile, output: Output) -> None:
    """Write the artifact, and only then raise the error that it falls short of the request."""
    if made.ending:
        output.ends_in(made.ending)
    output.write(made.parts)
    if made.shortfall:
        raise made.shortfall
