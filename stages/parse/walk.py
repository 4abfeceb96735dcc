"""From the rules of a family to states: the agent's walk over a map.

The families share the walk (every square at most once, gold, exits, dead ends)
and differ in what follows when the agent enters a dangerous place.
"""

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple, Union

from schemas.parts.events import Event
from schemas.parts.squares import Square
from schemas.parts.states import Choice, Draw, Look, State, Terminal
from stages.parse.board import Board, Squares
from stages.parse.maps import DANGER, EXIT
from stages.parse.reductions import REDUCTIONS
from stages.parse.ways import Meter, Onward, Way, single_steps


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
            square=self.square,
            open=self.open,
            gold=self.gold,
            met=met,
            unknown=self.unknown - 1,
            bandits=self.bandits - (found is not Event.EMPTY),
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


@dataclass(frozen=True, kw_only=True)
class Rules:
    """One rule set of a family."""

    family: str
    """What its documents call the place."""
    words: str
    """Which document they are from."""
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
    asks: Callable[[tuple[Met, ...]], Hashable] = lambda met: met
    """What `enter` asks of the places that were met before. Where two situations agree in it, in
    gold, places and bandits, the same can follow, and after the same event they agree in it again.
    """

    def allow(self, reduction: str) -> bool:
        """Return whether the rules have the property that a reduction needs."""
        needs = REDUCTIONS[reduction]
        helps = self.gold >= 0
        # Else an exit with gold could pay less than a dead end.
        worthless = self.dead_end <= min(0, self.escape) and helps
        return (worthless or not needs.worthless_dead_ends) and (helps or not needs.gold_helps)


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


class Walk:
    """The rules on one board, with the reductions that are used."""

    def __init__(
        self, rules: Rules, board: Board, reductions: Collection[str], meter: Meter
    ) -> None:
        self.rules, self.board = rules, board
        used = [
            reduction
            for name, reduction in REDUCTIONS.items()
            if name in reductions and (not reduction.builds_on or reduction.builds_on in reductions)
        ]
        self.regions = tuple(reduction.region for reduction in used if reduction.region)
        look = sum(reduction.look for reduction in used)
        self.onward = single_steps(board, self.regions, meter, look)
        self.ways = ([all_ways] + [reduction.ways for reduction in used if reduction.ways])[-1]

    @property
    def start(self) -> Situation:
        open = self.board.free
        for region in self.regions:
            open = region(self.board, self.board.start, open)
        return Situation(
            square=self.board.start,
            open=open,
            gold=0,
            met=(),
            unknown=len(self.board.places),
            bandits=self.board.map.bandits,
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
        here = Way(moves=(), gold=0, square=situation.square, open=situation.open, ended=False)
        ways = self.ways(here, self.onward)
        if not ways:
            return self.sketch(End(self.rules.dead_end))
        labels = tuple(" ".join(way.moves) for way in ways)
        followers = tuple(self._arrival(situation, way) for way in ways)
        return Sketch(partial(_choice, self.board.at(situation.square), labels), followers)

    def _arrival(self, before: Situation, way: Way) -> Item:
        gold = before.gold + self.rules.gold * way.gold
        if self.board.kinds[way.square] == EXIT:
            return End(self.rules.escape + gold)
        there = Situation(
            square=way.square,
            open=way.open,
            gold=gold,
            met=before.met,
            unknown=before.unknown,
            bandits=before.bandits,
        )
        return Entry(self.board.places[way.square], there) if way.ended else there


def all_ways(here: Way, onward: Onward) -> list[Way]:
    """Return the ways of one move."""
    return onward(here)


def _choice(at: Square, labels: tuple[str, ...], *targets: int) -> State:
    return Choice(player=1, moves=tuple(zip(labels, targets, strict=True)), sees=(), at=at)


def _fight(capture: Fraction, captured: int, escaped: int) -> State:
    return Draw(
        (
            (Event.CAPTURE.value, capture, captured),
            (Event.ESCAPE.value, 1 - capture, escaped),
        )
    )
