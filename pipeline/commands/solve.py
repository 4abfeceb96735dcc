"""efgc solve."""

import tempfile

import click

from pipeline import options
from pipeline.chain import IN_MEMORY, Settings, solve_generated, solve_listed
from pipeline.diagnostics import problem_lines, progress
from pipeline.files import Text, about, read_text, write_text
from pipeline.kinds import check_folder, kind
from schemas import induction, solution, state_graph
from schemas.droid_battle import DroidBattle
from schemas.problems import InputError, StatusError, VerificationError
from stages.solve import DEFAULT, KERNEL


@click.command()
@options.source("FILE")
@options.output("the solution (.solution.json)")
@options.solver
@options.levels
@options.jobs
@options.engine
@click.option("--check", "checked", is_flag=True,
              help="Afterwards look into the level files: checksums, and random states solved anew by GLPK.")
def solve(file: str, output: str, solver: str | None, levels: str | None, jobs: int | None, engine: str, checked: bool) -> None:
    """Solve a linear program, or a state graph in which nothing is secret.

    Any .lp or .mps file will do. Where there is no optimum the solution says so
    in its status, and the exit code is 4. A state graph (.states.yaml) is solved
    from its ends, one matrix game per state at which both players move; --solver
    glpk or highs does so with one linear program for each. Where the states of
    Goofspiel are generated, every state's value goes to --levels, which is also
    what a run that was broken off goes on with.
    """
    text = read_text(file)
    if kind(text.text) == "state-graph":
        _solve_graph(text, output, Settings(solver=solver or "", levels=levels or "", jobs=jobs or 0, engine=engine), checked)
        return
    for given, option in ((levels, "--levels"), (checked, "--check"), (solver == KERNEL, f"--solver {KERNEL}")):
        if given:
            raise click.UsageError(f"{option} is for state graphs; {text.name} is a linear program")
    from stages.solve import solve as stage

    with progress(f"solve with {solver or DEFAULT}"):
        found = about(text.name, lambda: stage(text.text, solver or DEFAULT))
    write_text(output, solution.write(found), [file])
    if found.status != "optimal":
        raise StatusError(f"{text.name}: {found.status}, says {solver or DEFAULT}")


def _solve_graph(text: Text, output: str, settings: Settings, checked: bool) -> None:
    graph = about(text.name, lambda: state_graph.read(text.text))
    listed = bool(graph.states) or settings.solver not in ("", KERNEL)
    if listed and (settings.levels or checked):
        raise click.UsageError("--levels and --check are for graphs whose states are generated, with our own kernel")
    if settings.levels and isinstance(graph.rule, DroidBattle):
        raise click.UsageError(IN_MEMORY)
    if checked and not settings.levels:
        raise click.UsageError("--check looks into the folder that --levels names")
    with progress("solve") as watch, tempfile.TemporaryDirectory(prefix="efgc-") as nowhere:
        if listed:
            found = about(text.name, lambda: solve_listed(graph, settings.solver, watch))
        else:
            found = about(text.name, lambda: solve_generated(graph, settings.levels or nowhere, settings, watch))
    write_text(output, induction.write(found), [text.name])
    if checked:
        solved, problems = check_folder(settings.levels)
        if problems:
            raise VerificationError("\n".join(problem_lines(InputError(problems, settings.levels))))
        click.echo(f"{settings.levels}: levels, {solved:,} states solved anew, no problems", err=True)
