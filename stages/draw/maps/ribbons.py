"""Positions of the arrows of a flow on a board, and of their numbers.

Consecutive straight steps with the same probability form one run: one ribbon with one head and one
number. Where runs use the same squares in opposite directions, each keeps to its right.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ....schemas.parts.squares import Square
from ..labels import share_text
from ..scene import Point
from .board import CELL, Board, centre
from .flow import Step

THINNEST, WIDEST = 1.5, 12.0
"""Width in pixels of a ribbon that is almost never passed, and of one always passed."""
ASIDE = 7.5
"""Offset in pixels to the right if another ribbon has the opposite direction."""
BEND = 0.3
"""Distance in squares from the middle of a square at which a ribbon reaches its offset."""
LETTER, TALL = 0.564, 11.0
"""Width of a number's character relative to its line height, and that height in pixels."""

Box = tuple[float, float, float, float]


class Run(NamedTuple):
    """Consecutive steps with one probability."""

    squares: tuple[Square, ...]
    probability: float
    aside: bool
    """Whether another run has the opposite direction."""

    @property
    def ahead(self) -> Square:
        """The direction, down and to the right."""
        (row, column), (to_row, to_column) = self.squares[:2]
        return to_row - row, to_column - column

    def at(self, along: float) -> Point:
        """Return the point of the ribbon at a distance from its start, in squares."""
        x, y = centre(self.squares[0])
        down, right = self.ahead
        aside = ASIDE if self.aside else 0.0
        return x + right * along * CELL - down * aside, y + down * along * CELL + right * aside

    @property
    def length(self) -> int:
        """The length in squares."""
        return len(self.squares) - 1

    @property
    def line(self) -> tuple[Point, ...]:
        """The ribbon, from the middle of the first square to that of the last."""
        first, last = centre(self.squares[0]), centre(self.squares[-1])
        bends = (self.at(BEND), self.at(self.length - BEND)) if self.aside else ()
        return first, *bends, last


class Number(NamedTuple):
    """The position of a run's number: the middle of its line."""

    run: Run
    x: float
    y: float
    upright: bool
    """Whether it is rotated, to be read from bottom to top."""
    size: float
    """The size of its letters."""

    @property
    def text(self) -> str:
        return share_label(self.run.probability, self.size > TALL)


def ribbon_width(probability: float) -> float:
    """Return the width of a ribbon in pixels."""
    return THINNEST + probability * (WIDEST - THINNEST)


def runs(steps: Sequence[Step], shown: Board) -> list[Run]:
    """Return the runs of steps, each as long as possible; the signs of the board end them."""
    known = {(step.start, step.end): step.probability for step in steps}
    signs = {*shown.squares("SGDE")}

    def has_next(start: Square, end: Square) -> bool:
        """Return whether the run of a step continues after it."""
        edge, after = (start, end), (end, _beyond(start, end))
        return (
            end not in signs
            and equal(known[edge], known.get(after, -1.0))
            and (edge[::-1] in known) == (after[::-1] in known)
        )

    found = []
    for (start, end), probability in known.items():
        before = _beyond(end, start)
        if (before, start) in known and has_next(before, start):
            continue
        squares = [start, end]
        while has_next(squares[-2], squares[-1]):
            squares.append(_beyond(squares[-2], squares[-1]))
        found.append(Run(tuple(squares), probability, (end, start) in known))
    return found


def _beyond(start: Square, end: Square) -> Square:
    """Return the square behind a step."""
    return 2 * end[0] - start[0], 2 * end[1] - start[1]


def numbers(found: Sequence[Run], taken: Iterable[Box], larger: float = 1.0) -> Iterator[Number]:
    """Yield positions for the numbers of runs, beside them, without overlapping `taken` boxes or
    other numbers. Connected runs with the same probability share one number. The widest come
    first; a number without room is omitted.
    """
    full = list(taken)
    for chain in sorted(_chains(found), key=lambda chain: -round(chain[0].probability, 9)):
        for place in _chain_places(chain, TALL * larger):
            box = number_box(place)
            if not any(overlap(box, other) for other in full):
                full.append(box)
                yield place
                break


def _chains(found: Sequence[Run]) -> Iterator[list[Run]]:
    """Yield chains of runs, each starting where the previous one ends, with the same
    probability.
    """
    beginning: dict[Square, list[Run]] = {}
    for run in found:
        beginning.setdefault(run.squares[0], []).append(run)
    followed: set[Run] = set()
    after: dict[Run, Run] = {}
    for run in found:
        for other in beginning.get(run.squares[-1], []):
            if equal(run.probability, other.probability) and other not in followed:
                followed.add(other)
                after[run] = other
                break
    for run in found:
        if run not in followed:
            chain = [run]
            while chain[-1] in after:
                chain.append(after[chain[-1]])
            yield chain


def equal(one: float, other: float) -> bool:
    """Return whether two probabilities are equal up to rounding errors."""
    return math.isclose(one, other, rel_tol=1e-6)


def _chain_places(chain: Iterable[Run], size: float) -> Iterator[Number]:
    """Yield possible positions for the number of runs, the best first: beside the longest run."""
    for run in sorted(chain, key=lambda run: -run.length):
        yield from _places(run, size)


def _places(run: Run, size: float) -> Iterator[Number]:
    off = ribbon_width(run.probability) / 2 + size / 2 + 1.5
    off = max(off, 2 + head(run.probability) + size / 2) if run.length == 1 else off
    upright = run.ahead[1] == 0
    halves = (at / 2 for at in range(1, 2 * run.length))
    middles = sorted(halves, key=lambda at: abs(at - run.length / 2))
    for side in (-1, 1):
        for at in middles:
            x, y = run.at(at)
            across, down = (-side * off, 0.0) if upright else (0.0, side * off)
            yield Number(run, x + across, y + down, upright, size)


def number_box(place: Number) -> Box:
    """Return the box that a number covers."""
    wide, high = LETTER * place.size * len(place.text) / 2, place.size / 2
    across, down = (high, wide) if place.upright else (wide, high)
    return place.x - across, place.y - down, place.x + across, place.y + down


def share_label(probability: float, short: bool) -> str:
    """Return a probability as a board shows it, with fewer characters if letters are large.

    >>> share_label(0.3226, False), share_label(0.3226, True), share_label(0.001, True)
    ('0.323', '0.32', '<0.01')
    """
    if not short or probability in (0, 1):
        return share_text(probability)
    if not 0.005 <= probability < 0.995:
        return "<0.01" if probability < 0.5 else ">0.99"
    return f"{probability:.2f}"


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def boxes(found: Iterable[Run]) -> Iterator[Box]:
    """Yield the boxes that ribbons and their heads cover."""
    for run in found:
        half = ribbon_width(run.probability) / 2
        for points, more in ((run.line, half), (corners(run), 0.0)):
            across, down = zip(*points, strict=True)
            yield min(across) - more, min(down) - more, max(across) + more, max(down) + more


def head(probability: float) -> float:
    """Return half the width of the head of an arrow, in pixels."""
    return ribbon_width(probability) / 2 + 3.5


def corners(run: Run) -> tuple[Point, Point, Point]:
    """Return the head of an arrow; its tip is where the last square begins."""
    half = head(run.probability)
    (x, y), (down, right) = run.at(run.length - 0.5), run.ahead
    long = half * 0.75
    tip = x + right * long, y + down * long
    left = x - right * long - down * half, y - down * long + right * half
    other = x - right * long + down * half, y - down * long - right * half
    return tip, left, other
