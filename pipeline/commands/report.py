"""efgc report."""

from typing import Any

import click

from ...schemas.state_graph import is_version_2
from ..chain.refusals import refuse_for_solution, refuse_format
from ..files.kinds import kind
from ..files.reading import about, read_for
from ..files.sources import read_public
from ..options import calls, outputs
from ..options.calls import for_terminal, settings_of
from ..options.outputs import Output
from ..settings.value_types import FILE
from ..terminal.help_texts import CommandWithHelpAll
from ..ways.interface import ReportRequest, of_file


@click.command(
    cls=CommandWithHelpAll,
    epilog=calls.example("efgc report island-1.game.json island-1.solution.json"),
)
@click.argument("game", metavar="GAME|GRAPH|PROGRAM|MAP", type=FILE, default="-")
@click.argument("solution", metavar="[COLUMNS] SOLUTION...", type=FILE, nargs=-1)
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
    if not solution:
        raise click.UsageError(
            "name a game or program, and then its solution; `-` is stdin. `efgc run FILE` does all "
            "steps"
        )
    settings = for_terminal(settings_of(**parameters), output.path)
    if onto and settings.beside:
        raise click.UsageError("--with cannot be combined with --on")
    if onto and settings.refine:
        raise click.UsageError("--refine cannot be combined with --on")
    text = read_for("report", game)
    what = kind(text.text)
    usual = of_file(what)
    # No bounds belong to a linear program, so its options can be refused before files are read.
    is_program = what == "linear-program"
    hidden = what == "state-graph" and is_version_2(text.text)  # It has bounds alone.
    said = [] if is_program else [read_for(usual.use, path, any_text=hidden) for path in solution]
    solved_by = of_file(what, (kind(one.text) for one in said))
    if hidden and solved_by is usual:
        about(text.name, lambda: read_public(text.text))
    refuse_for_solution(settings, solved_by.name, text.name)
    refuse_format(settings, solved_by.name, text.name)
    if is_program and (len(solution) > 1 or onto or settings.beside):
        raise click.UsageError(
            "a linear program has one solution, and neither --on nor --with is for it"
        )
    said = said or [read_for(usual.use, path) for path in solution]
    output.write(solved_by.report_on(ReportRequest(text, said, onto, settings)))
