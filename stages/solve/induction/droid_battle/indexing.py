"""Numbers for a battle: pairs of squares, tallies, and the transitions of a round."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .....schemas.parts.squares import Square
from .....schemas.rules.droid_battle import (
    ACTIONS,
    SHOOT,
    DroidBattle,
    Position,
    is_free,
    neighbours,
    refuse_beyond,
    size,
    winner,
)
from .....schemas.rules.objective import Objective
from ....isolated.memory import free_memory
from ..matrix_game import Array, Indices

PADDING = 8


class Tally(NamedTuple):
    """The history of a battle as far as it matters, apart from the droids' squares."""

    shots: tuple[int, int]
    score: int


class Indexing(NamedTuple):
    """The numbers of a battle."""

    squares: tuple[Square, ...]
    """The free squares, in reading order. A pair of them is first * len(squares) + second."""
    tallies: tuple[Tally, ...]
    """The tallies at which the winner is not decided, grouped by the players that have shots left.
    """
    number: dict[Tally, int]
    counts: Indices
    """The numbers of tallies with shots left for nobody, only player 2, only player 1, and both:
    shape (4,).
    """
    pairs: Indices
    """The pairs of different squares, shape (pairs,)."""
    steps: NDArray[np.int32]
    """The pair that a step leads to, by pair and both actions; -1 if one is impossible: shape
    (pairs of all squares, 5, 5), 32 bits each.
    """
    line: NDArray[np.int8]
    """By pair, whether a laser reaches from one square to the other; 8 bits each."""
    following: Indices
    """The next tally, by tally, player 1's shot, player 2's shot and who is hit: shape (tallies +
    PADDING, 2, 2, 3).
    """
    payoff: Array
    """The reward of a change of the score by -1, 0 and 1: shape (3,)."""

    @property
    def width(self) -> int:
        """The count of numbers per pair: one per tally, then lost, drawn and won."""
        return len(self.tallies) + 3


@lru_cache(maxsize=8)
def index(rule: DroidBattle) -> Indexing:
    """Return the numbers of a battle. Raises LimitError if they need more memory than is free."""
    refuse_beyond(rule, size(rule).tables, free_memory(), "a table of this battle")
    squares = tuple(
        (row, column)
        for row in range(len(rule.board))
        for column in range(len(rule.board[0]))
        if is_free(rule, (row, column))
    )
    tallies = sorted(
        _tallies(rule), key=lambda tally: ((tally.shots[0] > 0) * 2 + (tally.shots[1] > 0), tally)
    )
    kinds = [(tally.shots[0] > 0) * 2 + (tally.shots[1] > 0) for tally in tallies]
    number = {tally: at for at, tally in enumerate(tallies)}
    pairs, steps, line = _board_steps(rule, squares)
    return Indexing(
        squares=squares,
        tallies=tuple(tallies),
        number=number,
        counts=np.array([kinds.count(kind) for kind in range(4)], np.int64),
        pairs=pairs,
        steps=steps,
        line=line,
        following=_following(rule, tallies),
        payoff=np.array([-1.0, 0.0, 1.0]) * (rule.objective == Objective.POINTS),
    )


def _board_steps(
    rule: DroidBattle, squares: tuple[Square, ...]
) -> tuple[Indices, NDArray[np.int32], NDArray[np.int8]]:
    """Return pairs, steps and line of the squares, as in Indexing."""
    number = len(squares)
    following, rows, columns = _around(rule, squares)
    line = (rows[:, None] == rows) | (columns[:, None] == columns)
    np.fill_diagonal(line, False)
    steps = np.full((number, number, len(ACTIONS), len(ACTIONS)), -1, np.int32)
    stay = np.arange(number * number, dtype=np.int32).reshape(number, number)
    own, other = np.divmod(stay, np.int32(number))
    for i, j in np.ndindex(len(ACTIONS), len(ACTIONS)):
        first, second = following[:, i][:, None], following[:, j][None, :]
        # Droids cannot move onto the same square, nor swap squares.
        blocked = (first == second) | (first == other) & (second == own)
        to = np.where(blocked, stay, first * np.int32(number) + second)
        to[(first < 0) | (second < 0)] = -1
        np.fill_diagonal(to, -1)
        steps[:, :, i, j] = to
    pairs = np.flatnonzero(own != other)
    shape = (number * number, len(ACTIONS), len(ACTIONS))
    return pairs, steps.reshape(shape), line.ravel().astype(np.int8)


def _around(
    rule: DroidBattle, squares: tuple[Square, ...]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Return the square that each action leads to from each square (-1 if it is impossible), and
    for each square the numbers of the stretches between walls that it lies on, in its row and in
    its column.
    """
    place = {square: at for at, square in enumerate(squares)}
    following = np.full((len(squares), len(ACTIONS)), -1, np.int32)
    rows, columns = np.empty(len(squares), np.int32), np.empty(len(squares), np.int32)
    for at, (row, column) in enumerate(squares):
        for name, to in neighbours(rule, (row, column)).items():
            following[at, ACTIONS.index(name)] = place[to]
        # In reading order, all previous squares already have numbers.
        left, above = place.get((row, column - 1)), place.get((row - 1, column))
        rows[at] = at if left is None else rows[left]
        columns[at] = at if above is None else columns[above]
    following[:, ACTIONS.index(SHOOT)] = np.arange(len(squares))
    return following, rows, columns


def _following(rule: DroidBattle, tallies: Sequence[Tally]) -> Indices:
    """Return the next tallies, as in Indexing, computed by `follow`."""
    shots = np.array([tally.shots for tally in tallies], np.int64)
    scores = np.array([tally.score for tally in tallies], np.int64)
    width = sum(rule.shots) + 1 if rule.objective == Objective.WIN else 1
    lowest = -rule.shots[1] if width > 1 else 0
    places = np.full((rule.shots[0] + 1, rule.shots[1] + 1, width), -1, np.int64)
    places[shots[:, 0], shots[:, 1], scores - lowest] = np.arange(len(tallies))
    following = np.zeros((len(tallies) + PADDING, 2, 2, 3), np.int64)
    for one, two, hit in np.ndindex(2, 2, 3):
        left = np.maximum(0, shots - (one, two))
        score = scores + (hit - 1) * (width > 1)
        known = np.clip(score - lowest, 0, width - 1)
        at = places[left[:, 0], left[:, 1], known]
        is_open = (at >= 0) & (known == score - lowest)
        ends = len(tallies) + 1 + np.sign(score)
        following[: len(tallies), one, two, hit] = np.where(is_open, at, ends)
    return following


def located(rule: DroidBattle, point: Position) -> tuple[int, int]:
    """Return the numbers of a point's pair of squares and of its tally; if the winner is decided,
    the column of that outcome instead of the tally.
    """
    known = index(rule)
    pair = known.squares.index(point.squares[0]) * len(known.squares) + known.squares.index(
        point.squares[1]
    )
    return pair, known.number.get(
        tally_of(rule, point), len(known.tallies) + 1 + winner(point.score)
    )


def tally_of(rule: DroidBattle, point: Position) -> Tally:
    """Return the tally of a point."""
    return Tally(point.shots, point.score if rule.objective == Objective.WIN else 0)


def _tallies(rule: DroidBattle) -> Iterator[Tally]:
    for first in range(rule.shots[0] + 1):
        for second in range(rule.shots[1] + 1):
            if rule.objective == Objective.POINTS:
                yield Tally((first, second), 0)
                continue
            # A player has no more points than shots fired, and no lead larger than the other's
            # remaining shots.
            low, high = max(second - rule.shots[1], -first), min(rule.shots[0] - first, second)
            yield from (Tally((first, second), score) for score in range(low, high + 1))


def follow(
    rule: DroidBattle, number: dict[Tally, int], tally: Tally, shot: tuple[int, int], change: int
) -> int:
    """Return the number of the tally after a round, given by the shots fired and the change of the
    score.
    """
    left = (max(0, tally.shots[0] - shot[0]), max(0, tally.shots[1] - shot[1]))
    score = tally.score + change if rule.objective == Objective.WIN else 0
    return number.get(Tally(left, score), len(number) + 1 + winner(score))
