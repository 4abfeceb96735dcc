"""efgc expand."""

import click

from ...schemas import state_graph
from ..chain.provenance import write_game
from ..chain.public_games import one_round
from ..files.reading import about, read_artifact
from ..machine.memory import HISTORY, affordable
from ..options import calls, outputs
from ..options.outputs import Output
from ..settings import Settings
from ..terminal.diagnostics import progress

FORMATS = {"json": "game.json", "gambit": "efg"}


@click.command(epilog=calls.example("efgc expand island-1.states.yaml -o island-1.game.json"))
@calls.source("GRAPH")
@outputs.output("the game", FORMATS)
@outputs.choice("The artifact, or Gambit's .efg for other tools.", FORMATS, "game_format")
@click.option(
    "--round",
    "position",
    metavar="POSITION",
    default="",
    help="Expand one round of Goofspiel for points, such as 'hand 1 3 5 / 2 4 6, prizes 1 2 5' "
    "or with a prize up; later rounds are replaced by their values.",
)
@calls.add("expand")
def expand(
    graph: str,
    output: Output,
    game_format: str,
    unroll: bool,
    position: str,
    max_histories: int,
) -> None:
    """Expand a state graph to the game.

    Writes the extensive form: nodes, information sets, payoffs. Information
    sets follow from what each player has observed. Above level 0 (of the graph's
    `source`) a node may stand for several histories with the same future;
    Gambit's format is always a tree, and so is a game in which nothing is secret.

    Goofspiel with 5 cards or more is too large for that. With --round it is expanded round by
    round: `lower` then makes the linear program of that subgame, its stage games as blocks, and any
    solver solves it.
    """
    from ...stages.expand import expand as stage
    from ...stages.expand.gambit import write_gambit

    gambit = game_format == "gambit"
    states = read_artifact("expand", graph, state_graph.read)
    limit = affordable(max_histories, HISTORY)
    more = ["--round", position] if position else []
    if position:
        states = about(graph, lambda: one_round(states, position))
    with progress("expand") as watch:
        expanded = about(graph, lambda: stage(states, limit, unroll or gambit, watch))
    if gambit:
        output.write(write_gambit(expanded))
    else:
        output.write(write_game(states, expanded, Settings(unroll=unroll), *more))
