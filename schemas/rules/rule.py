"""The interface of rules: a record of a public game's parameters, with methods for its play.

A rule is a frozen record; equal rules are equal games. It defines its fields in
artifacts, its own checks, and the unfolding of play point by point, from which
`schemas.rules.listing` counts and lists the states.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ..parts.problems import Problem
from ..parts.states import Joint, State, targets
from .forecast import Following, Forecast, Recursion

Point = TypeVar("Point")
Number = Callable[[Point], int]
"""Returns the number of the state of a point of play."""


class Unfolding(ABC, Generic[Point]):
    """The play of a rule at a level, point by point.

    A point contains everything that determines future play; a point that is not terminal occurs
    only after one number of moves. Level 1 has one state per key of a point. Level 0 has one state
    per history, and only uses `state`. Level 2 may also merge points that have the same future.
    """

    level: int
    start: Point

    @abstractmethod
    def name(self, point: Point) -> str:
        """Return the name of the state of a point, which depends only on its key; level 1 or 2."""

    @abstractmethod
    def state(self, point: Point, number: Number[Point]) -> State:
        """Return the state of a point, with the numbers of its successors as targets."""

    def key(self, point: Point) -> Hashable:
        """Return the key that identifies the state of a point at level 1 or 2."""
        return self.name(point)

    def recursion(self) -> Recursion:
        """Return the recursion that counts the states; rules may override it with a faster one."""
        return _Keys(self)


class _Keys(Generic[Point]):
    """The recursion over the states themselves; level 0 uses the states of level 1."""

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
    """The terms for a game's objects in messages and reports."""

    drawn: str = "chance"
    """The object that chance decides before the first round."""
    playable: str = "a position at which both move"


class FirstStage(NamedTuple):
    """A stage game of the first round."""

    label: str
    """The chance move that leads here; empty if there is none."""
    state: str
    moves: tuple[tuple[str, ...], tuple[str, ...]]


class TreeSize(NamedTuple):
    """The size of the game as a tree."""

    histories: int
    information_sets: tuple[int, int]
    sequences: tuple[int, int]


class Layers(NamedTuple):
    """The data for a report on a game that is solved layer by layer from the end, because it has
    too many states to list.
    """

    unit: str
    """The unit in which layers are counted, in the plural."""
    last: int
    """The layer at which play begins; 0 is the end."""
    most: float
    """The maximum that a player can win."""
    first: tuple[FirstStage, ...]
    size: TreeSize | None
    """None if not counted."""
    fair: str = ""
    """The reason why the value is 0, if that is obvious."""
    heading: str = ""
    """The quantity that a layer's number counts, as named in reports; empty if reports omit the
    table.
    """


class Rule(Protocol):
    """A game of public states."""

    @property
    def name(self) -> str:
        """The name of the rule: its key in RULES and in files."""

    @property
    def title(self) -> str:
        """The title of this game in reports."""

    @property
    def players(self) -> tuple[str, str]: ...

    @property
    def objective(self) -> str:
        """What counts at the end: an Objective."""

    @property
    def words(self) -> Words: ...

    @property
    def layers(self) -> Layers | None:
        """The data for layered reports; None for a rule without its own kernel."""

    def __hash__(self) -> int: ...

    def fields(self) -> dict[str, object]:
        """Return the fields in a file, in order, the name first."""

    def check(self) -> list[Problem]:
        """Return the problems of the rule."""

    def unfold(self, level: int) -> Unfolding[Any]:
        """Return the states of play and the moves between them, at a level of reduction."""

    def position(self, text: str) -> Any:
        """Return the point of play that a text describes. Raise InputError if it is invalid."""
