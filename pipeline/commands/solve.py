"""efgc solve."""

import click

from pipeline import options
from pipeline.diagnostics import progress
from pipeline.files import about, read_text, write_text
from schemas import solution
from schemas.problems import StatusError


@click.command()
@options.source("FILE")
@options.output("the solution (.solution.json)")
@options.solver
def solve(file: str, output: str, solver: str) -> None:
    """Solve a linear program.

    Any .lp or .mps file will do. Where there is no optimum the solution says so
    in its status, and the exit code is 4.
    """
    from stages.solve import solve as stage

    text = read_text(file)
    with progress(f"solve with {solver}"):
        found = about(text.name, lambda: stage(text.text, solver))
    write_text(output, solution.write(found), [file])
    if found.status != "optimal":
        raise StatusError(f"{text.name}: {found.status}, says {solver}")
