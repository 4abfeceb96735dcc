"""A battle by numbers: pairs of squares, tallies, and what a round makes of them."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import numpy as np

from schemas.parts.squares import Square
from schemas.rules.droid_battle import (
    ACTIONS,
    SHOOT,
    DroidBattle,
    Position,
    in_line,
    is_free,
    moved,
    neighbours,
    winner,
)
from schemas.rules.objective import Objective
from stages.solve.induction.matrix_game import Array, Indices

PADDING = 8


class Tally(NamedTuple):
    """What has happened, apart from where the droids stand."""

    shots: tuple[int, int]
    score: int


class Indexing(NamedTuple):
    """A battle by numbers."""

    squares: tuple[Square, ...]
    """The free ones, in reading order. A pair of them is first * len(squares) + second."""
    tallies: tuple[Tally, ...]
    """Those at which it is open who wins, grouped by who has shots left."""
    number: dict[Tally, int]
    counts: Indices
    """Of the tallies without shots of both, of player 2, of player 1, and with shots of both: shape
    (4,).
    """
    pairs: Indices
    """The pairs of different squares, shape (pairs,)."""
    steps: Indices
    """Where a step leads to, by pair and both actions; -1 where one is impossible: shape (pairs of
    all squares, 5, 5).
    """
    line: Indices
    """By pair whether a laser reaches from one square to the other."""
    following: Indices
    """The next tally, by tally, player 1's shot, player 2's shot and who is hit: shape (tallies +
    PADDING, 2, 2, 3).
    """
    payoff: Array
    """What a change of the score pays on the way, for -1, 0 and 1: shape (3,)."""

    @property
    def width(self) -> int:
        """Numbers per pair: one per tally, then lost, drawn and won."""
        return len(self.tallies) + 3


@lru_cache(maxsize=8)
def index(rule: DroidBattle) -> Indexing:
    """Return the numbers of a battle."""
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
    pairs, steps, line = _on_board(rule, squares)
    return Indexing(
        squares=squares,
        tallies=tuple(tallies),
        number=number,
        counts=np.array([kinds.count(kind) for kind in range(4)], np.int64),
        pairs=pairs,
        steps=steps,
        line=line,
        following=_following(rule, number),
        payoff=np.array([-1.0, 0.0, 1.0]) * (rule.objective == Objective.POINTS),
    )


def _on_board(rule: DroidBattle, squares: tuple[Square, ...]) -> tuple[Indices, Indices, Indices]:
    """Return pairs, steps and line of the squares, as Indexing has them."""
    size = len(squares)
    place = {square: at for at, square in enumerate(squares)}
    steps, line = np.full((size * size, 5, 5), -1, np.int64), np.zeros(size * size, np.int64)
    pairs = []
    for first, second in permutations(squares, 2):
        pair = place[first] * size + place[second]
        pairs.append(pair)
        line[pair] = in_line(rule, first, second)
        for own in (*neighbours(rule, first), SHOOT):
            for other in (*neighbours(rule, second), SHOOT):
                one, two = moved(rule, (first, second), (own, other))
                at = ACTIONS.index(own), ACTIONS.index(other)
                steps[pair, *at] = place[one] * size + place[two]
    return np.array(pairs, np.int64), steps, line


def _following(rule: DroidBattle, number: dict[Tally, int]) -> Indices:
    """Return the next tallies, as Indexing has them."""
    following = np.zeros((len(number) + PADDING, 2, 2, 3), np.int64)
    for tally, at in number.items():
        for shot in ((0, 0), (0, 1), (1, 0), (1, 1)):
            for change in (-1, 0, 1):
                following[at, *shot, change + 1] = follow(rule, number, tally, shot, change)
    return following


def located(rule: DroidBattle, point: Position) -> tuple[int, int]:
    """Return the numbers of a point's pair of squares and of its tally; where it is decided who
    wins, the column of that end.
    """
    known = index(rule)
    pair = known.squares.index(point.squares[0]) * len(known.squares) + known.squares.index(
        point.squares[1]
    )
    return pair, known.number.get(
        tally_of(rule, point), len(known.tallies) + 1 + winner(point.score)
    )


def tally_of(rule: DroidBattle, point: Position) -> Tally:
    """Return what has happened before a point."""
    return Tally(point.shots, point.score if rule.objective == Objective.WIN else 0)


def _tallies(rule: DroidBattle) -> Iterator[Tally]:
    for first in range(rule.shots[0] + 1):
        for second in range(rule.shots[1] + 1):
            if rule.objective == Objective.POINTS:
                yield Tally((first, second), 0)
                continue
            # No more points than shots fired; and no more than the other has shots left to catch up
            # with.
            low, high = max(second - rule.shots[1], -first), min(rule.shots[0] - first, second)
            yield from (Tally((first, second), score) for score in range(low, high + 1))


def follow(
    rule: DroidBattle, number: dict[Tally, int], tally: Tally, shot: tuple[int, int], change: int
) -> int:
    """Return the number of the tally after a round: who shot, and who was hit."""
    left = (max(0, tally.shots[0] - shot[0]), max(0, tally.shots[1] - shot[1]))
    score = tally.score + change if rule.objective == Objective.WIN else 0
    return number.get(Tally(left, score), len(number) + 1 + winner(score))
