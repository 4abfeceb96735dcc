"""efgc check."""

import re
from collections.abc import Callable

import click

from pipeline.diagnostics import problem_lines
from pipeline.files import about, read_text, write_stdout
from schemas import columns, game, linear_program, report, solution, state_graph
from schemas.problems import InputError

_JSON_FORMAT = re.compile(r'"format"\s*:\s*"efgc/([a-z-]+)"')


@click.command()
@click.argument("artifacts", metavar="ARTIFACT...", nargs=-1, required=True)
def check(artifacts: tuple[str, ...]) -> None:
    """Check artifacts and maps: are they what their stage writes?

    What a file is, is seen from its content. Prints one line per file, and all
    problems on stderr; exit code 1 if there are any.
    """
    wrong = [path for path in artifacts if not _passes(path)]
    if wrong:
        raise click.exceptions.Exit(1)


def _passes(path: str) -> bool:
    try:
        text = read_text(path)
        kind = _kind(text.text)
        about(text.name, lambda: CHECKS[kind](text.text))
    except InputError as error:
        click.echo("\n".join(problem_lines(error)), err=True)
        return False
    write_stdout([f"{text.name}: {kind.replace('-', ' ')}, no problems\n"])
    return True


def _kind(text: str) -> str:
    if text.lstrip().startswith("{"):
        match = _JSON_FORMAT.search(text)
        return match[1] if match and match[1] in CHECKS else "game"  # Its reader says what is missing.
    try:
        linear_program.recognise(text)
        return "linear-program"
    except InputError:
        return "state-graph" if re.search(r"^(format|states):", text, re.MULTILINE) else "map"


def _check_linear_program(text: str) -> object:
    from stages.solve.glpk import problem

    with problem(text, linear_program.recognise(text)) as read:
        return read


def _check_map(text: str) -> object:
    from stages.parse.maps import read_map

    return read_map(text)


CHECKS: dict[str, Callable[[str], object]] = {
    "state-graph": state_graph.read,
    "game": game.read,
    "columns": columns.read,
    "solution": solution.read,
    "report": report.check_text,
    "linear-program": _check_linear_program,
    "map": _check_map,
}
