"""From the rules of a family to states: the agent's walk over a map.

The families share the walk (every square at most once, gold, exits, dead ends)
and differ in what follows when the agent enters a dangerous place.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple, Union

from schemas.state_graph import Choice, Draw, Look, Square, State, Terminal
from stages.parse.maps import DANGER, EXIT, GOLD, START, WALL, Map

MAX_STATES = 1_000_000
MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class Situation(NamedTuple):
    """The agent is to move: what it knows."""

    square: Square
    visited: frozenset[Square]
    gold: int
    met: tuple[str, ...]
    """The dangerous places that it entered, in order, each with what it found there."""
    unknown: int
    """Dangerous places not entered yet."""
    bandits: int
    """Not met yet; all of them are at places not entered yet."""

    def after(self, place: str, found: str) -> "Situation":
        """Return the situation once the agent knows what is at the place it stands on."""
        return self._replace(met=(*self.met, f"{place} {found}"), unknown=self.unknown - 1,
                             bandits=self.bandits - (found != "empty"))


class Sketch(NamedTuple):
    """A state whose followers are not numbered yet."""

    build: Callable[..., State]
    """Takes the numbers of the followers."""
    followers: tuple[Union["Sketch", Situation], ...]


@dataclass(frozen=True)
class Rules:
    """One rule set of a family."""

    family: str
    """What its documents call the place."""
    players: tuple[str, str]
    escape: int
    """Payoff of an exit without gold; each gold adds 1."""
    enter: Callable[[str, Situation, Fraction], Union[Sketch, Situation]]
    """What follows when the agent stands on a dangerous place, from the place, the
    situation there (this place still unknown) and the probability of capture."""


def enumerate_states(rules: Rules, board: Map, limit: int) -> tuple[State, ...] | None:
    """Return the states of level 0, a state before its followers; None if there are more than `limit`."""
    places = {square: name for name, square in board.places}
    start = board.squares(START)[0]
    first = Situation(start, frozenset([start]), 0, (), len(places), board.bandits)
    waiting: list[tuple[Sketch | Situation, int, int]] = [(first, -1, 0)]
    builders: list[Callable[..., State]] = []
    following: list[list[int]] = []
    while waiting:
        item, parent, position = waiting.pop()
        if len(builders) >= limit:
            return None
        sketch = walk(rules, board, places, item) if isinstance(item, Situation) else item
        if parent >= 0:
            following[parent][position] = len(builders)
        followers = [(follower, len(builders), at) for at, follower in enumerate(sketch.followers)]
        waiting += followers[::-1]  # The first follower is taken next: numbers grow along a history.
        builders.append(sketch.build)
        following.append([0] * len(followers))
    return tuple(build(*targets) for build, targets in zip(builders, following))


def walk(rules: Rules, board: Map, places: dict[Square, str], situation: Situation) -> Sketch:
    """Return the agent's decision in a situation; without a legal move the end of play, worth nothing."""
    labels, followers = [], []
    for label, (down, right) in MOVES.items():
        square = (situation.square[0] + down, situation.square[1] + right)
        if square not in situation.visited and _kind(board, square) != WALL:
            labels.append(label)
            followers.append(_step(rules, board, places, situation, square))
    if not labels:
        return end(0)
    return Sketch(partial(_choice, situation.square, tuple(labels)), tuple(followers))


def end(payoff: int) -> Sketch:
    """Return the end of play."""
    return Sketch(partial(Terminal, Fraction(payoff)), ())


def fight(capture: Fraction, survived: Situation) -> Sketch | Situation:
    """Return a fight that ends in capture, worth nothing, or lets the agent go on.

    An outcome without probability is left out.
    """
    if capture == 0:
        return survived
    if capture == 1:
        return end(0)
    return Sketch(partial(_fight, capture), (end(0), survived))


def look(place: str, there: Situation, occupied: Sketch | Situation, empty: Sketch | Situation) -> Sketch | Situation:
    """Return the question whether a place is occupied, or what follows where the agent can tell by counting."""
    if there.bandits == 0:
        return empty
    if there.bandits == there.unknown:
        return occupied
    return Sketch(partial(Look, place), (occupied, empty))


def _step(rules: Rules, board: Map, places: dict[Square, str], before: Situation, square: Square) -> Sketch | Situation:
    kind = _kind(board, square)
    if kind == EXIT:
        return end(rules.escape + before.gold)
    there = before._replace(square=square, visited=before.visited | {square}, gold=before.gold + (kind == GOLD))
    return rules.enter(places[square], there, board.capture) if kind == DANGER else there


def _kind(board: Map, square: Square) -> str:
    row, column = square
    inside = 0 <= row < len(board.rows) and 0 <= column < len(board.rows[0])
    return board.rows[row][column] if inside else WALL


def _choice(at: Square, labels: tuple[str, ...], *targets: int) -> State:
    return Choice(1, tuple(zip(labels, targets)), (), at)


def _fight(capture: Fraction, captured: int, escaped: int) -> State:
    return Draw((("captured", capture, captured), ("escaped", 1 - capture, escaped)))
