"""From the rules of a family to states: the agent's walk over a map.

The families share the walk (every square at most once, gold, exits, dead ends)
and differ in what follows when the agent enters a dangerous place.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple, Union

from schemas.parts.events import Event
from schemas.parts.squares import Square
from schemas.parts.states import Choice, Draw, Look, State, Terminal
from stages.parse.board import Board, Squares
from stages.parse.maps import DANGER, EXIT, Map
from stages.parse.reductions import REDUCTIONS, chains, reachable, relevant, richest, wider
from stages.parse.ways import LOOK, Meter, Way, single_steps

MAX_STATES = 1_000_000


class Situation(NamedTuple):
    """The agent is to move, or has just entered a dangerous place: what it knows."""

    square: int
    open: Squares
    """The squares that still matter of those it can enter."""
    gold: int
    met: tuple["Met", ...]
    """The dangerous places that it entered, in order."""
    unknown: int
    """Dangerous places not entered yet."""
    bandits: int
    """Not met yet; all of them are at places not entered yet."""

    def after(self, place: str, found: Event) -> "Situation":
        """Return the situation once the agent knows what is at the place it stands on."""
        met = (*self.met, Met(place, found))
        return Situation(
            self.square,
            self.open,
            self.gold,
            met,
            self.unknown - 1,
            self.bandits - (found is not Event.EMPTY),
        )


class Met(NamedTuple):
    """What the agent found at a dangerous place."""

    place: str
    found: Event
    """OCCUPIED, EMPTY, or what was decided there."""


class Entry(NamedTuple):
    """The agent has entered a dangerous place and does not know yet what is there."""

    place: str
    there: Situation


class End(NamedTuple):
    """The end of play."""

    payoff: int


Item = Union["Sketch", Situation, Entry, End]


class Sketch(NamedTuple):
    """A state whose followers are not numbered yet."""

    build: Callable[..., State]
    """Takes the numbers of the followers."""
    followers: tuple[Item, ...]


@dataclass(frozen=True)
class Rules:
    """One rule set of a family."""

    family: str
    """What its documents call the place."""
    players: tuple[str, str]
    escape: int
    """Payoff of an exit without gold."""
    enter: Callable[[str, Situation, Fraction], Item]
    """What follows when the agent stands on a dangerous place, from the place, the
    situation there (this place still unknown) and the probability of capture."""
    dead_end: int = 0
    """Payoff of a square without a legal move. A capture pays 0."""
    gold: int = 1
    """Payoff that each gold adds to an exit."""

    def allow(self, reduction: str) -> bool:
        """Return whether the rules have the property that a reduction needs."""
        needs = REDUCTIONS[reduction]
        helps = self.gold >= 0
        # Else an exit with gold could pay less than a dead end.
        worthless = self.dead_end <= min(0, self.escape) and helps
        return (worthless or not needs.worthless_dead_ends) and (helps or not needs.gold_helps)


def enumerate_states(
    rules: Rules, map: Map, limit: int, reductions: Collection[str] = (), meter: Meter | None = None
) -> tuple[State, ...] | None:
    """Return the states of a map; None if there are more than `limit`, or if the work is more than
    the meter allows.

    Without reductions there is one state per history of player 1, and it comes
    before its followers; with reductions equal situations are one state.
    """
    meter = meter or Meter()
    walk = _Walk(rules, Board(map), frozenset(filter(rules.allow, reductions)), meter)
    numbers: dict[Item, int] = {}
    waiting: list[tuple[Item, int, int]] = [(walk.start, -1, 0)]
    builders: list[Callable[..., State]] = []
    following: list[list[int]] = []
    while waiting:
        item, parent, position = waiting.pop()
        # Only what holds all that the agent met can be shared: an end of play does not.
        shared = (
            bool(reductions) and isinstance(item, (Situation, Entry)) and not walk.comes_once(item)
        )
        known = numbers.get(item) if shared else None
        if parent >= 0:
            following[parent][position] = len(builders) if known is None else known
        if known is not None:
            continue
        if len(builders) >= limit or meter.spent > meter.most:
            return None
        if shared:
            numbers[item] = len(builders)
        sketch = walk.sketch(item)
        # The first follower is taken next: numbers grow along a history.
        waiting += [(follower, len(builders), at) for at, follower in enumerate(sketch.followers)][
            ::-1
        ]
        builders.append(sketch.build)
        following.append([0] * len(sketch.followers))
    return tuple(build(*targets) for build, targets in zip(builders, following, strict=True))


def fight(capture: Fraction, survived: Situation) -> Item:
    """Return a fight that ends in capture, worth nothing, or lets the agent go on.

    An outcome without probability is left out.
    """
    if capture == 0:
        return survived
    if capture == 1:
        return End(0)
    return Sketch(partial(_fight, capture), (End(0), survived))


def look(place: str, there: Situation, occupied: Item, empty: Item) -> Item:
    """Return the question whether a place is occupied, or what follows where the agent can tell by
    counting.
    """
    if there.bandits == 0:
        return empty
    if there.bandits == there.unknown:
        return occupied
    return Sketch(partial(Look, place), (occupied, empty))


class _Walk:
    """The rules on one board, with the reductions that are used."""

    def __init__(
        self, rules: Rules, board: Board, reductions: Collection[str], meter: Meter
    ) -> None:
        self.rules, self.board, self.used = rules, board, reductions
        self.regions = tuple(
            region
            for name, region in (("reachable", reachable), ("relevant", relevant))
            if name in reductions
        )
        self.onward = single_steps(
            board,
            self.regions,
            meter,
            sum(look for name, look in LOOK.items() if name in reductions),
        )

    @property
    def start(self) -> Situation:
        open = self.board.free
        for region in self.regions:
            open = region(self.board, self.board.start, open)
        return Situation(
            self.board.start, open, 0, (), len(self.board.places), self.board.map.bandits
        )

    def comes_once(self, item: Item) -> bool:
        """Return whether no second situation leads to this one, so that nobody asks for it again.

        It is so inside a corridor that goes on: the agent came from the one of two neighbours that
        is not open. If that is the start, it is the only situation there; if it has two neighbours,
        too, this square was the only move there, and open were this square and what is open here.
        """
        if (
            not isinstance(item, Situation)
            or not item.open
            or self.board.kinds[item.square] == DANGER
        ):
            return False
        beside = self.board.inner[item.square]
        if (
            not self.board.corridor[item.square]
            or len(beside) < 2
            or item.square == self.board.start
        ):
            return False
        behind = beside[item.open >> beside[0] & 1]
        return self.board.corridor[behind] or behind == self.board.start

    def sketch(self, item: Item) -> Sketch:
        match item:
            case Sketch():
                return item
            case End(payoff):
                return Sketch(partial(Terminal, Fraction(payoff)), ())
            case Entry(place, there):
                inside = self.rules.enter(place, there, self.board.map.capture)
                return inside if isinstance(inside, Sketch) else self.sketch(inside)
            case Situation():
                return self._decision(item)

    def _decision(self, situation: Situation) -> Sketch:
        """Return the agent's decision; without a legal move the end of play."""
        ways = self._ways(Way((), 0, situation.square, situation.open, False))
        if not ways:
            return self.sketch(End(self.rules.dead_end))
        labels = tuple(" ".join(way.moves) for way in ways)
        followers = tuple(self._arrival(situation, way) for way in ways)
        return Sketch(partial(_choice, self.board.at(situation.square), labels), followers)

    def _ways(self, here: Way) -> list[Way]:
        if "richest" in self.used:
            return richest(here, self.onward, wider if "wider" in self.used else None)
        if "chains" in self.used:
            return [chains(way, self.onward) for way in self.onward(here)]
        return self.onward(here)

    def _arrival(self, before: Situation, way: Way) -> Item:
        gold = before.gold + self.rules.gold * way.gold
        if self.board.kinds[way.square] == EXIT:
            return End(self.rules.escape + gold)
        there = Situation(way.square, way.open, gold, before.met, before.unknown, before.bandits)
        return Entry(self.board.places[way.square], there) if way.ended else there


def _choice(at: Square, labels: tuple[str, ...], *targets: int) -> State:
    return Choice(1, tuple(zip(labels, targets, strict=True)), (), at)


def _fight(capture: Fraction, captured: int, escaped: int) -> State:
    return Draw(
        (
            (Event.CAPTURE.value, capture, captured),
            (Event.ESCAPE.value, 1 - capture, escaped),
        )
    )
