"""Hand-ins of 2022 as students write them, and an opponent with known play."""

# Shoots five times from its first square, and then goes to and fro in its row.
OPPONENT = """
class Shooter:
    def clear(self):
        self.round = 0
    def get_best_move(self, self_droid, adv_droid, score_change, training=False):
        self.round += 1
        actions = {action.name: action for action in self_droid.available_actions()}
        return actions.get("SHOOT") or actions["MOVE_RIGHT" if self.round % 2 else "MOVE_LEFT"]
"""
DROID = """
from abc import ABC
from enum import Enum

class Action(Enum):
    MOVE_UP = 1
    MOVE_DOWN = 2
    MOVE_LEFT = 3
    MOVE_RIGHT = 4
    SHOOT = 5

STEPS = {"MOVE_UP": (-1, 0), "MOVE_DOWN": (1, 0), "MOVE_LEFT": (0, -1), "MOVE_RIGHT": (0, 1)}

class R2Droid:
    def __init__(self, rows, cols, location, shots):
        self.rows, self.cols, self.location, self.shots = rows, cols, location, shots
    def copy(self):
        return R2Droid(self.rows, self.cols, self.location, self.shots)
    def to(self, move):
        down, right = STEPS.get(move.name, (99, 99))
        return self.location[0] + down, self.location[1] + right
    def on(self, at):
        return 0 <= at[0] < self.rows and 0 <= at[1] < self.cols
    def move_location(self, move):
        if self.on(self.to(move)):
            self.location = self.to(move)
    def shoot(self, other, move):
        if move is not Action.SHOOT or not self.shots:
            return False
        self.shots -= 1
        return self.location[0] == other.location[0] or self.location[1] == other.location[1]
    def available_actions(self):
        moves = {move for move in Action if self.on(self.to(move))}
        return moves | {Action.SHOOT} if self.shots else moves
"""
# Stays out of the row until the other has no shots left; with SHOTS it comes back and shoots.
CAREFUL = """
SHOTS = True
class QAgent:
    def __init__(self):
        self.trained = 0
    def clear(self):
        self.round = 0
    def get_best_move(self, self_droid, adv_droid, score_change, training):
        self.round += 1
        self.trained += training
        if self_droid.location[0] == 0:
            return Action.MOVE_DOWN
        if self_droid.location[0] == 1:
            return Action.MOVE_DOWN if SHOTS and not adv_droid.shots else Action.MOVE_UP
        return Action.SHOOT if self.round > 1 and self_droid.shots else Action.MOVE_UP
class MinimaxAgent(QAgent):
    pass
"""
PERFECT = DROID + CAREFUL
# Its droid is its own copy, and its agents never shoot.
WEAK = (
    (DROID + CAREFUL)
    .replace("SHOTS = True", "SHOTS = False")
    .replace("return R2Droid(self.rows, self.cols, self.location, self.shots)", "return self")
)
SKELETON = """
from abc import ABC
from enum import Enum

class Action(Enum):
    MOVE_UP = 1
    MOVE_DOWN = 2
    MOVE_LEFT = 3
    MOVE_RIGHT = 4
    SHOOT = 5

class R2Droid:
    def __init__(self, rows, cols, location, shots):
        ...
    def copy(self):
        ...
    def move_location(self, move):
        ...
    def shoot(self, other, move):
        ...
    def available_actions(self):
        ...

class Agent(ABC):
    def clear(self):
        ...
    def get_best_move(self, self_droid, adv_droid, score_change, training):
        ...

class QAgent(Agent):
    ...

class MinimaxAgent(Agent):
    ...
"""
