"""efgc report."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import click

from ...schemas import bounds as bounds_schema
from ...schemas import game as game_schema
from ...schemas import induction
from ...schemas.observation_graph import is_version_2
from ...schemas.parts.problems import InputError, Problem, StatusError, VerificationError, shown
from ...schemas.parts.source import edits_in_words
from ...stages.parse import RULES
from ...stages.report import FORMATS, OPTIMUM_FORMATS, owner
from ...stages.report import report as stage
from ...stages.report.bounds import BOUNDS_FORMATS, report_bounds
from ...stages.report.induction import INDUCTION_FORMATS
from ..chain.bounds import read_unsolved, states_limit
from ..chain.programs import report_solution
from ..chain.provenance import (
    Artifacts,
    Head,
    head_of,
    solutions_edited,
    write_report,
)
from ..chain.public_games import report_graph
from ..chain.refusals import refuse_for_solution, refuse_format, refuse_levels
from ..chain.responses import responding
from ..declarations import AS_PROGRAM, BOUNDED, BY_STATES, PROGRAM
from ..files.kinds import kind
from ..files.reading import about, read_artifact, read_for
from ..files.sources import read_public
from ..files.text import Text
from ..options import calls, outputs
from ..options.calls import for_terminal, settings_of
from ..options.outputs import Output
from ..options.value_types import FILE
from ..related_files.solved_games import (
    game_trail,
    graph_trail,
    program_trail,
    read_solved,
)
from ..settings import Settings
from ..terminal.diagnostics import progress

WAYS = {
    "state-graph": (BY_STATES, "report GRAPH SOLUTION"),
    "linear-program": (PROGRAM, "report PROGRAM SOLUTION"),
    "map": (BOUNDED, "report MAP BOUNDS"),
}
"""By the kind of the first file, the way of solving and the reader of the solution; other files are
games.
"""


@click.command(epilog=calls.example("efgc report island-1.game.json island-1.solution.json"))
@click.argument("game", metavar="GAME|GRAPH|PROGRAM|MAP", type=FILE)
@click.argument("solution", metavar="[COLUMNS] SOLUTION...", type=FILE, nargs=-1, required=True)
@outputs.output("the report", calls.REPORT_ENDINGS)
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
@calls.add("report")
def report(
    game: str, solution: tuple[str, ...], output: Output, onto: str | None, **parameters: Any
) -> None:
    """Report what a solution proves about its game.

    Lifts the solution to strategies, computes both best responses on the game, and prints value,
    bounds, exploitability and strategies. One solution gives both strategies. If you name the
    solutions of both players' programs, each gives the strategy of its own player. Exit code 5: the
    strategies do not prove the value.

    The meaning of the columns of the linear program is read from the table that `lower` writes,
    NAME.columns.json. It is searched next to the solution and the game under the same NAME, or you
    name it before the solution. The program itself may have been rewritten by another tool.

    Goofspiel and droid battle, in which nothing is secret, are solved without game and linear
    program. For them, name the state graph instead of the game; the report has the first round, or
    with --at one position. If there are too many states to list, a small game is solved again. The
    report on a larger one uses the files of --levels, or is marked as not verified.

    For any linear program (.lp or .mps), name the program instead of the game. The report has its
    optimum, bounds on it, the value and reduced cost of each column, and the activity, slack and
    dual value of each row.

    Bounds on a value (.bounds.json) are recognised among the solutions. Name the game, the state
    graph or the map that they belong to. Best responses to their strategies are computed again.

    With --format html the report is a page to open in a browser. It also shows the files that led
    to the solution, if --with names them: each file is recognised from its content, and refused if
    it does not belong to the game.
    """
    settings = for_terminal(settings_of(**parameters), output.path)
    if onto and settings.beside:
        raise click.UsageError("--with cannot be combined with --on")
    if onto and settings.refine:
        raise click.UsageError("--refine cannot be combined with --on")
    text = read_for("report", game)
    way, use = WAYS.get(kind(text.text), (AS_PROGRAM, "report GAME SOLUTION"))
    # No bounds belong to a linear program, so its options can be refused before files are read.
    hidden = way == BY_STATES and is_version_2(text.text)  # It has bounds, and no solution.
    said = [] if way == PROGRAM else [read_for(use, path, any_text=hidden) for path in solution]
    if any(kind(one.text) == "bounds" for one in said):
        way = BOUNDED
    elif hidden:
        about(text.name, lambda: read_public(text.text))
    refuse_for_solution(settings, way, text.name)
    refuse_format(settings, way, text.name)
    making = {BY_STATES: _of_graph, PROGRAM: _of_program, AS_PROGRAM: _of_game, BOUNDED: _of_bounds}
    if way == PROGRAM and (len(solution) > 1 or onto or settings.beside):
        raise click.UsageError(
            "a linear program has one solution, and neither --on nor --with is for it"
        )
    said = said or [read_for(use, path) for path in solution]
    output.write(making[way](text, said, onto, settings))


def _of_game(
    text: Text, solution: Sequence[Text], onto: str | None, settings: Settings
) -> Iterator[str]:
    beside = [read_for("report --with", path) for path in settings.beside]
    read = read_solved(text, solution)
    played, tree = read.game, _tree(onto, read.game) if onto else None
    for one in read.solved:
        about(one.text.name, partial(owner, played, one.solution, read.forms))
    heads = [head_of(one.text.text) for one in read.solved]
    edits = solutions_edited(heads)
    try:
        with progress("report"):
            found = about(
                onto or read.solved[0].text.name,
                lambda: stage(
                    played,
                    read.solutions,
                    tree,
                    settings.exact,
                    read.forms,
                    refine=settings.refine,
                    off_path=settings.off_path,
                ),
            )
    except VerificationError as error:
        said = f"; {edits_in_words(edits)}: solve the linear program again" if edits else ""
        raise VerificationError(f"{error}{said}") from None
    if FORMATS[settings.report_format].trail and not onto:
        found = replace(found, trail=game_trail(text, read, beside))
    found = replace(found, edits=edits)
    parts = FORMATS[settings.report_format].write(found, settings.layout)
    sources: Artifacts = {"game": played, **_digests(heads)}
    return write_report(parts, settings, sources)


def _of_graph(
    text: Text, solution: Sequence[Text], onto: str | None, settings: Settings
) -> Iterator[str]:
    if len(solution) > 1 or onto:
        raise click.UsageError(
            "--on cannot be used with a state graph, which has only one solution"
        )
    graph = about(text.name, lambda: read_public(text.text))
    refuse_levels(settings, graph, text.name)
    beside = [read_for("report --with", path) for path in settings.beside]
    said = solution[0]
    solved = about(said.name, lambda: induction.read(said.text))
    try:
        with progress("report"):
            found = about(said.name, lambda: report_graph(graph, solved, settings))
    except VerificationError as error:
        raise VerificationError(f"{said.name}: {error}") from None
    if INDUCTION_FORMATS[settings.report_format].trail:
        found = replace(found, trail=graph_trail(text, graph, said, beside))
    head = head_of(said.text)
    found = replace(found, edits=solutions_edited([head]))
    parts = INDUCTION_FORMATS[settings.report_format].write(found, settings.layout)
    return write_report(parts, settings, {"state graph": graph, **_digests([head])})


def _of_program(
    text: Text, solution: Sequence[Text], onto: str | None, settings: Settings
) -> Iterator[str]:
    said = solution[0]
    try:
        with progress("report"):
            found = about(said.name, lambda: report_solution(text, said))
    except (StatusError, VerificationError) as error:
        raise type(error)(f"{said.name}: {error}") from None
    format = OPTIMUM_FORMATS[settings.report_format]
    if format.trail:
        found = found._replace(trail=program_trail(text, said, found.solution))
    head = head_of(said.text)
    found = found._replace(edits=solutions_edited([head]))
    parts = format.write(found, settings.layout)
    return write_report(parts, settings, _digests([head]))


def _of_bounds(
    text: Text, solution: Sequence[Text], onto: str | None, settings: Settings
) -> Iterator[str]:
    if len(solution) > 1 or onto or settings.beside:
        raise click.UsageError(
            "bounds stand alone: neither --on, --with nor a solution is for them"
        )
    said = solution[0]
    found = about(said.name, lambda: bounds_schema.read(said.text))
    if found.map_rules not in ("", *RULES):
        problem = Problem(f"no rules {shown(found.map_rules)}", ("map_rules",))
        raise InputError([problem], said.name)
    otherwise = "bounds belong to a game, or to a state graph of version 2"
    played = about(text.name, lambda: read_unsolved(text, otherwise, found.map_rules))
    try:
        with progress("report") as watch, responding(settings) as respond:
            limit = states_limit(settings)
            made = about(said.name, lambda: report_bounds(played, found, limit, watch, respond))
    except VerificationError as error:
        raise VerificationError(f"{said.name}: {error}") from None
    head = head_of(said.text)
    made = replace(made, edits=solutions_edited([head]))
    parts = BOUNDS_FORMATS[settings.report_format].write(made, settings.layout)
    sources: Artifacts = {found.base: played.digest, "bounds": head.digest}
    return write_report(parts, settings, sources)


def _digests(solutions: Iterable[Head]) -> dict[str, str]:
    """Return the digests of one solution, or of those of both players' programs."""
    digests = [head.digest for head in solutions]
    if len(digests) == 1:
        return {"solution": digests[0]}
    return {f"solution {number}": digest for number, digest in enumerate(digests, 1)}


def _tree(path: str, played: game_schema.Game) -> game_schema.Game:
    """Return the game to which strategies are carried. Raises InputError unless it is a tree of the
    same map.
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
