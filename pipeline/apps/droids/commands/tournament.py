"""efgc tournament."""

from itertools import permutations
from typing import Any

import click

from .....stages.isolated.processors import processors
from ....options import calls
from .. import options as battle
from ..options import AGENT
from ..own_agent import OWN_AGENT


@click.command(
    epilog=OWN_AGENT
    + calls.example("efgc tournament random equilibrium minimax:depth=1 --battle droid-duel.yaml")
)
@click.argument("agents", metavar="AGENT...", type=AGENT, nargs=-1, required=True)
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=100,
    show_default=True,
    help="How many games to play if a result cannot be computed exactly.",
)
@battle.contest
@calls.one("jobs")
@calls.one("engine")
@calls.time_limit
def tournament(agents: tuple[str, ...], games: int, jobs: int | None, **shared: Any) -> None:
    """Play matches between all agents, on both sides.

    `efgc match --help` lists the agents. Two agents that play each state by a fixed
    distribution have an exact result; the others play games. Several pairs play at once; their
    seeds, and so the results, do not depend on the number of processes. An agent that fails loses
    the game, and also all later games of the pair if its process has ended; the tournament goes on,
    and at the end the exit code is 1. Ctrl-C prints the results so far.
    """
    if len(agents) < 2 or len(set(agents)) < len(agents):
        raise click.UsageError("name at least two agents, each once")
    pairs = list(permutations(agents, 2))
    battle.hold("tournament", pairs, games, always=False, jobs=jobs or processors(), **shared)
