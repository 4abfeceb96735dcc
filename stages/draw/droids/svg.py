"""The board of a droid battle as SVG.

Figures use units of a hundredth of a square. Droid 2 is light and has a round head, droid 5 is dark
and has a flat one. Each droid's moves are drawn on its own side of the middle, so that both remain
visible where they meet.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from schemas.parts.squares import STEPS, Square
from schemas.rules.droid_battle import SHOOT
from stages.draw import svg
from stages.draw.droids.moment import Droid, Moment, Option
from stages.draw.droids.words import share, shots_left, standing, told, value_of
from stages.draw.svg import Value, group, hover, number, part, words

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


def write_svg(shown: Moment) -> Iterator[str]:
    """Yield the lines of a file: the board, and beside it how both droids play, if known."""
    wide, high = size(shown)
    play = any(one.options for one in shown.droids)
    x = MARGIN + wide + BESIDE
    panels: list[str] = []
    y: float = TOP
    for player, one in enumerate(shown.droids):
        panels += _panel(one, player, x, y)
        y += HEAD + ROW * len(one.options) + 26
    height = max(TOP + high, y - 26) + MARGIN
    width = x + PANEL + MARGIN if play else max(x + 150, 440) + MARGIN
    place = {"transform": f"translate({MARGIN} {TOP})"}
    parts = [
        words(shown.title, MARGIN, 28, font_size=17, font_weight=600),
        words(standing(shown), MARGIN, 48, "soft-words"),
        *group(_board(shown, hidden=False), **place),
        *panels,
    ]
    return svg.picture(width, height, shown.title, told(shown), parts)


def inside(shown: Moment) -> Iterator[str]:
    """Yield the board alone as part of a page, with all moves included for a script to show."""
    wide, high = (length + 2 * EDGE for length in size(shown))
    board = group(_board(shown, hidden=True), transform=f"translate({EDGE} {EDGE})")
    return svg.inside(wide, high, shown.title, told(shown), board)


def size(shown: Moment) -> tuple[float, float]:
    """Return width and height of the board in pixels."""
    cell = _cell(shown)
    return len(shown.board[0]) * cell, len(shown.board) * cell


def _cell(shown: Moment) -> float:
    longest = max(len(shown.board), len(shown.board[0]))
    return max(SMALLEST, min(CELL, BOARD // longest))


def _board(shown: Moment, hidden: bool) -> Iterator[str]:
    squares = (
        line
        for row, text in enumerate(shown.board)
        for column, mark in enumerate(text)
        for line in _square(mark, (row, column))
    )
    beams = [
        _beam(shown.board, one.square, player, option.probability)
        for player, one in enumerate(shown.droids)
        for option in one.options
        if option.action == SHOOT and option.probability
    ]
    droids = [
        line for player, one in enumerate(shown.droids) for line in _droid(one, player, hidden)
    ]
    parts = [*group(squares), *group(beams, class_="beams"), *droids]
    return group(parts, transform=f"scale({number(_cell(shown) / SIDE)})")


def _panel(one: Droid, player: int, x: float, y: float) -> Iterator[str]:
    """Yield the panel of a droid: its shots, and its moves with their probabilities."""
    look = LOOKS[player]
    yield part("rect", look.head, x=x, y=y, width=22, height=22, rx=5)
    mark: dict[str, svg.Value] = {"text_anchor": "middle", "font_weight": 700, "font_size": 14}
    yield words("25"[player], x + 11, y + 16, "droid-number", **mark)
    yield words(one.name, x + 30, y + 16, font_weight=600, font_size=15)
    yield words(shots_left(one.shots), x + 100, y + 16, "soft-words")
    pips = (f"M{number(x + 196 + 6 * at)} {y + 5}v12" for at in range(one.shots))
    if one.shots:
        yield part("path", look.way, d="".join(pips), stroke_width=3.5)
    end: dict[str, svg.Value] = {"text_anchor": "end", "font_size": 12}
    if one.options:
        yield words("plays", x + SHARE, y + 44, "soft-words", **end)
    if one.options and one.options[0].value is not None:
        yield words("worth to droid 2", x + WORTH, y + 44, "soft-words", **end)
    for at, option in enumerate(one.options):
        yield from _row(option, LOOKS[player], x, y + HEAD + ROW * at)


def _row(option: Option, look: _Look, x: float, y: float) -> Iterator[str]:
    taken = "words" if option.probability else "soft-words"
    yield words(option.action, x + 30, y + 12, taken)
    yield part("rect", "bar-ground", x=x + BAR, y=y + 4, width=WIDE, height=9, rx=2)
    if option.probability:
        wide = max(1.0, WIDE * option.probability)
        yield part("rect", look.head, x=x + BAR, y=y + 4, width=wide, height=9, rx=2)
    chance = f"{option.probability:.6f}" if option.probability else "."
    yield words(chance, x + SHARE, y + 12, taken, text_anchor="end")
    if option.value is not None:
        yield words(value_of(option.value), x + WORTH, y + 12, "soft-words", text_anchor="end")


SIDE = 100
LEGS = "M19 52h12v36H17v-8l2-3zM81 52H69v36h14v-8l-2-3z"
BODIES = (
    "M29 46a21 21 0 0 1 42 0v35a6 6 0 0 1-6 6H35a6 6 0 0 1-6-6z",
    "M29 46l8-21h26l8 21v35a6 6 0 0 1-6 6H35a6 6 0 0 1-6-6z",
)
NUMBER: dict[str, Value] = {"text_anchor": "middle", "font_size": 26, "font_weight": 700}
LABEL: dict[str, Value] = {
    "font_size": 14,
    "font_weight": 600,
    "stroke_width": 4,
    "paint_order": "stroke",
}
TRIM = "M29 46h42v6H29z"


LOOKS = (
    _Look("droid-two", "bar-first", "first-words", "played-first", "bar-first", "first-label"),
    _Look(
        "droid-five", "droid-trim", "droid-number", "played-second", "bar-second", "second-label"
    ),
)
ASIDE = (-10, 10)
"""Distance of each droid's moves from the middle."""


def _square(mark: str, at: Square) -> Iterator[str]:
    """Yield a square of the board."""
    x, y = SIDE * at[1], SIDE * at[0]
    wall = mark == "#"
    yield part(
        *("rect", "wall" if wall else "square"),
        x=x + 1.5,
        y=y + 1.5,
        width=97,
        height=97,
        rx=7,
        stroke_width=1.5,
    )
    if wall:
        bricks = f"M{x + 4} {y + 34}h92m0 33h-92M{x + 50} {y + 4}v30m-22 0v33m44 0v-33m-22 33v29"
        yield part("path", "brick", d=bricks, stroke_width=2, opacity=0.45)


def _droid(shown: Droid, player: int, hidden: bool) -> Iterator[str]:
    """Yield a droid on its square, with its moves; with `hidden` also, invisibly, the moves that it
    never takes, for a script.
    """
    x, y = SIDE * shown.square[1], SIDE * shown.square[0]
    known = {option.action: option for option in shown.options}
    if hidden:
        known = {name: known.get(name, Option(name, 0.0, None)) for name in (*STEPS, SHOOT)}
    taken = [option for option in known.values() if option.probability or hidden]
    parts = [line for option in taken for line in _option(option, player)]
    place = {"transform": f"translate({x} {y})", "class_": f"droid-{player + 1}"}
    yield from group([hover(shown.name), *parts, *_figure(player)], **place)


def _beam(board: Sequence[str], at: Square, player: int, probability: float) -> str:
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
    return part(
        *("path", LOOKS[player].way),
        d=d,
        stroke_linecap="round",
        stroke_width=1.5 + 4 * probability,
        stroke_dasharray="2 7",
    )


def _reach(squares: str, at: int, step: int) -> int:
    """Return the last square before a wall or the edge."""
    while 0 <= at + step < len(squares) and squares[at + step] != "#":
        at += step
    return at


def _figure(player: int) -> Iterator[str]:
    look = LOOKS[player]
    parts = [
        part("path", look.body, d=LEGS, stroke_width=4, stroke_linejoin="round"),
        part("path", look.body, d=BODIES[player], stroke_width=4, stroke_linejoin="round"),
        part("path", look.trim, d=TRIM),
        part("circle", "droid-eye", cx=50, cy=36, r=6, stroke_width=4),
        words("25"[player], 50, 79, look.number, **NUMBER),
    ]
    yield from group(parts, transform="translate(14 14) scale(.72)")


def _option(option: Option, player: int) -> Iterator[str]:
    """Yield the sign of a move; one that is never taken is not displayed."""
    look = LOOKS[player]
    more: dict[str, Value] = {"data_action": option.action}
    if not option.probability:
        more["display"] = "none"
    label = share(option.probability)
    if option.action == SHOOT:
        x = 10 if player == 0 else 60
        sight = f"M{x - 8} 15h16M{x} 7v16M{x - 5} 15a5 5 0 1 0 10 0a5 5 0 1 0-10 0"
        mark = part("path", look.way, d=sight, stroke_width=1.8)
        told = words(label, x + 10, 20, look.label, **LABEL)
        yield from group([mark, told], **more)
        return
    down, right = STEPS[option.action]
    aside = ASIDE[player]
    x, y = (50 + aside, 54) if down else (50, 54 + aside)
    wide = 2.5 + 5 * option.probability
    line = f"M{x + 33 * right} {y + 33 * down}l{25 * right} {25 * down}"
    tip = (x + 74 * right, y + 74 * down)
    head = f"M{tip[0]} {tip[1]}l{-15 * right - 8 * down} {-15 * down - 8 * right}"
    head += f"l{16 * down} {16 * right}z"
    told = words(label, *_label(player, x, y, down, right), look.label, **_style(player, down))
    way = part("path", look.way, d=line, stroke_width=wide, stroke_linecap="round")
    yield from group([way, part("path", look.head, d=head), told], **more)


def _label(player: int, x: int, y: int, down: int, right: int) -> tuple[float, float]:
    """Return the position of the probability of a step: on the outer side of its way, since the
    other droid's way is beyond the middle.
    """
    if right:
        return x + 54 * right, y - 12 if player == 0 else y + 23
    return x - 11 if player == 0 else x + 11, y + 54 * down + 5


def _style(player: int, down: int) -> dict[str, Value]:
    anchor = "middle" if not down else ("end", "start")[player]
    return {**LABEL, "text_anchor": anchor}
