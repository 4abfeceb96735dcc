"""Positions of droid battle, and their notation."""

import re
from typing import NamedTuple

from ...parts.problems import InputError, Problem, counted, shown
from ...parts.squares import Square
from ..objective import Objective
from .board import (
    FIRST,
    SECOND,
    SHOOT,
    Battle,
    hit,
    is_free,
    moved,
    start_square,
)


class Position(NamedTuple):
    """A point of play before both droids act."""

    squares: tuple[Square, Square]
    shots: tuple[int, int]
    score: int
    """Player 1's points minus player 2's."""
    rounds: int
    """Rounds still to be played, including the one that begins."""


def opening(rule: Battle) -> Position:
    """Return the point at which play begins."""
    return Position(
        (start_square(rule, FIRST), start_square(rule, SECOND)), rule.shots, 0, rule.rounds
    )


def play(rule: Battle, point: Position, chosen: tuple[str, str]) -> Position:
    """Return the point after a round."""
    squares = moved(rule, point.squares, chosen)
    first, second = (
        left - (action == SHOOT) for left, action in zip(point.shots, chosen, strict=True)
    )
    return Position(
        squares, (first, second), point.score + hit(rule, squares, chosen), point.rounds - 1
    )


def is_over(point: Position) -> bool:
    """Return whether the game has ended."""
    return point.rounds == 0 or point.shots == (0, 0)


def refuse_position(rule: Battle, point: Position) -> None:
    """Raise InputError if play cannot reach a point, or no decision remains there."""
    fired = [most - left for most, left in zip(rule.shots, point.shots, strict=True)]
    wrong = [
        (
            not all(is_free(rule, square) for square in point.squares),
            "a droid is not on a free square of the board",
        ),
        (point.squares[0] == point.squares[1], "both droids are on the same square"),
        (min(fired) < 0, "a droid has more shots than it began with"),
        (not -fired[1] <= point.score <= fired[0], "a point needs a fired shot"),
        (
            sum(fired) and point.rounds == rule.rounds or point.rounds > rule.rounds,
            f"a battle has {counted(rule.rounds, 'round')}",
        ),
        (is_over(point), "the game is over"),
    ]
    messages = [message for is_wrong, message in wrong if is_wrong]
    if messages:
        raise InputError(
            [
                Problem(
                    f"{shown(write_position(point, rule.objective))} is not a position to play "
                    f"from: {messages[0]}"
                )
            ]
        )


def winner(score: int) -> int:
    """Return 1 if player 1 has more points, -1 if player 2 has, else 0."""
    return (score > 0) - (score < 0)


def write_position(point: Position, objective: str) -> str:
    """Return a point of play in the notation of `read_position`. In a battle for points the score
    is omitted, because it does not affect the rest of play.

    >>> write_position(Position(((2, 0), (2, 3)), (5, 5), 0, 50), "win")
    'at 2 0 / 2 3 shots 5 / 5 score 0 rounds 50'
    """
    (one, other), shots = point.squares, point.shots
    score = f" score {point.score}" if objective == Objective.WIN else ""
    return (
        f"at {one[0]} {one[1]} / {other[0]} {other[1]} shots {shots[0]} / {shots[1]}{score} "
        f"rounds {point.rounds}"
    )


_STANDING = re.compile(
    r"at (\d+) (\d+) / (\d+) (\d+) shots (\d+) / (\d+)(?: score (-?\d+))? rounds (\d+)"
)


def read_position(text: str) -> Position:
    """Return the point that a text such as `at 2 0 / 2 3, shots 5 / 5, score 0, rounds 50`
    describes. Raise InputError if the text is invalid.
    """
    match = _STANDING.fullmatch(
        " ".join(text.lower().replace(",", " ").replace("/", " / ").split())
    )
    if match is None or max(map(len, filter(None, match.groups()))) > 9:
        raise InputError(
            [
                Problem(
                    f"{shown(text)} is not a position; write it like 'at 2 0 / 2 3, shots 5 / 5, "
                    "score 0, rounds 50'"
                )
            ]
        )
    one, two, three, four, first, second, score, rounds = (
        int(number or 0) for number in match.groups()
    )
    return Position(((one, two), (three, four)), (first, second), score, rounds)
