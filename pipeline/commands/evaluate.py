"""efgc evaluate."""

from collections.abc import Iterator
from typing import Any

import click

from pipeline.files.reading import read_for, read_varied
from pipeline.options import calls, outputs
from pipeline.options.calls import settings_of, shown
from pipeline.options.outputs import Output, endings
from pipeline.options.value_types import FILE, NEW_FILE
from pipeline.results.evaluations import Asked, strategy_named
from pipeline.results.evaluations import evaluation as made
from schemas.evaluation import Evaluation
from stages.evaluate import EVALUATION_FORMATS
from stages.strategies import own_csv, own_json


@click.command(
    epilog=calls.example("efgc run island-1.txt --format csv | efgc evaluate island-1.txt -")
)
@click.argument("game", metavar="GAME", type=FILE)
@click.argument("strategy", metavar="STRATEGY [STRATEGY]", type=FILE, nargs=-1, required=True)
@outputs.output("the evaluation", endings(EVALUATION_FORMATS))
@click.option(
    "--best-response",
    metavar="FILE",
    type=NEW_FILE,
    default=None,
    help="Write the best responses to this file, a strategy of the other player for each that is "
    "evaluated: a table if FILE ends in .csv, else JSON.",
)
@calls.add("evaluate")
@outputs.choice(
    "How to write the evaluation: for a person, everything as JSON, or a table of all information "
    "sets at which something is lost.",
    endings(EVALUATION_FORMATS),
)
def evaluate(
    game: str,
    strategy: tuple[str, ...],
    output: Output,
    best_response: str | None,
    solve: bool | None,
    format: str,
    **asked: Any,
) -> None:
    """Say what strategies guarantee, and where they lose.

    GAME is what `run` reads, a source or an artifact, but no linear program. STRATEGY is what
    `report --format strategy` or `--format csv` writes, anybody's file of that form, or one of
    OpenSpiel, Gambit or LiteEFG, with the strategy of one player or of both. It may also be a name:
    `uniform` plays all actions alike, `first` always the first one; `uniform:1` is of player 1
    alone. A file of such a name is given as ./uniform.

    Prints what each strategy guarantees to its player, NashConv and exploitability of both, what
    they pay against each other, how a best response punishes them, and the information sets at
    which most is lost. All bounds are rounded to the safe side; they are exact where the game is
    small. One player's strategy alone is played against an equilibrium, for which the game is
    solved, and is told how far it is from the value.

    The strategies of the second file are played against those of the first; only these are
    evaluated. Of a player that the first file leaves out, the second completes the profile.

    A map is compiled at the level that the strategies are written for, if they say so. With -O 0
    they are carried to the textbook tree.
    """
    if len(strategy) > 2:
        raise click.UsageError("two files of strategies at most: those evaluated, and opponents")
    if [game, *strategy].count("-") > 1:
        raise click.UsageError("only one of GAME and the files of strategies can be stdin")
    if solve is False and asked["solver"]:
        raise click.UsageError("--solver is for a game that is solved, not for --no-solve")
    inputs = [game, *(path for path in strategy if strategy_named(path) is None)]
    if best_response:
        output.refuse_second("--best-response", best_response, inputs)
    settings = settings_of(**asked)
    source = read_varied("evaluate", game, settings)
    given, *more = (
        strategy_named(path) or read_for("evaluate GAME STRATEGY", path) for path in strategy
    )
    wish = Asked(source, given, more[0] if more else None, True if asked["solver"] else solve)
    found = made(wish, settings)
    if best_response:
        output.write_file(best_response, _answers(found, best_response), inputs)
    output.write(EVALUATION_FORMATS[format](found, shown(settings, output.path).layout))


def _answers(found: Evaluation, path: str) -> Iterator[str]:
    """Yield the best responses as a file of strategies: player 1's is to player 2's strategy."""
    first, second = (None if one is None else one.answer for one in found.strategies)
    write = own_csv.write if path.endswith(".csv") else own_json.write
    return write(found.game, (second, first))
