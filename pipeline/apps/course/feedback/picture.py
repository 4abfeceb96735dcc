"""The map at the moment of a first difference: as a scene for a page, and as lines of text."""

from collections.abc import Iterator

from .....schemas.parts.squares import Square, column_name, square_name
from .....stages.draw.maps import board as boards
from .....stages.draw.maps.board import CELL, EDGE, Board, box, centre, corner, name
from .....stages.draw.scene import Circle, Group, Pen, Polyline, Rect, Scene, Shape, Text
from .....stages.parse.maps import Map
from .story import Moment

LEGEND = 24.0
"""Pixels of a row of the legend."""


def scene(board: Map, players: tuple[str, str], shown: Moment) -> Scene:
    """Return the map with the agent's path and square, known hiding places, and the gold left."""
    drawn = boards.board(board.rows)
    wide, high = boards.size(drawn)
    legend = list(_legend(players, shown))
    return Scene(
        width=max(EDGE + wide, 290),
        height=EDGE + high + LEGEND * len(legend) + 6 * bool(legend),
        title="The map at this moment" if shown.path else "The map",
        description=_description(drawn, shown),
        shapes=[
            Group([*boards.edges(drawn)]),
            Group([*_board(drawn, shown)], EDGE, EDGE),
            Group([*_legend_rows(legend)], EDGE + boards.MARGIN, EDGE + high + 6),
        ],
    )


def _description(drawn: Board, shown: Moment) -> str:
    parts = [boards.description(drawn)]
    if shown.path:
        parts.append(f"The path so far: {', '.join(map(square_name, shown.path))}.")
    if shown.hidden:
        parts.append(f"Occupied: {', '.join(shown.hidden)}.")
    return " ".join(parts)


def _board(drawn: Board, shown: Moment) -> Iterator[Shape]:
    left = [
        "".join(
            "-" if (row, column) in shown.taken else letter for column, letter in enumerate(line)
        )
        for row, line in enumerate(drawn.rows)
    ]
    yield from boards.ground(drawn)
    for place in drawn.places:
        yield box(place)
        if place.name in (shown.hidden or ()):
            x, y = corner(place.square)
            yield Rect(x + 3, y + 3, CELL - 6, CELL - 6, "filled", 4)
    if len(shown.path) > 1:
        points = tuple(map(centre, shown.path))
        yield Polyline(points, "way", Pen(4, round=True))
    for square in shown.taken:
        yield Circle(*centre(square), 11, "failed", Pen(2, (3, 3)))
    for square in drawn.squares("S"):
        yield Circle(*centre(square), 16, "floor")
    yield from boards.signs(drawn._replace(rows=tuple(left)))
    if shown.path:
        yield Circle(*centre(shown.path[-1]), 9, "agent", Pen(2))
    for place in drawn.places:
        yield name(place)._replace(role="filled-words", halo=3)


def _legend(players: tuple[str, str], shown: Moment) -> Iterator[tuple[Shape, str]]:
    """Yield samples with their words."""
    if shown.path:
        yield Circle(9, 0, 8, "agent", Pen(2)), "you, and your path so far"
    if shown.hidden:
        yield Rect(0, -9, 18, 18, "filled", 3), f"one of the {players[1]} is here"
    if shown.taken:
        yield Circle(9, 0, 8, "failed", Pen(2, (3, 3))), "gold that you picked up"


def _legend_rows(legend: list[tuple[Shape, str]]) -> Iterator[Shape]:
    for at, (sample, words) in enumerate(legend):
        yield Group([sample, Text(words, 28, 4.5, "soft-words")], y=LEGEND * (at + 0.5))


def text_lines(board: Map, players: tuple[str, str], shown: Moment) -> list[str]:
    """Return the same picture as lines of text."""
    sign = players[1][:1].upper()
    occupied = {square for place, square in board.places if place in (shown.hidden or ())}
    last = column_name(len(board.rows[0]) - 1)
    edge = " " * (len(str(len(board.rows))) + 1)
    columns = (f"{column_name(at):>{len(last)}}" for at in range(len(board.rows[0])))
    lines = [f"{edge} {' '.join(columns)}"]
    for row, line in enumerate(board.rows):
        letters = (
            f"{_letter((row, column), letter, sign, occupied, shown):>{len(last)}}"
            for column, letter in enumerate(line)
        )
        lines.append(f"{row + 1:>{len(edge)}} {' '.join(letters)}")
    return lines + [""] * bool(shown.path) + [*_text_legend(board, sign, players, shown)]


def _letter(square: Square, letter: str, sign: str, occupied: set[Square], shown: Moment) -> str:
    if shown.path and square == shown.path[-1]:
        return "@"
    if square in occupied:
        return sign
    return "*" if square in shown.path[1:] else letter


def _text_legend(board: Map, sign: str, players: tuple[str, str], shown: Moment) -> Iterator[str]:
    if shown.path:
        yield "@ you, * your path so far"
    if shown.hidden:
        yield f"{sign} one of the {players[1]}"
    if board.places:
        yield ", ".join(f"{place} is {square_name(square)}" for place, square in board.places)
