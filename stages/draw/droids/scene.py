"""The board of a droid battle as a scene.

Figures use units of a hundredth of a square. Droid 2 is light and has a round head, droid 5 is dark
and has a flat one. Each droid's moves are drawn on its own side of the middle, so that both remain
visible where they meet.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ....schemas.parts.squares import STEPS, Square
from ....schemas.rules.droid_battle import SHOOT
from ..scene import (
    Circle,
    Group,
    Path,
    Pen,
    Rect,
    Scene,
    Shape,
    Text,
    number,
)
from .moment import (
    Droid,
    Moment,
    Option,
    description,
    score_line,
    share,
    shots_left,
    value_text,
)

CELL, SMALLEST, BOARD = 88, 60, 760
"""Pixels from square to square, at most and at least, and the board size in pixels from which
squares shrink.
"""
MARGIN, TOP, BESIDE = 16, 62, 36
EDGE = 22
"""Pixels around the board in a page, for labels of moves along its edge."""
PANEL, HEAD, ROW = 348, 56, 23
"""Pixels of a droid's panel: its width, the height of its head and of a row."""
BAR, WIDE, SHARE, WORTH = 88, 72, 236, 348
"""Pixels in a panel: the start of a bar, its greatest width, and the right end of numbers."""


class _Look(NamedTuple):
    """The roles that paint a droid and its moves."""

    body: str
    trim: str
    number: str
    way: str
    head: str
    label: str


LOOKS = (
    _Look("droid-two", "bar-first", "first-words", "played-first", "bar-first", "first-label"),
    _Look(
        "droid-five", "droid-trim", "droid-number", "played-second", "bar-second", "second-label"
    ),
)


def scene(shown: Moment) -> Scene:
    """Return the board, and beside it how both droids play, if known."""
    wide, high = size(shown)
    play = any(one.options for one in shown.droids)
    x = MARGIN + wide + BESIDE
    panels: list[Shape] = []
    y: float = TOP
    for player, one in enumerate(shown.droids):
        panels += _panel(one, player, x, y)
        y += HEAD + ROW * len(one.options) + 26
    height = max(TOP + high, y - 26) + MARGIN
    width = x + PANEL + MARGIN if play else max(x + 150, 440) + MARGIN
    shapes = [
        Text(shown.title, MARGIN, 28, size=17, bold=True),
        Text(score_line(shown), MARGIN, 48, "soft-words"),
        _board(shown, MARGIN, TOP),
        *panels,
    ]
    return Scene(width, height, shown.title, description(shown), shapes)


def board_scene(shown: Moment) -> Scene:
    """Return the board alone, with all moves included for the script of a page to show."""
    wide, high = (length + 2 * EDGE for length in size(shown))
    return Scene(
        wide, high, shown.title, description(shown), [_board(shown, EDGE, EDGE, hidden=True)]
    )


def size(shown: Moment) -> tuple[float, float]:
    """Return width and height of the board in pixels."""
    cell = _cell(shown)
    return len(shown.board[0]) * cell, len(shown.board) * cell


def _cell(shown: Moment) -> float:
    longest = max(len(shown.board), len(shown.board[0]))
    return max(SMALLEST, min(CELL, BOARD // longest))


def _board(shown: Moment, x: float, y: float, hidden: bool = False) -> Group:
    squares = [
        shape
        for row, text in enumerate(shown.board)
        for column, mark in enumerate(text)
        for shape in _square(mark, (row, column))
    ]
    beams = [
        _beam(shown.board, one.square, player, option.probability)
        for player, one in enumerate(shown.droids)
        for option in one.options
        if option.action == SHOOT and option.probability
    ]
    droids = [_droid(one, player, hidden) for player, one in enumerate(shown.droids)]
    shapes = [Group(squares), Group(beams, marks={"class": "beams"}), *droids]
    return Group(shapes, x, y, _cell(shown) / SIDE)


def _panel(one: Droid, player: int, x: float, y: float) -> Iterator[Shape]:
    """Yield the panel of a droid: its shots, and its moves with their probabilities."""
    look = LOOKS[player]
    yield Rect(x, y, 22, 22, look.head, 5)
    yield Text("25"[player], x + 11, y + 16, "droid-number", 14, "middle", bold=True)
    yield Text(one.name, x + 30, y + 16, size=15, bold=True)
    yield Text(shots_left(one.shots), x + 100, y + 16, "soft-words")
    if one.shots:
        pips = (f"M{number(x + 196 + 6 * at)} {number(y + 5)}v12" for at in range(one.shots))
        yield Path("".join(pips), look.way, Pen(3.5))
    if one.options:
        yield Text("plays", x + SHARE, y + 44, "soft-words", 12, "end")
    if one.options and one.options[0].value is not None:
        yield Text("worth to droid 2", x + WORTH, y + 44, "soft-words", 12, "end")
    for at, option in enumerate(one.options):
        yield from _row(option, look, x, y + HEAD + ROW * at)


def _row(option: Option, look: _Look, x: float, y: float) -> Iterator[Shape]:
    role = "words" if option.probability else "soft-words"
    yield Text(option.action, x + 30, y + 12, role)
    ground = Rect(x + BAR, y + 4, WIDE, 9, "bar-ground", 2)
    yield ground
    if option.probability:
        yield ground._replace(width=max(1.0, WIDE * option.probability), role=look.head)
    chance = f"{option.probability:.6f}" if option.probability else "."
    yield Text(chance, x + SHARE, y + 12, role, anchor="end")
    if option.value is not None:
        yield Text(value_text(option.value), x + WORTH, y + 12, "soft-words", anchor="end")


SIDE = 100
LEGS = "M19 52h12v36H17v-8l2-3zM81 52H69v36h14v-8l-2-3z"
BODIES = (
    "M29 46c0-11.6 9.4-21 21-21c11.6 0 21 9.4 21 21v35c0 3.3-2.7 6-6 6H35c-3.3 0-6-2.7-6-6z",
    "M29 46l8-21h26l8 21v35c0 3.3-2.7 6-6 6H35c-3.3 0-6-2.7-6-6z",
)
TRIM = "M29 46h42v6H29z"
ASIDE = (-10, 10)
"""Distance of each droid's moves from the middle."""


def _square(mark: str, at: Square) -> Iterator[Shape]:
    """Yield a square of the board."""
    x, y = SIDE * at[1], SIDE * at[0]
    wall = mark == "#"
    yield Rect(x + 1.5, y + 1.5, 97, 97, "wall" if wall else "square", 7, Pen(1.5))
    if wall:
        bricks = f"M{x + 4} {y + 34}h92m0 33h-92M{x + 50} {y + 4}v30m-22 0v33m44 0v-33m-22 33v29"
        yield Path(bricks, "brick", Pen(2), opacity=0.45)


def _droid(shown: Droid, player: int, hidden: bool) -> Group:
    """Return a droid on its square, with its moves; with `hidden` also, invisibly, the moves that
    it never takes, for a script.
    """
    known = {option.action: option for option in shown.options}
    if hidden:
        known = {name: known.get(name, Option(name, 0.0, None)) for name in (*STEPS, SHOOT)}
    taken = [option for option in known.values() if option.probability or hidden]
    shapes = [*(_option(option, player) for option in taken), _figure(player)]
    x, y = SIDE * shown.square[1], SIDE * shown.square[0]
    return Group(shapes, x, y, hover=shown.name, marks={"class": f"droid-{player + 1}"})


def _beam(board: Sequence[str], at: Square, player: int, probability: float) -> Path:
    """Return the beam of a droid's shot, up to the walls."""
    (row, column), aside = at, -ASIDE[player] * 0.3
    x, y = SIDE * column + 50 + aside, SIDE * row + 54 + aside
    left, right = (_reach(board[row], column, step) for step in (-1, 1))
    upright = "".join(text[column] for text in board)
    up, down = (_reach(upright, row, step) for step in (-1, 1))
    d = (
        f"M{SIDE * left + 8} {number(y)}H{SIDE * right + 92}"
        f"M{number(x)} {SIDE * up + 8}V{SIDE * down + 92}"
    )
    return Path(d, LOOKS[player].way, Pen(1.5 + 4 * probability, (2, 7), round=True))


def _reach(squares: str, at: int, step: int) -> int:
    """Return the last square before a wall or the edge."""
    while 0 <= at + step < len(squares) and squares[at + step] != "#":
        at += step
    return at


def _figure(player: int) -> Group:
    look, pen = LOOKS[player], Pen(4, round=True)
    shapes: list[Shape] = [
        Path(LEGS, look.body, pen),
        Path(BODIES[player], look.body, pen),
        Path(TRIM, look.trim),
        Circle(50, 36, 6, "droid-eye", Pen(4)),
        Text("25"[player], 50, 79, look.number, 26, "middle", bold=True),
    ]
    return Group(shapes, 14, 14, 0.72)


def _option(option: Option, player: int) -> Group:
    """Return the sign of a move; one that is never taken is not displayed."""
    look = LOOKS[player]
    label = Text(share(option.probability), 0, 0, look.label, 14, bold=True, halo=4)
    shapes: list[Shape]
    if option.action == SHOOT:
        x = 10 if player == 0 else 60
        pen = Pen(1.8)
        sight = Path(f"M{x - 8} 15h16M{x} 7v16", look.way, pen)
        shapes = [sight, Circle(x, 15, 5, look.way, pen), label._replace(x=x + 10, y=20)]
    else:
        down, right = STEPS[option.action]
        aside = ASIDE[player]
        x, y = (50 + aside, 54) if down else (50, 54 + aside)
        line = f"M{x + 33 * right} {y + 33 * down}l{25 * right} {25 * down}"
        tip = (x + 74 * right, y + 74 * down)
        head = f"M{tip[0]} {tip[1]}l{-15 * right - 8 * down} {-15 * down - 8 * right}"
        head += f"l{16 * down} {16 * right}z"
        corner = _label(player, x, y, down, right)
        anchor = "middle" if not down else ("end", "start")[player]
        shapes = [
            Path(line, look.way, Pen(2.5 + 5 * option.probability, round=True)),
            Path(head, look.head),
            label._replace(x=corner[0], y=corner[1], anchor=anchor),
        ]
    return Group(shapes, hidden=not option.probability, marks={"data-action": option.action})


def _label(player: int, x: int, y: int, down: int, right: int) -> tuple[float, float]:
    """Return the position of the probability of a step: on the outer side of its way, since the
    other droid's way is beyond the middle.
    """
    if right:
        return x + 54 * right, y - 12 if player == 0 else y + 23
    return x - 11 if player == 0 else x + 11, y + 54 * down + 5
