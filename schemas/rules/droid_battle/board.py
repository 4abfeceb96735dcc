"""The board of droid battle: what is played on it, and what a round does there."""

from typing import NamedTuple

from schemas.parts.documents import Findings
from schemas.parts.near import known_are
from schemas.parts.problems import Problem, shown
from schemas.parts.squares import STEPS, Square
from schemas.rules.objective import Objective

OBJECTIVES = (Objective.WIN, Objective.POINTS)
WALL, EMPTY, FIRST, SECOND = "#-25"
# What a file may say; whether memory holds it is told by `schemas.rules.droid_battle.size`.
MAX_SQUARES = 10_000
MAX_SHOTS = 10_000
MAX_ROUNDS = 10_000_000
SHOOT = "shoot"
ACTIONS = (*STEPS, SHOOT)


class Battle(NamedTuple):
    """What is played."""

    board: tuple[str, ...]
    """Rows of equal length: `#` wall, `-` free, `2` where player 1's droid starts, `5` where player
    2's does.
    """
    shots: tuple[int, int]
    """Of each droid."""
    rounds: int
    objective: str
    """An Objective."""


def check_battle(rule: Battle) -> list[Problem]:
    """Return everything that makes the rule no game."""
    found = Findings()
    _check_board(found, rule)
    if any(not 0 <= number <= MAX_SHOTS for number in rule.shots):
        found.add(("shots",), f"a droid has from 0 to {MAX_SHOTS:,} shots")
    if not 1 <= rule.rounds <= MAX_ROUNDS:
        found.add(("rounds",), f"{rule.rounds:,} rounds; from 1 to {MAX_ROUNDS:,} can be played")
    if rule.objective not in OBJECTIVES:
        known = known_are(rule.objective, OBJECTIVES)
        found.add(("objective",), f"{shown(rule.objective)} is no objective; {known}")
    return found.problems


def _check_board(found: Findings, rule: Battle) -> None:
    board = rule.board
    if not board or not board[0] or len({len(row) for row in board}) > 1:
        found.add(("board",), "the board is no rectangle of squares")
        return
    if len(board) * len(board[0]) > MAX_SQUARES:
        found.add(
            ("board",),
            f"{len(board)} x {len(board[0])} squares; up to {MAX_SQUARES:,} are possible",
        )
    for at, row in enumerate(board):
        for column, square in enumerate(row, 1):
            if square not in WALL + EMPTY + FIRST + SECOND:
                found.add(
                    ("board", at),
                    f"{shown(square)} in column {column} is not a square; use one of # - 2 5",
                )
    for droid in (FIRST, SECOND):
        number = sum(row.count(droid) for row in board)
        if number != 1:
            found.add(("board",), f"{number} droids {droid}; there is one")
        elif not neighbours(rule, start_square(rule, droid)):
            found.add(("board",), f"droid {droid} is walled in, and could not act without shots")


def start_square(rule: Battle, droid: str) -> Square:
    """Return where a droid, FIRST or SECOND, starts."""
    return next((row, text.index(droid)) for row, text in enumerate(rule.board) if droid in text)


def is_free(rule: Battle, square: Square) -> bool:
    """Return whether a square is on the board and no wall."""
    row, column = square
    return (
        0 <= row < len(rule.board)
        and 0 <= column < len(rule.board[0])
        and rule.board[row][column] != WALL
    )


def neighbours(rule: Battle, square: Square) -> dict[str, Square]:
    """Return the squares that steps lead to, by the name of the step."""
    steps = {name: (square[0] + down, square[1] + right) for name, (down, right) in STEPS.items()}
    return {name: to for name, to in steps.items() if is_free(rule, to)}


def actions(rule: Battle, square: Square, shots: int) -> tuple[str, ...]:
    """Return what a droid can do, in the order of ACTIONS."""
    return (*neighbours(rule, square), *([SHOOT] if shots else []))


def moved(
    rule: Battle, squares: tuple[Square, Square], chosen: tuple[str, str]
) -> tuple[Square, Square]:
    """Return where the droids stand after their steps.

    >>> battle = Battle(("2-5",), (1, 1), 9, "win")
    >>> (moved(battle, ((0, 0), (0, 1)), ("right", "shoot")),
    ...     moved(battle, ((0, 0), (0, 1)), ("right", "right")))
    (((0, 0), (0, 1)), ((0, 1), (0, 2)))
    """
    first, second = (
        square if action == SHOOT else neighbours(rule, square)[action]
        for square, action in zip(squares, chosen, strict=True)
    )
    if first == second or (first, second) == squares[::-1]:
        return squares
    return first, second


def in_line(rule: Battle, first: Square, second: Square) -> bool:
    """Return whether a laser from one square reaches the other."""
    if first[0] == second[0]:
        low, high = sorted((first[1], second[1]))
        return all(is_free(rule, (first[0], column)) for column in range(low, high))
    if first[1] == second[1]:
        low, high = sorted((first[0], second[0]))
        return all(is_free(rule, (row, first[1])) for row in range(low, high))
    return False


def hit(rule: Battle, squares: tuple[Square, Square], chosen: tuple[str, str]) -> int:
    """Return what the shots of a round change the score by, from where the droids stand after their
    steps.
    """
    # Both at once are nothing, whether they hit or not.
    fired = (chosen[0] == SHOOT) - (chosen[1] == SHOOT)
    return fired if in_line(rule, *squares) else 0
