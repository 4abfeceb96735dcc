"""Heuristic values of states at the depth limit of minimax."""

from typing import NamedTuple

import numpy as np

from pipeline.droids.policy import end_values, tables, uniform
from pipeline.droids.policy_rounds import expect_round
from schemas.rules.droid_battle import DroidBattle, neighbours
from schemas.rules.objective import Objective
from stages.solve.induction.droid_battle import index
from stages.solve.induction.matrix_game import Array


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


def judged(rule: DroidBattle, evaluation: str) -> tuple[Array, ...]:
    """Return the heuristic values of all states to player 1, one array per number of rounds to
    play, from 0: shape (pairs of all squares, width).

    In a battle for the win, heuristic values lie within (-1, 1), so that none equals a certain win.
    """
    weights = EVALUATIONS[evaluation]
    if weights is None:
        return _playouts(rule)
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


def _playouts(rule: DroidBattle) -> tuple[Array, ...]:
    """Return the exact mean result of random play from every state."""
    known = index(rule)
    first, second = uniform(rule, 1), uniform(rule, 2)
    found = [end_values(rule)]
    for left in range(1, rule.rounds + 1):
        values = found[-1].copy()
        expect_round(*tables(known), found[-1], first[left], second[left], values)
        found.append(values)
    return tuple(found)
