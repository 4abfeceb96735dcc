"""The board of a droid battle as SVG."""

from collections.abc import Iterator

from schemas.rules.droid_battle import SHOOT
from stages.draw import svg
from stages.draw.droids.figures import LOOKS, SIDE, Look, beam, droid, square
from stages.draw.droids.moment import Droid, Moment, Option
from stages.draw.droids.moment_words import standing, told, value_of
from stages.draw.droids.words import shots_left
from stages.draw.svg import group, number, part, words

CELL, SMALLEST, BOARD = 88, 60, 760
"""Pixels from square to square, at most and at least, and of a board in which they begin to be
fewer.
"""
MARGIN, TOP, BESIDE = 16, 62, 36
EDGE = 22
"""Pixels around the board in a page, for what stands beside a way along its edge."""
PANEL, HEAD, ROW = 348, 56, 23
"""Pixels of what is said of a droid: its width, the height of its head and of a row."""
BAR, WIDE, SHARE, WORTH = 88, 72, 236, 348
"""Where a bar begins, how wide it can be, and where numbers end, in a panel."""


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
    """Yield the board alone as part of a page, with all moves there for a script to show."""
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
        for line in square(mark, (row, column))
    )
    beams = [
        beam(shown.board, one.square, player, option.probability)
        for player, one in enumerate(shown.droids)
        for option in one.options
        if option.action == SHOOT and option.probability
    ]
    droids = [
        line for player, one in enumerate(shown.droids) for line in droid(one, player, hidden)
    ]
    parts = [*group(squares), *group(beams, class_="beams"), *droids]
    return group(parts, transform=f"scale({number(_cell(shown) / SIDE)})")


def _panel(one: Droid, player: int, x: float, y: float) -> Iterator[str]:
    """Yield what is said of a droid: its shots, and its moves with their probabilities."""
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


def _row(option: Option, look: Look, x: float, y: float) -> Iterator[str]:
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
