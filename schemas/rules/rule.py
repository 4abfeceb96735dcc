"""What a game of public states is: a record of its numbers, and how play goes on.

A rule is a frozen record, equal where the games are. It says how an artifact
shows it, what makes it no game, and how play unfolds point by point: listing the
states and counting them before (`schemas.rules.listing`) follow from that.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from schemas.parts.problems import Problem
from schemas.parts.states import Joint, State, targets
from schemas.rules.forecast import Following, Forecast, Recursion

Point = TypeVar("Point")
Number = Callable[[Point], int]
"""Of the state of a point of play."""


class Unfolding(ABC, Generic[Point]):
    """Play of a rule at a level, point by point.

    A point is whatever tells what is to come; but for ends of play, none is met after different
    numbers of moves. Level 1 has one state per key of a point. Level 0 has one per history, and
    asks only for states. Level 2 may do more: put points together that have the same future.
    """

    level: int
    start: Point

    @abstractmethod
    def name(self, point: Point) -> str:
        """Return the name of the state of a point, the same for points of one key; level 1 or 2."""

    @abstractmethod
    def state(self, point: Point, number: Number[Point]) -> State:
        """Return the state of a point, with the numbers of the points that follow."""

    def key(self, point: Point) -> Hashable:
        """Return what tells states apart at level 1 or 2."""
        return self.name(point)

    def recursion(self) -> Recursion:
        """Return what counts the states; a rule that has a quicker way brings its own."""
        return _Keys(self)


class _Keys(Generic[Point]):
    """The recursion of the states themselves; those of level 1 stand for level 0, too."""

    def __init__(self, unfolding: Unfolding[Point]) -> None:
        self.unfolding = unfolding
        self.waiting: dict[Hashable, Point] = {}

    @property
    def start(self) -> Hashable:
        return self._key(self.unfolding.start)

    def following(self, key: Hashable) -> Following:
        keys: list[Hashable] = []

        def number(point: Point) -> int:
            keys.append(self._key(point))
            return len(keys) - 1

        state = self.unfolding.state(self.waiting.pop(key), number)
        rows = len(state.moves[0]) if isinstance(state, Joint) else 0
        return Following(rows, Counter(keys[target] for target in targets(state)))

    def least(self) -> Forecast:
        return Forecast(states=1, plays=1, histories=1, whole=False)

    def _key(self, point: Point) -> Hashable:
        key = self.unfolding.key(point)
        self.waiting[key] = point
        return key


class Words(NamedTuple):
    """What messages and reports call things of a game."""

    drawn: str = "chance"
    """What chance decides before the first round."""
    playable: str = "a position at which both move"


class FirstStage(NamedTuple):
    """A stage game of the first round."""

    label: str
    """What chance did to come here; empty if nothing."""
    state: str
    moves: tuple[tuple[str, ...], tuple[str, ...]]


class TreeSize(NamedTuple):
    """Of the game as a tree."""

    histories: int
    information_sets: tuple[int, int]
    sequences: tuple[int, int]


class Layers(NamedTuple):
    """What a report must know of a game that is solved layer by layer, from the end, where its
    states are too many to list.
    """

    unit: str
    """What is counted down, in the plural."""
    last: int
    """The layer at which play begins; 0 is the end."""
    most: float
    """Nobody can win more."""
    first: tuple[FirstStage, ...]
    size: TreeSize | None
    """None where it is not counted."""
    fair: str = ""
    """Why the value is 0, where that is plain."""
    heading: str = ""
    """What all states of a layer have so many of; empty where reports leave the table out."""


class Rule(Protocol):
    """A game of public states."""

    @property
    def name(self) -> str:
        """Of the rule: its key in RULES, and in files."""

    @property
    def title(self) -> str:
        """What reports call this game."""

    @property
    def players(self) -> tuple[str, str]: ...

    @property
    def words(self) -> Words: ...

    @property
    def layers(self) -> Layers | None:
        """None of a rule without a kernel of its own."""

    def fields(self) -> dict[str, object]:
        """Return what a file shows of it, in order, the name first."""

    def check(self) -> list[Problem]:
        """Return everything that makes it no game."""

    def unfold(self, level: int) -> Unfolding[Any]:
        """Return how play goes on at a level."""

    def position(self, text: str) -> Any:
        """Return the point of play that a person names. Raises InputError."""
