"""efgc report."""

import click

from pipeline import options
from pipeline.diagnostics import progress
from pipeline.files import about, read_artifact, write_text
from schemas import game as game_schema
from schemas import solution as solution_schema
from schemas.problems import InputError, Problem


@click.command()
@click.argument("game", metavar="GAME")
@click.argument("solution", metavar="SOLUTION...", nargs=-1, required=True)
@options.output("the report")
@click.option("--on", "onto", metavar="GAME", default=None,
              help="Carry the strategies to this tree of the same map, as -O 0 makes it, and verify them there.")
@options.report_format
def report(game: str, solution: tuple[str, ...], output: str, onto: str | None, report_format: str) -> None:
    """Report what a solution proves about its game.

    Lifts the solution to strategies, computes both best responses on the game,
    and prints value, bounds, exploitability and strategies. One solution gives
    both strategies; with the solutions of both players' programs each gives its
    own player's. Exit code 5: the strategies do not prove the value.
    """
    from stages.report import FORMATS, owner
    from stages.report import report as stage

    if [game, *solution].count("-") > 1:
        raise click.UsageError("only one of GAME and SOLUTION can be stdin")
    if len(solution) > 2:
        raise click.UsageError("a game has two players, so at most two solutions")
    played = read_artifact(game, game_schema.read)
    solutions = [read_artifact(path, solution_schema.read) for path in solution]
    tree = _tree(onto, played) if onto else None
    for path, read in zip(solution, solutions):
        about(path, lambda: owner(played, read))
    with progress("report"):
        found = about(onto or solution[0], lambda: stage(played, solutions, tree))
    write_text(output, FORMATS[report_format](found), [game, *solution])


def _tree(path: str, played: game_schema.Game) -> game_schema.Game:
    """Return the game to carry strategies to. Raises InputError if it shares nodes or is of another map."""
    found = read_artifact(path, game_schema.read)
    if sum(len(game_schema.children(node)) for node in found.nodes) >= len(found.nodes):
        raise InputError([Problem("shares nodes; strategies are carried to a tree (expand --unroll)")], path)
    if found.players != played.players or _map(found) != _map(played):
        raise InputError([Problem("is not the game of the same map and rules")], path)
    return found


def _map(game: game_schema.Game) -> tuple[str, str] | None:
    return (game.source.sha256, game.source.rules) if game.source else None
