"""efgc report."""

import click

from pipeline import options
from pipeline.diagnostics import progress
from pipeline.files import about, read_artifact, write_text
from schemas import game as game_schema
from schemas import solution as solution_schema


@click.command()
@click.argument("game", metavar="GAME")
@click.argument("solution", metavar="SOLUTION...", nargs=-1, required=True)
@options.output("the report")
@options.report_format
def report(game: str, solution: tuple[str, ...], output: str, report_format: str) -> None:
    """Report what a solution proves about its game.

    Lifts the solution to strategies, computes both best responses on the game,
    and prints value, bounds, exploitability and strategies. One solution gives
    both strategies; with the solutions of both players' programs each gives its
    own player's. Exit code 5: the strategies do not prove the value.
    """
    from stages.report import FORMATS, owner
    from stages.report import report as stage

    if len(solution) > 2:
        raise click.UsageError("a game has two players, so at most two solutions")
    played = read_artifact(game, game_schema.read)
    solutions = [read_artifact(path, solution_schema.read) for path in solution]
    for path, read in zip(solution, solutions):
        about(path, lambda: owner(played, read))
    with progress("report"):
        found = about(solution[0], lambda: stage(played, solutions))
    write_text(output, FORMATS[report_format](found), [game, *solution])
