"""One position of Goofspiel, solved from the values of the layer below it: in Python, in a
millisecond.
"""

from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from .....schemas.induction import Answer
from .....schemas.parts.exact import brief
from .....schemas.parts.problems import InputError, Problem
from .....schemas.rules.goofspiel import (
    Goofspiel,
    Position,
    refuse_other_cards,
    write_position,
)
from .....schemas.rules.goofspiel.positions import hands_after
from .....schemas.rules.objective import Objective
from ..matrix_game import Array, Indices, solve_matrix, stage_answer
from .indexing import NOWHERE, Layer, column_of
from .patterns import canonical, pattern_code


class Values(Protocol):
    """The values of a layer by their places: an array, or a file that can be indexed like one."""

    def __getitem__(self, at: Any, /) -> Any: ...


def answer(rule: Goofspiel, below: Layer, values: Values, position: Position) -> Answer:
    """Return the answer for a position with a prize up, from the layer with one card less and its
    values.

    Raises InputError if the deal does not lead to the position.
    """
    _refuse(rule, below, position)
    matrix = stage_matrix(rule, below, values, position)
    hands = (tuple(map(str, position.hands[0])), tuple(map(str, position.hands[1])))
    return stage_answer(
        write_position(position, rule.objective), hands, matrix, solve_matrix(matrix)
    )


def stage_matrix(rule: Goofspiel, below: Layer, values: Values, position: Position) -> Array:
    """Return player 1's expected payoff by bids at a position with a prize up; only the order of
    the cards in the hands matters.
    """
    assert position.up is not None
    rows, columns, signs, outcomes = _behind(rule, below, position)
    paid = float(position.up) * outcomes if rule.objective == Objective.POINTS else 0.0
    entries = signs * np.asarray(values[_locate_values(below, rows, columns)])
    return np.asarray(paid + entries, np.float64).reshape(
        len(position.hands[0]), len(position.hands[1])
    )


def places(rule: Goofspiel, below: Layer, position: Position) -> Indices:
    """Return the states that the matrix of a position depends on: row times the number of columns
    plus column, without scores that can no longer be caught up.
    """
    rows, columns, _, _ = _behind(rule, below, position)
    width = len(below.prizes)
    return np.unique((rows * width + columns)[columns < width])


def _behind(
    rule: Goofspiel, below: Layer, position: Position
) -> tuple[Indices, Indices, Indices, Indices]:
    """Return for each pair of bids the row and the column of the next state, the sign of its value,
    and the taker of the prize: 1, 0 or -1.
    """
    bids = [(one, other) for one in position.hands[0] for other in position.hands[1]]
    outcomes = np.array([(one > other) - (one < other) for one, other in bids])
    codes = np.array([pattern_code(hands_after(position.hands, pair)) for pair in bids], np.int64)
    rows = np.array([canonical(code) for code in codes.tolist()], np.int64)
    signs = np.where(rows == codes, 1, -1)
    left = position._replace(
        prizes=tuple(prize for prize in position.prizes if prize != position.up)
    )
    columns = np.array(
        [
            [_column(rule, below, left, int(outcome), int(sign)) for sign in (1, -1)]
            for outcome in (-1, 0, 1)
        ]
    )
    return _rows(below, rows), columns[outcomes + 1, (1 - signs) // 2], signs, outcomes


def value(rule: Goofspiel, layer: Layer, values: Values, position: Position) -> float:
    """Return the value of a position before a prize is turned up, from its own layer."""
    code = pattern_code(position.hands)
    sign = 1 if canonical(code) == code else -1
    row = _rows(layer, np.array([canonical(code)], np.int64))[0]
    column = _column(rule, layer, position._replace(up=None), 0, sign)
    return sign * float(values[_locate_values(layer, np.array([row]), np.array([column]))][0])


def _locate_values(layer: Layer, rows: Indices, columns: Indices) -> Indices:
    """Return the positions of values. Raises InputError for a score that a row cannot have."""
    found = layer.at(rows, columns)
    if (found == NOWHERE).any():
        raise InputError([Problem("the deal does not lead to these hands with this score")])
    return found


def _rows(layer: Layer, patterns: Indices) -> Indices:
    """Return the rows of patterns. Raises InputError if one is missing."""
    rows = np.minimum(np.searchsorted(layer.patterns, patterns), len(layer.patterns) - 1)
    if (np.asarray(layer.patterns)[rows] != patterns).any():
        raise InputError([Problem("the deal does not lead to these hands")])
    return rows


def _column(rule: Goofspiel, layer: Layer, position: Position, outcome: int, sign: int) -> int:
    """Return the column of the prizes of a position, after a win (1), tie or loss of the prize that
    is up.
    """
    prizes = sum(1 << at for at, prize in enumerate(rule.prizes) if prize in position.prizes)
    score = position.score + outcome * (position.up or 0)
    return column_of(rule, layer, prizes, sign * int(score * rule.unit))


def _refuse(rule: Goofspiel, below: Layer, position: Position) -> None:
    refuse_other_cards(rule, position)
    if below.cards != len(position.prizes) - 1 or position.up is None:
        raise InputError([Problem("name the prize that is up, such as 'up 5'")])
    if rule.objective == Objective.WIN and position.score not in _scores(rule, position):
        raise InputError(
            [Problem(f"the prizes that are gone do not make a score of {brief(position.score)}")]
        )


def _scores(rule: Goofspiel, position: Position) -> set[Fraction]:
    """Return the possible scores with these remaining prizes: each prize that is gone was won, lost
    or split.
    """
    scores = {Fraction(0)}
    for prize in set(rule.prizes) - set(position.prizes):
        scores |= {score + sign * prize for score in scores for sign in (-1, 1)}
    return scores
