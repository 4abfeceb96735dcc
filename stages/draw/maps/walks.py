"""Walks: the squares that the agent passes from the start to where play ends, and how often.

What player 1 knows is followed from the start, the likeliest first, so that walks which nobody
could see in a picture are left out where there are very many.
"""

import heapq
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from schemas.game import Game
from schemas.parts.events import Event, outcome
from schemas.parts.squares import Square
from schemas.parts.states import Choice
from schemas.state_graph import StateGraph
from schemas.strategies import Strategy
from stages.draw.maps.ways import steps
from stages.report.situations import Play, Situation

MOST = 20_000
"""Particles of situations that are followed."""

NOTHING = 1e-9
"""What is less likely is no part of play, but of a solver's arithmetic."""


class Walk(NamedTuple):
    """The squares that are passed."""

    squares: tuple[Square, ...]
    ends: str
    """How: `leaves`, `captured` or `ends`."""
    probability: float


class Walks(NamedTuple):
    """All walks that were followed to their ends, the likeliest first."""

    found: tuple[Walk, ...]
    rest: float
    """The probability of what was not followed; 0 where all was."""


_Waiting = tuple[float, int, Situation, tuple[Square, ...], str]
"""Its probability, negative; its number; what is known; the squares until now; what came last."""


def clean(probability: float) -> float:
    """Return a probability without what is a solver's arithmetic alone, next to 0 and 1.

    >>> clean(1 - 1e-12), clean(0.5)
    (1.0, 0.5)
    """
    near = round(probability)
    return float(near) if abs(probability - near) < NOTHING else probability


def walks(
    game: Game,
    graph: StateGraph,
    strategies: tuple[Strategy, Strategy],
    exits: Iterable[Square],
    most: int = MOST,
) -> Walks:
    """Return the walks of both strategies on the map of a state graph, which has these exits."""
    play = Play(graph=graph, game=game, strategies=strategies)
    ways_out, found = {*exits}, defaultdict[tuple[tuple[Square, ...], str], float](float)
    start = _likely(play.start())
    waiting: list[_Waiting] = [(-1.0, 0, start, (), "")]
    order, spent = 0, 0
    while waiting and spent < most:
        share, _, situation, passed, last = heapq.heappop(waiting)
        following = play.ways(situation)
        spent += len(situation.particles)
        if not following:
            found[passed, _ends(passed, last, ways_out)] -= share
        state = graph.states[situation.state]
        for label, odds, then in following:
            if not odds:
                continue
            after, order = passed, order + 1
            if isinstance(state, Choice) and state.player == 1 and state.at is not None:
                after = (*passed[:-1], *steps(state.at, [label]))
            heapq.heappush(waiting, (share * odds, order, _likely(then), after, label))
    made = (Walk(*walk, clean(probability)) for walk, probability in found.items())
    ordered = sorted(made, key=lambda walk: (-round(walk.probability, 9), walk.squares, walk.ends))
    return Walks(tuple(ordered), -sum(entry[0] for entry in waiting))


def _likely(situation: Situation) -> Situation:
    """Return a situation without what player 2's strategy never does."""
    return situation._replace(particles=tuple(one for one in situation.particles if one.weight))


def _ends(passed: tuple[Square, ...], last: str, exits: set[Square]) -> str:
    if passed and passed[-1] in exits:
        return "leaves"
    return "captured" if outcome(last) is Event.CAPTURE else "ends"
