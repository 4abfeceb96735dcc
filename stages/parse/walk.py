"""From the rules of a family to states: the agent's walk over a map.

The rule sets share the walk (every square at most once, gold, exits, dead ends) and differ in their
payoffs and in what dangerous places do: what `Dangers` say is played here, and nowhere else.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple, Union

from ...schemas.map_game import BOUNDED, Dangers
from ...schemas.parts.events import Event
from ...schemas.parts.states import Choice, Draw, Look, Relocation, State
from .maps import Board, Squares
from .reductions import REDUCTIONS


class Situation(NamedTuple):
    """The agent's knowledge when it is to move, or has just entered a dangerous place."""

    square: int
    open: Squares
    """The squares that it can still enter and that matter."""
    gold: int
    met: tuple["DangerFinding", ...]
    """The dangerous places that it has entered, in order."""
    unknown: int
    """The number of dangerous places not entered yet."""
    bandits: int
    """The number of bandits not met yet; all of them are at places not entered yet."""

    def after(self, place: str, found: Event) -> "Situation":
        """Return the situation after the agent learns whether its place is occupied, or decides."""
        return self._replace(
            met=(*self.met, DangerFinding(place, found)),
            unknown=self.unknown - 1,
            bandits=self.bandits - (found is not Event.EMPTY),
        )


class DangerFinding(NamedTuple):
    """The agent's finding at a dangerous place."""

    place: str
    found: Event
    """OCCUPIED, EMPTY, or the decision made there."""


class End(NamedTuple):
    """The end of play."""

    payoff: int


Item = Union["Sketch", Situation, End]


class Sketch(NamedTuple):
    """A state whose followers are not numbered yet."""

    build: Callable[..., State]
    """Takes the numbers of the followers."""
    followers: tuple[Item, ...]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """One rule set of a family."""

    family: str
    """The name of the setting in its documents."""
    words: str
    """The document that they are from."""
    players: tuple[str, str]
    escape: int
    """Payoff of an exit without gold."""
    dangers: Dangers
    dead_end: int = 0
    """Payoff of a square without a legal move. A capture pays 0."""
    gold: int = 1
    """Payoff that each gold adds to an exit."""

    @property
    def bounded(self) -> bool:
        """Whether the double oracle knows how to play by these rules."""
        return self.dangers in BOUNDED and (self.gold, self.dead_end) == (1, 0)

    def play_like(self, other: "Rules") -> bool:
        """Return whether both rule sets give the same games; their documents may differ."""
        return replace(self, words=other.words) == other

    def allow(self, reduction: str) -> bool:
        """Return whether the rules have the property that a reduction needs."""
        needs = REDUCTIONS[reduction]
        helps = self.gold >= 0
        # A dead end must pay no more than an exit, and neither more nor less than a capture.
        worthless = self.dead_end == 0 <= self.escape and helps
        return (worthless or not needs.worthless_dead_ends) and (helps or not needs.gold_helps)

    def asks(self, met: tuple[DangerFinding, ...]) -> tuple[int, bool]:
        """Return the part of the earlier encounters that `enter` depends on: how many places
        counted for the alarm, but at most those that raise one, and whether all bandits that were
        not met have to be at places not entered yet. Two situations that agree in it, in gold,
        places and bandits have the same continuations, and still agree after the same event.
        """
        dangers = self.dangers
        entered, elsewhere = 0, True
        for at, one in enumerate(met):
            empty = one.found is Event.EMPTY
            if empty and entered < dangers.alarms:
                elsewhere &= not (dangers.onto_alarm or at and not dangers.keeps_counting)
            entered += empty or not dangers.after_fights
        return min(entered, dangers.alarms), elsewhere

    def enter(self, place: str, there: Situation, capture: Fraction) -> Item:
        """Return what follows when the agent enters a dangerous place, from the place, the
        situation there (this place still unknown) and the probability of capture.
        """
        dangers = self.dangers
        entered, elsewhere = self.asks(there.met)
        survived = there.after(place, Event.FIGHT if dangers.robbery else Event.OCCUPIED)
        if dangers.fights_cost_gold:
            survived = survived._replace(gold=0)
        occupied = fight(capture, survived)
        if dangers.robbery:
            robbed = there.after(place, Event.TAKE_GOLD)._replace(gold=0)
            occupied = Sketch(partial(_encounter, place), (robbed, occupied))
        empty: Item = there.after(place, Event.EMPTY)
        if entered < dangers.alarms:
            closed = "" if dangers.onto_alarm else place
            empty = Sketch(partial(Relocation, (f"alarm at {place}",), closed), (empty,))
        if elsewhere and there.bandits in (0, there.unknown):  # The agent knows it by counting.
            return occupied if there.bandits else empty
        return Sketch(partial(Look, place), (occupied, empty))


def fight(capture: Fraction, survived: Situation) -> Item:
    """Return a fight that ends in capture with payoff 0, or lets the agent continue.

    An outcome with probability 0 is left out.
    """
    if capture == 0:
        return survived
    if capture == 1:
        return End(0)
    return Sketch(partial(_fight, capture), (End(0), survived))


def situation_at_start(board: Board) -> Situation:
    """Return the agent's knowledge before its first move."""
    return Situation(
        square=board.start,
        open=board.free,
        gold=0,
        met=(),
        unknown=len(board.places),
        bandits=board.map.bandits,
    )


def _encounter(place: str, robbed: int, fought: int) -> State:
    return Choice(
        2,
        ((Event.TAKE_GOLD.value, robbed), (Event.FIGHT.value, fought)),
        (f"encounter at {place}",),
    )


def _fight(capture: Fraction, captured: int, escaped: int) -> State:
    return Draw(
        (
            (Event.CAPTURE.value, capture, captured),
            (Event.ESCAPE.value, 1 - capture, escaped),
        )
    )
