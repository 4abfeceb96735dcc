"""Droid battle, 2022: a droid, and two agents that play it.

python3 r2d2_hw3.py [R2 Agent] [Q5 Agent] [Train Episodes] [Trainer]
python3 r2d2_hw3.py KeyboardAgent QAgent 100000 MinimaxAgent
"""

import random
import subprocess
import sys
from abc import ABC, abstractmethod
from enum import Enum

Location = tuple[int, int]


class Action(Enum):
    MOVE_UP = 1
    MOVE_DOWN = 2
    MOVE_LEFT = 3
    MOVE_RIGHT = 4
    SHOOT = 5

    def __hash__(self) -> int:
        """Return the value: sets of actions are then printed in this order."""
        return self.value


STEPS = {"MOVE_UP": (-1, 0), "MOVE_DOWN": (1, 0), "MOVE_LEFT": (0, -1), "MOVE_RIGHT": (0, 1)}


class R2Droid:
    """A droid on its board, rows and columns from 0.

    >>> droid = R2Droid(4, 4, (0, 0), 5)
    >>> droid.move_location(Action.MOVE_DOWN)
    >>> droid.location
    (1, 0)
    >>> droid.shoot(R2Droid(4, 4, (1, 3), 5), Action.SHOOT), droid.shots
    (True, 4)
    """

    def __init__(self, rows: int, cols: int, location: Location, shots: int) -> None:
        self.rows, self.cols = rows, cols
        self.location, self.shots = location, shots

    def copy(self) -> "R2Droid":
        return R2Droid(self.rows, self.cols, self.location, self.shots)

    def move_location(self, move: Action) -> None:
        if move.name in STEPS and move in self.available_actions():
            self.location = self._neighbour(move)

    def shoot(self, other: "R2Droid", move: Action) -> bool:
        if move is not Action.SHOOT or not self.shots:
            return False
        self.shots -= 1
        return any(mine == its for mine, its in zip(self.location, other.location, strict=True))

    def available_actions(self) -> set[Action]:
        return {
            action
            for action in Action
            if (
                self.shots > 0
                if action is Action.SHOOT
                else self._is_inside(self._neighbour(action))
            )
        }

    def _neighbour(self, move: Action) -> Location:
        down, right = STEPS[move.name]
        return self.location[0] + down, self.location[1] + right

    def _is_inside(self, location: Location) -> bool:
        return 0 <= location[0] < self.rows and 0 <= location[1] < self.cols


class Agent(ABC):
    @abstractmethod
    def clear(self) -> None:
        """Forget the game that is over, and nothing that was learned."""

    @abstractmethod
    def get_best_move(
        self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool = False
    ) -> Action:
        """Return a move, knowing what the last round brought: -1, 0 or 1."""


class QAgent(Agent):
    """Q-learning. A state is where both droids are and whether they have shots left."""

    rate, discount, explore = 0.1, 0.95, 0.1

    def __init__(self) -> None:
        self.values: dict[tuple[object, str], float] = {}
        self.clear()

    def clear(self) -> None:
        self.last: tuple[object, str] | None = None

    def get_best_move(
        self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool = False
    ) -> Action:
        state = (self_droid.location, adv_droid.location, self_droid.shots > 0, adv_droid.shots > 0)
        actions = ordered(self_droid)
        worth = {action: self.values.get((state, action.name), 0.0) for action in actions}
        if training and self.last is not None:
            known = self.values.get(self.last, 0.0)
            target = score_change + self.discount * max(worth.values())
            self.values[self.last] = known + self.rate * (target - known)
        if training and random.random() < self.explore:
            move = random.choice(actions)
        else:
            move = max(actions, key=worth.__getitem__)
        self.last = (state, move.name)
        return move


class MinimaxAgent(Agent):
    """Minimax with the pessimistic assumption: the opponent knows the move and answers it."""

    depth = 2

    def __init__(self) -> None:
        self.best: dict[object, list[Action]] = {}  # A training comes to a position many times.

    def clear(self) -> None:
        pass

    def get_best_move(
        self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool = False
    ) -> Action:
        droids = tuple(
            (one.rows, one.cols, one.location, one.shots) for one in (self_droid, adv_droid)
        )
        if droids not in self.best:
            self.best[droids] = self._best_moves(self_droid, adv_droid)
        return random.choice(self.best[droids])

    def _best_moves(self, mine: R2Droid, other: R2Droid) -> list[Action]:
        worth = {
            move: min(
                self._worth(mine, other, move, answer, self.depth) for answer in ordered(other)
            )
            for move in ordered(mine)
        }
        best = max(worth.values())
        return [move for move, found in worth.items() if found == best]

    def _worth(
        self, mine: R2Droid, other: R2Droid, move: Action, answer: Action, depth: int
    ) -> float:
        mine, other = mine.copy(), other.copy()
        points = played(mine, other, move, answer)
        moves, answers = ordered(mine), ordered(other)
        if depth == 1 or not (mine.shots or other.shots):
            return points + (mine.shots - other.shots) / 10  # The evaluation: shots are chances.
        return points + max(
            min(self._worth(mine, other, move, answer, depth - 1) for answer in answers)
            for move in moves
        )


def ordered(droid: R2Droid) -> list[Action]:
    """Return the actions of a droid, always in the same order."""
    return sorted(droid.available_actions(), key=lambda action: action.value)


def played(mine: R2Droid, other: R2Droid, move: Action, answer: Action) -> int:
    """Play a round; return its points less those of the other droid.

    >>> droids = R2Droid(4, 4, (0, 0), 5), R2Droid(4, 4, (0, 3), 5)
    >>> played(*droids, Action.SHOOT, Action.MOVE_LEFT), droids[1].location
    (1, (0, 2))
    """
    before = mine.location, other.location
    mine.move_location(move)
    other.move_location(answer)
    if mine.location == other.location or (other.location, mine.location) == before:
        mine.location, other.location = before
    hit = mine.shoot(other, move)
    return hit - other.shoot(mine, answer)


def main() -> int:
    own = {name: f"{__file__}:{name}" for name in ("QAgent", "MinimaxAgent")}
    words = [own.get(word, word) for word in sys.argv[1:]]
    return subprocess.call([sys.executable, "-m", "efgc", "course", "droid-battle", *words])


if __name__ == "__main__":
    sys.exit(main())
