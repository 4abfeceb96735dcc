"""efgc evaluate."""

from collections.abc import Iterator
from typing import Any

import click

from ...schemas.evaluation import Evaluation
from ...stages.evaluate import EVALUATION_FORMATS
from ...stages.strategies import is_named, own_csv, own_json
from ..files.reading import read_varied
from ..options import calls, outputs
from ..options.calls import for_terminal, settings_of
from ..options.outputs import Output, endings
from ..results.evaluations import EvaluationRequest, read_strategy
from ..results.evaluations import evaluation as made
from ..settings.value_types import FILE, NEW_FILE
from ..terminal.help_texts import CommandWithHelpAll


@click.command(
    cls=CommandWithHelpAll,
    epilog=calls.example("efgc run island-1.txt --format csv | efgc evaluate island-1.txt -"),
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
    "The format of the evaluation: for a person, everything as JSON, or a table of all "
    "information sets with a loss.",
    endings(EVALUATION_FORMATS),
)
def evaluate(
    game: str,
    strategy: tuple[str, ...],
    output: Output,
    best_response: str | None,
    solve: bool | None,
    format: str,
    **parameters: Any,
) -> None:
    """Evaluate strategies: what they guarantee, and their losses.

    GAME is what `run` reads, a source or an artifact, but no linear program. STRATEGY is the output
    of `report --format strategy` or `--format csv`, any file of that form, or a file of OpenSpiel
    or Gambit, with the strategy of one player or of both. It may also be a name: `uniform` plays
    all actions with the same probability, `first` always the first one; `uniform:1` is for player 1
    only. A file with such a name is given as ./uniform.

    Prints the guarantee of each strategy to its player, NashConv and exploitability of both, their
    payoff against each other, best responses, and the information sets with the largest losses. All
    bounds are rounded to the safe side; they are exact if the game is small. A single player's
    strategy is played against an equilibrium, for which the game is solved, and its distance from
    the value is printed.

    The strategies of the second file are opponents of those in the first file; only the first are
    evaluated. If the first file leaves out a player, the second one completes the profile.

    \f
    A state graph of version 2, or rules, with more than 1,000,000 histories is not listed: the
    guarantees are computed on the graph, at -O 0 or the level of the bounds, and losses and best
    responses are left out. There a strategy is a name, a file of bounds by regret or a double
    oracle, or a table with the columns player, state, action and probability, in which a state
    stands for all states that its player cannot tell apart from it.

    A map is compiled at the level that the strategies record, if they record one. With -O 0 they
    are carried to the textbook tree.
    """
    if len(strategy) > 2:
        raise click.UsageError("two files of strategies at most: those evaluated, and opponents")
    if solve is False and parameters["solver"]:
        raise click.UsageError("--solver cannot be combined with --no-solve")
    inputs = [game, *(path for path in strategy if not is_named(path))]
    if best_response:
        output.refuse_second("--best-response", best_response, inputs)
    settings = settings_of(**parameters)
    source = read_varied("evaluate", game, settings)
    given, *more = (read_strategy("evaluate GAME STRATEGY", path) for path in strategy)
    wish = EvaluationRequest(
        source=source,
        given=given,
        opponent=more[0] if more else None,
        solve=True if parameters["solver"] else solve,
        needs_game="--best-response" if best_response else "--format csv" * (format == "csv"),
    )
    evaluated = made(wish, settings)
    if best_response and isinstance(evaluated, Evaluation):
        output.write_file(best_response, _write_best_responses(evaluated, best_response), inputs)
    output.write(EVALUATION_FORMATS[format](evaluated, for_terminal(settings, output.path).layout))


def _write_best_responses(found: Evaluation, path: str) -> Iterator[str]:
    """Yield the best responses as a file of strategies: player 1's is to player 2's strategy."""
    first, second = (None if one is None else one.answer for one in found.strategies)
    write = own_csv.write if path.endswith(".csv") else own_json.write
    return write(found.game, (second, first))
