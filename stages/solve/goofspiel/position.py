"""One position of Goofspiel, from the values of the level below it: no compiled code, a millisecond."""

from typing import NamedTuple

import numpy as np

from schemas.goofspiel import Goofspiel, Position, after, won
from schemas.problems import InputError, Problem
from stages.solve.goofspiel.indexing import Level, canonical, column_of, pattern_code, unit
from stages.solve.matrix_game import Array, MatrixSolution, solve_matrix


class Answer(NamedTuple):
    """How to play a position with a prize up."""

    position: Position
    solution: MatrixSolution
    matrix: Array
    """What is to come for player 1, by bids."""

    @property
    def bid_values(self) -> tuple[Array, Array]:
        """What each bid of player 1, and each of player 2, is worth to player 1 against the other's strategy."""
        x, y = self.solution.strategies
        return self.matrix @ y, x @ self.matrix


def answer(rule: Goofspiel, below: Level, values: Array, position: Position) -> Answer:
    """Return the answer for a position with a prize up, from the level with one card less and its values.

    Raises InputError if the deal does not lead to the position.
    """
    _refuse(rule, below, position)
    matrix = stage_matrix(rule, below, values, position)
    return Answer(position, solve_matrix(matrix), matrix)


def stage_matrix(rule: Goofspiel, below: Level, values: Array, position: Position) -> Array:
    """Return what is to come for player 1 by bids, where a prize is up; the hands may be numbered by their order alone."""
    return np.array([[_entry(rule, below, values, position, (one, other)) for other in position.hands[1]]
                     for one in position.hands[0]])


def value(rule: Goofspiel, level: Level, values: Array, position: Position) -> float:
    """Return the value of a position before a prize is turned up, from its own level."""
    code = pattern_code(position.hands)
    row = int(np.searchsorted(level.patterns, canonical(code)))
    if row == len(level.patterns) or level.patterns[row] != canonical(code):
        raise InputError([Problem("the deal does not lead to these hands")])
    sign = 1 if canonical(code) == code else -1
    prizes = sum(1 << at for at, prize in enumerate(rule.prizes) if prize in position.prizes)
    return sign * float(values[row, column_of(rule, level, prizes, sign * int(position.score * unit(rule)))])


def _entry(rule: Goofspiel, below: Level, values: Array, position: Position, bids: tuple[int, int]) -> float:
    assert position.up is not None
    paid = float(won(position.up, bids)) if rule.objective == "points" else 0.0
    return paid + value(rule, below, values, after(position, bids))


def _refuse(rule: Goofspiel, below: Level, position: Position) -> None:
    for hand, dealt in zip(position.hands, rule.hands):
        foreign = [str(card) for card in hand if card not in dealt]
        if foreign:
            raise InputError([Problem(f"{', '.join(foreign)} is not in the hand that was dealt")])
    foreign = [str(prize) for prize in position.prizes if prize not in rule.prizes]
    if foreign:
        raise InputError([Problem(f"{', '.join(foreign)} is no prize of the deal")])
    if below.cards != len(position.prizes) - 1 or position.up is None:
        raise InputError([Problem("name the prize that is up, such as 'up 5'")])
