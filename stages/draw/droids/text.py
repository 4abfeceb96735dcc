"""The board of a droid battle for the terminal, with arrows between squares."""

from collections.abc import Iterator
from typing import NamedTuple

from schemas.parts.squares import STEPS, Square
from stages.documents import table
from stages.draw.droids.moment import Droid, Moment
from stages.draw.droids.words import shots_left, standing, value_of

INNER = 5
"""Characters of a square."""


class Signs(NamedTuple):
    """The characters of the board."""

    across: str
    upright: str
    corners: tuple[str, str, str]
    """Left, inner and right characters of the first line of the board, of the lines between rows,
    and of the last line.
    """
    wall: str
    arrows: dict[str, str]
    meeting: tuple[str, str]
    """Where both droids move along the same edge from opposite sides: upright and across."""


UNICODE = Signs(
    across="─",
    upright="│",
    corners=("┌┬┐", "├┼┤", "└┴┘"),
    wall="█",
    arrows={"up": "↑", "down": "↓", "left": "←", "right": "→"},
    meeting=("↕", "↔"),
)
ASCII = Signs(
    across="-",
    upright="|",
    corners=("+++", "+++", "+++"),
    wall="#",
    arrows={"up": "^", "down": "v", "left": "<", "right": ">"},
    meeting=("X", "X"),
)


def write_text(shown: Moment, ascii: bool = False) -> Iterator[str]:
    """Yield the lines of the picture, and both strategies if known."""
    signs = ASCII if ascii else UNICODE
    yield f"{shown.title}\n{standing(shown)}\n\n"
    arrows = _arrows(shown, signs)
    rows, columns = len(shown.board), len(shown.board[0])
    for row in range(rows + 1):
        yield f"  {_line(row, rows, columns, arrows, signs)}\n"
        if row < rows:
            yield f"  {_row(shown, row, arrows, signs)}\n"
    for one in shown.droids:
        yield f"\n{one.name}, {shots_left(one.shots)}\n"
        if one.options:
            yield from table(list(_table(one, shown.droids[0].name)), "  ")


def _arrows(shown: Moment, signs: Signs) -> dict[tuple[Square, Square], str]:
    """Return the arrows by the two squares that they connect, in reading order."""
    found: dict[tuple[Square, Square], str] = {}
    for one in shown.droids:
        for option in one.options:
            if option.probability and option.action in STEPS:
                down, right = STEPS[option.action]
                to = (one.square[0] + down, one.square[1] + right)
                low, high = sorted((one.square, to))
                met = (low, high) in found
                sign = signs.meeting[right != 0] if met else signs.arrows[option.action]
                found[low, high] = sign
    return found


def _line(
    row: int,
    rows: int,
    columns: int,
    arrows: dict[tuple[Square, Square], str],
    signs: Signs,
) -> str:
    """Return the line above a row of squares."""
    corners = signs.corners[(row > 0) + (row == rows)]
    parts = [
        arrows.get(((row - 1, column), (row, column)), signs.across).center(INNER, signs.across)
        for column in range(columns)
    ]
    return f"{corners[0]}{corners[1].join(parts)}{corners[2]}"


def _row(shown: Moment, row: int, arrows: dict[tuple[Square, Square], str], signs: Signs) -> str:
    text = signs.upright
    for column, mark in enumerate(shown.board[row]):
        here = (row, column)
        droid = next((one.name[-1] for one in shown.droids if one.square == here), " ")
        text += signs.wall * INNER if mark == "#" else droid.center(INNER)
        text += arrows.get((here, (row, column + 1)), signs.upright)
    return text


def _table(one: Droid, first: str) -> Iterator[tuple[str, ...]]:
    valued = any(option.value is not None for option in one.options)
    yield ("move", "plays", *([f"worth to {first}"] if valued else []))
    for option in one.options:
        values = [value_of(option.value)] if option.value is not None else []
        yield (
            option.action,
            f"{option.probability:.6f}" if option.probability else ".",
            *values,
        )
