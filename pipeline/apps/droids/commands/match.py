"""efgc match."""

from typing import Any

import click

from ....options import calls
from ....terminal.help_texts import CommandWithHelpAll
from .. import options as battle
from ..options import AGENT
from ..own_agent import OWN_AGENT


@click.command(
    cls=CommandWithHelpAll,
    epilog=calls.example("efgc match random equilibrium --games 10") + "\n\f\n" + OWN_AGENT,
)
@click.argument("first", metavar="AGENT", type=AGENT)
@click.argument("second", metavar="AGENT", type=AGENT)
@click.option(
    "--games",
    type=click.IntRange(0, 1_000_000),
    default=100,
    show_default=True,
    help="The number of games.",
)
@battle.contest
@calls.time_limit
def match(first: str, second: str, games: int, **shared: Any) -> None:
    """Play matches of droid battle or Goofspiel.

    Two agents play. The first is droid 2, in Goofspiel player 1.

    \b
    random           every possible action with the same probability
    minimax          looks ahead; minimax:depth=2,view=pessimistic,evaluation=shots
                     views: pessimistic, optimistic, mixed (the default)
                     evaluations: score, playout (the default), and in droid battle also
                     shots and room; depth: 3;
                     margin: 0.015, how much worse than the best a chosen action may be
                     seconds=0.5: as deep as possible in that time per move (droid battle)
    q-learning       trained against itself when it is called; q-learning:games=100000
    NAME.agent.json  an agent written by `efgc train`
    equilibrium      exact, and among optimal strategies one that punishes mistakes
    best-response    a best response to the other agent, which must be a fixed one
    FILE.py:CLASS    an agent of your own, as below
    FILE.csv         for Goofspiel: a table of positions in the format of
                     `efgc run SOURCE --format csv --all`, with your own strategies

    All agents except your own class and minimax with a time limit play each state by a fixed
    distribution. For these, the shares of wins, draws and losses and the gain of a perfect opponent
    are computed exactly, and games are played as well. Your own class runs with your rights, in a
    separate process, which is stopped if a move takes too long; the first 10 lines that it prints
    are shown. A file that cannot be loaded is refused. An agent that fails loses the game; at the
    end the exit code is then 1. Ctrl-C prints the results so far.

    The game is droid battle, or the one that --game names, such as Goofspiel for points with up to
    8 cards.
    """
    battle.hold("match", [(first, second)], games, always=True, **shared)
