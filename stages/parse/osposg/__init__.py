"""One-sided partially observable stochastic games, `.osposg`, as a source: the format of HSVI
(Horák, Bošanský, Kovařík and Kiekintveld, Artificial Intelligence 316, 2023).

Both players choose at once in every step. Player 1 sees the observation alone, player 2 sees
everything. Rewards are to player 1, which maximises them, and those of step t are multiplied by the
discount factor to the power of t. The state graph ends after a number of steps. `records` reads the
file, `horizon` builds the graph.
"""

from decimal import ROUND_CEILING
from fractions import Fraction
from typing import NamedTuple

from ....schemas.parts.exact import in_digits
from ....schemas.parts.problems import counted
from ....schemas.parts.source import OSPOSG, Source, rules_with
from ....schemas.state_graph import ObservationGraph, TurnView
from .horizon import Horizon
from .records import read_game

__all__ = ("Reading", "parse_osposg")


class Reading(NamedTuple):
    """The state graph of a file, with remarks for people."""

    graph: ObservationGraph
    remarks: tuple[str, ...]


def parse_osposg(text: str, sha256: str, file: str, steps: int, max_states: int) -> Reading:
    """Return the state graph of a file over a number of steps, at most MAX_STEPS of
    `schemas.parts.limits`, with a bound on what later steps are worth.

    Raise InputError with line and column of all problems, and SizeError for more than `max_states`
    states.
    """
    game, remarks = read_game(text)
    names, columns = Horizon(game, steps).graph(max_states)
    largest = max(map(abs, game.rewards.values()), default=Fraction(0))
    bound = game.discount**steps * largest / (1 - game.discount)
    often = counted(steps, "step")
    horizon = (
        f"the value is that of {often} (--steps); that of the game without an end differs by at "
        f"most {in_digits(bound, 6, ROUND_CEILING)}"
    )
    source = Source(file, sha256, rules_with(OSPOSG, [("steps", str(steps))]), level=0)
    title = f"one-sided stochastic game of {counted(len(game.states), 'state')}, {often}"
    made = ObservationGraph(
        title=title,
        source=source,
        players=("player 1", "player 2"),
        names=names,
        states=TurnView(columns),
        start=0,
    )
    return Reading(made, (*remarks, horizon))
