"""A map for the terminal, with an arrow for the agent's most frequent step from a square."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple

from schemas.parts.squares import STEPS, Square
from stages.draw.labels import in_ascii, printable, share_text
from stages.draw.maps.board import Board
from stages.draw.maps.flow import MapPicture, MapPlay, Step
from stages.draw.maps.words import outcome, value_text, walk_text

WIDTH = 80
"""Columns of a terminal, which lines respect where possible."""
LIKELIEST = 6
"""Number of walks that are listed."""
NARROW = 26
"""Number of squares per row up to which each has three columns."""


class _Signs(NamedTuple):
    """The characters of a map."""

    wall: str
    free: str
    often: Mapping[Square, str]
    """By direction, down and to the right: arrows for steps in at least half of all plays."""
    seldom: Mapping[Square, str]


def _arrows(up: str, down: str, left: str, right: str) -> Mapping[Square, str]:
    return dict(zip(STEPS.values(), (up, down, left, right), strict=True))


_UNICODE = _Signs("█", "·", _arrows(*"⇑⇓⇐⇒"), _arrows(*"↑↓←→"))
_ASCII = _Signs("#", ".", _arrows(*"^v<>"), _arrows(*"^v<>"))


def write_text(picture: MapPicture, ascii: bool = False) -> Iterator[str]:
    """Yield the lines: the map, beside it the probability that each place is occupied, and below it
    the likeliest walks.
    """
    for line in _lines(picture, _ASCII if ascii else _UNICODE):
        told = line.rstrip()
        if ascii:
            told = in_ascii(told.replace("≈", "~"))
        yield f"{told}\n"


def _lines(picture: MapPicture, signs: _Signs) -> Iterator[str]:
    play = picture.play
    if picture.title:
        yield printable(picture.title)
    if play:
        yield f"{value_text(picture)}, by the rules {picture.rules}"
        yield outcome(picture)
    if picture.title or play:
        yield ""
    rows = _rows(picture.board, play.steps if play else (), signs)
    yield from _beside(rows, list(_places(picture, play)))
    if play:
        yield ""
        yield _legend(picture.players[0], signs)
        yield ""
        yield from _walks(picture, play)


def _rows(shown: Board, steps: Sequence[Step], signs: _Signs) -> list[str]:
    likeliest: dict[Square, Step] = {}
    for step in steps:
        known = likeliest.get(step.start)
        if known is None or step.probability > known.probability + 1e-9:
            likeliest[step.start] = step
    names = {square: name for name, square in shown.places}
    wide = len(shown.rows[0]) <= NARROW
    return [
        "".join(
            _cell(letter, names.get((row, column), ""), likeliest.get((row, column)), signs, wide)
            for column, letter in enumerate(text)
        )
        for row, text in enumerate(shown.rows)
    ]


def _cell(letter: str, name: str, step: Step | None, signs: _Signs, wide: bool) -> str:
    if letter == "#":
        return signs.wall * (3 if wide else 1)
    arrow = _arrow(step, signs) if step else ""
    if letter == "-":
        return f" {arrow or signs.free} " if wide else arrow or signs.free
    if not wide:
        return letter
    named = name or letter
    return f"{named:>2}{arrow or ' '}" if len(named) < 3 else named


def _arrow(step: Step, signs: _Signs) -> str:
    ahead = step.end[0] - step.start[0], step.end[1] - step.start[1]
    return (signs.often if step.probability > 0.5 - 1e-9 else signs.seldom)[ahead]


def _places(picture: MapPicture, play: MapPlay | None) -> Iterator[str]:
    places = picture.board.places
    if play is None or not places:
        return
    passed = dict.fromkeys((place.square for place in places), 0.0)
    for step in play.steps:
        if step.end in passed:
            passed[step.end] += step.probability
    yield "place  occupied  entered"
    for (name, square), share in zip(places, play.occupied, strict=True):
        yield f"{name:<5}  {share_text(share):>8}  {share_text(passed[square]):>7}"


def _beside(rows: Sequence[str], facts: Sequence[str]) -> Iterator[str]:
    """Yield rows with facts beside them, or below them if both do not fit."""
    if facts and len(rows[0]) + 3 + max(map(len, facts)) > WIDTH:
        yield from (*rows, "", *facts)
        return
    for at in range(max(len(rows), len(facts))):
        row = rows[at] if at < len(rows) else " " * len(rows[0])
        yield f"{row}   {facts[at]}" if at < len(facts) else row


def _legend(player: str, signs: _Signs) -> str:
    ahead = (0, 1)
    told = f"{signs.seldom[ahead]} where {player} goes most often from a square"
    if signs.often == signs.seldom:
        return told
    return f"{told}, {signs.often[ahead]} in half of all plays"


def _walks(picture: MapPicture, play: MapPlay) -> Iterator[str]:
    found, rest = play.walks
    yield "the likeliest walks" if len(found) > LIKELIEST or rest > 0.0005 else "all walks"
    for walk in found[:LIKELIEST]:
        told = f"{share_text(walk.probability):>8}  {walk_text(picture.board, walk)}"
        yield from wrap(told, WIDTH, drop_whitespace=True, subsequent_indent=" " * 10)
    others = sum(walk.probability for walk in found[LIKELIEST:]) + rest
    if others > 0.0005:
        yield f"{share_text(others):>8}  others"
