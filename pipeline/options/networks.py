"""Arguments and options of the commands that make a network of a source."""

from collections.abc import Callable
from functools import reduce
from typing import Any

import click

from pipeline import options
from pipeline.options import maps as map_options
from pipeline.results.networks import OF
from stages.networks import MOST

_of = click.option(
    "--of",
    type=click.Choice(OF),
    default=None,
    help="The state graph, or the game that it is expanded to.  [default: the state graph, where "
    "there is one]",
)
_max_nodes = click.option(
    "--max-nodes",
    type=click.IntRange(1),
    default=MOST,
    show_default=True,
    help="Refuse what has more states or nodes; each takes some 2 KB of memory.",
)


def asked(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add what says of which network the command is."""
    those = (
        *(_of, map_options.rules, map_options.p, map_options.bandits, options.level),
        *(options.without, options.unroll, _max_nodes, options.time_limit),
    )
    return reduce(lambda made, option: option(made), reversed(those), command)
