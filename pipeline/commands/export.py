"""efgc export."""

from typing import Any

import click

from pipeline import network_options, options
from pipeline.asked import settings_of
from pipeline.files import refuse_inputs, write_text
from pipeline.varied import read_varied
from stages.networks import NETWORK_FORMATS

_SUFFIXES = {f".{form.suffix}": name for name, form in NETWORK_FORMATS.items()}


@click.command(epilog=options.example("efgc export island-1.txt -o island-1.graphml"))
@options.source("SOURCE")
@options.output("the network (.graphml, .dot or .json)")
@click.option(
    "--format",
    type=click.Choice(tuple(NETWORK_FORMATS)),
    default=None,
    help="GraphML, Graphviz, or the node-link form of NetworkX and d3.  [default: the one that "
    "FILE ends in, else json]",
)
@network_options.asked
def export(
    source: str, output: str, format: str | None, of: str | None, max_nodes: int, **asked: Any
) -> None:
    """Write a state graph or a game for other programs.

    Reads what `run` reads, but no linear program; for programs that work on graphs. Nodes are
    states of the state graph, or nodes of the game, and edges are moves, with all that is known of
    them: kind, player, information set, payoff, label, probability. Numbers are exact, as texts.

    What is to be seen is drawn by `efgc draw`, also for Graphviz; Gambit's files are written by
    `efgc expand`.
    """
    from pipeline.networks import network

    ending = next((name for suffix, name in _SUFFIXES.items() if output.endswith(suffix)), "json")
    refuse_inputs(output, [source])
    settings = settings_of(**asked)
    found = network(read_varied("export", source, settings), of, settings, max_nodes)
    write_text(output, NETWORK_FORMATS[format or ending].write(found), [source])
