"""The features of a state that a learning agent sees: FEATURES of `schemas.droid_agent`, at most
one of each group.

The agent's own droid comes first, so that one table can play either droid.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from .....schemas.parts.problems import InputError, Problem
from .....schemas.parts.squares import Square
from .....schemas.rules.droid_battle import DroidBattle, Position, neighbours, winner
from .....stages.solve.induction.droid_battle import index, located
from .....stages.solve.induction.matrix_game import Array, Indices
from ..turns import Turn

LATE = 10  # `late` distinguishes only this many last rounds.
MAX_STATES = 10_000_000


class View(NamedTuple):
    """An agent's features as numbers: the number of its state is the sum of the three parts."""

    rule: DroidBattle

    pair: Indices
    """By the agent's droid and the pair of squares: shape (2, pairs of all squares)."""
    tally: Indices
    """By the droid and the tally: shape (2, tallies)."""
    left: Indices
    """By the rounds to play: shape (rounds + 1,)."""
    states: int

    def state(self, turn: Turn[Position], player: int) -> int | None:
        """Return the number of a state; None if the winner is already decided."""
        pair, tally = located(self.rule, turn.point)
        if tally >= self.tally.shape[1]:
            return None
        side = player - 1
        return int(self.pair[side, pair] + self.tally[side, tally] + self.left[turn.point.rounds])


@lru_cache(maxsize=4)
def view(rule: DroidBattle, features: tuple[str, ...]) -> View:
    """Return the view of an agent with these features. Raise InputError if a table would have more
    than MAX_STATES states.
    """
    known = index(rule)
    tallies = [
        [
            _own(Position(((0, 0), (0, 0)), tally.shots, tally.score, 0), player)
            for tally in known.tallies
        ]
        for player in (1, 2)
    ]
    tally = _numbers([[_count(features, point) for point in row] for row in tallies])
    left = _numbers([[_when(features, rounds) for rounds in range(rule.rounds + 1)]])[0]
    sizes = [int(table.max()) + 1 for table in (tally, left)]
    pairs = len(known.squares) ** 2 if "squares" in features else 1  # A lower bound.
    refuse_more(pairs * sizes[0] * sizes[1])
    points = [
        [
            _own(Position((one, two), (0, 0), 0, 0), player)
            for one in known.squares
            for two in known.squares
        ]
        for player in (1, 2)
    ]
    pair = _numbers([[_position_features(features, point) for point in row] for row in points])
    states = (int(pair.max()) + 1) * sizes[0] * sizes[1]
    refuse_more(states)
    return View(
        rule=rule, pair=pair * sizes[0] * sizes[1], tally=tally * sizes[1], left=left, states=states
    )


def refuse_more(states: int) -> None:
    """Raise InputError for more states than a table may have."""
    if states > MAX_STATES:
        raise InputError(
            [
                Problem(
                    f"{states:,} states are too many for a table; let the agent see less, with "
                    "--state"
                )
            ]
        )


def _own(point: Position, player: int) -> Position:
    if player == 1:
        return point
    return Position(
        (point.squares[1], point.squares[0]),
        (point.shots[1], point.shots[0]),
        -point.score,
        point.rounds,
    )


def _position_features(features: tuple[str, ...], point: Position) -> tuple[int, ...]:
    (row, column), (other_row, other_column) = point.squares
    if "squares" in features:
        return row, column, other_row, other_column
    return (other_row - row, other_column - column) if "offset" in features else ()


def _count(features: tuple[str, ...], point: Position) -> tuple[int, ...]:
    shots = (
        point.shots
        if "shots" in features
        else tuple(map(bool, point.shots))
        if "armed" in features
        else ()
    )
    score = (
        (point.score,)
        if "score" in features
        else (winner(point.score),)
        if "lead" in features
        else ()
    )
    return (*shots, *score)


def _when(features: tuple[str, ...], rounds: int) -> tuple[int, ...]:
    if "rounds" in features:
        return (rounds,)
    return (min(rounds, LATE + 1),) if "late" in features else ()


def _numbers(keys: list[list[tuple[int, ...]]]) -> Indices:
    """Number the distinct keys from 0, in ascending order of the keys."""
    places = {key: at for at, key in enumerate(sorted({key for row in keys for key in row}))}
    return np.array([[places[key] for key in row] for row in keys], np.int64)


def corners(rule: DroidBattle) -> Array:
    """Return 1 where a droid is in a corner, else 0, by droid and pair of squares: shape (2, pairs
    of all squares).
    """
    squares = index(rule).squares
    there = np.array([is_corner(rule, square) for square in squares], float)
    return np.array([np.repeat(there, len(squares)), np.tile(there, len(squares))])


def is_corner(rule: DroidBattle, square: Square) -> bool:
    """Return whether a square has a wall, or the edge of the board, on two adjacent sides."""
    free = neighbours(rule, square)
    return not ({"up", "down"} <= free.keys() or {"left", "right"} <= free.keys())
