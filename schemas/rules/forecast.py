"""How large a game of a rule is, counted before any of its states is listed.

The recursion of a rule is that of its states without names, labels and payoffs:
what can follow a point of play, and in how many ways. Points come breadth
first, and none but ends of play is met at different depths, so that all ways
to a point are known when its turn comes. The work grows with the states, and
not with the histories.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

# Transitions that are gone through in any case, in a quarter of a second: the number then tells
# something.
ENOUGH = 100_000

ENORMOUS = 10**100  # Histories that tell enough, too: numbers of many digits take long to add.


class Following(NamedTuple):
    """What can follow a point of play."""

    rows: int
    """Moves of player 1 where both move at once, else 0: nodes of player 2 in the tree."""
    ways: Mapping[Any, int]
    """The points that follow, with the number of ways there; none behind the end of play."""


class Recursion(Protocol):
    """Points of play of some kind, equal where the states are one."""

    @property
    def start(self) -> Any:
        """The first one."""

    def following(self, point: Any) -> Following:
        """Return what can follow."""

    def least(self) -> "Forecast":
        """Return numbers that the game has at least, by a formula."""


class Forecast(NamedTuple):
    """The size of a game, or what it exceeds."""

    states: int
    plays: int
    """States of level 0: one per history, without player 2's halves of moves at once."""
    histories: int
    """Of the tree that the states expand to."""
    whole: bool
    """Whether these are the numbers; else there are at least as many."""


def forecast(
    recursion: Recursion,
    states: int | None = None,
    plays: int | None = None,
    histories: int | None = None,
) -> Forecast:
    """Return how large a game is.

    The count ends where one of the numbers is above what may be, and ENOUGH is counted for the
    number to say something. Plays and histories are 0 where no limit is set to them.
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
    for point in order:  # Grows while it is gone through.
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
