"""Droid battle, the laser game of the 2022 assignment: its rule and its positions.

Two droids on a board act at once each round: a step to a free neighbouring
square, or a shot. If both would stand on one square or would change places,
neither moves, which includes stepping onto a droid that stays. Shots are fired
after the steps, along row and column up to the walls; a hit is a point for the
shooter, but nothing counts if both are hit. A droid without shots must step.
Play ends when nobody has a shot left, or after the last round.
"""

import re
from typing import NamedTuple

from schemas.parts.documents import Data, Findings
from schemas.parts.problems import InputError, Place, Problem, shown
from schemas.parts.squares import Square

NAME = "droid-battle"
OBJECTIVES = ("win", "points")
WALL, EMPTY, FIRST, SECOND = "#-25"
MAX_SQUARES = 400
MAX_SHOTS = 20
MAX_ROUNDS = 10_000
MAX_STATES = 50_000_000  # Of one round: three arrays of them fit in 2 GB.
SHOOT = "shoot"
STEPS: dict[str, Square] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
ACTIONS = (*STEPS, SHOOT)


class DroidBattle(NamedTuple):
    """One battle."""

    board: tuple[str, ...]
    """Rows of equal length: `#` wall, `-` free, `2` where player 1's droid starts, `5` where player
    2's does.
    """
    shots: tuple[int, int]
    """Of each droid."""
    rounds: int
    objective: str
    """`win`: 1, 0 or -1 to player 1, whoever has more points. `points`: the difference of the
    points.
    """

    @property
    def name(self) -> str:
        return NAME

    def fields(self) -> dict[str, object]:
        """Return what a file shows of it, in order."""
        return {
            "name": NAME,
            "board": self.board,
            "shots": self.shots,
            "rounds": self.rounds,
            "objective": self.objective,
        }


class Standing(NamedTuple):
    """A point of play before both act."""

    squares: tuple[Square, Square]
    shots: tuple[int, int]
    score: int
    """Player 1's points less player 2's."""
    rounds: int
    """Still to be played, the one that begins with them."""


def read_battle(found: Findings, data: Data, place: Place) -> DroidBattle:
    """Take the rule out of the data of an artifact."""
    fields = found.fields(data, place, ("name", "board", "shots", "rounds", "objective"))
    if fields["name"] is not None and fields["name"] != NAME:
        found.add((*place, "name"), f"{shown(fields['name'])} is no rule here; known is {NAME}")
    board = tuple(
        found.text(row, (*place, "board", at))
        for at, row in enumerate(found.sequence(fields["board"], (*place, "board")))
    )
    shots = [
        found.integer(number, (*place, "shots", at))
        for at, number in enumerate(found.sequence(fields["shots"], (*place, "shots")))
    ]
    if fields["shots"] is not None and len(shots) != 2:
        found.add((*place, "shots"), f"{len(shots)} numbers for two droids")
    rule = DroidBattle(
        board,
        (shots[0], shots[-1]) if shots else (0, 0),
        found.integer(fields["rounds"], (*place, "rounds")),
        found.text(fields["objective"], (*place, "objective")),
    )
    found.add_beside(
        [Problem(problem.message, (*place, *problem.place)) for problem in check_battle(rule)]
    )
    return rule


def check_battle(rule: DroidBattle) -> list[Problem]:
    """Return everything that makes the rule no game."""
    found = Findings()
    _check_board(found, rule)
    if any(not 0 <= number <= MAX_SHOTS for number in rule.shots):
        found.add(("shots",), f"a droid has from 0 to {MAX_SHOTS} shots")
    if not 1 <= rule.rounds <= MAX_ROUNDS:
        found.add(("rounds",), f"{rule.rounds:,} rounds; from 1 to {MAX_ROUNDS:,} can be played")
    if rule.objective not in OBJECTIVES:
        found.add(("objective",), f"{shown(rule.objective)} is none of {', '.join(OBJECTIVES)}")
    free = sum(len(row) - row.count(WALL) for row in rule.board)
    if (
        not found.problems
        and free**2 * (rule.shots[0] + 1) * (rule.shots[1] + 1) * _scores(rule) > MAX_STATES
    ):
        found.add(
            ("board",),
            f"a round has more than {MAX_STATES:,} states; choose a smaller board or fewer shots",
        )
    return found.problems


def _scores(rule: DroidBattle) -> int:
    return sum(rule.shots) + 1 if rule.objective == "win" else 1


def _check_board(found: Findings, rule: DroidBattle) -> None:
    board = rule.board
    if not board or not board[0] or len({len(row) for row in board}) > 1:
        found.add(("board",), "the board is no rectangle of squares")
        return
    if len(board) * len(board[0]) > MAX_SQUARES:
        found.add(
            ("board",), f"{len(board)} x {len(board[0])} squares; up to {MAX_SQUARES} are possible"
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


def start_square(rule: DroidBattle, droid: str) -> Square:
    """Return where a droid, FIRST or SECOND, starts."""
    return next((row, text.index(droid)) for row, text in enumerate(rule.board) if droid in text)


def opening(rule: DroidBattle) -> Standing:
    """Return the point at which play begins."""
    return Standing(
        (start_square(rule, FIRST), start_square(rule, SECOND)), rule.shots, 0, rule.rounds
    )


def is_free(rule: DroidBattle, square: Square) -> bool:
    """Return whether a square is on the board and no wall."""
    row, column = square
    return (
        0 <= row < len(rule.board)
        and 0 <= column < len(rule.board[0])
        and rule.board[row][column] != WALL
    )


def neighbours(rule: DroidBattle, square: Square) -> dict[str, Square]:
    """Return the squares that steps lead to, by the name of the step."""
    steps = {name: (square[0] + down, square[1] + right) for name, (down, right) in STEPS.items()}
    return {name: to for name, to in steps.items() if is_free(rule, to)}


def actions(rule: DroidBattle, square: Square, shots: int) -> tuple[str, ...]:
    """Return what a droid can do, in the order of ACTIONS."""
    return (*neighbours(rule, square), *([SHOOT] if shots else []))


def moved(
    rule: DroidBattle, squares: tuple[Square, Square], chosen: tuple[str, str]
) -> tuple[Square, Square]:
    """Return where the droids stand after their steps.

    >>> battle = DroidBattle(("2-5",), (1, 1), 9, "win")
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


def in_line(rule: DroidBattle, first: Square, second: Square) -> bool:
    """Return whether a laser from one square reaches the other."""
    if first[0] == second[0]:
        low, high = sorted((first[1], second[1]))
        return all(is_free(rule, (first[0], column)) for column in range(low, high))
    if first[1] == second[1]:
        low, high = sorted((first[0], second[0]))
        return all(is_free(rule, (row, first[1])) for row in range(low, high))
    return False


def hit(rule: DroidBattle, squares: tuple[Square, Square], chosen: tuple[str, str]) -> int:
    """Return what the shots of a round change the score by, from where the droids stand after their
    steps.
    """
    # Both at once are nothing, whether they hit or not.
    fired = (chosen[0] == SHOOT) - (chosen[1] == SHOOT)
    return fired if in_line(rule, *squares) else 0


def play(rule: DroidBattle, point: Standing, chosen: tuple[str, str]) -> Standing:
    """Return the point after a round."""
    squares = moved(rule, point.squares, chosen)
    first, second = (
        left - (action == SHOOT) for left, action in zip(point.shots, chosen, strict=True)
    )
    return Standing(
        squares, (first, second), point.score + hit(rule, squares, chosen), point.rounds - 1
    )


def is_over(point: Standing) -> bool:
    """Return whether the game has ended."""
    return point.rounds == 0 or point.shots == (0, 0)


def refuse_standing(rule: DroidBattle, point: Standing) -> None:
    """Raise InputError where play never comes to a point, or nothing is left to decide there."""
    fired = [most - left for most, left in zip(rule.shots, point.shots, strict=True)]
    wrong = [
        (
            not all(is_free(rule, square) for square in point.squares),
            "a droid stands on no free square of the board",
        ),
        (point.squares[0] == point.squares[1], "both droids stand on one square"),
        (min(fired) < 0, "a droid has more shots than it began with"),
        (not -fired[1] <= point.score <= fired[0], "a point takes a shot that was fired"),
        (
            sum(fired) and point.rounds == rule.rounds or point.rounds > rule.rounds,
            f"a battle has {rule.rounds} rounds",
        ),
        (is_over(point), "the game is over"),
    ]
    messages = [message for is_wrong, message in wrong if is_wrong]
    if messages:
        raise InputError(
            [
                Problem(
                    f"{shown(write_standing(point, rule.objective))} is no position to play "
                    f"from: {messages[0]}"
                )
            ]
        )


def winner(score: int) -> int:
    """Return 1, 0 or -1: who has more points."""
    return (score > 0) - (score < 0)


def write_standing(point: Standing, objective: str) -> str:
    """Return a point of play in the words that `read_standing` takes; for points, the score makes
    no difference to come.

    >>> write_standing(Standing(((2, 0), (2, 3)), (5, 5), 0, 50), "win")
    'at 2 0 / 2 3 shots 5 / 5 score 0 rounds 50'
    """
    (one, other), shots = point.squares, point.shots
    score = f" score {point.score}" if objective == "win" else ""
    return (
        f"at {one[0]} {one[1]} / {other[0]} {other[1]} shots {shots[0]} / {shots[1]}{score} "
        f"rounds {point.rounds}"
    )


_STANDING = re.compile(
    r"at (\d+) (\d+) / (\d+) (\d+) shots (\d+) / (\d+)(?: score (-?\d+))? rounds (\d+)"
)


def read_standing(text: str) -> Standing:
    """Return the point that a text such as `at 2 0 / 2 3, shots 5 / 5, score 0, rounds 50`
    describes. Raises InputError.
    """
    match = _STANDING.fullmatch(
        " ".join(text.lower().replace(",", " ").replace("/", " / ").split())
    )
    if match is None or max(map(len, filter(None, match.groups()))) > 6:
        raise InputError(
            [
                Problem(
                    f"{shown(text)} is no position; write it like 'at 2 0 / 2 3, shots 5 / 5, "
                    "score 0, rounds 50'"
                )
            ]
        )
    one, two, three, four, first, second, score, rounds = (
        int(number or 0) for number in match.groups()
    )
    return Standing(((one, two), (three, four)), (first, second), score, rounds)
