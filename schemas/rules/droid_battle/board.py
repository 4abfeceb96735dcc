"""The board of droid battle: the parameters of a battle, and the effects of a round."""

from typing import NamedTuple

from ...parts.documents import Findings
from ...parts.near import known_are
from ...parts.problems import Problem, shown
from ...parts.squares import STEPS, Square
from ..objective import Objective

OBJECTIVES = (Objective.WIN, Objective.POINTS)
WALL, EMPTY, FIRST, SECOND = "#-25"
# Limits for files; `schemas.rules.droid_battle.size` computes the memory that a battle needs.
MAX_SQUARES = 10_000
MAX_SHOTS = 10_000
MAX_ROUNDS = 10_000_000
SHOOT = "shoot"
ACTIONS = (*STEPS, SHOOT)


class Battle(NamedTuple):
    """The parameters of a battle."""

    board: tuple[str, ...]
    """Rows of equal length: `#` wall, `-` free, `2` start of player 1's droid, `5` start of player
    2's droid.
    """
    shots: tuple[int, int]
    """The number of shots of each droid."""
    rounds: int
    objective: str
    """An Objective."""


def check_battle(rule: Battle) -> list[Problem]:
    """Return the problems of the parameters."""
    findings = Findings()
    _check_board(findings, rule)
    if any(not 0 <= number <= MAX_SHOTS for number in rule.shots):
        findings.add(("shots",), f"a droid has from 0 to {MAX_SHOTS:,} shots")
    if not 1 <= rule.rounds <= MAX_ROUNDS:
        findings.add(("rounds",), f"{rule.rounds:,} rounds; a battle has 1 to {MAX_ROUNDS:,}")
    if rule.objective not in OBJECTIVES:
        known = known_are(rule.objective, OBJECTIVES)
        findings.add(("objective",), f"{shown(rule.objective)} is not an objective; {known}")
    return findings.problems


def _check_board(findings: Findings, rule: Battle) -> None:
    board = rule.board
    if not board or not board[0] or len({len(row) for row in board}) > 1:
        findings.add(("board",), "the board is not a rectangle of squares")
        return
    if len(board) * len(board[0]) > MAX_SQUARES:
        findings.add(
            ("board",),
            f"{len(board)} x {len(board[0])} squares; the maximum is {MAX_SQUARES:,}",
        )
    for at, row in enumerate(board):
        for column, square in enumerate(row, 1):
            if square not in WALL + EMPTY + FIRST + SECOND:
                findings.add(
                    ("board", at),
                    f"{shown(square)} in column {column} is not a square; use one of # - 2 5",
                )
    for droid in (FIRST, SECOND):
        number = sum(row.count(droid) for row in board)
        if number != 1:
            findings.add(("board",), f"{number} droids {droid}; there must be one")
        elif not neighbours(rule, start_square(rule, droid)):
            findings.add(("board",), f"droid {droid} is walled in and could not act without shots")


def start_square(rule: Battle, droid: str) -> Square:
    """Return the square on which a droid, FIRST or SECOND, starts."""
    return next((row, text.index(droid)) for row, text in enumerate(rule.board) if droid in text)


def is_free(rule: Battle, square: Square) -> bool:
    """Return whether a square is on the board and not a wall."""
    row, column = square
    return (
        0 <= row < len(rule.board)
        and 0 <= column < len(rule.board[0])
        and rule.board[row][column] != WALL
    )


def neighbours(rule: Battle, square: Square) -> dict[str, Square]:
    """Return the squares to which steps lead, by the name of the step."""
    steps = {name: (square[0] + down, square[1] + right) for name, (down, right) in STEPS.items()}
    return {name: to for name, to in steps.items() if is_free(rule, to)}


def actions(rule: Battle, square: Square, shots: int) -> tuple[str, ...]:
    """Return the actions of a droid, in the order of ACTIONS."""
    return (*neighbours(rule, square), *([SHOOT] if shots else []))


def moved(
    rule: Battle, squares: tuple[Square, Square], chosen: tuple[str, str]
) -> tuple[Square, Square]:
    """Return the squares of the droids after their steps.

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
    """Return the change of the score by the shots of a round, given the squares of the droids after
    their steps.
    """
    # If both shoot, the score does not change, whether they hit or not.
    fired = (chosen[0] == SHOOT) - (chosen[1] == SHOOT)
    return fired if in_line(rule, *squares) else 0
