"""efgc expand."""

import click

from pipeline import options
from pipeline.diagnostics import progress
from pipeline.files import about, read_artifact, write_text
from schemas import game, state_graph


@click.command()
@options.source("GRAPH")
@options.output("the game (.game.json or .efg)")
@click.option("--format", "game_format", type=click.Choice(("json", "gambit")), default="json", show_default=True,
              help="The artifact, or Gambit's .efg for other tools.")
@options.unroll
@options.max_histories
def expand(graph: str, output: str, game_format: str, unroll: bool, max_histories: int) -> None:
    """Expand a state graph to the game.

    Writes the extensive form: nodes, information sets, payoffs. Information
    sets follow from what each player has observed. Above level 0 a node may
    stand for several histories with the same future; Gambit's format is always
    a tree.
    """
    from stages.expand import expand as stage
    from stages.expand.gambit import write_gambit

    states = read_artifact(graph, state_graph.read)
    with progress("expand"):
        expanded = about(graph, lambda: stage(states, max_histories, unroll or game_format == "gambit"))
    write_text(output, game.write(expanded) if game_format == "json" else write_gambit(expanded), [graph])
