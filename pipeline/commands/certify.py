"""efgc certify."""

import click

from pipeline import options
from pipeline.diagnostics import progress
from pipeline.files import about, read_artifact, read_text, write_text
from schemas import certificate
from schemas import game as game_schema
from schemas import solution as solution_schema


@click.command()
@click.argument("game", metavar="GAME")
@click.argument("solution", metavar="SOLUTION...", nargs=-1, required=True)
@options.output("the certificate (.certificate.json)")
@options.prove
@options.time_limit
def certify(game: str, solution: tuple[str, ...], output: str, exact: bool | None) -> None:
    """Write what proves the value of a game: both strategies in rationals.

    Takes a game and its solution, or the solutions of both players' programs.
    Where the exact value is not proved, the certificate holds the bounds and the
    strategies as reported. `efgc check CERTIFICATE GAME` checks it by a program
    of its own that needs no solver. Exit code 5: the strategies prove nothing.
    """
    from stages.certify import certify as stage
    from stages.report import report

    if [game, *solution].count("-") > 1:
        raise click.UsageError("only one of GAME and SOLUTION can be stdin")
    if len(solution) > 2:
        raise click.UsageError("a game has two players, so at most two solutions")
    text = read_text(game)
    played = about(text.name, lambda: game_schema.read(text.text))
    solutions = [read_artifact(path, solution_schema.read) for path in solution]
    with progress("certify"):
        found = about(solution[0], lambda: report(played, solutions, exact=exact))
    write_text(output, certificate.write(stage(found, text.sha256)), [game, *solution])
