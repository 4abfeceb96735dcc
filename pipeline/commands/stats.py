"""efgc stats."""

from typing import Any

import click

from ...stages.networks import STATS_FORMATS
from ..files.reading import read_varied
from ..options import calls, outputs
from ..options.calls import for_terminal, settings_of
from ..options.outputs import Output, endings


@click.command(epilog=calls.example("efgc stats island-1.txt -O 0"))
@calls.source("SOURCE")
@outputs.output("the statistics", endings(STATS_FORMATS))
@outputs.choice(
    "The format of the statistics: for a person, or everything as JSON.", endings(STATS_FORMATS)
)
@calls.add("stats")
def stats(
    source: str, output: Output, format: str, of: str | None, max_nodes: int, **parameters: Any
) -> None:
    """Count states, and find those that every play passes.

    Reads what `run` reads, but no linear program. Counts the states of the state graph, or the
    nodes of the game: by kind, by depth and by the number of moves, information sets by size, and
    all plays. Lists what every play passes, and what every play with a payoff passes: states, and
    for a map its dangerous places and squares; for a game its information sets.

    A play is a path from the start to an end. At the levels above 0, plays with the same future are
    counted once, and at level 2 irrelevant moves are left out.

    For a state graph of version 2, the histories and information sets of its game are counted, too,
    without listing them.
    """
    from ..results.networks import statistics

    settings = settings_of(**parameters)
    found = statistics(read_varied("stats", source, settings), of, settings, max_nodes)
    output.write(STATS_FORMATS[format](found, for_terminal(settings, output.path).layout))
