"""efgc export."""

from typing import Any

import click

from ...stages.networks import NETWORK_FORMATS
from ..files.reading import read_varied
from ..options import calls, outputs
from ..options.calls import settings_of
from ..options.outputs import Output

FORMATS = {name: name for name in NETWORK_FORMATS}


@click.command(epilog=calls.example("efgc export island-1.txt -o island-1.graphml"))
@calls.source("SOURCE")
@outputs.output("the network", FORMATS)
@outputs.choice("The node-link form of NetworkX and d3, GraphML, or Graphviz.", FORMATS)
@calls.add("export")
def export(
    source: str, output: Output, format: str, of: str | None, max_nodes: int, **parameters: Any
) -> None:
    """Write a state graph or a game for other programs.

    Reads what `run` reads, but no linear program; for programs that work on graphs. Nodes are
    states of the state graph, or nodes of the game, and edges are moves, with all their data: kind,
    player, information set, payoff, label, probability. Numbers are exact, as texts.

    For pictures use `efgc draw`; for Gambit's files use `efgc expand`.
    """
    from ..results.networks import network

    settings = settings_of(**parameters)
    found = network(read_varied("export", source, settings), of, settings, max_nodes)
    output.write(NETWORK_FORMATS[format](found))
