"""Minimax: search some rounds ahead and evaluate the states there by a heuristic.

Both droids act at once, but minimax takes turns. In the pessimistic view this player acts first and
the opponent sees the action; in the optimistic view the opponent acts first. In the mixed view an
action's value is the mean of its worst case and its average over all answers, so that merely
possible mistakes of the opponent count too. `MinimaxAgent` searches from the current state;
`minimax_policy` computes the play at every state, which costs no more, since a battle has few
states.
"""

import math
import random
import time
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

from .....schemas.rules.droid_battle import ACTIONS, DroidBattle, neighbours
from .....schemas.rules.objective import Objective
from .....stages.solve.induction.droid_battle import index, located
from .....stages.solve.induction.matrix_game import Array
from ..game import TIE, VIEWS, Minimax
from ..policy import Policy, end_values, expected_values, no_policy, tables, uniform
from ..policy_rounds import search_round
from ..turns import Chooser, Turn

SHOOT = len(ACTIONS) - 1


def minimax_policy(rule: DroidBattle, player: int, settings: Minimax) -> Policy:
    """Return the minimax policy of a player."""
    known, leaves, view = (
        index(rule),
        leaf_values(rule, settings.evaluation),
        VIEWS.index(settings.view),
    )
    policies = [no_policy(known)]
    for left in range(1, rule.rounds + 1):
        depth = min(left, settings.depth)
        if left > depth + 1 and leaves[left - depth] is leaves[left - depth - 1]:
            policies.append(policies[-1])  # The last round is beyond the search depth.
            continue
        values = leaves[left - depth]
        for _ in range(depth):
            policy, above = no_policy(known), values.copy()
            search_round(*tables(known), values, player, view, settings.margin + TIE, policy, above)
            values = above
        policies.append(policy)
    return tuple(policies)


class _LateError(Exception):
    """The time limit of a move has passed."""


class MinimaxAgent(Chooser):
    """An agent that searches again in every round; it caches the values of states."""

    def __init__(
        self, rule: DroidBattle, player: int, settings: Minimax = Minimax(), seed: int | None = None
    ) -> None:
        self.rule, self.player, self.settings = rule, player, settings
        self.tie = settings.margin + TIE
        self.random = random.Random(seed)
        self.known = index(rule)
        self.judged = leaf_values(rule, settings.evaluation)
        self.sign = 1 if player == 1 else -1

    def choose(self, rules: Any, turn: Turn[Any], player: int, training: bool = False) -> str:
        pair, tally = located(self.rule, turn.point)
        if tally >= len(self.known.tallies):
            return str(self.random.choice(rules.labels(turn, player)))
        return ACTIONS[self._choose(pair, tally, turn.point.rounds)]

    def _choose(self, pair: int, tally: int, left: int) -> int:
        most, seconds = min(left, self.settings.depth), self.settings.seconds
        self.until = math.inf
        if seconds is None:
            return self._searched(pair, tally, left, most)
        begun = time.monotonic()
        found = self._searched(pair, tally, left, 1)  # Always completed, whatever the time limit.
        self.until = begun + seconds
        with suppress(_LateError):
            for depth in range(2, most + 1):
                found = self._searched(pair, tally, left, depth)
        return found

    def _searched(self, pair: int, tally: int, left: int, depth: int) -> int:
        """Return an action by a search of `depth` rounds. Raise _LateError at the time limit."""
        self.leaves, self.seen = self.judged[left - depth], dict[tuple[int, int, int], float]()
        own, other = self._choices(pair, tally)
        outcomes = self._outcomes(pair, tally, depth)
        if self.settings.view == "optimistic":
            answers = dict(zip(other, zip(*outcomes, strict=True), strict=True))
            hopes = {answer: max(values) for answer, values in answers.items()}
            answer = self._choose_equal(hopes, min(hopes.values()))
            return self._choose_equal(dict(zip(own, answers[answer], strict=True)), hopes[answer])
        values = dict(zip(own, map(self._action_value, outcomes), strict=True))
        return self._choose_equal(values, max(values.values()))

    def _choose_equal(self, values: dict[int, float], wanted: float) -> int:
        return self.random.choice(
            [action for action, value in values.items() if abs(value - wanted) <= self.tie]
        )

    def _value(self, pair: int, tally: int, depth: int) -> float:
        """Return the value of a state to this player."""
        if time.monotonic() > self.until:
            raise _LateError
        if depth == 0 or tally < self.known.counts[0] or tally >= len(self.known.tallies):
            return self.sign * float(self.leaves[pair, tally])
        key = (pair, tally, depth)
        if key not in self.seen:
            outcomes = self._outcomes(pair, tally, depth)
            self.seen[key] = (
                min(map(max, zip(*outcomes, strict=True)))
                if self.settings.view == "optimistic"
                else max(map(self._action_value, outcomes))
            )
        return self.seen[key]

    def _action_value(self, outcomes: list[float]) -> float:
        """Return the value of an action, from the values after each reply to it."""
        if self.settings.view == "mixed":
            return 0.5 * (min(outcomes) + sum(outcomes) / len(outcomes))
        return min(outcomes)

    def _outcomes(self, pair: int, tally: int, depth: int) -> list[list[float]]:
        """Return the value after a round, by this player's action and the opponent's."""
        own, other = self._choices(pair, tally)
        return [
            [self._after(pair, tally, action, reply, depth) for reply in other] for action in own
        ]

    def _after(self, pair: int, tally: int, own: int, other: int, depth: int) -> float:
        one, two = (own, other) if self.player == 1 else (other, own)
        to = int(self.known.steps[pair, one, two])
        change = (int(one == SHOOT) - int(two == SHOOT)) * int(self.known.line[to])
        following = int(
            self.known.following[tally, int(one == SHOOT), int(two == SHOOT), change + 1]
        )
        return self.sign * float(self.known.payoff[change + 1]) + self._value(
            to, following, depth - 1
        )

    def _choices(self, pair: int, tally: int) -> tuple[list[int], list[int]]:
        """Return the possible actions of this player and of the opponent."""
        both = []
        for player in (self.player, 3 - self.player):
            steps = self.known.steps[pair]
            steps = steps[:, SHOOT] if player == 1 else steps[SHOOT]
            armed = self.known.tallies[tally].shots[player - 1] > 0
            both.append([at for at in range(SHOOT) if steps[at] >= 0] + [SHOOT] * armed)
        return both[0], both[1]


# Heuristic values of states at the depth limit.


class Evaluation(NamedTuple):
    """A heuristic value of a position: weights of the differences between the droids."""

    score: float
    shots: float
    room: float
    """Weight of the number of squares that a droid can step to."""


EVALUATIONS = {  # None: its value under random play from there on.
    "score": Evaluation(1.0, 0.0, 0.0),
    "shots": Evaluation(1.0, 0.25, 0.0),
    "room": Evaluation(1.0, 0.25, 0.05),
    "playout": None,
}


def leaf_values(rule: DroidBattle, evaluation: str) -> tuple[Array, ...]:
    """Return the heuristic values of all states to player 1, one array per number of rounds to
    play, from 0: shape (pairs of all squares, width).

    In a battle for the win, heuristic values lie within (-1, 1), so that none equals a certain win.
    """
    weights = EVALUATIONS[evaluation]
    if weights is None:
        # The exact mean results of random play.
        return tuple(expected_values(rule, uniform(rule, 1), uniform(rule, 2)))
    known, values = index(rule), end_values(rule)
    room = np.array([len(neighbours(rule, square)) for square in known.squares], float)
    space = weights.room * np.subtract.outer(room, room).ravel()
    most = sum(rule.shots) * (weights.score + weights.shots) + 4 * weights.room
    scale = 1.0 + most if rule.objective == Objective.WIN else 1.0
    for at, tally in enumerate(known.tallies):
        if tally.shots != (0, 0):
            values[:, at] = (
                weights.score * tally.score
                + weights.shots * (tally.shots[0] - tally.shots[1])
                + space
            ) / scale
    return (end_values(rule), *[values] * rule.rounds)
