"""efgc solvers."""

import click

from ...schemas.parts.problems import EfgcError
from ...schemas.parts.status import Status
from ...stages.documents import table
from ...stages.solve import all_solvers, available, how_to_get
from ..chain.kept import tried
from ..files.reading import write_stdout
from ..options import calls


@click.command(epilog=calls.example("efgc solvers"))
def solvers() -> None:
    """List the solvers: which work here, how to get the others.

    These are the solvers of linear programs, with those of the solver files (.solver.yaml) in the
    folder of the environment variable EFGC_SOLVERS. A solver works here if it solves a linear
    program with one column. The first word of each line is what --solver takes.
    """
    write_stdout(table([("solver", "version", "here"), *map(_line, all_solvers())]))


def _line(name: str) -> tuple[str, str, str]:
    try:
        if not available(name):
            how = how_to_get(name)
            return name, "", f"no; get it with {how}" if how else "no"
        answer = tried(name)
    except EfgcError as error:
        return name, "", f"fails: {error}"
    works = answer.status == Status.OPTIMAL
    return name, answer.version, "works" if works else f"fails: {answer.status}"
