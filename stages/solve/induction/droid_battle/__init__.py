"""Droid battle round by round, from the last: all stage games of a round from the values of the
next.

A state is a pair of squares and a tally: the shots of both and the score. Where
the score can no longer change who wins, the state is decided and has no number.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from schemas.induction import LevelProof
from schemas.parts.squares import Square
from schemas.rules.droid_battle import (
    ACTIONS,
    SHOOT,
    WALL,
    DroidBattle,
    Standing,
    in_line,
    is_free,
    moved,
    neighbours,
    winner,
)
from stages.solve.induction.matrix_game import Array, Indices

PADDING = 8
_ROUNDING = 2.0**-53


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
    place = {square: at for at, square in enumerate(squares)}
    size = len(squares)
    tallies = sorted(
        _tallies(rule), key=lambda tally: ((tally.shots[0] > 0) * 2 + (tally.shots[1] > 0), tally)
    )
    number = {tally: at for at, tally in enumerate(tallies)}
    kinds = [(tally.shots[0] > 0) * 2 + (tally.shots[1] > 0) for tally in tallies]
    steps, line = np.full((size * size, 5, 5), -1, np.int64), np.zeros(size * size, np.int64)
    pairs = []
    for first in squares:
        for second in squares:
            pair = place[first] * size + place[second]
            if first == second:
                continue
            pairs.append(pair)
            line[pair] = in_line(rule, first, second)
            for own in (*neighbours(rule, first), SHOOT):
                for other in (*neighbours(rule, second), SHOOT):
                    one, two = moved(rule, (first, second), (own, other))
                    steps[pair, ACTIONS.index(own), ACTIONS.index(other)] = (
                        place[one] * size + place[two]
                    )
    following = np.zeros((len(tallies) + PADDING, 2, 2, 3), np.int64)
    for at, tally in enumerate(tallies):
        for shot in ((0, 0), (0, 1), (1, 0), (1, 1)):
            for change in (-1, 0, 1):
                following[at, shot[0], shot[1], change + 1] = _following(
                    rule, number, tally, shot, change
                )
    payoff = np.array([-1.0, 0.0, 1.0]) * (rule.objective == "points")
    return Indexing(
        squares,
        tuple(tallies),
        number,
        np.array([kinds.count(kind) for kind in range(4)], np.int64),
        np.array(pairs, np.int64),
        steps,
        line,
        following,
        payoff,
    )


def more_games(rule: DroidBattle, limit: int) -> bool:
    """Return whether the stage games of all rounds are more than so many; large boards are not gone
    through for that.
    """
    free = sum(len(row) - row.count(WALL) for row in rule.board)
    least = free * (free - 1) * rule.rounds * max(rule.shots)
    if least > limit:
        return True
    known = index(rule)
    return len(known.pairs) * int(known.counts[1:].sum()) * rule.rounds > limit


def rounds(
    rule: DroidBattle, watch: Callable[[int, int], None] = lambda done, total: None
) -> Iterator[tuple[Array, LevelProof]]:
    """Yield the values of all states with 0, 1, ... rounds to play, and what proves them.

    The value of a matrix game moves by no more than its entries do: the errors of the rounds add
    up, half of the largest gap each. Rounding: an entry is rounded once, each of the two bounds is
    a product of up to 5 terms with weights that sum to 1 within as many roundings, and their mean
    is one more; 20 units of the largest entry are more than all of it (Higham, "Accuracy and
    Stability", 2002, chapter 3).

    Values have the shape (pairs of all squares, width); those of a pair of one square with itself
    mean nothing.
    """
    from stages.solve.induction.droid_battle.kernel import solve_round

    known = index(rule)
    values = np.zeros((len(known.squares) ** 2, known.width))
    for at, tally in enumerate(known.tallies):
        values[:, at] = _end(rule, tally)
    values[:, -3:] = (-1.0, 0.0, 1.0)
    states, most = (
        len(known.pairs) * len(known.tallies),
        1.0 if rule.objective == "win" else float(sum(rule.shots)),
    )
    proof = LevelProof(0, states, 0, 0.0, 0.0)
    yield values, proof
    for done in range(rule.rounds):
        watch(done, rule.rounds)
        below, values = values, values.copy()
        lift = 2.0 + (rule.objective == "points") * sum(rule.shots)
        gap, games = solve_round(
            known.pairs,
            known.steps,
            known.line,
            known.following,
            known.counts,
            known.payoff,
            below,
            lift,
            values,
        )
        gap = max(0.0, float(gap))
        proof = LevelProof(
            done + 1, states, int(games), gap, proof.bound + gap / 2 + 20 * _ROUNDING * most
        )
        yield values, proof


def stage_matrix(
    rule: DroidBattle, below: Array, point: Standing
) -> tuple[Array, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return what is to come for player 1 at a point by both actions, and the actions; `below` has
    one round less.
    """
    known = index(rule)
    pair, _ = located(rule, point)
    tally = _tally(rule, point)
    choices = [
        [at for at, name in enumerate(ACTIONS) if _possible(rule, square, shots, name)]
        for square, shots in zip(point.squares, point.shots, strict=True)
    ]
    matrix = np.empty((len(choices[0]), len(choices[1])))
    for i, own in enumerate(choices[0]):
        for j, other in enumerate(choices[1]):
            to = known.steps[pair, own, other]
            shot = (own == ACTIONS.index(SHOOT), other == ACTIONS.index(SHOOT))
            change = (shot[0] - shot[1]) * int(known.line[to])
            at = _following(rule, known.number, tally, (int(shot[0]), int(shot[1])), change)
            matrix[i, j] = known.payoff[change + 1] + below[to, at]
    names = [tuple(ACTIONS[at] for at in chosen) for chosen in choices]
    return matrix, (names[0], names[1])


def value(rule: DroidBattle, values: Array, point: Standing) -> float:
    """Return the value of a point from the values with its number of rounds."""
    return float(values[located(rule, point)])


def located(rule: DroidBattle, point: Standing) -> tuple[int, int]:
    """Return the numbers of a point's pair of squares and of its tally; where it is decided who
    wins, the column of that end.
    """
    known = index(rule)
    pair = known.squares.index(point.squares[0]) * len(known.squares) + known.squares.index(
        point.squares[1]
    )
    return pair, known.number.get(_tally(rule, point), len(known.tallies) + 1 + winner(point.score))


def _tally(rule: DroidBattle, point: Standing) -> Tally:
    return Tally(point.shots, point.score if rule.objective == "win" else 0)


def _possible(rule: DroidBattle, square: Square, shots: int, name: str) -> bool:
    return shots > 0 if name == SHOOT else name in neighbours(rule, square)


def _tallies(rule: DroidBattle) -> Iterator[Tally]:
    for first in range(rule.shots[0] + 1):
        for second in range(rule.shots[1] + 1):
            if rule.objective == "points":
                yield Tally((first, second), 0)
                continue
            # No more points than shots fired; and no more than the other has shots left to catch up
            # with.
            low, high = max(second - rule.shots[1], -first), min(rule.shots[0] - first, second)
            yield from (Tally((first, second), score) for score in range(low, high + 1))


def _following(
    rule: DroidBattle, number: dict[Tally, int], tally: Tally, shot: tuple[int, int], change: int
) -> int:
    left = (max(0, tally.shots[0] - shot[0]), max(0, tally.shots[1] - shot[1]))
    score = tally.score + change if rule.objective == "win" else 0
    return number.get(Tally(left, score), len(number) + 1 + winner(score))


def _end(rule: DroidBattle, tally: Tally) -> float:
    return float(winner(tally.score)) if rule.objective == "win" else 0.0
