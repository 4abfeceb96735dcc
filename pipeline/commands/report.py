"""efgc report."""

from collections.abc import Iterator
from functools import partial

import click

from pipeline import options
from pipeline.chain import write_report
from pipeline.completion import FILE
from pipeline.diagnostics import progress
from pipeline.files import about, read_artifact, read_for, write_text
from pipeline.kinds import kind
from pipeline.public_games import report_graph, without_levels
from pipeline.settings import Settings
from schemas import game as game_schema
from schemas import induction, state_graph
from schemas import solution as solution_schema
from schemas.parts.problems import InputError, Problem, VerificationError


@click.command(epilog=options.example("efgc report island-1.game.json island-1.solution.json"))
@click.argument("game", metavar="GAME|GRAPH", type=FILE)
@click.argument("solution", metavar="SOLUTION...", type=FILE, nargs=-1, required=True)
@options.output("the report")
@click.option(
    "--on",
    "onto",
    metavar="GAME",
    type=FILE,
    default=None,
    help=(
        "Carry the strategies to the textbook tree of the same map, as -O 0 makes it, and prove "
        "them there."
    ),
)
@options.levels
@options.at
@options.exact
@options.report_format
@options.brief
@options.time_limit
def report(
    game: str,
    solution: tuple[str, ...],
    output: str,
    onto: str | None,
    levels: str | None,
    at: str,
    exact: bool | None,
    report_format: str,
    brief: bool,
) -> None:
    """Report what a solution proves about its game.

    Lifts the solution to strategies, computes both best responses on the game,
    and prints value, bounds, exploitability and strategies. One solution gives
    both strategies; with the solutions of both players' programs each gives its
    own player's. Exit code 5: the strategies do not prove the value.

    Goofspiel and droid battle, in which nothing is secret, are solved without
    game and linear program: then the state graph takes the place of the GAME, and
    the report has the first round, or with --at one position. Where there are too
    many states to list, a small game is solved again; what is said of a larger
    one follows from the files of --levels, or is marked as not verified.
    """
    from stages.forms.formulation import Forms
    from stages.report import owner
    from stages.report import report as stage

    if [game, *solution].count("-") > 1:
        raise click.UsageError("only one of GAME and SOLUTION can be stdin")
    if len(solution) > 2:
        raise click.UsageError("a game has two players, so at most two solutions")
    layout = options.layout(output, report_format, brief)
    text = read_for("report", game)
    if kind(text.text) == "state-graph":
        graph = about(text.name, lambda: state_graph.read(text.text))
        settings = Settings(
            levels=levels or "", at=at, exact=exact, report_format=report_format, layout=layout
        )
        write_text(output, _graph_report(graph, solution, onto, settings), [game, *solution])
        return
    for given, option in ((levels, "--levels"), (at, "--at")):
        if given:
            raise click.UsageError(f"{option} is for state graphs; {text.name} is a game")
    played = about(text.name, lambda: game_schema.read(text.text))
    solutions = [
        read_artifact("report GAME SOLUTION", path, solution_schema.read) for path in solution
    ]
    tree, forms = _tree(onto, played) if onto else None, Forms(played)
    for path, read in zip(solution, solutions, strict=True):
        about(path, partial(owner, played, read, forms))
    with progress("report"):
        found = about(onto or solution[0], lambda: stage(played, solutions, tree, exact, forms))
    write_text(output, write_report(found, report_format, layout), [game, *solution])


def _graph_report(
    graph: state_graph.StateGraph, solution: tuple[str, ...], onto: str | None, settings: Settings
) -> Iterator[str]:
    if len(solution) > 1 or onto:
        raise click.UsageError("a state graph has one solution, and is not carried to a tree")
    if settings.exact is False:
        raise click.UsageError("--no-exact is for games that are solved as a linear program")
    if graph.states and settings.levels:
        raise click.UsageError(
            "--levels is for games with too many states to list; this graph lists them"
        )
    if settings.levels and (refused := without_levels(graph)):
        raise click.UsageError(refused)
    solved = read_artifact("report GRAPH SOLUTION", solution[0], induction.read)
    try:
        with progress("report"):
            found = about(solution[0], lambda: report_graph(graph, solved, settings))
    except VerificationError as error:
        raise VerificationError(
            f"{'<stdin>' if solution[0] == '-' else solution[0]}: {error}"
        ) from None
    return write_report(found, settings.report_format, settings.layout)


def _tree(path: str, played: game_schema.Game) -> game_schema.Game:
    """Return the game to carry strategies to. Raises InputError if it shares nodes or is of another
    map.
    """
    found = read_artifact("report --on", path, game_schema.read)
    if sum(len(game_schema.children(node)) for node in found.nodes) >= len(found.nodes):
        raise InputError(
            [Problem("shares nodes; strategies are carried to a tree (expand --unroll)")], path
        )
    if found.players != played.players or _map(found) != _map(played):
        raise InputError([Problem("is not the game of the same map and rules")], path)
    return found


def _map(game: game_schema.Game) -> tuple[str, str] | None:
    return (game.source.sha256, game.source.rules) if game.source else None
