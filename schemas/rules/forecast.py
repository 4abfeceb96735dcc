"""Count the size of a rule's game before any of its states is listed.

The recursion of a rule is that of its states without names, labels and payoffs:
the successors of a point of play, and the number of ways to each. Points are
visited breadth first, and only terminal points occur at different depths, so
all ways to a point are known when it is visited. The work is proportional to
the number of states, not of histories.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

# Minimum number of transitions to visit, in a quarter of a second, so that a lower bound is
# informative.
ENOUGH = 100_000

ENORMOUS = 10**100  # Histories at which to stop earlier: adding numbers of many digits is slow.


class Following(NamedTuple):
    """The successors of a point of play."""

    rows: int
    """Number of moves of player 1 if both move simultaneously, which is the number of player 2's
    nodes in the tree; else 0.
    """
    ways: Mapping[Any, int]
    """The successors with the number of ways to each; empty at a terminal point."""


class Recursion(Protocol):
    """The points of play of a rule; points of the same state are equal."""

    @property
    def start(self) -> Any:
        """The point at which play begins."""

    def following(self, point: Any) -> Following:
        """Return the successors of a point."""

    def least(self) -> "Forecast":
        """Return lower bounds on the size of the game, by a formula."""


class Forecast(NamedTuple):
    """The size of a game, or lower bounds on it."""

    states: int
    plays: int
    """Number of states of level 0: one per history, not counting player 2's nodes in simultaneous
    moves.
    """
    histories: int
    """Number of histories of the tree to which the states expand."""
    whole: bool
    """Whether these numbers are exact; otherwise they are lower bounds."""


def forecast(
    recursion: Recursion,
    states: int | None = None,
    plays: int | None = None,
    histories: int | None = None,
) -> Forecast:
    """Return the size of a game.

    The count stops once a number exceeds its limit and at least ENOUGH transitions are counted.
    Plays and histories are 0 if they have no limit.
    """
    least = recursion.least()
    most = (states, plays, histories)
    if _above(least[:3], most):
        return least
    start = recursion.start
    order = [start]
    played = nodes = int(plays is not None or histories is not None)
    ways = {start: played}
    gone = 0
    for point in order:  # Grows during the iteration.
        if (gone >= ENOUGH or nodes > ENORMOUS) and _above((len(order), played, nodes), most):
            return Forecast(
                states=len(order),
                plays=max(played, least.plays),
                histories=max(nodes, least.histories),
                whole=False,
            )
        here = ways[point]
        rows, following = recursion.following(point)
        gone += len(following)
        nodes += here * rows
        for to, number in following.items():
            played += here * number
            nodes += here * number
            if to not in ways:
                ways[to] = 0
                order.append(to)
            ways[to] += here * number
    return Forecast(states=len(order), plays=played, histories=nodes, whole=True)


def _above(found: tuple[int, int, int], most: tuple[int | None, ...]) -> bool:
    return any(
        limit is not None and number > limit for number, limit in zip(found, most, strict=True)
    )
