"""Droids and agents under the names of the 2022 assignment, so that students' files load unchanged.

The examples in the docstrings are the assignment's.
"""

from abc import abstractmethod
from enum import IntEnum
from functools import lru_cache
from typing import Any

from ....schemas.rules.droid_battle import DroidBattle, in_line, neighbours
from .turns import Chooser, Shown, Turn

Location = tuple[int, int]


class Action(IntEnum):
    """An action of a droid in a round. Members are integers, so that a set of them prints in this
    order.
    """

    MOVE_UP = 1
    MOVE_DOWN = 2
    MOVE_LEFT = 3
    MOVE_RIGHT = 4
    SHOOT = 5

    @property
    def word(self) -> str:
        """The name of the action in state graphs: `up`, ..., `shoot`."""
        return self.name.removeprefix("MOVE_").lower()


BY_WORD = {action.word: action for action in Action}


class R2Droid:
    """A droid on a board of rows x cols squares.

    >>> droid = R2Droid(4, 4, (0, 0), 5)
    >>> droid.location
    (0, 0)
    >>> droid.shots
    5
    """

    def __init__(
        self,
        rows: int,
        cols: int,
        location: Location,
        shots: int,
        walls: frozenset[Location] = frozenset(),
    ) -> None:
        self.rows = rows
        self.cols = cols
        self.location = location
        self.shots = shots
        self.walls = walls  # Not in the assignment, whose board has no walls.

    def copy(self) -> "R2Droid":
        """Return an independent copy of the droid.

        >>> droid = R2Droid(4, 4, (0, 0), 5)
        >>> droid_copy = droid.copy()
        >>> droid_copy.location = (1, 1)
        >>> droid.location
        (0, 0)
        >>> droid_copy.location
        (1, 1)
        """
        return R2Droid(self.rows, self.cols, self.location, self.shots, self.walls)

    def move_location(self, move: Action) -> None:
        """Step if the move is a step and no wall or edge blocks it.

        >>> droid = R2Droid(4, 4, (0, 0), 5)
        >>> droid.move_location(Action.MOVE_DOWN)
        >>> droid.location
        (1, 0)
        >>> droid.move_location(Action.MOVE_RIGHT)
        >>> droid.location
        (1, 1)
        >>> droid = R2Droid(4, 4, (0, 0), 5)
        >>> droid.move_location(Action.MOVE_LEFT)
        >>> droid.location
        (0, 0)
        """
        if move != Action.SHOOT:
            self.location = self._steps().get(move, self.location)

    def shoot(self, other: "R2Droid", move: Action) -> bool:
        """Shoot if the move is a shot and a shot is left; return whether the other droid is hit.

        >>> r2 = R2Droid(4, 4, (0, 0), 5)
        >>> q5 = R2Droid(4, 4, (0, 3), 5)
        >>> r2.shoot(q5, Action.SHOOT)
        True
        >>> r2.shots
        4
        >>> r2 = R2Droid(4, 4, (0, 0), 5)
        >>> q5 = R2Droid(4, 4, (1, 2), 5)
        >>> q5.shoot(r2, Action.SHOOT)
        False
        >>> q5.shots
        4
        """
        if move != Action.SHOOT or self.shots <= 0:
            return False
        self.shots -= 1
        return in_line(_board(self.rows, self.cols, self.walls), self.location, other.location)

    def available_actions(self) -> set[Action]:
        """Return the actions available to the droid.

        >>> droid = R2Droid(4, 4, (1, 1), 5)
        >>> droid.available_actions() == set(Action)
        True
        >>> droid.move_location(Action.MOVE_UP)
        >>> droid.available_actions()
        {<Action.MOVE_DOWN: 2>, <Action.MOVE_LEFT: 3>, <Action.MOVE_RIGHT: 4>, <Action.SHOOT: 5>}
        >>> droid = R2Droid(4, 4, (1, 1), 0)
        >>> droid.available_actions()
        {<Action.MOVE_UP: 1>, <Action.MOVE_DOWN: 2>, <Action.MOVE_LEFT: 3>, <Action.MOVE_RIGHT: 4>}
        """
        steps = set(self._steps())
        return steps | {Action.SHOOT} if self.shots > 0 else steps

    def _steps(self) -> dict[Action, Location]:
        row, column = self.location
        return _steps(self.rows, self.cols, self.walls, row, column)


# Cached, as agents create thousands of droids a second.
@lru_cache(maxsize=100_000)
def _steps(
    rows: int, cols: int, walls: frozenset[Location], row: int, column: int
) -> dict[Action, Location]:
    """Return the target of each possible step. The result is cached: do not modify it."""
    to = neighbours(_board(rows, cols, walls), (row, column))
    return {BY_WORD[word]: square for word, square in to.items()}


@lru_cache(maxsize=8)
def _board(rows: int, cols: int, walls: frozenset[Location]) -> DroidBattle:
    board = (
        "".join("#" if (row, column) in walls else "-" for column in range(cols))
        for row in range(rows)
    )
    return DroidBattle(tuple(board), (1, 1), 1, "win")


class Agent(Chooser):
    """An agent with the interface of the assignment."""

    def choose(self, rules: Any, turn: Turn[Any], player: int, training: bool = False) -> str:
        own, other, change = droids_of(rules.shown(turn, player))
        wanted = self.get_best_move(own, other, change, training)
        return wanted.word if isinstance(wanted, Action) else repr(wanted)[:60]

    @abstractmethod
    def get_best_move(
        self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool = False
    ) -> Action:
        """Return the next action.

        `score_change` is the last round's change of the own score minus the opponent's: -1, 0 or 1,
        and 0 in the first round. `training` is true in training games.
        """


def droids_of(shown: Shown, made: type[R2Droid] = R2Droid) -> tuple[R2Droid, R2Droid, int]:
    """Return an agent's own droid, the other one, and the score change of the last round. They are
    copies, so that modifying them has no effect.
    """
    rows, cols, walls = shown["board"]
    blocked = frozenset(map(tuple, walls))
    own, other = (
        made(rows, cols, tuple(location), shots, blocked) for location, shots in shown["droids"]
    )
    return own, other, shown["change"]
